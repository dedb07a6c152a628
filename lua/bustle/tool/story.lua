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
  if not self.labels[entity.id] and not entity.alive then return entity.kind end
  if not self.labels[entity.id] then self.labels[entity.id] = happenings.label(self.world, entity.id).name end
  return self.labels[entity.id]
end

local function time_of(self)
  local time = ("%8.1f s"):format(self.world:now())
  return self.clock and ("%s  %s"):format(time, self.clock()) or time
end

local function tell(self, npc, form, ...)
  if not self.tells(npc) then return end
  self.out:write(("%s  %-16s %s\n"):format(time_of(self), name_of(self, npc), form:format(...)))
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
  local how = run.awaits and "waits: " or run.resumed and "goes on: " or ""
  local time = run.remaining and not run.awaits and (" (%.1f s)"):format(run.remaining) or ""
  tell(self, npc, "%s%s%s%s", how, run.action, with, time)
end

function LISTENERS:fail(npc, sequence, cause)
  self.failures = self.failures + (self.tells(npc) and 1 or 0)
  tell(self, npc, "fails in %s: %s", sequence, in_words(cause))
end

function LISTENERS:fallback(npc, sequence)
  tell(self, npc, "falls back to %s", sequence)
end

function LISTENERS:role(npc, role)
  tell(self, npc, role and "is %s from now on" or "has no role any more", role)
end

-- Who else is in a scene that an NPC has just joined; "" if it has left meanwhile, or is alone.
local function company(self, npc, scene)
  local names = {}
  for _, own in ipairs(npc.alive and npc:scenes() or {}) do
    for _, member in ipairs(own.name == scene and own.members or {}) do
      if member.npc ~= npc then names[#names + 1] = name_of(self, member.npc) end
    end
  end
  return #names > 0 and ", with " .. table.concat(names, ", ") or ""
end

function LISTENERS:join(npc, scene, part)
  tell(self, npc, "joins %s as %s%s", scene, part, company(self, npc, scene))
end

function LISTENERS:leave(npc, scene, why)
  tell(self, npc, "leaves %s: %s", scene, why)
end

function LISTENERS:adopt(npc, offer, provider)
  tell(self, npc, "takes a place: %s, %s", offer, name_of(self, provider))
end

function LISTENERS:drop(npc, offer, provider, why)
  tell(self, npc, "gives its place back: %s, %s%s", offer, name_of(self, provider), why ~= "done"
    and (" (%s)"):format(why) or "")
end

function LISTENERS:enter(npc, area)
  tell(self, npc, "enters %s", name_of(self, area))
end

function LISTENERS:exit(npc, area)
  tell(self, npc, "leaves %s", name_of(self, area))
end

function LISTENERS:plan(npc, sequence, _, patch)
  tell(self, npc, "its plan turns to %s%s", sequence, patch and (" (patch %d)"):format(patch) or "")
end

function LISTENERS:interrupt(npc, interruption, source, response, cue)
  if cue then return tell(self, npc, "%s%s: cue %s", response, source and ", " .. name_of(self, source) or "", cue) end
  tell(self, npc, "is interrupted by %s: %s", interruption or source and "an offer of " .. name_of(self, source)
    or "a run", response)
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

-- A function that fails may fail in every update: it is told once, without the ways inside of Lua, and counted. What is
-- wrong with packs that are read again is told each time.
function LISTENERS:error(message, where)
  -- Lua raises Ctrl-C in whatever runs. In a function that the world calls, the world takes it for an error of that.
  if message:find("^[^\n]*interrupted!\n") then
    self.interrupted = true
    return
  end
  if where == "reload" then return self:note(("the packs cannot be read again:\n%s"):format(message)) end
  self.errors[where] = (self.errors[where] or 0) + 1
  if self.errors[where] == 1 then
    self:note(("error in %s\n%s"):format(where, (message:gsub("\nstack traceback:.*$", ""))))
  end
end

-- ---- All of it ----

--- Begins to tell what happens in a world.
-- @tparam table world
-- @tparam table out a stream
-- @tparam function tells whether an NPC is told of
-- @tparam[opt] function clock gives the time of day
-- @treturn table with `errors`, in how many updates each function failed; `interrupted`, whether somebody has ended it
-- with Ctrl-C; and the methods `note`, `count_errors` and `finish`
function story.new(world, out, tells, clock)
  local self = setmetatable({ world = world, out = out, tells = tells, clock = clock, labels = {}, counts = {},
    failures = 0, errors = {} }, Story)
  for _, entity in ipairs(world:find {}) do name_of(self, entity) end
  for event, listener in pairs(LISTENERS) do
    world:on(event, function(...) return listener(self, ...) end)
  end
  return self
end

--- Tells what is about nobody.
-- @tparam string text of one or more lines
function Story:note(text)
  local time = time_of(self)
  self.out:write(("%s  %s\n"):format(time, (terminal.clean(text):gsub("\n", "\n" .. (" "):rep(#time + 2)))))
end

local function by_count(counts)
  local names = keys.names(counts)
  table.sort(names, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return names
end

--- Tells which functions failed, and how often.
-- @treturn boolean whether there are any
function Story:count_errors()
  for i, where in ipairs(by_count(self.errors)) do
    if i == 1 then self.out:write("\nFunctions that failed, and in how many updates:\n") end
    self.out:write(("%8d  %s\n"):format(self.errors[where], terminal.clean(where)))
  end
  return next(self.errors) ~= nil
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
