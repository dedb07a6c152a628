-- The first difference between two answers (random.lua tells their form), as text: in the events, in what was refused, in
-- the pictures. nil: they agree.

local function line(e)
  if not e then return "nothing" end
  return string.format("%s at %.0f, NPC %.0f, target %.0f, %s, argument %.0f", e.kind, e.time, e.npc, e.target, e.name, e.argument)
end

local function in_events(expected, actual)
  for i = 1, math.max(#expected, #actual) do
    if line(expected[i]) ~= line(actual[i]) then
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

local function keys_of(a, b)
  local keys, seen = {}, {}
  for _, t in ipairs { a, b } do
    for key in pairs(t) do
      if not seen[key] then
        seen[key] = true
        keys[#keys + 1] = key
      end
    end
  end
  table.sort(keys, function(x, y)
    if type(x) ~= type(y) then return type(x) == "number" end
    return x < y
  end)
  return keys
end

-- The place of the first difference, and the two values there.
local function in_values(a, b, place)
  if type(a) ~= "table" or type(b) ~= "table" then
    if a == b then return nil end
    return place, a, b
  end
  for key, value in pairs(a) do
    if value ~= b[key] and (type(value) ~= "table" or type(b[key]) ~= "table") then
      for _, first in ipairs(keys_of(a, b)) do
        local where, x, y = in_values(a[first], b[first], place .. "." .. tostring(first))
        if where then return where, x, y end
      end
    elseif type(value) == "table" then
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
  return in_events(expected.events, actual.events) or in_refusals(given, expected.accepted, actual.accepted)
    or in_pictures(given, expected.pictures, actual.pictures)
end
