-- Makes a random world (random.lua) in which the core and the oracle differ as small as can be: leaves out calls,
-- content and entities, one way after the other, as long as a difference stays. The caller says what a difference is.

---- Trying ----

local function shallow(t)
  local made = {}
  for key, each in pairs(t) do made[key] = each end
  return made
end

local function copy(value)
  if type(value) ~= "table" then return value end
  local made = {}
  for key, each in pairs(value) do made[key] = copy(each) end
  return made
end

-- `case`: { given=, differs= the caller's judge, trials= left }. Keeps the changed world if it still differs.
local function try(case, changed)
  if case.trials == 0 then return false end
  case.trials = case.trials - 1
  if not case.differs(changed) then return false end
  case.given = changed
  return true
end

---- Calls ----

-- Entities are named by spawn number, so that a spawn that goes takes with it the calls about its entity, and the later
-- entities are renumbered. A refused spawn, marked so, has no number.
local function numbers_left(script, keep)
  local renamed, before, after = {}, 0, 0
  for i, op in ipairs(script) do
    if op.op == "spawn" and not op.refused then
      before = before + 1
      if keep[i] then
        after = after + 1
        renamed[before] = after
      end
    end
  end
  return renamed
end

local function renumber(op, renamed)
  local made = copy(op)
  for _, field in ipairs { "number", "of", "provider", "to" } do
    if made[field] then
      made[field] = renamed[made[field]]
      if not made[field] then return nil end
    end
  end
  if made.from then made.from = renamed[made.from] end
  if made.at then made.at = renamed[made.at] end
  if made.npcs then
    made.npcs = {}
    for _, number in ipairs(op.npcs) do made.npcs[#made.npcs + 1] = renamed[number] end
  end
  if made.members then
    made.members = {}
    for _, each in ipairs(op.members) do
      if renamed[each[2]] then made.members[#made.members + 1] = { each[1], renamed[each[2]] } end
    end
  end
  return made
end

local function without_calls(given, first, last)
  local keep, script = {}, {}
  for i = 1, #given.script do keep[i] = i < first or i > last end
  local renamed = numbers_left(given.script, keep)
  for i, op in ipairs(given.script) do
    if keep[i] then script[#script + 1] = renumber(op, renamed) end
  end
  local made = shallow(given)
  made.script = script
  return made
end

-- Ever smaller pieces of the script are left out, from its end to its beginning.
local function shrink_script(case)
  local size = math.floor(#case.given.script / 2)
  while size >= 1 do
    local last = #case.given.script
    while last >= 1 do
      local first = math.max(1, last - size + 1)
      try(case, without_calls(case.given, first, last))
      last = math.min(first - 1, #case.given.script)
    end
    size = math.floor(size / 2)
  end
end

---- Everything else ----

local OPERATIONS = {} -- what expressions and effects begin with; of these no part may be missing
for word in ("and or not + - * == ~= < > <= >= call const self target part env distance now set add sub raise raise_within area link " ..
  "count raise_on_path revoke send send_on_path"):gmatch "%S+" do
  OPERATIONS[word] = true
end
local FIXED = { kind = true, op = true, number = true, of = true, provider = true }

-- Where a value is: a list of keys from the top.
local function at(root, path)
  for _, key in ipairs(path) do
    if type(root) ~= "table" then return nil end
    root = root[key]
  end
  return root
end

-- A world that is another at this place and shares all the rest.
local function changed_at(given, path, change)
  local made = shallow(given)
  local parent = made
  for i = 1, #path - 1 do
    parent[path[i]] = shallow(parent[path[i]])
    parent = parent[path[i]]
  end
  change(parent, path[#path])
  return made
end

-- Functions are found by their number, so that those after one that goes keep theirs.
local function leave_out(parent, key)
  if type(key) == "number" and parent[1] ~= nil and not (type(parent[1]) == "table" and parent[1].id) then
    table.remove(parent, key)
  else
    parent[key] = nil
  end
end

local function replace(value)
  return function(parent, key) parent[key] = value end
end

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if type(a) ~= type(b) then return type(a) == "string" end
    if type(a) == "number" then return a > b end -- from the end, so that the places before stay
    return a < b
  end)
  return keys
end

-- An expression becomes one of its parts.
local function shrink_expression(case, path)
  local value = at(case.given, path)
  for part = 2, #value do
    if type(value[part]) == "table" and try(case, changed_at(case.given, path, replace(value[part]))) then return end
  end
end

local CALL_MAY_LACK = { name = true, from = true, at = true, batch = true, role = true }

-- Whole calls have been left out already; of the others only what a call may lack can go.
local function may_go(given, path)
  local key, around = path[#path], copy(path)
  around[#around] = nil
  if OPERATIONS[at(given, around)[1]] then return false end
  if path[1] == "script" then return (#path == 4 and type(key) == "number") or (#path == 3 and CALL_MAY_LACK[key]) end
  return #path > 1
end

-- The value at a place is left out whole; if that does not do, its parts are.
local function shrink_value(case, path)
  local value, key = at(case.given, path), path[#path]
  if value == nil or FIXED[key] then return end
  if may_go(case.given, path) and try(case, changed_at(case.given, path, leave_out)) then return end
  if type(value) == "number" and value ~= 0 and key ~= "batch" and try(case, changed_at(case.given, path, replace(0))) then return end
  if type(value) ~= "table" then return end
  if OPERATIONS[value[1]] then shrink_expression(case, path) end
  for _, each in ipairs(sorted_keys(at(case.given, path) or {})) do
    local inner = copy(path)
    inner[#inner + 1] = each
    shrink_value(case, inner)
  end
end

-- A node goes, and who went to it goes where it led.
local function without_node(given, sequence_index, node_index)
  local made = copy(given)
  local sequence = made.content.sequences[sequence_index]
  local node = table.remove(sequence.nodes, node_index)
  local next_node = node.to[1].node
  if sequence.entry == node.name then sequence.entry = next_node end
  for _, other in ipairs(sequence.nodes) do
    if other.failed == node.name then other.failed = next_node end
    for _, transition in ipairs(other.to or {}) do
      if transition.node == node.name then transition.node = next_node end
    end
  end
  return made
end

local function shrink_graphs(case)
  for s = #(case.given.content.sequences or {}), 1, -1 do
    for n = #case.given.content.sequences[s].nodes, 1, -1 do
      local node = case.given.content.sequences[s].nodes[n]
      if node.to and node.to[1] then try(case, without_node(case.given, s, n)) end
    end
  end
end

-- A role goes from the list of a definition; who is last then has no condition (S52).
local function without_listed(given, entity_index, role_index)
  local made = copy(given)
  local list = made.content.entities[entity_index].roles
  table.remove(list, role_index)
  if #list > 0 then list[#list].when = nil end
  return made
end

-- What a role has becomes that of the definition which lists it alone.
local function with_role_inside(given, entity_index)
  local made = copy(given)
  local def = made.content.entities[entity_index]
  for _, role in ipairs(made.content.roles or {}) do
    if role.name == def.roles[1].role then
      for _, key in ipairs { "main", "fallbacks", "handlers", "cues", "reactions" } do def[key] = role[key] or def[key] end
    end
  end
  def.roles = nil
  return made
end

local function shrink_roles(case)
  for e = #(case.given.content.entities or {}), 1, -1 do
    for i = #(case.given.content.entities[e].roles or {}), 1, -1 do try(case, without_listed(case.given, e, i)) end
    if #(case.given.content.entities[e].roles or {}) == 1 then try(case, with_role_inside(case.given, e)) end
  end
end

local PARTS = { "content", "functions", "options", "env_answers", "script" }

local function size(value)
  if type(value) ~= "table" then return 1 end
  local sum = 1
  for _, each in pairs(value) do sum = sum + size(each) end
  return sum
end

local function mark_refused(given, accepted)
  local made = copy(given)
  for i, op in ipairs(made.script) do
    if op.op == "spawn" and not accepted[i] then op.refused = true end
  end
  return made
end

-- differs(world): what differs, or nil; must not raise. `accepted`: for each call of the script whether the oracle took it.
-- `trials`: at most so many. Returns the smallest world found.
return function(given, differs, accepted, trials)
  local case = { given = mark_refused(given, accepted), differs = differs, trials = trials or 20000 }
  local before
  repeat
    before = size(case.given)
    shrink_script(case)
    shrink_graphs(case)
    shrink_roles(case)
    for _, part in ipairs(PARTS) do shrink_value(case, { part }) end
  until size(case.given) >= before or case.trials == 0
  local small = copy(case.given)
  for _, op in ipairs(small.script) do op.refused = nil end
  return small
end
