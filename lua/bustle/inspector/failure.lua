--- The section of the inspector's panel that says what failed last in an NPC, and why. Only worlds made with `explain`
-- know why a condition was false or a target was not available.
local names = require "bustle.inspector.names"
local text = require "bustle.observe.explain.text"

local failure = {}

local Watch = {}
Watch.__index = Watch

local BEGINS = { begin = true, start = true }
local CHOICES = { way = "to", target = "target" }
local POSSIBLE = { action = true, same_target = true, resumption = true }
local FAILED_STOPS = { failed = true, timed_out = true }
local FAILURES = { failed = true, fail = true, halt = true }

-- So many lines are shown of the reasons.
local SHOWN = 6

-- Whether an entry says why what follows it fails.
local function is_reason(entry)
  if CHOICES[entry.kind] then return not entry[CHOICES[entry.kind]] end
  return POSSIBLE[entry.kind] and entry.verdict ~= "open"
end

local function take(self, entry)
  if is_reason(entry) then
    table.insert(self.because, entry)
  elseif entry.kind == "stop" and FAILED_STOPS[entry.reason] then
    self.last, self.because = { entry = entry, because = {} }, { entry }
  elseif FAILURES[entry.kind] then
    self.last = { entry = entry, because = self.because }
  elseif BEGINS[entry.kind] or CHOICES[entry.kind] then
    self.because = {}
  end
end

--- Watches an NPC. `last` is its last failure; what the world has kept of it counts.
-- @tparam table world
-- @tparam table npc
-- @treturn table
function failure.watch(world, npc)
  local self, explanation = setmetatable({ because = {} }, Watch), npc:explain()
  for _, entry in ipairs(explanation.decisions or {}) do take(self, entry) end
  self.leave = world:_keep():listen {
    entry = function(entry)
      if entry.number == explanation.number then take(self, entry) end
    end,
    updated = function() end,
  }
  return self
end

--- Draws it.
-- @tparam table pen of `bustle.inspector.pen`
-- @tparam table last of a watch
-- @tparam number now seconds
function failure.draw(pen, last, now)
  pen:title "last failure"
  pen:line(names.spoken((text.decision(last.entry))), ("%.0f s ago"):format(now - last.entry.time), "failed")
  local shown, before = 0, nil
  local function say(line, colour)
    if not line or shown == SHOWN then return end
    shown = shown + 1
    pen:write(line, colour, 0, nil, pen.small)
    pen.y = pen.y + 16
  end
  for _, entry in ipairs(last.because) do
    local line, about = text.decision(entry, before)
    before = entry
    say(line and names.spoken(line), "text")
    for _, each in ipairs(about or {}) do say(each, "dim") end
  end
end

return failure
