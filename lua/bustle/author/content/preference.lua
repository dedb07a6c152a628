--- Whom an action, a cue, a part or a request prefers (S46): the nearest, or who has the least or the most of a state
-- or of the value of an expression.
local expression = require "bustle.author.expression"
local references = require "bustle.author.content.references"

local preference = {}

-- A name, or a name with what it is of: "waiting", "self.energy".
local REFERENCE = "^%s*([%w_.\128-\255]+)%s*$"

-- What stands alone and is another for each candidate.
local ALONE = { distance = true }

-- Whether that is how many messages are in an inbox of the one who may be preferred. What is no state of that name is.
local function is_inbox(reference, scope, subject)
  local name = reference:match("^" .. subject .. "%.(.+)$")
  return name and not scope.state(name) and scope.inbox(name)
end

-- The state of the one who may be preferred, or the operations of a value. Any other state or name would be the same
-- for all.
local function read_value(build, thing, made, text, scope, spot, subject)
  local reference = text:match(REFERENCE)
  if reference and not ALONE[reference] and not tonumber(reference) and not is_inbox(reference, scope, subject) then
    made.preferred_state = references.state(build, thing, reference, subject, scope, spot)
    return
  end
  local ops, mistakes = expression.value(text, scope)
  if not ops then build:report_mistakes(thing, spot, mistakes) end
  made.preferred = ops
end

--- Reads "nearest", "least target.x" or "most self.trust(target)" into what is made of it.
-- @tparam table build
-- @tparam table thing
-- @tparam table made gets `preference`, and `preferred_state` or `preferred`
-- @tparam string|nil text
-- @tparam table scope
-- @tparam string spot
-- @tparam[opt="target"] string subject who may be preferred; of a part of a scene it is `self`
function preference.read(build, thing, made, text, scope, spot, subject)
  if text == nil then return end
  subject = subject or "target"
  local word, rest = (text:match("^.*%S") or ""):match("^%s*(%a+)%s*(.*)$")
  if word == "nearest" and rest == "" then
    made.preference = "nearest"
  elseif (word == "least" or word == "most") and rest ~= "" then
    made.preference = word
    read_value(build, thing, made, rest, scope, spot, subject)
  else
    build:reporter(thing) { code = "bad-preference", spot = spot, text = ('there is no preference "%s"'):format(text),
      cure = ('write "nearest", "least %s.NAME" or "most %s.NAME"'):format(subject, subject) }
  end
end

--- How it is merged.
preference.SINGLE = { keys = { "prefer" }, fields = { "preference", "preferred_state", "preferred" } }

return preference
