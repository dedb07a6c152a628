-- Damages JSON texts at random, from a generator of its own, so that the same seed gives the same texts everywhere.
local damage = {}

-- What takes the place of a value.
local JUNK = {
  "null", "true", "false", "[]", "{}", '""', "0", "-1", "-0", "1.5", "1e5", "1e308", "1e999", "-1e999", "2147483647",
  "2147483648", "-2147483649", "99999999999999999999999", "1.", ".5", "+1", "01", "0x10", "NaN", "nan", "Infinity",
  "-Infinity", "tru", "nul", "'x'", '"x', "x", '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"\\uZZZZ"', '"\\x"', '"\\',
  '"\255"', '"\192\128"', '"\237\160\128"', '"\244\144\128\128"', '"é"', '"\226\130"', '"\1"', '"\n"', '"a.b"', "\0", "[[",
  "]]", "{{", "}", ",", ":", '{"":{}}', '{"a":1,"a":2}', "[1,2,[3,[4]]]", "/* x */ 1", "// x\n1", ("["):rep(100),
  ("["):rep(63) .. ("]"):rep(63), ("["):rep(300) .. ("]"):rep(300), ('{"a":'):rep(80) .. "1" .. ("}"):rep(80),
  '"' .. ("x"):rep(5000) .. '"', '"SELF"', '"ENTITY"', '"ENVIRONMENT"', '"DISTANCE_TO_ENTITY"', '"SET"', '"EQUALS"',
  '"END"', '"ACTION"', '"SEQUENCE"', '"FRAMEWORK"', '"BEHAVIORAL"', '"SEATS"', '"RAIN"', "1", "2", "5", "10", "12", "100",
}

--- A source of random numbers from 1 to n.
function damage.generator(seed)
  local state = seed % 2147483646 + 1
  return function(n)
    state = state * 16807 % 2147483647
    return state % n + 1
  end
end

-- Where values of a text begin and end: texts, numbers and words.
local function values_of(text)
  local list, at = {}, 1
  while true do
    local first, last = text:find('^"[^"]*"', at)
    if not first then first, last = text:find("^[%w%.%-]+", at) end
    if first then
      list[#list + 1] = { first, last }
      at = last + 1
    else
      at = at + 1
    end
    if at > #text then return list end
  end
end

local function replaced(text, first, last, by)
  return text:sub(1, first - 1) .. by .. text:sub(last + 1)
end

-- Each takes a text and a source of random numbers and returns another text.
local DAMAGES = {
  function(text, random) return text:sub(1, random(#text + 1) - 1) end,
  function(text, random) return replaced(text, random(#text), random(#text), "") end,
  function(text, random)
    local at = random(#text)
    return replaced(text, at, at, string.char(random(256) - 1))
  end,
  function(text, random)
    local at = random(#text + 1)
    return replaced(text, at, at - 1, JUNK[random(#JUNK)])
  end,
  function(text, random)
    local from, length, to = random(#text), random(200), random(#text)
    return replaced(text, to, to - 1, text:sub(from, from + length))
  end,
}

--- A text in which a value is another one of it or junk: it mostly stays JSON.
function damage.exchange(text, random)
  local values = values_of(text)
  if #values == 0 then return text end
  local value = values[random(#values)]
  if random(3) == 1 then return replaced(text, value[1], value[2], JUNK[random(#JUNK)]) end
  local kind, other = text:sub(value[1], value[1]) == '"', nil
  for _ = 1, 8 do
    other = values[random(#values)]
    if (text:sub(other[1], other[1]) == '"') == kind then break end
  end
  return replaced(text, value[1], value[2], text:sub(other[1], other[2]))
end

--- A text without one of its lines, or with it twice: often JSON with a key or item less or more.
function damage.change_line(text, random)
  local lines = {}
  for first, last in text:gmatch("()[^\n]*\n()") do lines[#lines + 1] = { first, last - 1 } end
  if #lines == 0 then return text end
  local line = lines[random(#lines)]
  local written = text:sub(line[1], line[2])
  return replaced(text, line[1], line[2], random(3) == 1 and written .. written or "")
end

--- A text with one to three damages.
function damage.damaged(text, random)
  for _ = 1, random(3) do
    local what = random(5)
    if what <= 2 then
      text = damage.exchange(text, random)
    elseif what <= 4 then
      text = damage.change_line(text, random)
    elseif #text > 0 then
      text = DAMAGES[random(#DAMAGES)](text, random)
    end
  end
  return text
end

return damage
