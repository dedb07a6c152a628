-- A game for LÖVE, run for the page: its window is the page's picture, and its inspector is the page.
local breakpoints = require "bustle.inspector.stops"
local love = require "love"

local stage = {}

local STEP = 0.1 -- the longest frame that a game is told
local REACH = 30 -- points from a click to whom it selects

local world -- the one that the game made last
local stops -- its breakpoints
local watcher -- the inspector that the game made
local paths -- of modules, without a game
local loaded -- modules that were there before the game

-- ---- What the game finds ----

local Watcher = {}
Watcher.__index = Watcher

function Watcher.draw() end
function Watcher.keypressed() return false end

function Watcher:select(entity) self.selected = entity end

local function nearest(self, x, y, npcs)
  local found, best = nil, REACH
  for _, entity in ipairs(world:find()) do
    if entity._definition.npc == npcs then
      local ex, ey
      if npcs then ex, ey = self.at(entity) else ex, ey = self.screen(entity.x, entity.y) end
      local far = math.sqrt((ex - x) ^ 2 + (ey - y) ^ 2)
      if far < best then found, best = entity, far end
    end
  end
  return found
end

function Watcher:mousepressed(x, y)
  self:select(nearest(self, x, y, true) or nearest(self, x, y, false))
  return false
end

-- In place of `bustle.inspector`.
local function new_watcher(of, options)
  options = options or {}
  watcher = setmetatable({ world = of, selected = nil, visible = false,
    at = options.at or function(npc) return npc.x, npc.y end,
    screen = options.screen or function(x, y) return x, y end }, Watcher)
  return watcher
end

-- ---- Opening ----

local function forget_game()
  if not loaded then
    loaded = {}
    for name in pairs(package.loaded) do loaded[name] = true end
  end
  for name in pairs(package.loaded) do
    if not loaded[name] then package.loaded[name] = nil end
  end
end

local CALLBACKS = { "load", "update", "draw", "keypressed", "mousepressed", "mousereleased", "mousemoved", "wheelmoved",
  "mousefocus" }

-- What the game makes is what the page looks into.
local function watched(bustle)
  local make = bustle.world
  local copy = {}
  for key, value in pairs(bustle) do copy[key] = value end
  function copy.world(options)
    if world then world:close() end
    options.explain = true
    world = make(options)
    stops = breakpoints.new(world)
    return world
  end
  return copy
end

--- Opens the game in a folder, which has a main.lua.
-- @treturn table its world
function stage.open(folder)
  local bustle = require "bustle"
  forget_game()
  for _, name in ipairs(CALLBACKS) do love[name] = nil end
  _G.love, world, watcher = love, nil, nil
  paths = paths or package.path
  package.path = ("%s;?.lua;%s/?.lua"):format(paths, folder)
  package.loaded["bustle"] = watched(bustle)
  package.loaded["bustle.inspector"] = { new = new_watcher }
  local ran, problem = pcall(dofile, folder .. "/main.lua")
  if ran then ran, problem = pcall(love.load) end
  package.loaded["bustle"], package.loaded["bustle.inspector"] = bustle, nil
  if not ran then error(problem, 0) end
  assert(world, "main.lua makes a world in love.load")
  if love.keypressed then love.keypressed "h" end -- the page helps in place of the game
  return world
end

function stage.world() return world end
function stage.stops() return stops end

-- ---- Frames ----

--- Lets a frame pass, and draws it.
function stage.frame(dt)
  while dt > 0 and not stops:stopped() do
    love.update(math.min(dt, STEP))
    dt = dt - STEP
  end
  stage.draw()
end

function stage.draw() love.draw() end
function stage.resize(width, height) love.resize_to(width, height) end

-- ---- Whoever sits before it ----

function stage.press(key)
  if love.keypressed then love.keypressed(key) end
end

function stage.hold(key, down) love.hold(key, down) end

--- What the mouse does: "press", "release", "move", "wheel" or "leave".
function stage.pointer(what, x, y, button)
  local last_x, last_y = love.mouse.getX(), love.mouse.getY()
  if what == "wheel" then
    if love.wheelmoved then love.wheelmoved(x, y) end
    return
  elseif what == "leave" then
    if love.mousefocus then love.mousefocus(false) end
    return
  end
  love.point_at(x, y)
  if what == "press" and love.mousepressed then love.mousepressed(x, y, button or 1) end
  if what == "release" and love.mousereleased then love.mousereleased(x, y, button or 1) end
  if what == "move" and love.mousemoved then love.mousemoved(x, y, x - last_x, y - last_y) end
end

--- Who is looked at: an entity, or nil.
function stage.selected()
  local selected = watcher and watcher.selected
  if selected and not selected.alive then
    watcher.selected = nil
    return nil
  end
  return selected
end

--- Looks at whoever has a spawn number, or at nobody.
function stage.select(number)
  if not watcher then return end
  watcher.selected = nil
  for _, entity in ipairs(number and world:find() or {}) do
    if world._core:spawn_number(entity.id) == number then watcher:select(entity) end
  end
  if love.keypressed and watcher.selected then love.keypressed "c" end -- the village follows
end

--- Where somebody is in the picture.
function stage.place(entity)
  if entity._definition.npc then return watcher.at(entity) end
  return watcher.screen(entity.x, entity.y)
end

return stage
