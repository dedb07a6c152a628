--- Everything that happens in a world under test, kept: all entries of `bustle.observe.happenings` but the steps of
-- decisions, nodes entered, and of every NPC its last decisions.
--
-- An entry of kind "node" is for a node that is entered: `sequence`, `node`, `by` ("begin", "way" or "failed"), and
-- unless by "begin" `from`.
local casting = require "bustle.observe.happenings.casting"
local happenings = require "bustle.observe.happenings"
local lines = require "bustle.observe.happenings.lines"
local scenes = require "bustle.world.scenes"

local history = {}

local History = {}
History.__index = History

-- How many decisions of each NPC are kept.
local KEPT = 60

-- ---- Keeping ----

local function keep(self, number, entry)
  local list = self.recent[number]
  if not list then
    list = {}
    self.recent[number] = list
  end
  local again = list[#list] and happenings.is_tried_again(list[#list], entry)
  list[again and #list or #list + 1] = entry
  if #list > 2 * KEPT then
    local shorter = {}
    for i = #list - KEPT + 1, #list do shorter[#shorter + 1] = list[i] end
    self.recent[number] = shorter
  end
end

local ENTERED = { begin = true, way = true, failed = true }

local function node_entry(step)
  if step.kind == "way" and not step.to then return nil end
  return { kind = "node", time = step.time, npc = step.npc, number = step.number, definition = step.definition,
    sequence = step.sequence, node = step.to or step.node, by = step.kind, from = step.to and step.node or nil,
    transition = step.transition }
end

local STEPS = { begin = true, way = true, failed = true, action = true, target = true, same_target = true,
  resumption = true, ended = true, try = true, watch = true, roles = true, cue = true, cast = true,
  arrival = true, request = true, place = true, ["while"] = true, send = true, take = true, answer = true,
  meeting = true }

-- Of a step, only that a node was entered is in the list of all.
local function add(self, entry)
  if entry.number then keep(self, entry.number, entry) end
  if STEPS[entry.kind] then entry = ENTERED[entry.kind] and node_entry(entry) end
  if entry then self.entries[#self.entries + 1] = entry end
end

--- The history of a world that is about to be made.
function history.new()
  local self = setmetatable({ entries = {}, recent = {}, gathered = {}, stats = {}, casting = casting.new(),
    casts = {} }, History)
  self.happenings = happenings.new(function(entry) add(self, entry) end, true)
  self.labels = self.happenings.labels
  return self
end

--- Remembers what an entity is called, for when it has left.
function History:meet(world, id)
  self.happenings:meet(world, id)
end

-- Options, candidates and the like come before what is chosen from them, and are told with it.
local GATHERED = { option = true, candidate = true, provider = true, receiver = true, message = true }
local CHOSEN = { way = "options", target = "candidates", request = "providers", send = "receivers",
  take = "messages" }

-- Whom a cue has found lately comes once more, after the others.
local function leave_out(self, target)
  for _, each in ipairs(self.gathered) do
    if each.target == target then each.verdict = "again" end
  end
end

-- Those who could have been found are told with the cue, and of roles and plans only the event.
local function take_search(self, step)
  if step.kind == "role" or step.kind == "plan" then return true end
  if step.cue and step.kind == "target" then self.search, self.gathered = self.gathered, {} end
  return step.cue and step.kind ~= "cue" and step.kind ~= "candidate"
end

-- Who might have been a member is told with the scene that was cast, or was not.
local SCENE = {}

function SCENE:member(_, step, target)
  self.casting:member(step.part, { target = target, verdict = step.verdict, remembered = step.remembered })
  return true
end

function SCENE:part(_, step, target)
  self.casting:part(step.part, target, step)
  return true
end

-- A cue that finds no cast is told by itself, with why.
function SCENE:cast(world, step)
  step.parts = self.casting:finish()
  self.casts[step.scene] = step.verdict == "open" and "it was cast" or lines.no_cast(step)
  local by_cue = step.npc and not scenes.casts_at_node(world, step.npc.id, step.scene)
  self.cast = by_cue and step or nil
  return step.verdict ~= "open" and (by_cue or not step.npc)
end

function SCENE:arrival(world, step)
  local own = scenes.topmost(world, step.npc.id)
  step.phase, step.waiting = own.phase, {}
  for i, id in ipairs(scenes.behind(world, step.npc.id, own.number)) do
    step.waiting[i] = self.happenings:label(world, id).name
  end
end

--- Takes a step of a decision.
function History:step(world, step)
  local target = step.target and self.happenings:label(world, step.target.id).name
  if take_search(self, step) then return end
  if SCENE[step.kind] and SCENE[step.kind](self, world, step, target) then return end
  if step.kind == "candidate" and step.verdict == "again" then return leave_out(self, target) end
  if GATHERED[step.kind] then
    table.insert(self.gathered, { to = step.to, target = target, offer = step.offer, verdict = step.verdict,
      remembered = step.remembered })
    return
  end
  local plain, list = {}, CHOSEN[step.kind]
  for key, value in pairs(step) do plain[key] = value end
  if list then plain[list], self.gathered = self.gathered, {} end
  if step.kind == "cue" then
    plain.candidates, plain.cast, self.search, self.cast = self.search or {}, self.cast, nil, nil
  end
  plain.target = target
  self.happenings:step(world, step.npc and step.npc.id, plain)
end

--- Takes an error that the world reports.
function History:error(world, message, where)
  self.happenings:error(world, message, where)
end

--- How many events there have been that were delivered: to be asked before an update, for `collect` after it.
function History:delivered(world)
  local stats = world._core:stats(self.stats)
  return stats.events - stats.undelivered
end

--- Takes over the events of the last update, and what came in between.
function History:collect(world, delivered)
  self.happenings:collect(world, delivered)
end

-- ---- Asking ----

local function matches(entry, filter)
  for key, value in pairs(filter) do
    if entry[key] ~= value then return false end
  end
  return true
end

--- The entries that have all these values.
-- @tparam table filter such as `{ kind = "start", number = 3 }`
function History:find(filter)
  local found = {}
  for _, entry in ipairs(self.entries) do
    if matches(entry, filter) then found[#found + 1] = entry end
  end
  return found
end

--- The last decisions of an NPC, with the events about it, oldest first. Options and candidates are lists in what was
-- chosen from them.
function History:decisions(number)
  local list, made = self.recent[number] or {}, {}
  for i = math.max(1, #list - KEPT + 1), #list do made[#made + 1] = list[i] end
  return made
end

return history
