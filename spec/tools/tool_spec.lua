-- The command line: choosing a command, its options, its help.
local options = require "bustle.tool.options"
local support = require "spec.tools.support"
local shell = require "bustle.tool.shell"
local tool = require "bustle.tool"

describe("bustle", function()
  it("lists its commands", function()
    local lines = { "usage: bustle COMMAND [ARGUMENTS]", "" }
    for _, name in ipairs(tool.COMMANDS) do
      lines[#lines + 1] = ("  %-10s%s"):format(name, require("bustle.tool." .. name:gsub("%-", "_")).summary)
    end
    lines[#lines + 1] = ""
    lines[#lines + 1] = "bustle COMMAND --help says more about each, bustle --version which version this is.\n"
    local expected = table.concat(lines, "\n")
    assert.truthy(expected:find("\n  check     find mistakes in packs\n", 1, true))
    for _, word in ipairs { "help", "--help", "-h" } do
      assert.same({ 0, expected, "" }, { support.run(word) })
    end
    assert.same({ 2, expected, "" }, { support.run() })
  end)

  it("tells its version", function()
    assert.same({ 0, ("bustle %s\n"):format(require("bustle.core").version), "" }, { support.run("--version") })
  end)

  it("asks what is meant by a command that is none", function()
    assert.same({ 2, "", "bustle: no command 'chekc' (did you mean \"check\"?)\n" }, { support.run("chekc") })
    assert.same({ 2, "", ("bustle: no command 'dance' (there are %s)\n"):format(table.concat(tool.COMMANDS, ", ")) },
      { support.run("dance") })
  end)

  it("explains each command", function()
    for _, name in ipairs(tool.COMMANDS) do
      local status, out, err = support.run(name, "--help")
      assert.same({ 0, "" }, { status, err })
      assert.equal(1, out:find(("usage: bustle %s [OPTIONS] "):format(name), 1, true))
      assert.truthy(out:find("Exit status: 0 ", 1, true))
      assert.truthy(out:find("\n  --help ", 1, true))
      for line in out:gmatch("[^\n]+") do assert.is_true(#line <= 110, line) end
    end
  end)

  it("has the same help as a process", function()
    local _, within = support.run("run", "--help")
    assert.same({ 0, within }, { support.process("run", "--help") })
    assert.equal(2, (support.process()))
    assert.equal(2, (support.process("dance")))
  end)
end)

describe("options", function()
  local command = { name = "x", arguments = "A", least = 1, most = 2, missing = "A", options = {
    { "loud", "makes noise" }, { "count", "how many", value = "N", read = tonumber, takes = "a number" },
    { "o", "where", value = "FILE" }, { "say", "what", value = "TEXT", often = true } } }

  local function read(...)
    local given, message = options.read(command, { ... })
    return given or message
  end

  it("stand before, between and behind names", function()
    assert.same({ "a", "b", loud = true, count = 3, o = "f", say = {} },
      read("--loud", "a", "--count", "3", "b", "-o", "f"))
  end)
  it("have their values after a blank or =, also an empty one", function()
    assert.same({ "a", count = 3, say = { "", "b=c" } }, read("--count=3", "--say=", "--say", "b=c", "a"))
  end)
  it("end at --", function()
    assert.same({ "--loud", "-", say = {} }, read("--", "--loud", "-"))
  end)
  it("are refused with the reason", function()
    assert.equal("no option '--luod' (did you mean \"--loud\"?)", read("--luod", "a"))
    assert.equal("no option '--something' (there are --loud, --count, -o, --say, --help)", read("--something", "a"))
    assert.equal("--count wants a value: --count N", read("a", "--count"))
    assert.equal("--count cannot be 'x': it takes a number", read("a", "--count", "x"))
    assert.equal("--loud takes no value", read("a", "--loud=yes"))
    assert.equal("A is missing", read("--loud"))
    assert.equal("'c' is too much", read("a", "b", "c"))
  end)
  it("are not missed where help is wanted", function()
    assert.is_true(read("--help").help)
  end)
end)

describe("what nobody foresaw", function()
  it("is told with where it happened, and is an error", function()
    local check = require "bustle.tool.check"
    local run = check.run
    check.run = function() error("oh dear") end
    local status, out, err = support.run("check", "x")
    check.run = run
    assert.same({ 1, "" }, { status, out })
    assert.truthy(err:find("^bustle: this is a mistake in bustle itself: [^\n]*oh dear\nstack traceback:"))
  end)

  it("is not what Ctrl-C does", function()
    local check = require "bustle.tool.check"
    local run = check.run
    check.run = function() error("interrupted!", 0) end
    local results = { support.run("check", "x") }
    check.run = run
    assert.same({ 130, "", "" }, results)
  end)
end)

describe("words for the shell", function()
  it("come back as they were", function()
    for _, text in ipairs { "plain", "two words", "it's", "$HOME `x` \\ \"", "-n", "*" } do
      local _, out = support.shell("printf %s " .. shell.quote(text))
      assert.equal(text, out)
    end
    assert.equal("'./-x'", shell.path("-x"))
  end)
end)
