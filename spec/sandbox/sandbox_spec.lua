local origins = require "bustle.author.origin"
local sandbox = require "bustle.author.sandbox"

-- Time does not matter here.
local LIMITS = { instructions = 20000, megabytes = 1, seconds = 1000, load_instructions = 200000, load_megabytes = 8,
  load_seconds = 1000 }

local function limits(changes)
  local all = {}
  for name, value in pairs(LIMITS) do all[name] = value end
  for name, value in pairs(changes or {}) do all[name] = value end
  return all
end

local function new_box(words, changes)
  return sandbox.new { words = words, limits = limits(changes) }
end

local function run(box, text, ...)
  return box:run(assert(box:load(text, "@pack/file.lua")), ...)
end

-- What a text returns; for functions, guarded ones.
local function made(box, text)
  local done, result = run(box, text)
  assert(done, result)
  return result
end

local function refusal(box, text)
  local done, message = run(box, text)
  assert.is_false(done)
  return message
end

local function raised(fn, ...)
  local done, message = pcall(fn, ...)
  assert.is_false(done)
  return message
end

describe("loading into a box", function()
  it("tells a mistake with its place", function()
    local fn, message = new_box():load("x = = 1", "@pack/file.lua")
    assert.is_nil(fn)
    assert.is_truthy(message:find("^pack/file.lua:1: unexpected symbol near '?='?"))
  end)

  it("refuses what is compiled already", function()
    local compiled = string.dump(function() return 1 end)
    for _, text in ipairs { compiled, "\27Lua", "\27LJ", "\239\187\191" .. compiled, "# comment\n" .. compiled } do
      local fn, message = new_box():load(text, "@pack/file.lua")
      assert.is_nil(fn)
      assert.is_truthy(message:find("^pack/file.lua:"), message)
    end
    local _, message = new_box():load(compiled, "@pack/file.lua")
    assert.equal("pack/file.lua: it is compiled, and packs are text", message)
  end)

  it("ends what takes a compiler too long", function()
    -- Each `or` is chained to all before it.
    local _, message = new_box(nil, { load_instructions = 1e9, load_megabytes = 500, load_seconds = 0.05 })
      :load("local x return x" .. (" or x"):rep(200000), "@pack/file.lua")
    assert.equal("pack/file.lua: compiling it takes more than 0.05 s", message)
  end)

  it("counts the text itself", function()
    local _, message = new_box():load((" "):rep(300000), "@pack/file.lua")
    assert.equal("pack/file.lua: compiling it takes more than 200000 instructions", message)
  end)

  it("is no way to nest deeper than a stack", function()
    for _, text in ipairs { ("("):rep(100000), ("{"):rep(100000), "x = " .. ("- "):rep(60000) .. "1",
      ("do "):rep(50000) } do
      assert.is_nil((new_box():load(text, "@pack/file.lua")))
    end
  end)

  it("has limits for all files together", function()
    local box = new_box()
    local chunk = assert(box:load("for _ = 1, 40000 do end", "@pack/file.lua"))
    assert.is_true(box:run(chunk))
    assert.is_true(box:run(chunk))
    for _ = 1, 3 do box:run(chunk) end
    local _, message = box:run(chunk)
    assert.equal("pack/file.lua:1: it takes more than 200000 instructions", message)
  end)
end)

describe("what runs in a box", function()
  it("has its own globals, which other boxes do not see", function()
    local one, other = new_box(), new_box()
    assert.is_true(run(one, "shared = 1 string.format = nil table.sort = 5"))
    assert.is_true(made(one, "return shared == 1 and string.format == nil"))
    assert.is_true(made(other, "return shared == nil and string.format ~= nil and table.sort ~= 5"))
    assert.is_nil(rawget(_G, "shared"))
  end)

  it("has a part of the library that does what it does elsewhere", function()
    local box = new_box()
    for text, result in pairs {
      ["('%5.1f|%s|%q|%d%%'):format(2.5, {}, 'a', 3)"] = "  2.5|table|\"a\"|3%",
      ["('ab'):rep(3, '-')"] = "ab-ab-ab", ["('x'):rep(0)"] = "", ["('x'):rep(-1)"] = "",
      ["table.concat({ 1, 2, 3 }, ', ', 2, 3)"] = "2, 3", ["select('#', unpack({ 1, nil, 3 }, 1, 3))"] = 3,
      ["('héllo'):byte(2)"] = 195, ["('abc'):find('b', 1, true)"] = 2, ["('a.c'):find('.', 2)"] = 2,
      ["('abc'):upper():reverse():sub(1, 2)"] = "CB", ["tostring(nil) .. tostring(true) .. tostring(1)"] = "niltrue1",
      ["math.max(3, 7) + math.floor(2.5)"] = 9, ["tonumber('ff', 16)"] = 255, ["#'abc'"] = 3,
      ["(function() local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) return t[1] end)()"] = 3,
      ["(function() local t = { 1, 3 } table.insert(t, 2, 2) table.insert(t, 4) return t[1] + #t end)()"] = 5,
      ["(function() local t = { 1, 2, 3 } return table.remove(t, 1) .. table.remove(t) .. #t end)()"] = "131",
    } do
      assert.equal(result, made(box, "return " .. text), text)
    end
  end)

  it("sorts so that equals keep their order", function()
    assert.equal("b1 b2 a3 a4 c5", made(new_box(), [==[
      local t = { { "b", 1 }, { "b", 2 }, { "a", 3 }, { "a", 4 }, { "c", 5 } }
      local rank = { b = 1, a = 2, c = 3 }
      table.sort(t, function(x, y) return rank[x[1]] < rank[y[1]] end)
      for i, each in ipairs(t) do t[i] = each[1] .. each[2] end
      return table.concat(t, " ")]==]))
  end)

  it("tells arguments that are wrong, at the line that has them", function()
    local box = new_box()
    for text, message in pairs {
      ["string.rep()"] = "bad argument #1 to 'rep' (string expected, got nil)",
      ["('x'):rep({})"] = "bad argument #2 to 'rep' (number expected, got table)",
      ["table.insert({}, 5, 1)"] = "bad argument #2 to 'insert' (position out of bounds)",
      ["table.insert({})"] = "wrong number of arguments to 'insert'",
      ["table.sort({ 1 }, 5)"] = "bad argument #2 to 'sort' (function expected, got number)",
      ["table.concat(5)"] = "bad argument #1 to 'concat' (a table of the pack expected, got number)",
      ["('%s'):format()"] = "bad argument #2 to 'format' (no value)",
      ["('%y'):format(1)"] = "invalid conversion '%y' to 'format'",
    } do
      assert.equal("pack/file.lua:1: " .. message, refusal(box, "local _ = " .. text))
    end
  end)

  it("ends at a limit, which is told with the line", function()
    assert.equal("pack/file.lua:2: it takes more than 200000 instructions", refusal(new_box(), "\nwhile true do end"))
    assert.equal("pack/file.lua: it takes more than 8 MB of memory",
      refusal(new_box(nil, { load_instructions = 1e9 }), "local s = 'x' while true do s = s .. s end"))
    assert.equal("pack/file.lua:2: it takes more than 0.01 s",
      refusal(new_box(nil, { load_instructions = 1e12, load_seconds = 0.01 }), "\nwhile true do end"))
  end)

  it("can have an error of any kind", function()
    assert.equal("pack/file.lua:1: oh", refusal(new_box(), "error('oh')"))
    assert.equal("pack/file.lua: oh", refusal(new_box(), "error('oh', 0)"))
    assert.equal("pack/file.lua: (the error is a table)", refusal(new_box(), "error {}"))
    assert.equal("pack/file.lua: (the error is a nil)", refusal(new_box(), "error()"))
  end)

  it("hands out copies, with functions guarded", function()
    local result = made(new_box(), "t = { 1, { x = 'y' }, function() return t[1] end } return t")
    assert.same({ x = "y" }, result[2])
    result[1] = 5
    assert.equal(1, result[3]())
  end)

  it("gives its time back in a coroutine too", function()
    local box = new_box()
    local loop = made(box, "return function() while true do end end")
    local message = coroutine.wrap(function() return select(2, pcall(loop)) end)()
    assert.equal("pack/file.lua:1: it takes more than 20000 instructions", message)
  end)
end)

describe("a guarded function", function()
  it("is the same each time, and is known by its origin", function()
    local box = new_box()
    local list = made(box, "\nlocal function f() end return { f, f }")
    assert.equal(list[1], list[2])
    assert.equal("pack/file.lua:2", origins.of_function(list[1]))
  end)

  it("takes arguments, returns one value and keeps what it holds", function()
    local add = made(new_box(), "local n = 0 return function(a, b) n = n + a + b return n, 'more' end")
    assert.same({ 3 }, { add(1, 2) })
    assert.same({ 10 }, { add(3, 4) })
  end)

  it("raises a text, and can be called again", function()
    local fn = made(new_box(), "return function(bad) if bad then error('oh\\n\\27') end return 1 end")
    assert.equal("pack/file.lua:1: oh  ", raised(fn, true))
    assert.equal(1, fn())
  end)

  it("has limits of its own for each call", function()
    local fn = made(new_box(), "return function(n) for _ = 1, n do end return 1 end")
    for _ = 1, 100 do assert.equal(1, fn(5000)) end
    assert.equal("pack/file.lua:1: it takes more than 20000 instructions", raised(fn, 50000))
    local grow = made(new_box(), "return function(n) return #('x'):rep(n) end")
    assert.equal(1000, grow(1000))
    assert.equal("pack/file.lua:1: it takes more than 1 MB of memory", raised(grow, 2000000))
  end)

  it("leaves the host as it was, whatever happens", function()
    local fn = made(new_box(), "return function(bad) while bad do end return ('x').dump end")
    local hooked = 0
    local function hook() hooked = hooked + 1 end
    local index = getmetatable("").__index
    debug.sethook(hook, "", 1000000)
    local results = { pcall(fn, true) }
    local now, mask, count = debug.gethook()
    debug.sethook()
    assert.is_false(results[1])
    assert.same({ hook, "", 1000000 }, { now, mask, count })
    assert.is_nil(fn(false))
    assert.equal(index, getmetatable("").__index)
    assert.equal(10000000, #("x"):rep(10000000))
  end)

  it("makes no garbage", function()
    local fn = made(new_box(), "return function(a, b) return a.x > b.x end")
    local a, b = { x = 1 }, { x = 2 }
    for _ = 1, 100 do fn(a, b) end
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    for _ = 1, 1000 do fn(a, b) end
    local grown = collectgarbage "count" - before
    collectgarbage "restart"
    assert.is_true(grown < 8) -- a call that made any would make sixteen
  end)

  it("is refused once its pack holds too much", function()
    local fn = made(new_box(), "local kept = {} return function() kept[#kept + 1] = ('x'):rep(300000 + #kept) end")
    local called = 0
    while pcall(fn) and called < 100 do called = called + 1 end
    assert.is_true(called > 20 and called < 60)
    assert.equal("pack/file.lua:1: the pack holds more than 8 MB of memory", raised(fn))
  end)

  it("may throw away as much as it likes", function()
    local fn = made(new_box(), "local n = 0 return function() n = n + 1 return #('x'):rep(200000 + n) end")
    for _ = 1, 300 do assert.is_true(fn() > 200000) end
  end)
end)

describe("a word", function()
  it("is given copies, and is called outside of the limits", function()
    local got, worked
    local box = new_box { give = function(value)
      for _ = 1, 100000 do worked = ("x"):rep(3) end
      got = value
    end }
    assert.is_true(run(box, "local t = { a = { 1 }, f = function() return 7 end } give(t) t.a[1] = 2"))
    assert.equal("xxx", worked)
    assert.same({ 1 }, got.a)
    assert.equal(7, got.f())
  end)

  it("can return a word, and knows the line of the pack", function()
    local told, box = {}, nil
    box = new_box { state = function(name)
      return function(value) told[#told + 1] = { name, value, box:where() } end
    end }
    assert.is_true(run(box, "state 'a' {}\n\nstate 'b' (5)\nreturn state 'c' (6)"))
    assert.same({ "a", {}, "pack/file.lua:1" }, told[1])
    assert.same({ "b", 5, "pack/file.lua:3" }, told[2])
    assert.same({ "c", 6 }, { told[3][1], told[3][2] })
  end)

  it("may raise, which is told with the line of the pack", function()
    local box = new_box { refuse = function() error("this is wrong", 0) end }
    assert.equal("pack/file.lua:2: this is wrong", refusal(box, "\nrefuse()"))
  end)

  it("is of no use after loading", function()
    local fn = made(new_box { state = function() end }, "return function() state 'x' end")
    assert.equal("pack/file.lua:1: content can only be declared while the pack is loaded", raised(fn))
  end)

  it("refuses what is not plain", function()
    local box = new_box { give = function() end }
    for text, message in pairs {
      ["local t = {} t.t = t give(t)"] = "tables are nested more than 32 deep, or within themselves",
      ["give { [{}] = 1 }"] = "a key is a table", ["give { [next] = 1 }"] = "a key is a function",
      ["give(('x'):rep(100001))"] = "a text is longer than 100000 bytes",
    } do
      assert.equal("pack/file.lua:1: " .. message, refusal(box, text))
    end
  end)

  it("that runs something in the box gives it no more than was left", function()
    local inner, results = nil, {}
    local box = new_box { again = function()
      results[#results + 1] = { pcall(inner) }
    end }
    inner = made(box, "return function() for _ = 1, 15000 do end end")
    refusal(box, "while true do again() end")
    -- Each of them is within its own limit, but the run that waits has less and less.
    assert.is_true(results[1][1])
    assert.is_false(results[#results][1])
    assert.is_true(#results < 20)
  end)
end)
