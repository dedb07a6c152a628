-- The game that bustle new --love writes: people who walk, a bang, rain, saves, a pack that is edited, the inspector.
return function(game)
  local check, world = game.check, game.world
  local startled, wet = 0, 0
  world:on("interrupt", function(_, interruption)
    if interruption == "noise" then startled = startled + 1 end
    if interruption == "rain_starts" then wet = wet + 1 end
  end)
  check(world:stats().npcs == 8, "eight people are in the square")
  for _, action in ipairs(world:actions()) do assert(action.handled, action.name) end
  local before = game.draw()
  game.run(20)
  check(game.difference(before, game.draw("starter.png")) > 5000, "they move")

  local roams, walks, stands, bathes = 0, 0, 0, 0
  for _ = 1, 600 do
    game.run(0.1)
    for _, npc in ipairs(world:find { tag = "person" }) do
      local figure, action = npc.owner, npc.action or ""
      if action == "stroll" and figure.goal then roams = roams + 1 end
      if action:find "^walk_" then
        if figure.goal then walks = walks + 1 else stands = stands + 1 end
      end
      if ((figure.x - 20) / 2) ^ 2 + ((figure.y - 7) / 1.2) ^ 2 < 1 then bathes = bathes + 1 end
    end
  end
  check(roams > 200, "whoever strolls is seen to walk")
  check(walks > 500 and stands < walks / 20, "and so is whoever has somewhere to go")
  check(bathes == 0, "nobody walks through the fountain")

  game.key "space"
  game.run(0.3)
  check(startled == 8, "a bang startles everybody")
  game.draw("starter-bang.png")
  game.run(5)

  game.key "f5"
  local hash, x = world:hash(), world:get("Ada").owner.x
  game.run(10)
  game.key "f9"
  check(world:hash() == hash and math.abs(world:get("Ada").owner.x - x) <= 1, "F9 brings back what F5 has saved")
  game.run(30)
  check(world:stats().halted == 0, "and it goes on")

  game.key "r"
  game.run(20)
  check(wet == 8, "rain drives them away")
  for _, npc in ipairs(world:find { kind = "villager" }) do
    check(npc.action == "wait_out_rain", npc.name .. " waits it out")
    check(npc.owner.y < 2 and math.abs(npc.owner.x - 20) < 6, npc.name .. " is drawn under the arcade")
  end
  game.draw("starter-rain.png")
  game.key "r"
  game.run(10)

  local path = love.filesystem.getSource() .. "/square/actions.lua"
  local file = assert(io.open(path, "ab"))
  file:write('action "sing" { duration = 1 }\n')
  file:close()
  love.timer.sleep(0.6)
  game.run(0.1)
  local sings = false
  for _, action in ipairs(world:actions()) do sings = sings or action.name == "sing" and action.handled end
  check(sings, "an edited pack is read again while it runs")

  local ada = world:get "Ada"
  local without = game.draw()
  game.click(ada.owner.x * 32, 176 + (ada.owner.y - 0.6) * 32)
  game.key "i"
  check(game.difference(without, game.draw("starter-inspector.png")) > 100000, "the inspector opens")
  check(world:check(), "the world is consistent")
end
