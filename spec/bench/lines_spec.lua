--- How the benchmark counts the lines of content and of code.
local lines = require "bench.lua.inn.lines"

describe("lines", function()
  local function counted(...) return lines.count(table.concat({ ... }, "\n")) end

  it("count if something is on them", function()
    assert.equal(2, counted("local a = 1", "return a"))
    assert.equal(2, counted("local a = 1", "return a", ""))
    assert.equal(0, counted(""))
  end)

  it("do not count if they are blank or comments", function()
    assert.equal(1, counted("", "-- why", "  ", "  -- and how", "return 1"))
    assert.equal(1, counted("--[[ a", "b", "", "c ]]", "return 1"))
    assert.equal(1, counted("--[==[ a", "]]", "]==]", "return 1"))
  end)

  it("count if a comment follows or precedes on the same line", function()
    assert.equal(1, counted("return 1 -- one"))
    assert.equal(1, counted("--[[ one ]] return 1"))
    assert.equal(2, counted("local a --[[ begins", "and ends ]] = 1"))
  end)

  it("count in texts, whatever these look like", function()
    assert.equal(1, counted('return "-- no comment"'))
    assert.equal(2, counted("local a = '\\'--'", "return a"))
    assert.equal(3, counted("return [[", "-- no comment", "]]"))
    assert.equal(2, counted("return [[", "", "]]"))
  end)

  it("of files are those of their texts", function()
    assert.is_true(lines.of_file("bench/lua/inn/content.lua") > 20)
    assert.is_true(lines.of_file("bench/lua/inn/machines.lua") > lines.of_file("bench/lua/inn/content.lua"))
  end)
end)
