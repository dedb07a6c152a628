-- Breakpoints: what the world stops at. A stop comes at the end of the update in which it happens; from then on updates
-- do nothing, until it goes on.
local writer = require "bustle.json.writer"

local stops = {}

local list = {} -- { text=, ... }
local hit -- what it has stopped at
local world

-- ---- What can be written ----

-- "Ada starts gasp", "anybody starts gasp", "toast breaks", "any scene breaks", "Ada fails", "Ada is interrupted".
local function read(text)
  local who, action = text:match "^(.-) starts ([%w_%.]+)$"
  if who then return { event = "start", who = who, what = action } end
  local scene = text:match "^(.-) breaks$"
  if scene then return { event = "leave", what = scene } end
  who = text:match "^(.-) fails$"
  if who then return { event = "fail", who = who } end
  who = text:match "^(.-) is interrupted$"
  if who then return { event = "interrupt", who = who } end
end

local function is_who(stop, entry)
  return stop.who == "anybody" or stop.who == entry.npc or stop.who == entry.definition
end

local function is_what(wanted, name) return wanted == name or wanted == (name or ""):match "[^.]*$" end

local MEETS = {
  start = function(stop, entry) return is_who(stop, entry) and is_what(stop.what, entry.action) end,
  leave = function(stop, entry)
    return entry.reason == "broken" and (stop.what == "any scene" or is_what(stop.what, entry.scene))
  end,
  fail = is_who, interrupt = is_who,
}

local function look_at(entry)
  for _, stop in ipairs(list) do
    if not hit and stop.event == entry.kind and MEETS[entry.kind](stop, entry) then
      hit = { text = stop.text, time = entry.time, npc = entry.npc, number = entry.number }
    end
  end
end

-- ---- The world ----

--- Lets a world's updates do nothing while it has stopped.
function stops.guard(guarded)
  local update = guarded.update
  function guarded.update(self, ...)
    if hit then return true end
    return update(self, ...)
  end
end

local leave -- listens no more

-- Nobody listens while there are no breakpoints.
local function listen()
  if leave then leave() end
  leave = #list > 0 and world:_keep():listen { entry = look_at, updated = function() end } or nil
end

--- Begins with a world; breakpoints stay.
function stops.begin(begun)
  world, hit, leave = begun, nil, nil
  listen()
end

--- Says what to stop at, a text each.
-- @treturn string JSON: which of them are no breakpoints
function stops.set(texts)
  local wrong = {}
  list = {}
  for _, text in ipairs(texts) do
    local stop = text ~= "" and read(text)
    if stop then
      stop.text = text
      list[#list + 1] = stop
    elseif text ~= "" then
      wrong[#wrong + 1] = text
    end
  end
  if world then listen() end
  return writer.line({ wrong = wrong }, {})
end

--- What it has stopped at, or nil.
function stops.stopped() return hit end

function stops.go_on() hit = nil end

return stops
