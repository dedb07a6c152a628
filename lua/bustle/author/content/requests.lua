--- What a request asks for, and whom (S62): an offer, or one of several, of the target, the areas around, those that a
-- path finds, whoever has a tag, or anybody.
--
-- All functions take a reader `s` as those of `bustle.author.content.nodes` do.
local actions = require "bustle.author.content.actions"
local fields = require "bustle.author.content.fields"
local paths = require "bustle.author.content.paths"
local preference = require "bustle.author.content.preference"

local requests = {}

-- Words for whom it asks that are no paths.
local WHOM = { target = "from_target", area = "from_area" }

local function read_from(s, made, from, spot)
  if not from then return end
  local field = WHOM[from]
  if field then
    made[field] = true
  else
    made.from_path = paths.read(s.build, s.thing, from, spot .. ", from", s.scope)
    -- What is wrong has been told.
    made.told = made.told or not made.from_path or nil
  end
end

-- The names it asks for; none: any.
local function names_of(request)
  local list = {}
  if request == true then return list end
  for i, name in ipairs(fields.list(request)) do list[i] = name end
  return list
end

--- Reads what is given into a node. An extension may say it of a request that is written elsewhere.
-- @tparam table s
-- @tparam table made
-- @tparam table given of `fields.read`
-- @tparam string spot
function requests.read(s, made, given, spot)
  if made.kind == "request" then made.offers = names_of(given.request) end
  read_from(s, made, given.from, spot)
  made.targets = {}
  for i, tag in ipairs(fields.list(given.targets)) do made.targets[i] = tag end
  made.within = actions.within(s.build, s.thing, spot .. ", within", given.within, s.scope)
  made.asked = s.build:compile(s.thing, spot .. ", when", given.when, "condition", s.scope)
  made.holds_while = s.build:compile(s.thing, spot .. ", only_while", given.only_while, "condition", s.scope)
  preference.read(s.build, s.thing, made, given.prefer, s.scope, spot .. ", prefer")
  made.optional = given.optional
  local body = type(given.body) == "string" and s.build:resolve(s.thing, "sequence", given.body, spot .. ", body")
  made.body = body and body.qualified or nil
end

--- The parts of a schema of `bustle.author.content.merge`.
requests.SINGLE = { { keys = { "from" }, fields = { "from_target", "from_area", "from_path" } },
  { keys = { "within" }, fields = { "within" } }, preference.SINGLE, { keys = { "body" }, fields = { "body" } },
  { keys = { "optional" }, fields = { "optional" } } }
requests.LISTS = { { key = "targets", field = "targets" }, { key = "when", field = "asked" },
  { key = "only_while", field = "holds_while" } }

-- ---- When all layers are together ----

-- What only requests have, by the field that says so.
local ONLY = { { "from", "from_target" }, { "from", "from_area" }, { "from", "from_path" }, { "targets", "targets" },
  { "within", "within" }, { "when", "asked" }, { "prefer", "preference" }, { "body", "body" },
  { "optional", "optional" } }

local function is_given(value)
  return value ~= nil and value ~= false and not (type(value) == "table" and #value == 0)
end

local function refuse(report, node, described, spot)
  for _, each in ipairs(ONLY) do
    if is_given(node[each[2]]) then
      return report { code = "bad-node", spot = ("%s, %s"):format(spot, each[1]),
        text = ("it is for requests, and this node is %s"):format(described),
        cure = each[1] == "when" and 'conditions of a way stand in it: to = { "node", when = "..." }'
          or 'such as { request = "sit", from = "target", ... }' }
    end
  end
end

local function check(report, node, spot)
  if is_given(node.targets) and (node.from_target or node.from_area or node.from_path) then
    report { code = "bad-request", spot = spot, text = "it says whom it asks twice, by from and by targets",
      cure = 'leave out one of them; when = "..." is asked of whom either finds' }
  end
end

--- Checks what is asked, and leaves only what the core takes.
-- @tparam function report
-- @tparam table node
-- @tparam string described what it is, for people
-- @tparam string spot
function requests.finish(report, node, described, spot)
  if node.kind == "request" then
    check(report, node, spot)
    node.when, node.path = actions.first(node.within, node.asked), node.from_path
  else
    refuse(report, node, described, spot)
    node.from_target, node.from_area, node.targets, node.optional = nil, nil, nil, nil
    node.preference, node.preferred_state, node.preferred, node.body = nil, nil, nil, nil
  end
  if #node.holds_while == 0 then
    node.holds_while = nil
  elseif node.kind ~= "request" and node.kind ~= "sequence" then
    report { code = "bad-node", spot = spot .. ", only_while",
      text = ("it is for requests and sequences, and this node is %s"):format(described),
      cure = "put the action into a sequence of its own" }
    node.holds_while = nil
  end
  node.within, node.asked, node.from_path = nil, nil, nil
end

return requests
