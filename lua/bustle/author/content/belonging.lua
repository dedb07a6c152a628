--- Which options are for nodes of which kinds. The others are told of, and left out.
local belonging = {}

local WORDS = { request = "requests", send = "nodes that send", take = "nodes that take messages", meet = "meetings",
  sequence = "sequences" }

local REQUEST, SEARCH = { "request" }, { "request", "send", "take" }
local SUCH = { request = 'such as { request = "sit", from = "target", ... }',
  take = 'such as { take = "orders", into = "wish", ... }', send = 'such as { send = "orders", target = "same", ... }',
  meet = 'such as { meet = "toast", at = "area", count = 3, ... }' }

-- By key: the fields that say it, and the kinds that it is for.
local OPTIONS = {
  { key = "from", fields = { "from_target", "from_area", "from_path" }, kinds = REQUEST },
  { key = "targets", fields = { "targets" }, kinds = { "request", "send" } },
  { key = "within", fields = { "within" }, kinds = SEARCH },
  { key = "when", fields = { "asked" }, kinds = SEARCH,
    cure = 'conditions of a way stand in it: to = { "node", when = "..." }' },
  { key = "prefer", fields = { "preference", "preferred_state", "preferred" }, kinds = SEARCH },
  { key = "body", fields = { "body" }, kinds = REQUEST },
  { key = "optional", fields = { "optional" }, kinds = REQUEST },
  { key = "into", fields = { "into" }, kinds = { "take" } },
  { key = "value", fields = { "value" }, kinds = { "send" } },
  { key = "await", fields = { "await" }, kinds = { "send" } },
  { key = "at", fields = { "at_target", "at_area", "at_path" }, kinds = { "meet" } },
  { key = "count", fields = { "count" }, kinds = { "meet" } },
  { key = "only_while", fields = { "holds_while" }, kinds = { "request", "sequence" },
    cure = "put the action into a sequence of its own" },
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

-- "requests, nodes that send and nodes that take messages"
local function words_of(kinds)
  local words = {}
  for i, kind in ipairs(kinds) do words[i] = WORDS[kind] end
  local last = table.remove(words)
  return #words > 0 and ("%s and %s"):format(table.concat(words, ", "), last) or last
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
          text = ("it is for %s, and this node is %s"):format(words_of(option.kinds), described),
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
