--- References to states of the form "target.seats", as claims, travel and preferences have them.
local references = {}

--- The state in a text "subject.name".
-- @treturn string|nil its full name; nil, told, if there is none
function references.state(build, thing, text, subject, scope, spot)
  local report = build:reporter(thing)
  local name = text:match("^%s*" .. subject .. "%.(%S+)%s*$")
  if not name then
    local bare = text:match("^%s*%a+%.(%S+)%s*$") or text
    local meant = scope.state(bare) and ('did you mean "%s.%s"?'):format(subject, bare)
    report { code = "bad-reference", spot = spot, text = ('"%s" is no state of %s'):format(text, subject),
      cure = meant or ('such as "%s.NAME"'):format(subject) }
    return nil
  end
  local found, problem = scope.state(name)
  if not found then
    report { code = problem.code, spot = spot, text = problem.text, cure = problem.cure }
    return nil
  end
  return found.name
end

return references
