-- A square to begin with. What people do is in the pack square/, which is read again whenever you change it; here is
-- how it looks. The game knows no action by name: it walks what travels or roams, and strikes a pose for the rest.
local bustle = require "bustle"
local inspector = require "bustle.inspector"
local new_figure = require "figures"
local scenery = require "scenery"

local SAVE = "square.save"
local HELP = "click  look at somebody     Space  a bang     R  rain     F5  save     F9  load     P  pause     "
  .. "I  inspector     H  hide this"
local WALK, RUN = 3, 6 -- units a second

local world, inspect
local weather, wet, time, paused, help = "sunny", 0, 0, false, true
local bang, news = 9, { text = "", age = 9 }

local function say(text) news = { text = text, age = 0 } end

-- ---- What people do, shown ----

local walking, roaming = {}, {}

function walking.start(npc, target, run)
  local x, y = scenery.spot(target, npc)
  npc.owner:go(x, y, run.show.pose == "run" and RUN or WALK)
end

-- The NPC is where its figure is, and has arrived when its figure has. After a load it sets out anew.
function walking.update(npc, dt, run)
  if not npc.owner.goal then walking.start(npc, run.target, run) end
  local arrived = npc.owner:step(dt)
  npc:move(npc.owner.x, npc.owner.y)
  return arrived
end

function walking.stop(npc) npc.owner:strike("stand") end

function roaming.start(npc)
  local x, y = scenery.free_near(npc.owner.x, npc.owner.y, 6)
  npc.owner:go(x, y, WALK / 2)
end

function roaming.update(npc, dt)
  npc.owner:step(dt)
  npc:move(npc.owner.x, npc.owner.y)
end

local function pose(npc, target, run)
  npc.owner:strike(run.show.pose, run.show.says, target and (target.owner or target))
end

-- ---- LÖVE ----

function love.load()
  world = bustle.world { packs = { "square" }, seed = 7, explain = true }
  world:provide("weather", function() return weather end)
  world:handle { travel = true, ends = "game", start = walking.start, update = walking.update, stop = walking.stop }
  world:handle { tag = "roam", start = roaming.start, update = roaming.update }
  world:handle { default = true, start = pose }
  world:on("error", function(message, where) say(("%s: %s"):format(where, message)) end)
  scenery.load(world:find())
  for _, npc in ipairs(world:find { tag = "person" }) do npc.owner = new_figure(npc) end
  bustle.love.watch(world, { on_reload = function() say("The pack was read again.") end })
  inspect = inspector.new(world, { at = function(npc) return scenery.point(npc.owner.x, npc.owner.y - 0.6) end })
end

function love.update(dt)
  if paused then return end
  dt = math.min(dt, 0.1)
  time, bang, news.age = time + dt, bang + dt, news.age + dt
  wet = math.max(0, math.min(1, wet + (weather == "rainy" and dt or -dt)))
  world:update(dt)
  for _, npc in ipairs(world:find { tag = "person" }) do npc.owner:animate(dt) end
end

local function is_farther(a, b)
  local y, other = (a.owner or a).y, (b.owner or b).y
  return y < other or y == other and a.id < b.id
end

local function draw_about(npc)
  local x, y = scenery.point(npc.owner.x, npc.owner.y)
  if npc == inspect.selected then
    local doing = (npc.action or "thinks"):gsub("_", " ")
    scenery.label(("%s: %s"):format(npc.name, doing), x, y - 96)
  elseif npc.owner.says and npc.owner.age < 3 then
    scenery.label(npc.owner.says, x, y - 92)
  end
end

function love.draw()
  local entities = world:find()
  table.sort(entities, is_farther) -- the nearer hide the farther
  scenery.draw_ground()
  for _, entity in ipairs(entities) do
    if entity.owner then entity.owner:draw(entity == inspect.selected) else scenery.draw_thing(entity, time) end
  end
  scenery.draw_weather(wet, time, bang)
  for _, entity in ipairs(entities) do
    if entity.owner then draw_about(entity) end
  end
  scenery.label(("%s%s"):format(weather, paused and ", paused" or ""), 70, 16, true)
  if news.age < 4 then scenery.label(news.text, 640, 16, true) end
  if help and not inspect.visible then scenery.label(HELP, 640, 684, true) end
  inspect:draw()
end

-- ---- You ----

local KEYS = {
  p = function() paused = not paused end,
  h = function() help = not help end,
  r = function() weather = weather == "sunny" and "rainy" or "sunny" end,
  escape = love.event.quit,
}

function KEYS.space()
  bang = 0
  world:interrupt("noise", "all")
end

function KEYS.f5()
  local bytes, problem = world:save()
  local saved, message = bytes and love.filesystem.write(SAVE, bytes), problem
  say(saved and "Saved." or tostring(message or "It could not be saved."))
end

function KEYS.f9()
  local bytes = love.filesystem.read(SAVE)
  if not bytes then return say("There is no save yet: F5 makes one.") end
  local changes, problem = world:load(bytes, { owner = function(_, npc) return new_figure(npc) end })
  say(changes and "Loaded." or problem)
end

function love.keypressed(key)
  if not inspect:keypressed(key) and KEYS[key] then KEYS[key]() end
end

function love.mousepressed(x, y) inspect:mousepressed(x, y) end
