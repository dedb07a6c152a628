-- The game at the end of docs/tutorial.md: dots that move, a bang, rain.
return function(game)
  local check, world = game.check, game.world
  local startled, wet = 0, 0
  world:on("interrupt", function(_, interruption)
    if interruption == "noise" then startled = startled + 1 end
    if interruption == "rain_starts" then wet = wet + 1 end
  end)
  check(world:stats().npcs == 4, "four people are in the square")
  local before = game.draw()
  game.run(20)
  check(game.difference(before, game.draw("tutorial.png")) > 500, "they move")
  game.key "space"
  game.run(0.5)
  check(startled == 4, "a bang startles everybody")
  game.run(5)
  game.key "r"
  game.run(30)
  check(wet == 4, "rain drives them away")
  for _, npc in ipairs(world:find { kind = "villager" }) do
    check(npc.action == "wait_out_rain", npc.name .. " waits under the arcade")
    check(math.abs(npc.owner.x - 20) < 1 and math.abs(npc.owner.y) < 1, npc.name .. " is drawn there")
  end
end
