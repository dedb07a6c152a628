--- The market of ../market.lua as a game keeps it in plain Lua: a table for every person and thing, those of a
-- neighbourhood in one cell, and what it means to begin and to finish an action. Who does what next is left to a
-- ticker: tree.lua or states.lua.
local dice = require "bench.lua.tickers.dice"
local market = require "bench.lua.market"

local floor, max, min, sqrt = math.floor, math.max, math.min, math.sqrt

local function distance_to(npc, target)
  local x, y = target.x - npc.x, target.y - npc.y
  return sqrt(x * x + y * y)
end

local Square = {}
Square.__index = Square

-- The width of a cell: half a block.
local CELL = 50

--- An empty square.
-- @tparam function tick takes an NPC and the seconds that have passed, every frame
-- @tparam function arrive takes an NPC that has come
function Square.new(tick, arrive)
  return setmetatable({ tick = tick, arrive = arrive, npcs = {}, props = {}, rows = {}, last = 0, found = {},
    starts = 0, open = true }, Square)
end

-- ---- Where things are ----

-- The table under a key, made if there is none.
local function within(tables, key)
  local found = tables[key]
  if not found then
    found = {}
    tables[key] = found
  end
  return found
end

-- All of its tag in the cell of a thing.
local function neighbours(self, thing)
  local row, column = floor(thing.y / CELL), floor(thing.x / CELL)
  self.last = max(self.last, row, column)
  return within(within(within(self.rows, row), column), thing.tag)
end

local function add(self, thing)
  local list = neighbours(self, thing)
  list[#list + 1] = thing
end

local function take_away(self, thing)
  local list = neighbours(self, thing)
  for i = 1, #list do
    if list[i] == thing then
      list[i] = list[#list]
      list[#list] = nil
      return
    end
  end
end

local function move(self, npc, x, y)
  if npc.tag then take_away(self, npc) end
  npc.x, npc.y = x, y
  if npc.tag then add(self, npc) end
end

--- Brings a person or a thing.
-- @tparam string kind one of `market.pack`
function Square:spawn(kind, x, y)
  local npc = market.pack.npcs[kind]
  local definition = npc or market.pack.props[kind]
  local made = { kind = kind, tag = definition.tags, x = x, y = y }
  for state, value in pairs(definition.state) do made[state] = value end
  if made.tag then add(self, made) end
  if npc then
    made.square, made.timer = self, 0
    self.npcs[#self.npcs + 1] = made
    self.arrive(made)
  else
    self.props[#self.props + 1] = made
  end
end

-- ---- Actions ----

-- Whether an NPC can perform an action with that target.
local function is_usable(npc, action, target)
  local distance = distance_to(npc, target)
  if distance > action.within or distance < action.beyond then return false end
  if action.takes_room and target.room < 1 then return false end
  return not action.accepts or action.accepts(npc, target)
end

-- Adds the usable ones of a cell to those found.
local function look_through(npc, action, list, found, count)
  for i = 1, #list do
    local each = list[i]
    if each ~= npc and is_usable(npc, action, each) then
      count = count + 1
      found[count] = each
    end
  end
  return count
end

-- The first and the last row or column of cells within a distance of a coordinate.
local function cells_around(self, at, distance)
  return floor(max(0, at - distance) / CELL), min(self.last, floor((at + distance) / CELL))
end

--- One of the targets near enough for an action, whichever; or nil.
function Square:find(npc, action)
  local found, count, tags = self.found, 0, action.tags
  local left, right = cells_around(self, npc.x, action.within)
  local top, bottom = cells_around(self, npc.y, action.within)
  for row = top, bottom do
    local cells = self.rows[row]
    for column = left, cells and right or -1 do
      local cell = cells[column]
      for i = 1, cell and #tags or 0 do
        local list = cell[tags[i]]
        if list then count = look_through(npc, action, list, found, count) end
      end
    end
  end
  if count > 0 then return found[dice.below(count) + 1] end
end

--- Begins an action, if that can be done.
-- @tparam table npc
-- @tparam table action one of actions.lua
-- @tparam[opt] table same the target that it must be
-- @treturn boolean whether it has begun
function Square:begin(npc, action, same)
  if action.when and not action.when(npc) then return false end
  local target
  if same then
    target = is_usable(npc, action, same) and same
  elseif action.tags then
    target = self:find(npc, action)
  end
  if action.tags and not target then return false end
  if action.takes_room then target.room = target.room - 1 end
  if action.start then action.start(npc, target) end
  npc.action, npc.target = action, target
  npc.timer = (action.speed and distance_to(npc, target) / action.speed)
    or dice.between(action.shortest, action.longest) / 1000
  self.starts = self.starts + 1
  return true
end

--- Finishes what an NPC does.
function Square:finish(npc)
  local action, target = npc.action, npc.target
  if action.speed then move(self, npc, target.x, target.y) end
  if action.finish then action.finish(npc, target) end
  if action.takes_room then target.room = target.room + 1 end
  npc.action = nil
end

-- ---- Frames ----

--- A frame: every NPC is ticked.
-- @tparam number dt seconds
-- @tparam number ms the time of the day
function Square:update(dt, ms)
  self.open = market.is_open(ms)
  local npcs, tick = self.npcs, self.tick
  for i = 1, #npcs do tick(npcs[i], dt) end
end

--- As a world's.
function Square:stats(into)
  into.starts = self.starts
  return into
end

function Square:close()
  self.npcs, self.props, self.rows = {}, {}, {}
end

return Square
