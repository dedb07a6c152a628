--- What happens in a world, as lines to read, and a summary of it.
local happenings = require "bustle.observe.happenings"
local keys = require "bustle.common.keys"
local terminal = require "bustle.tool.terminal"

local story = {}

local Story = {}
Story.__index = Story

-- ---- Names ----

local function name_of(self, entity)
  if entity.name then return entity.name end
  if not self.labels[entity.id] then self.labels[entity.id] = happenings.label(self.world, entity.id).name end
  return self.labels[entity.id]
end

local function tell(self, npc, form, ...)
  if not self.tells(npc) then return end
  self.out:write(("%8.1f s  %-16s %s\n"):format(self.world:now(), name_of(self, npc), form:format(...)))
end

local function count(self, npc, what)
  if self.tells(npc) then self.counts[what] = (self.counts[what] or 0) + 1 end
end

-- ---- What is told ----

-- "no_candidate" as people say it.
local function in_words(cause)
  return (tostring(cause):gsub("_", " "))
end

local LISTENERS = {}

function LISTENERS:start(npc, target, run)
  count(self, npc, run.action)
  local with = target and ", " .. name_of(self, target) or ""
  local how = run.resumed and "goes on: " or ""
  local time = run.remaining and (" (%.1f s)"):format(run.remaining) or ""
  tell(self, npc, "%s%s%s%s", how, run.action, with, time)
end

function LISTENERS:fail(npc, sequence, cause)
  self.failures = self.failures + (self.tells(npc) and 1 or 0)
  tell(self, npc, "fails in %s: %s", sequence, in_words(cause))
end

function LISTENERS:fallback(npc, sequence)
  tell(self, npc, "falls back to %s", sequence)
end

function LISTENERS:interrupt(npc, interruption, _, response)
  tell(self, npc, "is interrupted by %s: %s", interruption or "a run", response)
end

function LISTENERS:ignore(npc, interruption)
  tell(self, npc, "ignores %s", interruption or "a run")
end

function LISTENERS:halt(npc, sequence, cause)
  tell(self, npc, "halts in %s: %s", sequence, in_words(cause))
end

function LISTENERS:restart(npc)
  tell(self, npc, "starts again")
end

function LISTENERS:error(message, where)
  self.errors = self.errors + 1
  self.out:write(terminal.clean(("%8.1f s  error, %s: %s\n"):format(self.world:now(), where, message)))
end

-- ---- All of it ----

--- Begins to tell what happens in a world.
-- @tparam table world
-- @tparam table out a stream
-- @tparam function tells whether an NPC is told of
-- @treturn table with `errors`, how many there were, and the method `finish`
function story.new(world, out, tells)
  local self = setmetatable({ world = world, out = out, tells = tells, labels = {}, counts = {},
    failures = 0, errors = 0 }, Story)
  for _, entity in ipairs(world:find {}) do name_of(self, entity) end
  for event, listener in pairs(LISTENERS) do
    world:on(event, function(...) return listener(self, ...) end)
  end
  return self
end

local function by_count(counts)
  local names = keys.names(counts)
  table.sort(names, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return names
end

--- Sums it up.
-- @tparam number seconds how long it took
function Story:finish(seconds)
  local parts = {}
  for i, name in ipairs(by_count(self.counts)) do parts[i] = ("%s %d"):format(name, self.counts[name]) end
  self.out:write(("\nActions started in %.4g s: %s\n"):format(seconds, #parts > 0 and table.concat(parts, ", ")
    or "none"))
  self.out:write(("Failed sequences: %d. The decisions hash to %08x.\n"):format(self.failures, self.world:hash()))
end

return story
