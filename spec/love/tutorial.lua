-- The pack of docs/tutorial.md in the game that it ends with: people who walk, a bang, rain.
return function(game)
  local check, world = game.check, game.world
  local startled, wet = 0, 0
  world:on("interrupt", function(_, interruption)
    if interruption == "noise" then startled = startled + 1 end
    if interruption == "rain_starts" then wet = wet + 1 end
  end)
  check(world:stats().npcs == 4, "four people are in the square")
  local before = game.draw()
  game.run(12)
  check(game.difference(before, game.draw("tutorial.png")) > 2000, "they move")
  local strolls, stands = 0, 0
  for _ = 1, 100 do
    game.run(0.1)
    for _, npc in ipairs(world:find { kind = "villager" }) do
      if npc.action == "stroll" and npc.owner.goal then strolls = strolls + 1 end
      if npc.action == "walk_to_bench" and not npc.owner.goal then stands = stands + 1 end
    end
  end
  check(strolls > 20 and stands < 5, "nobody stands still who strolls or walks")
  game.key "space"
  game.run(0.5)
  check(startled == 4, "a bang startles everybody")
  game.run(5)
  game.key "r"
  game.run(30)
  check(wet == 4, "rain drives them away")
  for _, npc in ipairs(world:find { kind = "villager" }) do
    check(npc.action == "wait_out_rain", npc.name .. " waits it out")
    check(math.abs(npc.owner.x - 20) < 6 and npc.owner.y < 2, npc.name .. " is drawn under the arcade")
  end
end
