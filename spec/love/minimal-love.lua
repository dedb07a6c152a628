-- The shortest game: dots that do something, rain, a shout, a pause, and the inspector; then the inspector by itself.
local bustle = require "bustle"
local inspector = require "bustle.inspector"

local function park() return bustle.world { packs = { "behaviours/park" }, seed = 5 } end

-- It only looks, and lets go of whom it looks at.
local function check_inspector(game, check)
  local watched, unwatched = park(), park()
  local inspect = inspector.new(watched, { visible = true, key = "tab" })
  inspect:mousepressed(watched:get("Cleo").x, watched:get("Cleo").y)
  check(inspect.selected == watched:get "Cleo", "a click selects whoever is there")
  local lit = 0
  for step = 1, 600 do
    watched:update(0.1)
    unwatched:update(0.1)
    if step % 60 == 0 then inspect:draw() end
    local stack = inspect.selected:doing().stack
    local taken = stack[1] and inspect.walk:taken(1, stack[1].sequence)
    if taken and taken.rest and stack[1].node and taken[stack[1].node] then lit = lit + 1 end
  end
  check(lit > 500, "the way from the entry to where she is is lit")
  check(watched:hash() == unwatched:hash(), "decisions are the same with the inspector and without")
  check(not inspect:keypressed "i" and inspect:keypressed "tab" and not inspect.visible, "its key can be another")
  local wide, high = love.graphics.getDimensions()
  inspect.visible = true
  check(inspect:mousepressed(wide - 5, 5) and inspect.selected, "a click on the panel is for the panel")
  game.drag(5, 5)
  inspect:draw()
  game.release()
  inspect:draw()
  check(inspect:mousepressed(5, 5) and not inspect:mousepressed(wide - 5, 5), "dragging moves it")
  inspect:select(watched:get "Cleo")
  local small = inspector.new(watched, { visible = true, x = 40, y = 9999, width = 300, height = 200 })
  check(not small:mousepressed(39, high - 5) and small:mousepressed(40, high - 5), "it can be placed, within the window")
  check(small:mousepressed(339, high - 200) and not small:mousepressed(340, high - 200), "it can be of another size")
  inspect.selected:remove()
  watched:update(0.1)
  check(inspect.selected == nil, "whoever leaves is looked at no more")
  local ok, problem = pcall(inspect.select, inspect, 7)
  check(not ok and problem:find("an entity is expected, not a number", 1, true), "it selects nothing but entities")
end

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
  check_inspector(game, check)
end
