--- Why a step of a decision came out as it did: the conditions that were false, with the values that they read, and the
-- claims that could not be met. The core answers while the decision is made, by the same values; functions are not
-- called again.
--
-- A reason is `{ text=, reads= }`: the part of a condition, or the claim, as its author wrote it, and what was read for
-- it, a list of `{ name=, value= }` without a value where there was none. A function is `{ where= }`; it is a reason
-- where nothing else was false. A claim has `wants` and `free`.
local core = require "bustle.core"
local name_tables = require "bustle.world.names"
local reader = require "bustle.author.expression.reader"
local written = require "bustle.observe.explain.written"

local reasons = {}

local Reasons = {}
Reasons.__index = Reasons

-- ---- What is written ----

local function nodes_of(sequence)
  local nodes = {}
  for _, node in ipairs(sequence.nodes) do nodes[node.name] = node end
  return nodes
end

local function cues_of(content, list, pack)
  local cues = {}
  for _, cue in ipairs(list or {}) do cues[content:find("cue", cue.name)] = { when = cue.when, pack = pack } end
  return cues
end

local function offers_of(content, list, pack)
  local offers = {}
  for _, offer in ipairs(list or {}) do
    offers[content:find("offer", offer.name)] = { when = offer.when, holds_while = offer.holds_while, pack = pack }
  end
  return offers
end

-- What is in the tables, by the numbers of the core.
local function read_content(self)
  local content, compiled = self.names.content, self.compiled
  for _, action in ipairs(compiled.tables.actions) do
    self.actions[content:find("action", action.name)] = { when = action.when,
      speed_state = action.speed_state, pack = compiled:thing("action", action.name).pack.name }
  end
  for _, sequence in ipairs(compiled.tables.sequences) do
    self.sequences[content:find("sequence", sequence.name)] = { nodes = nodes_of(sequence),
      pack = compiled:thing("sequence", sequence.name).pack.name }
  end
  for _, interruption in ipairs(compiled.tables.interruptions) do
    self.interruptions[content:find("interruption", interruption.name)] = { when = interruption.when,
      pack = compiled:thing("interruption", interruption.name).pack.name }
  end
  for _, role in ipairs(compiled.tables.roles) do
    local pack = compiled:thing("role", role.name).pack.name
    self.roles[content:find("role", role.name)] = { cues = cues_of(content, role.cues, pack),
      offers = offers_of(content, role.offers, pack) }
  end
  for _, definition in ipairs(compiled.tables.entities) do
    local pack, listed = compiled:thing("entity", definition.name).pack.name, {}
    for _, each in ipairs(definition.roles or {}) do
      listed[content:find("role", each.role)] = { when = each.when, pack = pack }
    end
    self.definitions[content:find("entity", definition.name)] = { roles = listed,
      cues = cues_of(content, definition.cues, pack), offers = offers_of(content, definition.offers, pack),
      npc = definition.npc }
  end
  for _, scene in ipairs(compiled.tables.scenes) do
    self.scenes[content:find("scene", scene.name)] = { name = scene.name, parts = scene.parts,
      pack = compiled:thing("scene", scene.name).pack.name }
  end
end

--- Finds reasons in a world.
-- @tparam table world
-- @treturn table
function reasons.new(world)
  local self = setmetatable({ world = world, names = world._names, compiled = world._names.compiled, actions = {},
    sequences = {}, interruptions = {}, roles = {}, definitions = {}, scenes = {}, conditions = {} }, Reasons)
  read_content(self)
  return self
end

-- ---- What was read ----

-- Calls a function with each key of a tree.
local function each_key(node, fn)
  if node.type == "key" then return fn(node) end
  if node.type == "compare" then
    each_key(node.left, fn)
    each_key(node.right, fn)
  end
  for _, item in ipairs(node) do each_key(item, fn) end
end

local function each_function(node, fn)
  if node.type == "call" and node.where then fn(node.where) end
  for _, item in ipairs(node) do each_function(item, fn) end
end

local function kind_of(node)
  return node.subject == "env" and "environment" or "state"
end

-- As the author sees it: a boolean for a flag, a name for a named value.
local function shown_value(self, node, value)
  if value == nil or node.subject == "count" then return value end
  if node.link then
    local kind = self.names.links[self.names.content:find("link", node.link)]
    if not kind or kind.flag then return value ~= 0 end
    return value
  end
  local key = node.name and self.compiled.keys[kind_of(node)][node.name]
  if key then return name_tables.to_lua(key, value) end
  return value
end

-- The keys of a part, each once, by the names that they have where it is written.
local function keys_of(self, tree, pack)
  local list, known, style = {}, {}, reader.style(self.compiled, pack)
  each_key(tree, function(node)
    local name = reader.text(node, style)
    if known[name] then return end
    known[name] = true
    list[#list + 1] = { name = name, node = node }
  end)
  return list
end

local function reads_of(self, part, values)
  local list = {}
  for i, key in ipairs(part.keys) do
    list[i] = { name = key.name, value = shown_value(self, key.node, values[key.node.at]) }
  end
  return list
end

-- ---- Conditions ----

local ABOUT_TARGET = { target = true, distance = true }

local function mentions(tree, subjects)
  local found = false
  each_key(tree, function(node)
    local path = node.subject == "count" and node.name:find("%f[%w_]target%f[^%w_]") and "target"
    found = found or subjects[node.subject] or subjects[node.to] or subjects[path] or false
  end)
  return found
end

-- Whether a key, or an operation, reads something of a member of a scene. `members`: the parts of the scene.
local function reads_member(key, members)
  if key.subject == "part" or key.to == "part" then return true end
  for _, member in ipairs(key.subject == "count" and members or {}) do
    if key.name:find(("%%f[%%w_]%s%%f[^%%w_]"):format(member.name)) then return true end
  end
  return false
end

local NOTHING = { kind = "push", subject = "constant", value = 0 }

-- Who the members are is known to the core alone, while it casts. So nothing is read of them here.
local function without_members(ops, members)
  local list = {}
  for i, op in ipairs(ops) do list[i] = reads_member(op, members) and NOTHING or op end
  return list
end

-- The parts of a condition, read once, with what the core tests. `members`: of a scene, for its conditions.
local function parts_of(self, ops, pack, members)
  if not self.conditions[ops] then
    local list = written.conditions(self.compiled, ops, pack)
    list.condition = core.condition(without_members(ops, members or {}))
    for _, part in ipairs(list) do
      part.about_target, part.keys = mentions(part.tree, ABOUT_TARGET), keys_of(self, part.tree, pack)
      each_key(part.tree, function(key) part.about_members = part.about_members or reads_member(key, members or {}) end)
      list.about_target = list.about_target or part.about_target
    end
    self.conditions[ops] = list
  end
  return self.conditions[ops]
end

-- What a part reads and how it is written; of a function, where that is.
local function shown_part(self, part, values, list)
  each_function(part.tree, function(where) list[#list + 1] = { where = where } end)
  if #part.keys > 0 then list[#list + 1] = { text = part.text, reads = reads_of(self, part, values) } end
end

-- What is false, but for what depends on a target where there is none yet; if nothing is, the functions that must have
-- said no, and what is about members.
local function of_condition(self, s, ops, pack)
  local parts = parts_of(self, ops, pack, s.members)
  local _, truths, values = self.world._core:test(s.npc, s.target, parts.condition)
  local found, functions = {}, {}
  for _, part in ipairs(parts) do
    local truth = truths[part.tree.at]
    if part.about_members then
      functions[#functions + 1] = { text = part.text, reads = {} }
    elseif truth == nil then
      each_function(part.tree, function(where) functions[#functions + 1] = { where = where } end)
    elseif not truth and not (part.about_target and s.whoever) then
      found[#found + 1] = { text = part.text, reads = reads_of(self, part, values) }
    end
  end
  return #found > 0 and found or functions
end

-- ---- Claims and speed ----

-- What a start would claim and cannot have.
local function of_claim(self, s, step)
  local list, pack = {}, self.actions[step.action].pack
  for _, demand in ipairs(self.world._core:demands(s.npc, step.action, s.target)) do
    if not demand.free or demand.free < demand.wanted then
      local name = self.names.content:name("state", demand.state)
      list[#list + 1] = { text = ("target.%s"):format(self.compiled:short("state", name, pack)),
        wants = demand.wanted, free = demand.free, reads = {} }
    end
  end
  return list
end

local function of_speed(self, s, step)
  local action = self.actions[step.action]
  if not action.speed_state then return {} end
  local name = ("self.%s"):format(self.compiled:short("state", action.speed_state, action.pack))
  local value = self.world._core:get(s.npc, self.names.content:find("state", action.speed_state))
  return { { text = ("it travels by %s"):format(name),
    reads = { { name = name, value = value } } } }
end

-- ---- Steps ----

local function node_of(self, sequence, node)
  return self.sequences[sequence].nodes[self.names.content:node_name(sequence, node)]
end

-- In the conditions of nodes and transitions, the target is that of the sequence.
local function find_target(self, s, ops, pack)
  if parts_of(self, ops, pack).about_target then
    local frames = self.world._core:frames(s.npc)
    s.target = frames[#frames].target
  end
end

local function of_node(self, s, step)
  local node, pack = node_of(self, step.sequence, step.node), self.sequences[step.sequence].pack
  local ops = step.kind == "try" and node.when or node.transitions[step.transition + 1].when
  find_target(self, s, ops, pack)
  return of_condition(self, s, ops, pack)
end

-- Of two cues of one name, the role's counts.
local function cue_of(self, npc, cue)
  local role = self.roles[self.world._core:role(npc)]
  return role and role.cues[cue] or self.definitions[self.world._core:definition(npc)].cues[cue]
end

-- What has the condition that a step is about.
local function conditional(self, step)
  if step.kind == "watch" then return self.interruptions[step.interruption] end
  if step.kind == "role" then return self.definitions[self.world._core:definition(step.npc)].roles[step.role] end
  if step.cue then return cue_of(self, step.npc, step.cue) end
  return self.actions[step.action]
end

-- Of somebody who might take a part: it is `self` there, and whoever begins the scene, or its place, the target.
local function of_member(self, step)
  local scene = self.scenes[step.scene]
  return of_condition(self, { npc = step.target, target = step.npc or self.world._staged_at, members = scene.parts },
    scene.parts[step.part + 1].when, scene.pack)
end

-- An offer as its provider has it now: of two of one name, the role's counts.
local function offer_of(self, provider, offer)
  local definition = self.definitions[self.world._core:definition(provider)]
  local role = definition.npc and self.roles[self.world._core:role(provider)]
  return role and role.offers[offer] or definition.offers[offer]
end

-- Of somebody whom a request asks: what its node says of it, or what the offer does.
local function of_provider(self, step)
  local s = { npc = step.npc, target = step.target }
  if step.offer == nil then
    local node, pack = node_of(self, step.sequence, step.node), self.sequences[step.sequence].pack
    return of_condition(self, s, step.verdict == "while" and node.holds_while or node.when, pack)
  end
  local offer = offer_of(self, step.target, step.offer)
  if not offer then return nil end
  return of_condition(self, s, step.verdict == "offer" and offer.when or offer.holds_while, offer.pack)
end

-- Of a place that is wanted again: the request's `while`, or the offer's.
local function of_while(self, step)
  local node, pack = node_of(self, step.sequence, step.node), self.sequences[step.sequence].pack
  local offer = step.offer and step.target and offer_of(self, step.target, step.offer)
  local list = {}
  for _, each in ipairs { { node.holds_while, pack }, { offer and offer.holds_while, offer and offer.pack } } do
    local s = { npc = step.npc, target = step.target }
    if each[1] and #each[1] > 0 then
      for _, reason in ipairs(of_condition(self, s, each[1], each[2])) do list[#list + 1] = reason end
    end
  end
  return list
end

-- What a `while` that has turned false was about: the provider, or the target of the sequence whose node it is.
local function about_while(self, step)
  local frames = self.world._core:frames(step.npc)
  for i = #frames, 1, -1 do
    local frame, above = frames[i], frames[i + 1]
    if step.offer and frame.offer == step.offer then return frame.provider end
    if not step.offer and frame.sequence == step.sequence and frame.node == step.node then
      return above and above.provider or frame.target
    end
  end
end

local function of_false_while(self, step)
  local s, thing = { npc = step.npc, target = about_while(self, step) }
  if step.offer then
    thing = s.target and offer_of(self, s.target, step.offer)
  else
    thing = { holds_while = node_of(self, step.sequence, step.node).holds_while,
      pack = self.sequences[step.sequence].pack }
  end
  if not thing or not thing.holds_while then return nil end
  return of_condition(self, s, thing.holds_while, thing.pack)
end

-- Of somebody to whom a node might send, or who has sent what it might take.
local function of_correspondent(self, step)
  local node, pack = node_of(self, step.sequence, step.node), self.sequences[step.sequence].pack
  return of_condition(self, { npc = step.npc, target = step.target }, node.when, pack)
end

--- The node at which an NPC waits, as it was compiled.
-- @tparam table doing of the core, of an NPC that waits
-- @treturn table
function Reasons:node(doing)
  return node_of(self, doing.sequence, doing.node)
end

--- The names of the offers that the node of a request asks for.
-- @tparam table step of kind "request", or what the core says of an NPC that waits there
-- @treturn {string,...}|nil none: any; nil: the node is no request
function Reasons:asked(step)
  local node = node_of(self, step.sequence, step.node)
  return node.kind == "request" and (node.offers or {}) or nil
end

--- Whom it asks.
-- @tparam table step of kind "request"
-- @treturn[1] boolean whether it asks the areas around it, one after the other
-- @treturn[1] {string,...} the tags of whom it asks; none: they need none
function Reasons:asks(step)
  local node = node_of(self, step.sequence, step.node)
  return node.from_area == true, node.targets or {}
end

--- The path along which the node of an action looks for its target, as its author wrote it.
-- @tparam table step of kind "target"
-- @treturn string|nil
function Reasons:path(step)
  local path = not step.cue and node_of(self, step.sequence, step.node).path
  return path and reader.path(path, reader.style(self.compiled, self.sequences[step.sequence].pack)) or nil
end

--- The scene that an NPC waits for at its node, and the part in which it is; nil if it waits for something else.
-- @tparam table doing of the core, of an NPC that waits
-- @treturn string|nil qualified
-- @treturn string|nil nil: it stages the scene
function Reasons:awaited_scene(doing)
  local node = node_of(self, doing.sequence, doing.node)
  if node.kind == "scene" then return node.performs, node.as end
end

-- Of a cue there is more that says all by itself.
local PLAIN = { open = true, gone = true, answered = true, priority = true, limit = true, again = true, nobody = true,
  not_offered = true, lacks = true, holds = true, full = true, busy = true, resting = true, not_castable = true,
  no_reaction = true, given_up = true, behind = true, later = true, over = true, short = true, below = true }

--- The reasons for a verdict.
-- @tparam table step as the core tells it, while it does
-- @treturn {table,...}|nil nil where there is nothing to say
function Reasons:of(step)
  local verdict = step.verdict
  if step.kind == "while" then return of_false_while(self, step) end
  if not verdict or PLAIN[verdict] then return nil end
  if step.kind == "member" then return of_member(self, step) end
  if step.kind == "provider" then return of_provider(self, step) end
  if step.kind == "place" then return of_while(self, step) end
  if step.kind == "receiver" or step.kind == "message" then return of_correspondent(self, step) end
  local s = { npc = step.npc, target = step.target, whoever = step.kind == "action" }
  if verdict == "claim" then return of_claim(self, s, step) end
  if verdict == "speed" then return of_speed(self, s, step) end
  if step.kind == "option" or step.kind == "try" then return of_node(self, s, step) end
  local thing = conditional(self, step)
  return of_condition(self, s, thing.when, thing.pack)
end

--- What an NPC waits for at its node: what is false of the condition now, or all of it if nothing is, because it has
-- come since the last try.
-- @tparam table doing of the core, of an NPC that waits
-- @tparam number npc
-- @treturn {table,...}
function Reasons:awaited(doing, npc)
  local ops, pack = node_of(self, doing.sequence, doing.node).when, self.sequences[doing.sequence].pack
  local s = { npc = npc }
  find_target(self, s, ops, pack)
  local found = of_condition(self, s, ops, pack)
  if #found > 0 then return found end
  local parts = parts_of(self, ops, pack)
  local _, _, values = self.world._core:test(s.npc, s.target, parts.condition)
  for _, part in ipairs(parts) do shown_part(self, part, values, found) end
  return found
end

--- The parts of the condition of a role that applies, with what they read.
-- @tparam table step of kind "role", while it is told
-- @treturn {table,...} none: it needs no condition
function Reasons:granted(step)
  local listed, found = conditional(self, step), {}
  local parts = parts_of(self, listed.when, listed.pack)
  if #parts == 0 then return found end
  local _, _, values = self.world._core:test(step.npc, nil, parts.condition)
  for _, part in ipairs(parts) do shown_part(self, part, values, found) end
  return found
end

--- What of the conditions of an action or a cue is about distance alone: who does not meet it is out of reach.
-- @tparam table step of kind "target"
-- @treturn {string,...}
function Reasons:reach(step)
  local list, written_as = {}, conditional(self, step)
  for _, part in ipairs(parts_of(self, written_as.when, written_as.pack)) do
    local key = reader.key_with_number(part.tree)
    if key and key.subject == "distance" then list[#list + 1] = part.text end
  end
  return list
end

return reasons
