--- Keeps the last decisions of every NPC of a world, with the events between them, each with its reasons. Others can
-- listen to what happens as it happens: `bustle.observe.log` does.
local casting = require "bustle.observe.happenings.casting"
local exchanges = require "bustle.observe.explain.exchanges"
local happenings = require "bustle.observe.happenings"
local lines = require "bustle.observe.happenings.lines"
local providers = require "bustle.observe.explain.providers"
local reasons = require "bustle.observe.explain.reasons"
local rules = require "bustle.observe.explain.rules"
local scenes = require "bustle.world.scenes"

local keeper = {}

local Keeper = {}
Keeper.__index = Keeper

--- How many entries of each NPC are kept if nobody says.
keeper.KEPT = 32

-- So many candidates are kept of a choice: of a crowd nobody reads them all.
local CANDIDATES = 12

-- ---- Keeping ----

local function keep(self, entry)
  local ring = self.rings[entry.number]
  if not ring then
    ring = { last = 0 }
    self.rings[entry.number] = ring
  end
  if ring[ring.last] and happenings.is_tried_again(ring[ring.last], entry) then
    ring[ring.last] = entry
    return
  end
  ring.last = ring.last % self.kept + 1
  ring[ring.last] = entry
end

-- No event tells of these.
local TOLD_WHEN_OPEN = { try = true, send = true, take = true, answer = true, meeting = true }

-- An action that nothing is against is told by its start.
-- What came of the last test of a cue, and of the roles, is kept by itself: they are tested again and again.
local function is_worth_keeping(entry)
  if entry.kind == "roles" or entry.kind == "planned" then return false end
  -- One without targets that begins a scene is told by the cast.
  if entry.kind == "cue" then return entry.verdict == "open" and (entry.target or not entry.cast) end
  if entry.kind == "cast" then return entry.number and (entry.verdict == "open" or entry.by == "node") end
  return entry.number and (entry.verdict ~= "open" or TOLD_WHEN_OPEN[entry.kind])
end

local function note_last(self, entry)
  local last = self.tested[entry.number]
  if not last then
    last = { cues = {}, casts = {}, requests = {}, meetings = {}, takes = {} }
    self.tested[entry.number] = last
  end
  if entry.kind == "roles" or entry.kind == "planned" then
    last[entry.kind] = entry
  elseif entry.kind == "cast" then
    last.casts[entry.scene] = entry
  elseif entry.kind == "request" then
    last.requests[("%s/%s"):format(entry.sequence, entry.node)] = entry
  elseif entry.kind == "meeting" or entry.kind == "take" then
    last[entry.kind .. "s"][("%s/%s"):format(entry.sequence, entry.node)] = entry
  else
    last.cues[entry.cue] = entry
  end
end

local TESTS = { roles = true, planned = true, cue = true, cast = true, request = true, meeting = true, take = true }

local function take(self, entry)
  if self.kept > 0 and TESTS[entry.kind] and entry.number then note_last(self, entry) end
  if entry.kind == "remove" then
    self.rings[entry.number], self.tested[entry.number] = nil, nil
  elseif self.kept > 0 and is_worth_keeping(entry) then
    keep(self, entry)
  end
  for _, listener in ipairs(self.listeners) do listener.entry(entry) end
end

--- A keeper for a world.
-- @tparam table world
-- @tparam number kept entries of each NPC; 0: none
-- @treturn table
function keeper.new(world, kept)
  local self = setmetatable({ world = world, names = world._names, kept = kept, rings = {}, tested = {},
    tried = {}, listeners = {}, stats = {}, nodes = {}, looked = {}, tally = rules.tally(),
    casting = casting.new(CANDIDATES), staged = {},
    reasons = reasons.new(world) }, Keeper)
  self.happenings = happenings.new(function(entry) take(self, entry) end)
  return self
end

-- ---- Steps of decisions ----

local function node_name(self, sequence, node)
  local known = self.nodes[sequence]
  if not known then
    known = {}
    self.nodes[sequence] = known
  end
  if not known[node] then known[node] = self.names.content:node_name(sequence, node) end
  return known[node]
end

local function name_of(self, id)
  return id and self.happenings:label(self.world, id).name or nil
end

-- Options and candidates come before what is chosen from them, and are told with it.
local LOOK = {}

function LOOK:option(step)
  rules.count(self.tally, step.to, step.verdict, step.remembered)
  table.insert(self.looked, { to = node_name(self, step.sequence, step.to), verdict = step.verdict,
    remembered = step.remembered and step.remembered / 1000, against = self.reasons:of(step) })
end

-- Whom a cue has found lately comes once more, after the others: this one it leaves out.
local function leave_out(self, step)
  rules.discount(self.tally, step.target)
  local name = name_of(self, step.target)
  for _, each in ipairs(self.looked) do
    if each.target == name then each.verdict = "again" end
  end
end

function LOOK:candidate(step)
  if step.verdict == "again" then return leave_out(self, step) end
  rules.count(self.tally, step.target, step.verdict, step.remembered)
  if #self.looked == CANDIDATES then return end
  table.insert(self.looked, { target = name_of(self, step.target), verdict = step.verdict,
    remembered = step.remembered and step.remembered / 1000, against = self.reasons:of(step) })
end

function LOOK:provider(step)
  rules.count(self.tally, ("%d %s"):format(step.target, tostring(step.offer)), step.verdict, step.remembered)
  if #self.looked == CANDIDATES then return end
  table.insert(self.looked, { target = name_of(self, step.target), id = step.target,
    offer = self.names.shown.offer[step.offer], verdict = step.verdict,
    remembered = step.remembered and step.remembered / 1000, against = self.reasons:of(step) })
end

for kind, look in pairs(exchanges.LOOK) do
  LOOK[kind] = function(self, step)
    local each = look(self, step, name_of(self, step.target))
    if #self.looked == CANDIDATES then return end
    each.against = self.reasons:of(step)
    table.insert(self.looked, each)
  end
end

local function chosen_from(self, entry, list, chosen, best)
  entry[list], entry.rule = self.looked, rules.of(self.tally, chosen, best)
  self.looked, self.tally = {}, rules.tally()
end

local CHOOSE = {}

function CHOOSE:way(step, entry)
  chosen_from(self, entry, "options", step.to)
end

function CHOOSE:target(step, entry)
  chosen_from(self, entry, "candidates", step.target, step.best)
  entry.path = self.reasons:path(step)
  if step.reached < step.accepting then entry.reach = self.reasons:reach(step) end
end

function CHOOSE:send(step, entry)
  chosen_from(self, entry, "receivers", step.target, step.best)
end

function CHOOSE:take(_, entry)
  entry.messages, self.looked, self.tally = self.looked, {}, rules.tally()
end

-- The areas around an NPC are asked one after the other, the smallest first. Each tells what came of it, together with
-- what was against those before.
local function add_smaller(self, entry, in_area, npc)
  local before, known = self.smaller, {}
  self.smaller = nil
  if not in_area then return end
  for _, each in ipairs(self.looked) do known[each.id] = true end
  local goes_on = before and before.npc == npc and before.time == entry.time and before.node == entry.node
    and before.sequence == entry.sequence
  for _, each in ipairs(goes_on and before.looked or {}) do goes_on = goes_on and not known[each.id] end
  if goes_on then
    entry.further = true
    for i, each in ipairs(before.looked) do table.insert(self.looked, i, each) end
    while #self.looked > CANDIDATES do table.remove(self.looked, 1) end
  end
  if not entry.target then
    self.smaller = { npc = npc, time = entry.time, sequence = entry.sequence, node = entry.node, looked = {} }
    for i, each in ipairs(self.looked) do self.smaller.looked[i] = each end
  end
end

-- As others are to see it.
local function without_ids(looked)
  local list = {}
  for i, each in ipairs(looked) do
    list[i] = { target = each.target, offer = each.offer, verdict = each.verdict, remembered = each.remembered,
      against = each.against }
  end
  return list
end

-- Those who are too far are not told: they are looked for among all who offer it.
function CHOOSE:request(step, entry)
  local in_area, tags = self.reasons:asks(step)
  entry.asked = self.reasons:asked(step)
  add_smaller(self, entry, in_area, step.npc)
  local chosen = step.target and ("%d %s"):format(step.target, tostring(step.offer))
  if not chosen and step.reached < step.accepting then
    providers.add_far(self.world, self.looked, step.npc, entry.asked, tags, CANDIDATES, function(id)
      return name_of(self, id)
    end)
  end
  self.looked = without_ids(self.looked)
  chosen_from(self, entry, "providers", chosen, step.best)
end

local function entry_of(self, step)
  local shown, sequence = self.names.shown, step.sequence
  return { kind = step.kind, time = self.world._core:now() / 1000, verdict = step.verdict,
    sequence = shown.sequence[sequence], node = sequence and node_name(self, sequence, step.node),
    to = step.to and node_name(self, sequence, step.to), transition = step.transition and step.transition + 1,
    action = shown.action[step.action], interruption = shown.interruption[step.interruption],
    cue = shown.cue[step.cue], offer = shown.offer[step.offer], inbox = shown.inbox[step.inbox],
    meeting = shown.meeting[step.meeting],
    target = name_of(self, step.target), accepting = step.accepting, reached = step.reached, open = step.open,
    best = step.best, against = self.reasons:of(step) }
end

-- ---- Roles and cues ----

-- The roles that were tested, up to the one that applies, are told together.
local function take_role(self, step)
  table.insert(self.tried, { role = self.names.shown.role[step.role], verdict = step.verdict,
    against = self.reasons:of(step) })
  if step.verdict ~= "open" then return end
  local entry = { kind = "roles", time = self.world._core:now() / 1000, role = self.names.shown.role[step.role],
    tried = self.tried, because = self.reasons:granted(step) }
  self.tried = {}
  self.happenings:step(self.world, step.npc, entry)
end

-- What is told while somebody is looked for is told with the cue.
local CUE = {}

function CUE:action(step)
  self.search = { against = self.reasons:of(step) }
end

function CUE:target(step)
  local search = self.search or {}
  search.accepting, search.reached, search.open, search.best = step.accepting, step.reached, step.open, step.best
  CHOOSE.target(self, step, search)
  self.search = search
end

function CUE:cue(step)
  local entry = entry_of(self, step)
  for key, value in pairs(self.search or {}) do entry[key] = value end
  entry.cast = self.cast
  self.search, self.cast = nil, nil
  self.happenings:step(self.world, step.npc, entry)
end

-- ---- Scenes ----

local SCENE = {}

local function part_name(self, step)
  return step.part and self.names.content:part_name(step.scene, step.part)
end

function SCENE:member(step)
  self.casting:member(part_name(self, step), { target = name_of(self, step.target), verdict = step.verdict,
    remembered = step.remembered and step.remembered / 1000, against = self.reasons:of(step) })
end

function SCENE:part(step)
  self.casting:part(part_name(self, step), name_of(self, step.target), step)
end

-- A cue that casts a scene tells of it by itself, again and again; at a node the NPC waits for it.
local function cast_by(self, step)
  if not step.npc then return "game" end
  return scenes.casts_at_node(self.world, step.npc, step.scene) and "node" or "cue"
end

function SCENE:cast(step)
  local entry = { kind = "cast", time = self.world._core:now() / 1000, scene = self.names.shown.scene[step.scene],
    part = part_name(self, step), verdict = step.verdict, by = cast_by(self, step), parts = self.casting:finish() }
  if not step.npc then self.staged[entry.scene] = entry end
  self.cast = entry.by == "cue" and entry or nil
  self.happenings:step(self.world, step.npc, entry)
end

function SCENE:arrival(step)
  local entry, own = entry_of(self, step), scenes.topmost(self.world, step.npc)
  entry.scene, entry.part = self.names.shown.scene[step.scene], part_name(self, step)
  if own then
    entry.phase, entry.waiting = own.phase, {}
    for i, id in ipairs(scenes.behind(self.world, step.npc, own.number)) do entry.waiting[i] = name_of(self, id) end
  end
  self.happenings:step(self.world, step.npc, entry)
end

--- Why the game could not stage a scene last, in words.
-- @tparam number scene id
-- @treturn string|nil
function Keeper:last_cast(scene)
  local entry = self.staged[self.names.shown.scene[scene]]
  return entry and entry.verdict ~= "open" and lines.no_cast(entry) or nil
end

--- Takes a step of a decision, as the core tells it and while it does.
function Keeper:step(step)
  if step.kind == "ignored" then return self.happenings:step(self.world, step.npc, step) end
  if step.kind == "role" then return take_role(self, step) end
  if step.kind == "plan" then
    return exchanges.take_plan(self, step, function(entry) self.happenings:step(self.world, step.npc, entry) end)
  end
  if step.cue and CUE[step.kind] then return CUE[step.kind](self, step) end
  self.cast = nil
  if SCENE[step.kind] then return SCENE[step.kind](self, step) end
  local look = LOOK[step.kind]
  if look then return look(self, step) end
  local entry, choose = entry_of(self, step), CHOOSE[step.kind]
  if choose then choose(self, step, entry) end
  self.happenings:step(self.world, step.npc, entry)
end

-- ---- Everything else ----

--- Takes an error that the world reports.
function Keeper:error(message, where)
  self.happenings:error(self.world, message, where)
end

--- Takes the events of an update, before anybody else is told of them.
function Keeper:collect()
  local world = self.world
  local before = world._core:stats(self.stats).events - world:events().count
  self.happenings:collect(world, before)
  for _, listener in ipairs(self.listeners) do listener.updated() end
end

--- Forgets everything: other entities are there now.
function Keeper:forget()
  self.rings, self.tested, self.tried, self.search, self.cast, self.planned = {}, {}, {}, nil, nil, nil
  self.happenings:forget()
end

--- Goes on under other content. What is kept stays as it was, except of those that it leaves out.
-- @tparam table names of `bustle.world.names`
-- @tparam {table,...} gone objects of entities
function Keeper:take_over(names, gone)
  self.names, self.nodes, self.reasons = names, {}, reasons.new(self.world)
  for _, object in ipairs(gone) do
    self.rings[object._number], self.tested[object._number] = nil, nil
    self.happenings.labels[object._id] = nil
  end
end

-- ---- Telling ----

--- Tells a listener of every entry from now on. Lists of listeners are never changed in place, because one may just be
-- gone through.
-- @tparam table listener `entry(entry)`; `updated()`, at the end of each update
-- @treturn function that ends it
function Keeper:listen(listener)
  local list = {}
  for i, each in ipairs(self.listeners) do list[i] = each end
  list[#list + 1] = listener
  self.listeners = list
  return function()
    local rest = {}
    for _, each in ipairs(self.listeners) do
      if each ~= listener then rest[#rest + 1] = each end
    end
    self.listeners = rest
  end
end

--- The last tests of an NPC's roles and cues, the last look at its plan, its last casts of scenes, requests,
-- meetings and takes.
-- @tparam number number its spawn number
-- @treturn table `{ roles=, planned=, cues=, casts=, requests=, meetings=, takes= }`: entries; by cue, by scene, and
-- the last three by "sequence/node"
function Keeper:last_tests(number)
  return self.tested[number] or { cues = {}, casts = {}, requests = {}, meetings = {}, takes = {} }
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
