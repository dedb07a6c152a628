-- A market to watch. What people do is in behaviours/market; here are the clock, the walking and the pictures.
-- From the project's folder: ./bustle demo market --love
local bustle = require "bustle"
local figures = require "examples.love.figures"
local inspector = require "bustle.inspector"
local looks = require "examples.love.people"
local scenery = require "scenery"
local streets = require "examples.love.streets"

local M, HOUR = scenery.metre, 15 -- points to a metre, seconds to an hour
local RUN = 5 -- metres a second
local PACES = { 0.5, 1, 2, 4, 8 }
local HELP = "click  follow     S  shout     O  open or close     R  rain     Space  pause     + -  pace     "
  .. "I  inspector     H  hide this"

local world, inspect, voice, font, small
local things, people = {}, {}
local hour, is_open, weather, rain, time = 9, true, "sunny", 0, 0
local pace, paused, help, shout = 2, false, true, { x = 0, y = 0, age = 9 }

-- ---- What the NPCs decide, shown ----

local walking = {}

function walking.start(npc, target, run)
  local figure = npc.owner
  figure:strike("stand", run.show.says)
  local x, y
  if target then
    x, y = scenery.spot(target, npc, run.show.stands == "behind")
  else
    x, y = streets.free_near(figure.x, figure.y, 5)
  end
  if not figure:go(x, y, run.show.pose == "run" and RUN or npc.state.speed) then npc:fail("no way leads there") end
end

-- The NPC is where its figure is, and has arrived when its figure has.
function walking.update(npc, dt)
  local arrived = npc.owner:step(dt)
  npc:move(npc.owner.x, npc.owner.y)
  return arrived
end

function walking.stop(npc) npc.owner:strike("stand") end

function love.load()
  font, small = love.graphics.newFont(15), love.graphics.newFont(12)
  world = bustle.world { packs = { "behaviours/market" }, seed = 42, explain = true }
  world:handle { travel = true, ends = "game", start = walking.start, update = walking.update, stop = walking.stop }
  world:handle { tag = "roam", start = walking.start, update = walking.update, stop = walking.stop }
  world:handle { default = true, start = function(npc, target, run)
    npc.owner:strike(run.show.pose, run.show.says, target, npc.state.sitting)
  end }
  world:provide("market_open", function() return is_open end)
  world:provide("weather", function() return weather end)
  world:provide("hour", function() return math.floor(hour) end)

  things = world:find()
  scenery.load(things)
  local rows = {}
  for _, kind in ipairs { "vendor", "guard", "visitor" } do
    for number, npc in ipairs(world:find { kind = kind }) do
      people[#people + 1], rows[#rows + 1] = npc, looks.look(kind, number)
    end
  end
  figures.load(rows)
  for row, npc in ipairs(people) do npc.owner = figures.new(row, npc.x, npc.y) end
  voice = world:spawn("noise", { name = "you" })
  inspect = inspector.new(world, { at = function(npc) return npc.owner.x * M, npc.owner.y * M - 16 end,
    screen = function(x, y) return x * M, y * M end })
end

function love.update(dt)
  if paused then return end
  dt = math.min(dt, 0.1) * PACES[pace]
  local before = hour
  time, hour, shout.age = time + dt, (hour + dt / HOUR) % 24, shout.age + dt
  if before < 8 and hour >= 8 then is_open = true end
  if before < 19 and hour >= 19 then is_open = false end
  rain = math.max(0, math.min(1, rain + (weather == "rainy" and dt or -dt) / 3))
  world:update(dt)
  for _, npc in ipairs(people) do npc.owner:animate(dt) end
end

-- ---- Pictures ----

local function draw_label(text, x, y, size, dark)
  local width, height = size:getWidth(text) + (size == small and 12 or 20), size:getHeight() + 6
  x = math.floor(math.max(4, math.min(1276 - width, x - width / 2)))
  love.graphics.setColor(dark and { 0.13, 0.10, 0.09, 0.75 } or { 1, 0.99, 0.95, 0.95 })
  love.graphics.rectangle("fill", x, y, width, height, 9)
  love.graphics.setColor(dark and { 0.98, 0.94, 0.86 } or { 0.2, 0.16, 0.14 })
  love.graphics.printf(text, size, x, y + 3, width, "center")
end

-- Whom one follows, and who is in a scene with them.
local function followed(selected)
  local set = { [selected or 0] = true }
  for _, member in ipairs(selected and selected.scene and selected.scene.members or {}) do set[member.npc] = true end
  return set
end

-- Short words of everybody, and all the words of those who are followed.
local function draw_words(npc, follows)
  local figure = npc.owner
  local x, y, says = figure.x * M, math.floor(figure.y * M) - 64, figure.says
  if npc == inspect.selected then draw_label(npc.name, x, y, small) end
  if says and (#says <= 3 or follows) and figure.age < 4 then draw_label(says, x, follows and y - 23 or y, small) end
end

local function describe(npc)
  local target, text = npc.target, (npc.action or "thinks"):gsub("_", " ")
  return ("   %s, a %s: %s%s"):format(npc.name, npc.kind, text, target and target.name and ", " .. target.name or "")
end

local function is_farther(a, b)
  local y, other = (a.owner or a).y, (b.owner or b).y
  return y < other or y == other and a.id < b.id
end

function love.draw()
  local selected = inspect.selected
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(scenery.ground)
  if selected then
    love.graphics.setColor(1, 0.85, 0.35)
    love.graphics.setLineWidth(2.5)
    love.graphics.ellipse("line", selected.owner.x * M, selected.owner.y * M, 14, 7)
    love.graphics.setColor(1, 1, 1)
  end
  table.sort(things, is_farther) -- the nearer hide the farther
  love.graphics.setBlendMode("alpha", "premultiplied")
  for _, thing in ipairs(things) do
    if thing.owner then thing.owner:draw(M) else scenery.draw_thing(thing, time) end
  end
  scenery.draw_sky(hour, rain, time)
  love.graphics.setColor(1, 0.95, 0.8, math.max(0, 1 - shout.age))
  love.graphics.circle("line", shout.x * M, shout.y * M, 12 * M * shout.age)
  local follows = followed(selected)
  for _, npc in ipairs(people) do
    if npc ~= selected then draw_words(npc, follows[npc]) end
  end
  if selected then draw_words(selected, true) end
  draw_label(("%02d:%02d   market %s   %s%s"):format(math.floor(hour), math.floor(hour % 1 * 60),
    is_open and "open" or "closed", paused and "paused" or ("%gx"):format(PACES[pace]),
    selected and describe(selected) or ""), 4, 10, font, true)
  if help then draw_label(HELP, 480, 686, font, true) end
  inspect:draw()
end

-- ---- You ----

local KEYS = {
  space = function() paused = not paused end,
  o = function() is_open = not is_open end,
  r = function() weather = weather == "sunny" and "rainy" or "sunny" end,
  h = function() help = not help end,
  ["+"] = function() pace = math.min(#PACES, pace + 1) end,
  ["-"] = function() pace = math.max(1, pace - 1) end,
  escape = love.event.quit,
}
KEYS["="], KEYS["kp+"], KEYS["kp-"] = KEYS["+"], KEYS["+"], KEYS["-"]

function KEYS.s()
  shout = { x = love.mouse.getX() / M, y = love.mouse.getY() / M, age = 0 }
  voice:move(shout.x, shout.y)
  world:interrupt("player_shouts", { within = 12, of = voice, from = voice })
end

function love.keypressed(key)
  if not inspect:keypressed(key) and KEYS[key] then KEYS[key]() end
end

function love.mousepressed(x, y) inspect:mousepressed(x, y) end
