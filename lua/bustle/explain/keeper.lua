--- Keeps the last decisions of every NPC of a world, with the events between them, each with its reasons. Whoever else
-- wants to know what happens as it happens can listen: `bustle.log` does.
local happenings = require "bustle.happenings"
local reasons = require "bustle.explain.reasons"

local keeper = {}

local Keeper = {}
Keeper.__index = Keeper

--- How many entries of each NPC are kept if nobody says.
keeper.KEPT = 32

-- ---- Keeping ----

local function keep(self, entry)
  local ring = self.rings[entry.number]
  if not ring then
    ring = { last = 0 }
    self.rings[entry.number] = ring
  end
  ring.last = ring.last % self.kept + 1
  ring[ring.last] = entry
end

-- What an action needs besides the step that says so.
local function complete(self, entry)
  if entry.kind == "target" and entry.reached < entry.accepting then
    entry.reach = self.reasons:reach(entry.action)
  end
end

-- A choice that was none is left out: an action that nothing is against is told by its start.
local function is_worth_keeping(entry)
  return entry.number and not (entry.kind == "action" and entry.verdict == "open")
end

local function take(self, entry)
  complete(self, entry)
  if self.kept > 0 and is_worth_keeping(entry) then
    if entry.kind == "remove" then
      self.rings[entry.number] = nil
    else
      keep(self, entry)
    end
  end
  for _, listener in ipairs(self.listeners) do listener.entry(entry) end
end

--- A keeper of a world.
-- @tparam table world
-- @tparam number kept entries of each NPC; 0: none
-- @treturn table
function keeper.new(world, kept)
  local self = setmetatable({ world = world, kept = kept, rings = {}, listeners = {}, stats = {},
    reasons = reasons.new(world) }, Keeper)
  self.happenings = happenings.new(function(entry) take(self, entry) end)
  return self
end

-- ---- Taking ----

--- Takes a step of a decision, while it is made.
function Keeper:step(step)
  self.happenings:step(self.world, step, self.reasons:of(step))
end

--- Takes an error that the world reports.
function Keeper:error(message, where)
  self.happenings:error(self.world, message, where)
end

--- Takes the events of an update, before anybody else is told of them.
function Keeper:collect()
  local world = self.world
  local before = world._core:stats(self.stats).events - world:events().count
  self.happenings:collect(world, before)
  for _, listener in ipairs(self.listeners) do
    if listener.updated then listener.updated() end
  end
end

--- Forgets everything: other entities are there now.
function Keeper:forget()
  self.rings = {}
  self.happenings:forget()
end

-- ---- Telling ----

--- Tells a listener of every entry from now on.
-- @tparam table listener `entry(entry)`; `updated()`, at the end of each update
-- @treturn function that ends it
function Keeper:listen(listener)
  local list = { listener }
  for _, each in ipairs(self.listeners) do table.insert(list, #list, each) end
  self.listeners = list
  return function()
    local rest = {}
    for _, each in ipairs(self.listeners) do
      if each ~= listener then rest[#rest + 1] = each end
    end
    self.listeners = rest
  end
end

--- What is kept of an NPC, oldest first.
-- @tparam number number its spawn number
-- @treturn {table,...}
function Keeper:decisions(number)
  local ring, list = self.rings[number] or { last = 0 }, {}
  for i = 1, #ring do list[i] = ring[(ring.last + i - 1) % #ring + 1] end
  return list
end

return keeper
