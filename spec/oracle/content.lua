-- Normalised content: what it looks like, the load-time rules that can be read off it, and the few facts that the rest
-- of the oracle looks up (does an action take a target, does it use distance). It knows nothing of worlds.
--
--[[ The form of content (plain tables; names are qualified names, plain strings):

content.states        = { { name=, default=, min=, max=, values={...}, flag=true }, ... }
content.env           = { { name=, every_ms=, default=, min=, max=, values={...}, flag=true }, ... }
content.links         = { { name=, flag=true or default=, min=, max= }, ... }                          -- S65
content.inboxes       = { { name=, limit=16, keep_ms=nil|0: for ever }, ... }                              -- S69
content.plans         = { { name=, entries={ { from=, to=, sequence=, vary=0, priority=0, skip=0, change=nil|"node"|"action"|"now" }, ... } },
                          ... }                                                                          -- S74
content.interruptions = { { name=, when=EXPR or nil }, ... }                     -- when: over env alone (S45)
content.actions       = { { name=, when=EXPR, start=EFFECTS, finish=EFFECTS, interrupted=EFFECTS,
                            duration={min_ms, max_ms}, timeout_ms=, timeout_fails=bool, resumable=bool,
                            takes_target=nil|true|false, ends=nil|"timed"|"game",
                            claims={ { property=, amount=1 }, ... },
                            prefer=nil | { kind="nearest" } | { kind="least"|"most", property= or value=VALUE },
                            travel=nil | { speed=n, near= } | { property=, near= }, -- instead of duration and timeout_ms
                            ends_on={ interruption names } }, ... }
content.sequences     = { { name=, entry=node name, claims={ { property=, amount=1 }, ... }, claims_kept=bool,
                            castable=nil|"never"|"always", castable_in={ scenes },                       -- S56
                            nodes={ { name=, kind="action"|"sequence"|"choice"|"wait"|"scene"|"request"|"body"|"pass"|"take"|"send"|"meet"|"end",
                                      action=, sequence=,
                                      scene=, as=part or nil (S55), at_member=bool, at_part=part (S54), free=bool (S57),
                                      same_target=bool, to={ { node=, when=EXPR, otherwise=bool }, ... },
                                      failed=node name, path=PATH (S66, of an action or a request), during=EXPR (its `while`, S64),
                                      offers={ names }, from_target=bool, from_area=bool, targets={ tags }, prefer=, body=sequence (S62),
                                      when=EXPR, timeout_ms=, every_ms=, waiting=action name,            -- of what waits
                                      inbox=, into=state or nil (S70), value=VALUE or nil, await=bool (S69),
                                      meeting=name, count= }, ... } }, ... }                             -- S71: at same_target, from_area or path
content.roles         = { { name=, main=sequence or nil, plan=name or nil, change=nil|"node"|"action"|"now", fallbacks={ sequences },
                            handlers=, cues=, reactions=, offers= as of an entity, enter=EFFECTS, exit=EFFECTS }, ... } -- S52
content.scenes        = { { name=, topic=nil|name, parts={ { name=, least=1, most=1, who={ tags }, when=EXPR, prefer= as of an action,
                                     sequence=name or nil, finish=EFFECTS, broken=EFFECTS }, ... },
                            within=nil|units, priority=-1, patience_ms=, limit_ms=, longest_ms=, rest_ms=, waiting=action name,
                            interrupted_breaks=bool, stays=bool }, ... }                                 -- S54
content.entities      = { { name=, npc=bool, static=bool, position="pushed"|"queried"|"none", position_every_ms=,
                            state={ { property, initial or nil }, ... }, accepts={ action names },
                            main=sequence or plan=name, fallbacks={ sequences }, inboxes={ names },
                            handlers={ { interruption=, sequence=, priority=0, stays=bool, urgent=bool }, ... },
                            offers={ { name=, sequence=, holders=1 (0: any number), when=EXPR, during=EXPR, adopt=EFFECTS, drop=EFFECTS,
                                       undo=sequence, kept=bool }, ... },                                -- S61
                            area={ { width=, depth=, height=nil|, x=0, y=0, z=0 }, ... }, trigger=bool,
                            enter=EFFECTS, exit=EFFECTS,                                                 -- S67
                            memory={ transitions=, actions=, interruptions= },
                            tags={ names }, roles={ { role=, when=EXPR, nil of the last }, ... },
                            reactions={ { topic=, sequence= }, ... },                                    -- S54
                            cues={ { name=, sequence= or scene= and as=, when=EXPR, targets={ tags }, prefer= as of an action,
                                     priority=-1, every_ms=, again_ms=, leaves=bool }, ... } }, ... }    -- S53

EXPR    {"and",a,b} {"or",a,b} {"not",a} {"==",v,v} {"~=",v,v} {"<",v,v} {">",v,v} {"<=",v,v} {">=",v,v} {"call",id}
VALUE   {"const",n} {"self",property} {"target",property} {"env",name} {"distance"} {"now"} {"+",v,v} {"-",v,v} {"*",v,v}
        {"area",property} {"link",kind,WHO,WHO} {"count",PATH} {"count",PATH,PATH}, in scenes {"part",name,property}
        "self", "target", "area" and "part" with the name of an inbox: how much it holds (S69)
WHO     "self" "target" "area", in scenes "part:NAME"
PATH    a text as S66 has it
EFFECTS a list of {"set"|"add"|"sub", "self"|"target", property, VALUE}, {"raise", interruption, "self"|"target"}, {"call",id},
        {"raise_within", interruption, units}, {"raise_on_path", interruption, PATH}, {"revoke", offer, "self"|"target"},
        {"send", inbox, "target"|"area", VALUE or nil}, {"send_on_path", inbox, PATH, VALUE or nil},
        {"set"|"add"|"sub", "area", property, VALUE}, {"set"|"add"|"sub", "link", {kind,WHO,WHO}, VALUE},
        in scenes {"set"|"add"|"sub", "part", property, VALUE, name},
        {"raise", interruption, "part", name}, {"send", inbox, "part", VALUE or nil, name}

A missing `when` is true, a missing list is empty. A state, env or entity value may be a number, a boolean or a named value.
]]

local u32 = require "spec.oracle.u32"
local space = require "spec.oracle.space"

local content = {}

-- The word at the end of a path.
function content.path_begins(path) return path:match "([^ ]+)$" end

-- Does an expression (or a list of effects) mention a value of one of these kinds anywhere?
local function mentions(tree, kinds)
  if type(tree) ~= "table" then return false end
  if kinds[tree[1]] then return true end
  if tree[1] == "link" and (kinds[tree[3]] or kinds[tree[4]]) then return true end
  if tree[1] == "count" and (kinds[content.path_begins(tree[2])] or kinds[tree[3] and content.path_begins(tree[3])]) then return true end
  for i = 1, #tree do
    if mentions(tree[i], kinds) then return true end
  end
  return false
end
content.mentions = mentions

local function each_effect(action, visit)
  for _, list in ipairs { "start", "finish", "interrupted" } do
    for _, effect in ipairs(action[list] or {}) do visit(effect, list) end
  end
end

local function effect_on_target(effect)
  if effect[1] == "raise" then return effect[3] == "target" end
  if effect[1] == "revoke" or effect[1] == "send" then return effect[3] == "target" end
  if effect[1] == "send_on_path" then return content.path_begins(effect[3]) == "target" end
  if effect[1] == "raise_on_path" then return content.path_begins(effect[3]) == "target" end
  if effect[1] == "call" or effect[1] == "raise_within" then return false end
  if effect[2] == "link" then return effect[3][2] == "target" or effect[3][3] == "target" end
  return effect[2] == "target"
end

-- S12: an action takes a target if anything of its mentions `target` or `distance`, if it travels or prefers, or says so.
local function takes_target(action)
  if action.takes_target ~= nil then return action.takes_target end
  if action.travel or action.prefer or #(action.claims or {}) > 0 then return true end
  local about_target = { target = true, distance = true }
  if mentions(action.when, about_target) then return true end
  local found = false
  each_effect(action, function(effect)
    if effect_on_target(effect) or (effect[1] ~= "raise" and mentions(effect[4], about_target)) then found = true end
  end)
  return found
end

-- S2: bounds of a key; named values and flags bound it.
local function bounds(declared)
  local low, high = declared.min or u32.MIN, declared.max or u32.MAX
  if declared.flag then low, high = 0, 1 end
  if declared.values then low, high = 0, #declared.values - 1 end
  return low, high
end

-- S9: what the game says, as a 32-bit integer within the key's bounds; nil if it is no value.
function content.to_value(key, given)
  if given == true then given = 1 elseif given == false then given = 0 end
  if type(given) == "string" then
    local index
    for i, name in ipairs(key.values or {}) do
      if name == given then index = i - 1 end
    end
    given = index
  end
  if type(given) ~= "number" then return nil end
  local rounded = u32.round(given)
  return rounded and u32.clamp(rounded, key.min, key.max)
end

local function key_of(declared)
  local key = { name = declared.name, values = declared.values, every_ms = declared.every_ms or 0, has_min = declared.min ~= nil
    or declared.flag or declared.values ~= nil }
  key.min, key.max = bounds(declared)
  key.default = content.to_value(key, declared.default == nil and 0 or declared.default)
  return key
end

local function by_name(list, make)
  local map = {}
  for _, item in ipairs(list or {}) do
    assert(not map[item.name], "defined twice: " .. tostring(item.name))
    map[item.name] = make(item)
  end
  return map
end

-- S10: does a preference ask for positions?
local function prefers_by_distance(prefer)
  return prefer ~= nil and (prefer.kind == "nearest" or mentions(prefer.value, { distance = true }))
end

local function compile_link(source)
  if source.flag then return { name = source.name, flag = true, min = 0, max = 1, default = 0 } end
  return key_of(source)
end

local function compile_action(source)
  local action = {}
  for key, value in pairs(source) do action[key] = value end
  action.targeted = takes_target(source)
  action.claims = source.claims or {}
  action.uses_distance = mentions(source.when, { distance = true }) or source.travel ~= nil
    or prefers_by_distance(source.prefer)
  action.ends_on_set = {}
  for _, name in ipairs(source.ends_on or {}) do action.ends_on_set[name] = true end
  if not source.travel then action.timeout_ms = source.timeout_ms or math.min(3 * source.duration[2], u32.MAX) end
  return action
end

local WAITS = { wait = true, scene = true, request = true, take = true, send = true, meet = true }
local A_MINUTE = { wait = true, send = true, meet = true }

-- S51: a timeout of -1 is the usual one, as none is.
local function compile_node(source)
  if not WAITS[source.kind] then return source end
  local node = {}
  for key, value in pairs(source) do node[key] = value end
  if (source.timeout_ms or -1) == -1 then node.timeout_ms = A_MINUTE[source.kind] and 60000 or 0 end
  node.every_ms = source.every_ms or 1000
  node.uses_distance = mentions({ source.when or {}, source.during or {} }, { distance = true }) or prefers_by_distance(source.prefer)
  return node
end

local function compile_sequence(source)
  local nodes = by_name(source.nodes, compile_node)
  local list = {}
  for i, node in ipairs(source.nodes) do list[i] = nodes[node.name] end
  return { name = source.name, entry = source.entry, claims = source.claims or {}, nodes = nodes, node_list = list,
    claims_kept = source.claims_kept, castable = source.castable, castable_in = source.castable_in or {} }
end

-- S53: what it says, and what is usual.
local function compile_cue(source)
  local cue = {}
  for key, value in pairs(source) do cue[key] = value end
  cue.priority, cue.every_ms, cue.again_ms = source.priority or -1, source.every_ms or 1000, source.again_ms or 30000
  cue.targeted = #(source.targets or {}) > 0
  cue.uses_distance = mentions(source.when, { distance = true }) or prefers_by_distance(source.prefer)
  return cue
end

-- S69.
local function compile_inbox(source)
  local keep = source.keep_ms or 0
  return { name = source.name, limit = source.limit or 16, keep_ms = keep > 0 and keep or nil }
end

-- S74. The entries are numbered from 0.
function content.compile_entry(source, priority)
  return { from = source.from, to = source.to, sequence = source.sequence, vary = source.vary or 0, skip = source.skip or 0,
    priority = source.priority or priority, change = source.change or "node" }
end

-- How many minutes an entry takes.
function content.minutes_of(entry)
  return entry.to > entry.from and entry.to - entry.from or entry.to + 1440 - entry.from
end

local function compile_plan(source)
  local plan = { name = source.name, entries = {} }
  for i, entry in ipairs(source.entries) do
    plan.entries[i] = content.compile_entry(entry, 0)
    plan.entries[i].number = i - 1
  end
  return plan
end

-- S61.
local function compile_offer(source)
  local offer = {}
  for key, value in pairs(source) do offer[key] = value end
  offer.holders = source.holders or 1
  return offer
end

-- What roles and definitions of NPCs have in common.
local function compile_mind(source)
  local mind = {}
  for key, value in pairs(source) do mind[key] = value end
  mind.handler, mind.cue = {}, by_name(source.cues, compile_cue)
  for _, h in ipairs(source.handlers or {}) do
    mind.handler[h.interruption] = { sequence = h.sequence, priority = h.priority or 0, stays = h.stays, urgent = h.urgent }
  end
  mind.offer = by_name(source.offers, compile_offer)
  mind.fallbacks, mind.reaction = source.fallbacks or {}, {}
  for _, each in ipairs(source.reactions or {}) do mind.reaction[each.topic] = each.sequence end
  return mind
end

local function compile_role(source)
  local role = compile_mind(source)
  role.change = source.change or "node"
  return role
end

-- S54: what it says, and what is usual.
local function compile_part(source)
  local part = {}
  for key, value in pairs(source) do part[key] = value end
  part.least, part.most, part.who = source.least or 1, source.most or 1, source.who or {}
  part.uses_distance = mentions(source.when, { distance = true }) or prefers_by_distance(source.prefer)
  return part
end

local USUAL = { within = -1, priority = -1, patience_ms = 5000, limit_ms = 60000, longest_ms = 600000, rest_ms = 15000 }

local function compile_scene(source)
  local scene = { parts = {}, part_index = {} }
  for key, value in pairs(USUAL) do scene[key] = value end
  for key, value in pairs(source) do
    if key ~= "parts" then scene[key] = value end
  end
  for i, part in ipairs(source.parts) do
    scene.parts[i] = compile_part(part)
    scene.part_index[part.name] = i
  end
  return scene
end

-- S67: sizes and offsets are rounded as coordinates are, but sizes stop at 2^21.
local function size(given) return 2 * space.round(given / 2) < 2097152 and math.floor(given * 16 + 0.5) / 16 or 2097152 end

local function compile_box(source)
  local box = { width = size(source.width), depth = size(source.depth) }
  if source.height then box.height = size(source.height) end
  for _, axis in ipairs { "x", "y", "z" } do box[axis] = space.round(source[axis] or 0) end
  return box
end

local function compile_entity(source)
  local def = compile_mind(source)
  if source.area then
    def.area, def.static = {}, true
    for i, box in ipairs(source.area) do def.area[i] = compile_box(box) end
  end
  def.accepts_set = {}
  for _, name in ipairs(source.accepts or {}) do def.accepts_set[name] = true end
  def.memory, def.roles, def.has_inbox = source.memory or {}, source.roles or {}, {}
  for _, name in ipairs(source.inboxes or {}) do def.has_inbox[name] = true end
  return def
end

-- S61: the names of offers, in byte order.
local function add_offers(compiled)
  local names, seen = {}, {}
  for _, minds in ipairs { compiled.roles, compiled.entities } do
    for _, mind in pairs(minds) do
      for name in pairs(mind.offer) do
        if not seen[name] then names[#names + 1] = name end
        seen[name] = true
      end
    end
  end
  table.sort(names)
  compiled.offer_names, compiled.has_areas = names, false
  for _, def in pairs(compiled.entities) do compiled.has_areas = compiled.has_areas or def.area ~= nil end
end

-- S71: the names that nodes meet under.
local function add_meetings(compiled)
  compiled.meetings = {}
  for _, sequence in pairs(compiled.sequences) do
    for _, node in ipairs(sequence.node_list) do
      if node.meeting then compiled.meetings[node.meeting] = true end
    end
  end
end

-- Turns content into maps by name, after the checks. Raises what is wrong.
function content.compile(source)
  local compiled = {
    states = by_name(source.states, key_of),
    env = by_name(source.env, key_of),
    links = by_name(source.links, compile_link),
    inboxes = by_name(source.inboxes, compile_inbox),
    plans = by_name(source.plans, compile_plan),
    interruptions = by_name(source.interruptions, function(i) return { name = i.name, when = i.when } end),
    actions = by_name(source.actions, compile_action),
    sequences = by_name(source.sequences, compile_sequence),
    roles = by_name(source.roles, compile_role),
    scenes = by_name(source.scenes, compile_scene),
    entities = by_name(source.entities, compile_entity),
  }
  add_offers(compiled)
  add_meetings(compiled)
  local problems = require("spec.oracle.check")(source, compiled)
  if #problems > 0 then error("content: " .. table.concat(problems, "; "), 0) end
  return compiled
end

return content
