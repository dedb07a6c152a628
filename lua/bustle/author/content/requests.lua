--- What a request asks for, and whom (S62): an offer, or one of several, of the target, the areas around, those that a
-- path finds, whoever has a tag, or anybody. What it says of whom it looks for, a node that sends or takes a message
-- says too.
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

local LOOKS = { request = true, send = true, take = true }

local function check(report, node, spot)
  if #node.targets > 0 and (node.from_target or node.from_area or node.from_path) then
    report { code = "bad-request", spot = spot, text = "it says whom it asks twice, by from and by targets",
      cure = 'leave out one of them; when = "..." is asked of whom either finds' }
  end
end

--- Checks what is asked, and leaves only what the core takes.
-- @tparam function report
-- @tparam table node
-- @tparam string spot
function requests.finish(report, node, spot)
  if node.kind == "request" then
    check(report, node, spot)
    node.path = node.from_path
  end
  if LOOKS[node.kind] then node.when = actions.first(node.within, node.asked) end
  if #node.targets == 0 then node.targets = nil end
  if #node.holds_while == 0 then node.holds_while = nil end
  node.within, node.asked, node.from_path = nil, nil, nil
end

return requests
