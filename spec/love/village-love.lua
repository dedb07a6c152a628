-- The village: people live a day in it, and one can look about, open roofs, follow, and have weather.
return function(game)
  local check, world = game.check, game.world
  local people = world:find { tag = "person" }

  check(#people >= 40, "forty people and more live there")
  local before = game.draw "village-dawn.png"
  check(before:getWidth() == 1280 and before:getHeight() == 720, "it is 1280 by 720")
  game.run(60)
  check(game.difference(before, game.draw()) > 8000, "people move, and the sun rises")
  check(world:stats().halted == 0 and world:check(), "nobody has halted, and the world is consistent")
end
