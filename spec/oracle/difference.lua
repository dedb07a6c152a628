-- The first difference between two answers (random.lua describes their form), as text: in the events, in what was
-- refused, in the pictures; or what the core found wrong with itself. nil: they agree.

local function line(e)
  if not e then return "nothing" end
  return string.format("%s at %.0f, NPC %.0f, target %.0f, %s, argument %.0f", e.kind, e.time, e.npc, e.target, e.name, e.argument)
end

local function same(a, b)
  return a and b and a.kind == b.kind and a.time == b.time and a.npc == b.npc and a.target == b.target and a.name == b.name
    and a.argument == b.argument
end

local function in_events(expected, actual)
  for i = 1, math.max(#expected, #actual) do
    if not same(expected[i], actual[i]) then
      return string.format("event %d\n  oracle: %s\n  core:   %s", i, line(expected[i]), line(actual[i]))
    end
  end
end

local function in_refusals(given, expected, actual)
  for i, op in ipairs(given.script) do
    if expected[i] ~= actual[i] then
      return string.format("call %d (%s): %s by the oracle, %s by the core", i, op.op, expected[i] and "accepted" or "refused",
        actual[i] and "accepted" or "refused")
    end
  end
end

-- The place of a difference, and the two values there.
local function in_values(a, b, place)
  if type(a) ~= "table" or type(b) ~= "table" then
    if a == b then return nil end
    return place, a, b
  end
  for key, value in pairs(a) do
    if value ~= b[key] then
      local where, x, y = in_values(value, b[key], place .. "." .. tostring(key))
      if where then return where, x, y end
    end
  end
  for key, value in pairs(b) do
    if a[key] == nil then return place .. "." .. tostring(key), nil, value end
  end
end

local function in_pictures(given, expected, actual)
  for i = 1, #given.script do
    if expected[i] and actual[i] then
      local where, a, b = in_values(expected[i], actual[i], "world")
      if where then
        return string.format("after call %d (%s), %s: %s by the oracle, %s by the core", i, given.script[i].op, where,
          tostring(a), tostring(b))
      end
    end
  end
end

return function(given, expected, actual)
  -- What paths found is compared as pictures are.
  return actual.inconsistent or in_events(expected.events, actual.events) or in_refusals(given, expected.accepted, actual.accepted)
    or in_pictures(given, expected.found, actual.found) or in_pictures(given, expected.pictures, actual.pictures)
end
