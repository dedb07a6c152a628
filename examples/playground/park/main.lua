-- The park of the README as something to watch: two benches, Ada, and thunder. What she does is in park/park.lua.
local bustle = require "bustle"
local figures = require "examples.love.figures"
local inspector = require "bustle.inspector"
local looks = require "examples.love.people"
local paint = require "examples.love.paint"
local streets = require "examples.love.streets"
local things = require "examples.love.things"

local graphics = love.graphics
local M, LEFT, TOP = 30, 370, 190 -- points to a metre, where the first bench stands
local EDGE = 10 -- metres of grass that the streets have beyond it

local world, inspect, ada, ground, sheet, column, quad
local stand = {} -- things in the order of their drawing

local trees = { { -8, -1 }, { -4, 12 }, { 6, -2.5 }, { 11, 13.5 }, { 15, -2 }, { 25, 1 }, { 27, 10 }, { -9, 8 },
  { 22, 14 } }

local function place(x, y) return LEFT + x * M, TOP + y * M end

local function draw_ground()
  local chance = love.math.newRandomGenerator(4)
  graphics.clear(0.56, 0.68, 0.42)
  for _ = 1, 1100 do
    paint.shape({ 0.53, 0.66, 0.39 }, 0.93 + chance:random() * 0.2, "ellipse", chance:random() * 1280,
      chance:random() * 720, 6, 2.4)
  end
  for layer = 1, 2 do -- the path from bench to bench
    for step = 0, 60 do
      local x, y = place(-2 + step / 60 * 22, 1.4 + step / 60 * 6.4 + math.sin(step / 9) * 0.5)
      paint.shape({ 0.80, 0.72, 0.55 }, layer == 1 and 0.9 or 1, "ellipse", x, y, 34 - layer * 4, 24 - layer * 3)
    end
  end
  local x, y = place(7, 11)
  paint.shape({ 0.60, 0.66, 0.50 }, 0.95, "ellipse", x, y, 118, 58)
  paint.shape({ 0.42, 0.63, 0.70 }, 1, "ellipse", x, y, 108, 50)
  paint.shape({ 0.50, 0.71, 0.77 }, 1, "ellipse", x - 12, y - 6, 74, 30)
end

local walking = {}

-- The core says how long the way takes; the figure takes as long.
function walking.start(npc, target, run)
  local figure = npc.owner
  figure:strike "stand"
  local x, y = target.x + EDGE, target.y + EDGE + 0.1
  local dx, dy = x - figure.x, y - figure.y
  figure:go(x, y, 1)
  figure.speed = math.sqrt(dx * dx + dy * dy) / math.max(0.1, run.remaining or 1)
end

function walking.update(npc, dt) npc.owner:step(dt) end
function walking.stop(npc) npc.owner:strike "stand" end

function love.load()
  world = bustle.world { packs = { "examples/playground/park/park" }, seed = 7, explain = true }
  streets.open(60, 60)
  local old = world:spawn("bench", { name = "the old bench", x = 0, y = 0 })
  local new = world:spawn("bench", { name = "the new bench", x = 18, y = 6 })
  ada = world:spawn("visitor", { name = "Ada", x = 0, y = 12 })
  world:handle { actions = "walk", start = walking.start, update = walking.update, stop = walking.stop }
  world:handle { default = true, start = function(npc, _, run)
    npc.owner:strike(run.show.pose, run.show.says)
  end }
  for _, bench in ipairs { old, new } do
    stand[#stand + 1] = { kind = "bench", x = bench.x + EDGE, y = bench.y + EDGE }
  end
  for _, tree in ipairs(trees) do stand[#stand + 1] = { kind = "tree", x = tree[1] + EDGE, y = tree[2] + EDGE } end
  figures.load { looks.look("wife", 2) }
  ada.owner = figures.new(1, ada.x + EDGE, ada.y + EDGE)
  stand[#stand + 1] = ada.owner
  ground = paint.picture(1280, 720, draw_ground)
  sheet, column = things.sheet { "bench", "tree" }
  quad = graphics.newQuad(0, 0, things.WIDTH, things.HEIGHT, sheet:getDimensions())
  inspect = inspector.new(world, { screen = place, at = function(npc)
    return place(npc.owner.x - EDGE, npc.owner.y - EDGE - 0.8)
  end })
end

function love.update(dt)
  world:update(dt)
  ada.owner:animate(dt)
end

local function draw(thing)
  if thing == ada.owner then return thing:draw(M) end
  quad:setViewport(column[thing.kind] * things.WIDTH, 0, things.WIDTH, things.HEIGHT)
  graphics.draw(sheet, quad, thing.x * M, thing.y * M, 0, 1, 1, things.X, things.Y)
end

function love.draw()
  graphics.setColor(1, 1, 1)
  graphics.draw(ground)
  table.sort(stand, function(a, b) return a.y < b.y or a.y == b.y and a.x < b.x end)
  graphics.setBlendMode("alpha", "premultiplied")
  graphics.push()
  graphics.translate(LEFT - EDGE * M, TOP - EDGE * M)
  for _, thing in ipairs(stand) do draw(thing) end
  graphics.pop()
  graphics.setBlendMode "alpha"
  inspect:draw()
end

function love.keypressed(key) inspect:keypressed(key) end
function love.mousepressed(x, y) inspect:mousepressed(x, y) end
