-- JSON texts that are damaged at random load, or are refused with a place for each problem; nothing raises or hangs.
-- BUSTLE_JSON_FUZZ says how many are tried, BUSTLE_JSON_FUZZ_SEED which, BUSTLE_JSON_FUZZ_SECONDS for how long.
local bustle = require "bustle"
local content = require "bustle.content"
local park = require "spec.json.support.park"

local COUNT = tonumber(os.getenv "BUSTLE_JSON_FUZZ") or 600
local SEED = tonumber(os.getenv "BUSTLE_JSON_FUZZ_SEED") or 17
local SECONDS = tonumber(os.getenv "BUSTLE_JSON_FUZZ_SECONDS")

local FILES = { "schema", "conditions", "actions", "sequences", "bench_by_the_gate", "ines" }

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

local function generator(seed)
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

-- Values that are others' or junk: the text mostly stays JSON.
local function exchange(text, random)
  local values = values_of(text)
  if #values == 0 then return text end
  local value, other = values[random(#values)], values[random(#values)]
  local by = random(2) == 1 and JUNK[random(#JUNK)] or text:sub(other[1], other[2])
  return replaced(text, value[1], value[2], by)
end

local function damaged(text, random)
  for _ = 1, random(3) do
    if random(2) == 1 then
      text = exchange(text, random)
    elseif #text > 0 then
      text = DAMAGES[random(#DAMAGES)](text, random)
    end
  end
  return text
end

-- The example with one damaged file.
local function options_with(texts, name, text)
  local options = { name = "park", entities = {} }
  for _, file in ipairs(FILES) do
    local source = { text = file == name and text or texts[file], name = file .. ".json" }
    if file == "ines" or file == "bench_by_the_gate" then
      table.insert(options.entities, source)
    else
      options[file] = source
    end
  end
  return options
end

local function check_places(problems, describe_case)
  assert.is_true(#problems > 0, describe_case)
  for _, problem in ipairs(problems) do
    assert.is_truthy(problem.origin and problem.origin:find("^[%w_]+%.json:%d+$"),
      ("%s\n%s"):format(describe_case, content.format(problem)))
    assert.is_true(#problem.text > 0)
  end
end

-- What loads can be saved, and comes back.
local function check_saving(pack)
  local written = {}
  _G.love = { filesystem = { write = function(path, text) written[path] = text return true end,
    read = function(path) return written[path] end, getDirectoryItems = error,
    getInfo = function() return { type = "file" } end } }
  local files, message = bustle.json.save(pack, "x")
  local again = files and bustle.json.load(files)
  _G.love = nil
  assert.is_truthy(files, message)
  assert.is_truthy(content.compile { again })
end

describe("a damaged JSON text", function()
  it("is refused with places, or loads and can be saved; nothing raises", function()
    local texts = {}
    for _, file in ipairs(FILES) do texts[file] = park.text(file) end
    local random, refused, count, ends = generator(SEED), 0, 0, SECONDS and os.time() + SECONDS
    while count < COUNT or (ends and os.time() < ends) do
      count = count + 1
      local name = FILES[random(#FILES)]
      local text = damaged(texts[name], random)
      local case = ("number %d, %s:\n%s"):format(count, name, text)
      local pack = bustle.json.load(options_with(texts, name, text))
      local compiled, problems = content.compile { pack }
      if compiled then
        check_saving(pack)
      else
        refused = refused + 1
        check_places(problems, case)
      end
    end
    if SECONDS then print(("%d texts, %d refused"):format(count, refused)) end
    assert.is_true(refused > count / 2 and refused < count)
  end)
end)
