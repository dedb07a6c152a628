-- The shortest game: dots that do something, rain, a shout, a pause, and the inspector.
return function(game)
  local check, world = game.check, game.world
  local surprised, wet = 0, 0
  world:on("interrupt", function(_, interruption)
    if interruption == "player_shouts" then surprised = surprised + 1 end
    if interruption == "rain_starts" then wet = wet + 1 end
  end)
  check(world:stats().npcs == 11, "eleven people are in the park")
  local before = game.draw()
  game.run(20)
  check(game.difference(before, game.draw("minimal.png")) > 2000, "they move")
  game.key "s"
  game.run(0.5)
  check(surprised == 11, "a shout surprises everybody")
  game.run(10)
  game.key "r"
  game.run(8)
  check(wet == 10, "rain drives the visitors away")
  game.key "r"
  local now = world:now()
  game.key "space"
  game.run(5)
  check(world:now() == now, "a pause stops the world")
  game.key "space"
  local ada, without = world:get "Ada", game.draw()
  game.click(ada.owner.x * 30, ada.owner.y * 30)
  game.key "i"
  check(game.difference(without, game.draw("minimal-inspector.png")) > 100000, "the inspector opens")
end
