-- The patterns of packs mean what Lua's own mean: random ones on random texts, compared with the string library. Where
-- the Luas differ, in empty matches right after others and beyond the end, the newest is followed.
local patterns = require "bustle.author.sandbox.patterns"

local COUNT = tonumber(os.getenv "BUSTLE_RANDOM_COUNT") or 5000

local function generator(seed)
  local state = seed
  return function(n)
    state = (state * 16807) % 2147483647
    return state % n + 1
  end
end

local SINGLES = { "a", "b", ".", "%a", "%d", "%s", "%W", "%.", "[ab]", "[^a]", "[%d_]", "[a-c]", "[]]", "[^]a]", "[a-]",
  "%%", "[%a-z]", "x", "[^%s]", "-", "]", "^", "$" }
local MANY = { "*", "+", "-", "?" }
local OTHERS = { "()", "%b()", "%f[%w]", "%f[^a]", "%1", "%2" }
local LETTERS = { "a", "b", "c", "1", "_", " ", "(", ")", "]", "x", "-", "%", "\0", "\200", "^", "$" }

local function pick(random, list)
  return list[random(#list)]
end

local function random_text(random)
  local parts = {}
  for i = 1, random(9) - 1 do parts[i] = pick(random, LETTERS) end
  return table.concat(parts)
end

local function random_pattern(random)
  local parts, open = { random(6) == 1 and "^" or "" }, 0
  for _ = 1, random(5) do
    local kind = random(10)
    if kind == 1 then
      parts[#parts + 1] = pick(random, OTHERS)
    elseif kind == 2 then
      parts[#parts + 1], open = "(", open + 1
    elseif kind == 3 and open > 0 then
      parts[#parts + 1], open = ")", open - 1
    else
      parts[#parts + 1] = pick(random, SINGLES) .. (random(3) == 1 and pick(random, MANY) or "")
    end
  end
  -- Some are left open.
  if random(10) > 1 then parts[#parts + 1] = (")"):rep(open) end
  if random(6) == 1 then parts[#parts + 1] = "$" end
  return table.concat(parts)
end

local function outcome(fn, ...)
  local results = { pcall(fn, ...) }
  if not results[1] then return { "error" } end
  return results
end

local function same(what, own, native, ...)
  local a, b = outcome(own, ...), outcome(native, ...)
  local equal = #a == #b
  for i = 1, #a do equal = equal and a[i] == b[i] end
  if equal then return a[1] ~= "error" end
  local shown = {}
  for i = 1, select("#", ...) do shown[i] = ("%q"):format(tostring((select(i, ...)))) end
  assert.same(b, a, ("%s(%s)"):format(what, table.concat(shown, ", ")))
end

describe("a pattern of a pack", function()
  it("is found where Lua finds it", function()
    local random, found, refused = generator(5), 0, 0
    for _ = 1, COUNT do
      local text, pattern = random_text(random), random_pattern(random)
      local init = random(#text + 5) - 4
      if not same("find", patterns.find, string.find, text, pattern, init) then refused = refused + 1 end
      same("match", patterns.match, string.match, text, pattern)
      if outcome(string.find, text, pattern)[2] then found = found + 1 end
    end
    assert.is_true(found > COUNT / 10 and refused > COUNT / 100 and refused < COUNT / 2)
  end)

  it("is replaced as Lua does it, where every match is of something", function()
    local random = generator(11)
    for _ = 1, COUNT do
      local text, pattern = random_text(random), pick(random, SINGLES) .. random_pattern(random):gsub("^%^", "")
      local good, _, last = pcall(string.find, "", pattern)
      if good and last ~= 0 and not pattern:find("%f", 1, true) then
        for _, replacement in ipairs { "<%0>", "%1%%", "", { a = "A", [""] = false }, string.upper, 7 } do
          same("gsub", patterns.gsub, string.gsub, text, pattern, replacement, random(3) < 3 and random(4) - 1 or nil)
        end
      end
    end
  end)

  it("goes through a text as the newest Lua does", function()
    local function all(text, pattern)
      local list = {}
      for a, b in patterns.gmatch(text, pattern) do list[#list + 1] = b and ("%s/%s"):format(a, b) or a end
      return list
    end
    assert.same({ "abc", "de", "" }, all("abc de ", "%a*"))
    assert.same({ 1, 2, 3 }, all("ab", "()"))
    assert.same({ "a/1", "b/2" }, all("a=1, b=2", "(%w)=(%w)"))
    assert.same({ "^" }, all("x^y", "^"))
    assert.equal("-x-", (patterns.gsub("x", "y*", "-")))
    assert.equal("-", (patterns.gsub("abc", "%w*", "-")))
    assert.same({ "-abc", 1 }, { patterns.gsub("abc", "^%s*", "-") })
  end)

  it("is found nowhere beyond the end", function()
    assert.is_nil(patterns.find("a", "%a*", 3))
    assert.same({ 2, 1 }, { patterns.find("a", "%a*", 2) })
  end)

  it("is refused in the words of Lua, at the line that has it", function()
    for pattern, message in pairs {
      ["%"] = "malformed pattern (ends with '%')", ["[a"] = "malformed pattern (missing ']')",
      ["%b("] = "malformed pattern (missing arguments to '%b')", ["%f"] = "missing '[' after '%f' in pattern",
      [")"] = "invalid pattern capture", ["(a"] = "unfinished capture", ["%1"] = "invalid capture index %1",
    } do
      local _, problem = pcall(function() return (patterns.match("a", pattern)) end)
      assert.equal(message, problem:match("^spec/sandbox/patterns_spec.lua:%d+: (.*)$"))
    end
  end)

  it("may be used on numbers, and on nothing else", function()
    assert.equal("2", patterns.match(123, "2"))
    assert.equal("1x3", (patterns.gsub(123, 2, "x")))
    assert.has_error(function() patterns.match({}, "a") end, "bad argument #1 to 'match' (string expected, got table)")
    assert.has_error(function() patterns.gsub("a", "a") end,
      "bad argument #3 to 'gsub' (string/function/table expected, got nil)")
  end)
end)
