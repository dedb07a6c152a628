--- Which options are for nodes of which kinds. The others are told of, and left out.
local belonging = {}

local REQUEST, SEARCH = { "request" }, { "request", "send", "take" }
local SEARCHING = "requests, and nodes that send or take messages"
local SUCH = { request = 'such as { request = "sit", from = "target", ... }',
  take = 'such as { take = "orders", into = "wish", ... }', send = 'such as { send = "orders", target = "same", ... }',
  meet = 'such as { meet = "toast", at = "area", count = 3, ... }' }

-- By key: the fields that say it, the kinds of nodes that it is for, and what these are called.
local OPTIONS = {
  { key = "from", fields = { "from_target", "from_area", "from_path" }, kinds = REQUEST, words = "requests" },
  { key = "targets", fields = { "targets" }, kinds = { "request", "send" },
    words = "requests and nodes that send messages" },
  { key = "within", fields = { "within" }, kinds = SEARCH, words = SEARCHING },
  { key = "when", fields = { "asked" }, kinds = SEARCH, words = SEARCHING,
    cure = 'conditions of a way stand in it: to = { "node", when = "..." }' },
  { key = "prefer", fields = { "preference", "preferred_state", "preferred" }, kinds = SEARCH,
    words = SEARCHING },
  { key = "body", fields = { "body" }, kinds = REQUEST, words = "requests" },
  { key = "optional", fields = { "optional" }, kinds = REQUEST, words = "requests" },
  { key = "into", fields = { "into" }, kinds = { "take" }, words = "nodes that take messages" },
  { key = "value", fields = { "value" }, kinds = { "send" }, words = "nodes that send messages" },
  { key = "await", fields = { "await" }, kinds = { "send" }, words = "nodes that send messages" },
  { key = "at", fields = { "at_target", "at_area", "at_path" }, kinds = { "meet" }, words = "meetings" },
  { key = "count", fields = { "count" }, kinds = { "meet" }, words = "meetings" },
  { key = "only_while", fields = { "holds_while" }, kinds = { "request", "sequence" },
    words = "requests and sequences", cure = "put the action into a sequence of its own" },
}

local function is_given(value)
  return value ~= nil and value ~= false and not (type(value) == "table" and #value == 0)
end

local function is_for(option, kind)
  for _, each in ipairs(option.kinds) do
    if each == kind then return true end
  end
  return false
end

--- Tells of options that are for other nodes, and empties them.
-- @tparam function report
-- @tparam table node
-- @tparam string described what it is, for people
-- @tparam string spot
function belonging.check(report, node, described, spot)
  for _, option in ipairs(OPTIONS) do
    local wrong = not is_for(option, node.kind)
    for _, field in ipairs(wrong and option.fields or {}) do
      if is_given(node[field]) then
        report { code = "bad-node", spot = ("%s, %s"):format(spot, option.key),
          text = ("it is for %s, and this node is %s"):format(option.words, described),
          cure = option.cure or SUCH[option.kinds[1]] }
        break
      end
    end
    for _, field in ipairs(wrong and option.fields or {}) do
      node[field] = type(node[field]) == "table" and {} or nil
    end
  end
end

return belonging
