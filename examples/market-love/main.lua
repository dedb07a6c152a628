-- A market to watch. What people do is in behaviours/market; here are the clock, the walking and the pictures.
-- From the project's folder: ./bustle demo market --love
local bustle = require "bustle"
local inspector = require "bustle.inspector"
local figures = require "figures"
local scenery = require "scenery"
local streets = require "streets"

local M, HOUR = scenery.metre, 15 -- points to a metre, seconds to an hour
local PACES = { 0.5, 1, 2, 4, 8 }
local HELP = "click  follow somebody      S  shout      O  open or close the market      R  rain      "
  .. "Space  pause      + -  pace      I  inspector      H  hide this"

local world, inspect, voice, font, small
local things, people = {}, {}
local hour, is_open, weather, rain, time = 9, true, "sunny", 0, 0
local pace, paused, help, followed, shout = 2, false, true, nil, { age = 9 }

-- ---- What the NPCs decide, shown ----

local walking = {}

function walking.start(npc, target, run)
  local figure, x, y = npc.owner, nil, nil
  if target then
    x, y = scenery.spot(target, npc, run.action == "walk_to_own_stall")
  else
    x, y = streets.free_near(figure.x, figure.y, 6)
  end
  figure:strike(run.show.pose, run.show.says)
  if not figure:go(x, y, npc.state.speed, run.remaining) then npc:fail("no way leads there") end
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
  world = bustle.world { packs = { "behaviours/market" }, seed = 42 }
  for _, action in ipairs { "walk_to_stall", "walk_to_own_stall", "walk_to_cart", "walk_to_bench", "walk_to_fountain",
    "walk_up_to", "walk_to_post", "hurry_to_noise", "run_to_shelter", "wander" } do
    world:handle(action, walking)
  end
  world:on("start", function(npc, target, run) npc.owner:strike(run.show.pose, run.show.says, target) end)
  world:provide("market_open", function() return is_open end)
  world:provide("weather", function() return weather end)
  world:provide("hour", function() return math.floor(hour) end)

  things = world:find()
  scenery.load(things)
  for _, kind in ipairs { "vendor", "guard", "visitor" } do
    for number, npc in ipairs(world:find { kind = kind }) do
      npc.owner = figures.new(kind, number, npc.x, npc.y)
      people[#people + 1] = npc
    end
  end
  voice = world:spawn("noise", { name = "you" })
  inspect = inspector.new(world)
end

function love.update(dt)
  inspect:update(dt)
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

local function draw_bubble(text, x, y)
  local width = small:getWidth(text) + 12
  x = math.max(4, math.min(1276 - width, x - width / 2))
  love.graphics.setColor(1, 0.99, 0.95, 0.95)
  love.graphics.rectangle("fill", x, y - 18, width, 18, 8)
  love.graphics.setColor(0.2, 0.16, 0.14)
  love.graphics.print(text, small, x + 6, y - 17)
end

-- Everybody's short words, the whole of what is said by the one that is followed.
local function draw_words(npc)
  local figure, says = npc.owner, npc.owner.says
  local x, y = figure.x * M, figure.y * M - 46
  if npc == followed then
    draw_bubble(npc.name, x, y)
    y = y - 20
  end
  if says and (#says <= 3 or npc == followed) and figure.age < 4 then draw_bubble(says, x, y) end
end

local function draw_line(text, x, y, align)
  local width = font:getWidth(text) + 28
  if align == "centre" then x = x - width / 2 end
  love.graphics.setColor(0.13, 0.10, 0.09, 0.72)
  love.graphics.rectangle("fill", x, y, width, 28, 14)
  love.graphics.setColor(0.98, 0.94, 0.86)
  love.graphics.print(text, font, x + 14, y + 5)
end

local function words_of(npc)
  local doing = npc:doing()
  local text = (doing.action or doing.mood):gsub("_", " ")
  return ("%s, a %s: %s%s"):format(npc.name, npc.kind, text, doing.target and doing.target.name and ", " .. doing.target.name or "")
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(scenery.ground)
  local drawn = {}
  for _, thing in ipairs(things) do drawn[#drawn + 1] = thing end
  table.sort(drawn, function(a, b)
    local ay, by = a.owner and a.owner.y or a.y, b.owner and b.owner.y or b.y
    return ay < by or ay == by and a.id < b.id
  end)
  for _, thing in ipairs(drawn) do
    if thing == followed then
      love.graphics.setColor(1, 0.85, 0.35)
      love.graphics.setLineWidth(2)
      love.graphics.ellipse("line", thing.owner.x * M, thing.owner.y * M, 13, 6)
    end
    if thing.owner then thing.owner:draw(M) else scenery.draw_thing(thing, time) end
  end
  scenery.draw_sky(hour, rain, time)
  if shout.age < 1 then
    love.graphics.setColor(1, 0.95, 0.8, 1 - shout.age)
    love.graphics.setLineWidth(3)
    love.graphics.circle("line", shout.x * M, shout.y * M, 12 * M * shout.age)
  end
  for _, npc in ipairs(people) do draw_words(npc) end
  draw_line(("%02d:%02d   market %s   %s%s"):format(math.floor(hour), math.floor(hour % 1 * 60), is_open and "open" or "closed",
    paused and "paused" or ("%gx"):format(PACES[pace]), followed and "   " .. words_of(followed) or ""), 14, 12)
  if help then draw_line(HELP, 640, 682, "centre") end
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
  escape = function() love.event.quit() end,
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

function love.mousepressed(x, y, button)
  if inspect:mousepressed(x, y, button) then return end
  local nearest = 1.6
  followed = nil
  for _, npc in ipairs(people) do
    local far = math.abs(npc.owner.x - x / M) + math.abs(npc.owner.y - 0.8 - y / M)
    if far < nearest then nearest, followed = far, npc end
  end
  inspect:select(followed)
end
