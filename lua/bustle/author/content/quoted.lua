--- The core names an operation by its number, which no author knows. Here its problems name the operation by its text.
local reader = require "bustle.author.expression.reader"

local quoted = {}

local LISTS = { interruption = "interruptions", action = "actions", sequence = "sequences", role = "roles",
  scene = "scenes", entity = "entities" }

-- Kinds that have conditions and effects in what is listed in them.
local INNER = { role = true, entity = true, scene = true }

local function find(list, name)
  for _, each in ipairs(list or {}) do
    if each.name == name then return each end
  end
end

-- What the core calls `while` in its problems: the field of its tables, and what packs call it.
local FIELDS, WORDS = { ["while"] = "holds_while" }, { ["while"] = "only_while" }

-- The operations of a cue, of an offer, of a role that an entity lists or of a part: `cue "pub.glance", `,
-- `offer "sit", `, `role "pub.patron", `, `part "server", `.
local function inner_operations(thing, spot, part)
  local offer = spot:match('^offer "(.*)", $')
  if offer then return (find(thing.offers, offer) or {})[FIELDS[part] or part], WORDS[part] or part end
  local cue, role = spot:match('^cue "(.*)", $'), spot:match('^role "(.*)", $')
  if cue then return (find(thing.cues, cue) or {})[part], part end
  local of_scene = spot:match('^part "(.*)", $')
  if of_scene then return (find(thing.parts, of_scene) or {})[part], part end
  for _, each in ipairs(role and thing.roles or {}) do
    if each.role == role then return each[part], part end
  end
  return thing[part], part
end

-- `spot` is what stands before the operation: `node "sit", transition 2, `, `node "roof", ` of a node that waits or
-- looks for somebody, or nothing.
-- Returns the operations, and what packs call the part.
local function operations_of(compiled, kind, name, spot, part)
  local thing = find(compiled.tables[LISTS[kind]], name)
  if thing and INNER[kind] then return inner_operations(thing, spot, part) end
  if not thing or kind ~= "sequence" then return thing and thing[part], part end
  local node_name, transition = spot:match('^node "(.*)", transition (%d+), $')
  local node = find(thing.nodes, node_name or spot:match('^node "(.*)", $'))
  if not transition then
    return node and node[FIELDS[part] or part], node and node.kind == "wait" and "wait" or WORDS[part] or part
  end
  return node and node.transitions[tonumber(transition)][part], part
end

-- `when "target.seats > 0"` for `operation 3 of when`.
local function named(compiled, kind, name, spot, number, part)
  local ops, word = operations_of(compiled, kind, name, spot, part)
  local text = ops and reader.text_at(ops, tonumber(number),
    reader.style(compiled, compiled:thing(kind, name).pack.name))
  return text and ('%s%s "%s"'):format(spot, word, text)
end

--- Names the operations in a problem of the core.
-- @tparam table compiled of `content.compile`
-- @tparam table problem is changed
function quoted.name(compiled, problem)
  problem.text = problem.text:gsub('which (%a+) "([^"]*)" %(([^()]-)operation (%d+) of (%a+)%)',
    function(kind, name, spot, number, part)
      local made = named(compiled, kind, name, spot, number, part)
      return made and ('which %s "%s" (%s)'):format(kind, name, made)
    end)
  local spot, number, part = (problem.spot or ""):match("^(.-)operation (%d+) of (%a+)$")
  local column = problem.column
  local made = spot and named(compiled, column and "sequence" or problem.kind,
    column and column.qualified or problem.thing, spot, number, part)
  if made then
    problem.text = made .. problem.text:sub(#problem.spot + 1)
    problem.spot = made
  end
end

return quoted
