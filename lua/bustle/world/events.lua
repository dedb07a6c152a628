--- All events of an update at once, without garbage: on LuaJIT read from the core's own buffer, elsewhere from arrays
-- that are filled anew and used again. Both are read in the same way:
--
--     world:update(dt)
--     local events = world:events()
--     for i = 1, events.count do
--       if events:kind(i) == "start" then walkers[events:npc(i)] = events:target(i) end
--     end
--
-- A view is of the last update, until the next one begins.
local module = require "bustle.core"
local plans = require "bustle.world.plans"

local events = {}

-- The core's texts as single words.
local function single_words(texts)
  local list = {}
  for i, text in ipairs(texts) do list[i] = text:gsub(" ", "_") end
  return list
end

--- The kinds in the order of their numbers.
events.KINDS = module.event_kinds

--- By kind, which names an event's name is one of: "entity", "action", "sequence", "role", "scene" or "offer".
events.NAMED = module.event_named

--- Why actions stopped.
events.REASONS = single_words(module.stop_reasons)

--- Why sequences failed and NPCs halted.
events.CAUSES = single_words(module.causes)

--- Why members left scenes.
events.LEAVING = single_words(module.leave_reasons)

--- Why NPCs gave back what was offered; as in sentences, "given up".
events.DROPPING = module.drop_reasons

--- What ids are when there is none.
events.NONE = 4294967295

local RESUMED = 2147483648

-- ---- Where the numbers come from ----

local FIELDS = { "kind", "time", "npc", "target", "name", "argument", "token", "duration", "interruption",
  "cue" }

-- Raw numbers from arrays: `raw.npc(view, i)`.
local function array_readers()
  local raw = {}
  for _, field in ipairs(FIELDS) do
    raw[field] = function(self, i) return self._arrays[field][i] end
  end
  function raw.load(self, core)
    self.count = core:events(self._arrays)
  end
  return raw
end

-- An event is 14 words of 32 bits, the last of which is empty. Whole words become plain numbers, in compiled code and
-- out of it; a struct's members of 64 bits would be boxed.
local WORDS = 14
local WORD_OF = { name = 6, argument = 7, token = 8, duration = 9, interruption = 10, cue = 11, kind = 12 }
local LONG_OF = { time = 0, npc = 2, target = 4 }

local function word_reader(at)
  return function(self, i) return self._words[(i - 1) * WORDS + at] end
end

local function long_reader(low, high)
  return function(self, i)
    local words, first = self._words, (i - 1) * WORDS
    return words[first + low] + words[first + high] * 4294967296
  end
end

local function word_readers(ffi)
  local raw, pointer = {}, ffi.typeof("const uint32_t *")
  for field, at in pairs(WORD_OF) do raw[field] = word_reader(at) end
  for field, at in pairs(LONG_OF) do
    local low = ffi.abi("le") and at or at + 1
    raw[field] = long_reader(low, low == at and at + 1 or at)
  end
  -- The core has few buffers and goes on using them, so a pointer to each is kept.
  function raw.load(self, core)
    local address, count = core:event_buffer()
    self.count = count
    if count == 0 then return end
    if not self._pointers[address] then self._pointers[address] = ffi.cast(pointer, address) end
    self._words = self._pointers[address]
  end
  return raw
end

local function choose_readers()
  local found, ffi
  if package.loaded.jit then found, ffi = pcall(require, "ffi") end
  return found and word_readers(ffi) or array_readers()
end

local raw = choose_readers()

--- Readers of the numbers as they are, `events.raw.npc(view, i)`, for those who know that there is such an event: out
-- of bounds they read whatever is there.
events.raw = raw

-- ---- The view ----

local View = {}
View.__index = View

local function check_index(self, i)
  if type(i) == "number" and i >= 1 and i <= self.count and i % 1 == 0 then return end
  if self.count == 0 then
    error("there are no events here: either the last update had none, or world:events() must be called again after it",
      3)
  end
  error(("there is no event %s; there are %d"):format(tostring(i), self.count), 3)
end

--- Arrays for the core to fill with the fields of events.
-- @treturn table
function events.arrays()
  local arrays = {}
  for _, field in ipairs(FIELDS) do arrays[field] = {} end
  return arrays
end

--- A view of the events of a world.
-- @tparam table names of `bustle.world.names`
-- @treturn table
function events.new(names)
  local self = setmetatable({ count = 0, _names = names, _loaded = false, _pointers = {},
    _arrays = events.arrays() }, View)
  return self
end

--- Takes over the names of another content.
function events.rename(self, names)
  self._names = names
end

--- Takes what the last update has delivered, unless that has been done.
function events.load(self, core)
  if self._loaded then return end
  raw.load(self, core)
  self._loaded = true
end

--- Forgets it: it is about to go.
function events.unload(self)
  self.count, self._loaded, self._words = 0, false, nil
end

--- What happened: "spawn", "start", "stop", "fail", "fallback", "interrupt", "ignore", "halt", "restart", "remove",
-- "error", "join", "leave", "role", "adopt", "drop", "enter", "exit" or "plan".
-- @tparam number i from 1 to `count`
-- @treturn string
function View:kind(i)
  check_index(self, i)
  return events.KINDS[raw.kind(self, i)]
end

--- When, in seconds.
function View:time(i)
  check_index(self, i)
  return raw.time(self, i) / 1000
end

--- The id of the NPC, or of the prop that came or left. It may have left since.
function View:npc(i)
  check_index(self, i)
  return (raw.npc(self, i))
end

--- The id of the action's target (start, stop), of where the interruption came from (interrupt, ignore), of whom a
-- cue found (interrupt), of who began the scene (join), of who offers it (adopt, drop) or of the area (enter, exit), or
-- nil.
function View:target(i)
  check_index(self, i)
  local target = raw.target(self, i)
  return target ~= 0 and target or nil
end

--- The kind of entity (spawn, remove; of the area: enter, exit), the action (start, stop, error), the role (role; nil:
-- it has none any more), the scene (join, leave), the offer (adopt, drop) or the sequence (all others).
function View:name(i)
  check_index(self, i)
  local kind = events.KINDS[raw.kind(self, i)]
  return self._names.shown[events.NAMED[kind]][raw.name(self, i)]
end

--- The token of a started or stopped action, else nil.
function View:token(i)
  check_index(self, i)
  local token = raw.token(self, i)
  return token ~= 0 and token or nil
end

--- The whole duration of a started action in seconds, else nil.
function View:duration(i)
  check_index(self, i)
  if raw.kind(self, i) ~= 2 then return nil end
  return raw.duration(self, i) / 1000
end

--- How much of a started action remains in seconds, else nil.
function View:remaining(i)
  check_index(self, i)
  if raw.kind(self, i) ~= 2 then return nil end
  return raw.argument(self, i) % RESUMED / 1000
end

--- Whether a started action goes on after an interruption.
function View:resumed(i)
  check_index(self, i)
  return raw.kind(self, i) == 2 and raw.argument(self, i) >= RESUMED
end

--- Why an action stopped ("done", "timed_out", "failed", "interrupted", "cancelled", "removed"), or why a sequence
-- failed or an NPC halted ("no_candidate", "condition", "no_option", "same_target", "game", "timeout", "claim",
-- "target_left", "depth", "steps", "no_cast", "scene", "no_offer", "revoked", "waited", "full", "message",
-- "no_meeting_place"), or why an NPC left a scene ("finished", "left", "broken"), or why it dropped what it held
-- ("done", "failed", "interrupted", "revoked", "given up", "left"), else nil.
function View:reason(i)
  check_index(self, i)
  local kind = events.KINDS[raw.kind(self, i)]
  if kind == "stop" then return events.REASONS[raw.argument(self, i)] end
  if kind == "fail" or kind == "halt" then return events.CAUSES[raw.argument(self, i)] end
  if kind == "leave" then return events.LEAVING[raw.argument(self, i)] end
  if kind == "drop" then return events.DROPPING[raw.argument(self, i)] end
end

--- The part that an NPC takes in a scene (join); nil for everything else.
function View:part(i)
  check_index(self, i)
  if events.KINDS[raw.kind(self, i)] ~= "join" then return nil end
  return self._names.content:part_name(raw.name(self, i), raw.argument(self, i))
end

--- The entry of the NPC's plan that holds from now on (plan), from 1 as written; nil for a patch and for everything
-- else.
function View:entry(i)
  check_index(self, i)
  if events.KINDS[raw.kind(self, i)] ~= "plan" then return nil end
  return (plans.entry(raw.argument(self, i)))
end

--- The number of the patch that holds from now on (plan); nil for an entry of the plan itself and for everything else.
function View:patch(i)
  check_index(self, i)
  if events.KINDS[raw.kind(self, i)] ~= "plan" then return nil end
  return (select(2, plans.entry(raw.argument(self, i))))
end

--- Which interruption (interrupt, ignore); nil for a run, a cue and all other kinds.
function View:interruption(i)
  check_index(self, i)
  local interruption = raw.interruption(self, i)
  return interruption ~= events.NONE and self._names.shown.interruption[interruption] or nil
end

--- The cue that found a reason (interrupt); nil for everything else.
function View:cue(i)
  check_index(self, i)
  local cue = raw.cue(self, i)
  return cue ~= events.NONE and self._names.shown.cue[cue] or nil
end

function View:__tostring()
  return ("bustle.events: %d"):format(self.count)
end

return events
