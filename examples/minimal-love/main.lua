-- The shortest useful game: a park in which everybody is a dot. Whoever starts something goes to where it is done.
-- R: rain, S: shout, Space: pause, I: inspector, click: look inside somebody
local bustle = require "bustle"
local inspector = require "bustle.inspector"

local SCALE = 30
local COLOURS = { bench = { 0.55, 0.40, 0.28 }, food_stall = { 0.85, 0.45, 0.35 }, pavilion = { 0.75, 0.72, 0.65 },
  tree = { 0.33, 0.52, 0.30 }, keeper = { 0.62, 0.76, 0.92 }, visitor = { 0.95, 0.75, 0.35 } }
local world, inspect, paused, weather = nil, nil, false, "sunny"

local function head_for(dot, place, away)
  local angle = love.math.random() * 2 * math.pi
  dot.to_x, dot.to_y = place.x + math.cos(angle) * away, place.y + math.sin(angle) * away
end

function love.load()
  love.graphics.setBackgroundColor(0.58, 0.68, 0.45)
  world = bustle.world { packs = { "behaviours/park" }, seed = 1 }
  for _, entity in ipairs(world:find()) do
    entity.owner = { x = entity.x, y = entity.y, to_x = entity.x, to_y = entity.y }
  end
  world:handle { tag = "roam", start = function(npc) head_for(npc.owner, npc.owner, 4) end }
  world:handle { default = true, start = function(npc, target)
    head_for(npc.owner, target or npc.owner, target and 1.6 or 0)
  end }
  world:provide("weather", function() return weather end)
  inspect = inspector.new(world, { at = function(npc) return npc.owner.x * SCALE, npc.owner.y * SCALE end })
end

function love.update(dt)
  if paused then return end
  world:update(dt)
  for _, entity in ipairs(world:find()) do
    local dot, part = entity.owner, math.min(1, 2 * dt)
    dot.x, dot.y = dot.x + (dot.to_x - dot.x) * part, dot.y + (dot.to_y - dot.y) * part
  end
end

function love.draw()
  for _, entity in ipairs(world:find()) do
    local x, y, is_person = entity.owner.x * SCALE, entity.owner.y * SCALE, entity.state.energy ~= nil
    love.graphics.setColor(COLOURS[entity.kind])
    love.graphics.circle("fill", x, y, is_person and 11 or 24)
    love.graphics.setColor(0.12, 0.13, 0.10)
    local label = is_person and entity.name:sub(1, 1) or entity.name or entity.kind
    love.graphics.printf(label, x - 60, is_person and y - 7 or y + 26, 120, "center")
  end
  local state = weather .. (paused and ", paused" or "")
  love.graphics.print(state .. "    R rain, S shout, Space pause, I inspector", 10, 10)
  inspect:draw()
end

function love.keypressed(key)
  if inspect:keypressed(key) then return end
  if key == "space" then paused = not paused end
  if key == "r" then weather = weather == "sunny" and "rainy" or "sunny" end
  if key == "s" then world:interrupt("player_shouts", "all") end
end

function love.mousepressed(x, y) inspect:mousepressed(x, y) end
