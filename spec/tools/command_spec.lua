-- `./bustle` of a checkout: which commands there are, their help, what is not understood, and the first minute, in
-- which tools are installed and the library is built. The tools are stand-ins, so nothing is built or installed.
local native = require "bustle.love.native"
local shell = require "bustle.tool.shell"
local support = require "spec.tools.support"

local AUTHORS = { "demo", "playground", "new", "editor", "check", "run", "test", "inspect", "graph", "plan", "replay",
  "compile", "love-init" }
local SHELL = { demo = true, playground = true } -- those that are not written in Lua
local OWN = { "build", "env", "test", "bench", "oracle", "mutate", "coverage", "docs", "release", "release-check" }

-- ---- A checkout to try it in ----

local CMAKE = [[#!/bin/sh
case $1 in
--version) echo "cmake version 3.25.1" ;;
--build) printf '[  4%%] Building C object a.o\n[ 50%%] Building C object b.o\nnot told\n[100%%] Linking C library x\n' ;;
esac
]]

-- Brings cmake.
local APT_GET = [[#!/bin/sh
echo "apt-get $*" >>"$0.calls"
[ "$1" != install ] || { cp "${0%/*}/cmake.package" "${0%/*}/cmake" && chmod +x "${0%/*}/cmake"; }
]]

local EMPTY = "#!/bin/sh\n"

-- What the command itself calls of a system.
local SYSTEM = "sh env sed awk cat tee tail grep tr mkdir mktemp rm cp chmod dirname uname"

local function program(folder, name, text)
  local path = ("%s/bin/%s"):format(folder, name)
  support.write(path, text)
  os.execute("chmod +x " .. shell.quote(path))
end

local checkout

-- A command in the checkout.
local function bustle(arguments)
  return support.shell(("PATH=%s/bin:$PATH %s/bustle %s"):format(checkout, checkout, arguments))
end

-- The same where only the stand-ins are.
local function alone(arguments)
  return support.shell(("PATH=%s/bin %s/bustle %s"):format(checkout, checkout, arguments))
end

-- The same on a terminal, where somebody answers.
local function on_terminal(answer, arguments)
  local status, shown = support.shell(("python3 spec/tools/terminal.py %s env PATH=%s/bin %s/bustle %s"):format(
    shell.quote(answer), checkout, checkout, arguments))
  return status, (shown:gsub("\r\n", "\n"))
end

local function take_away(name)
  os.remove(("%s/bin/%s"):format(checkout, name))
end

local function apt_calls()
  local file = io.open(checkout .. "/bin/apt-get.calls", "rb")
  if not file then return "" end
  local text = file:read("*a")
  file:close()
  return text
end

before_each(function()
  checkout = support.new_folder()
  os.execute(([[
    mkdir -p %s/bin %s/build/release/%s/bustle
    cp -p bustle %s
    for each in command core lua .ci examples behaviours; do ln -s "$PWD/$each" %s; done
    for each in %s; do ln -s "$(command -v $each)" %s/bin/$each; done]]):format(checkout, checkout, support.LUA,
    checkout, checkout, SYSTEM, checkout))
  os.execute(("ln -s %s %s/build/release/%s/bustle_core.so"):format(shell.quote(native.installed()), checkout, support.LUA))
  for _, name in ipairs { "cc", "make", "lua5.4", "luajit", "pkg-config", "dpkg" } do program(checkout, name, EMPTY) end
  os.remove(("%s/bin/%s"):format(checkout, support.LUA))
  os.execute(("ln -s $(command -v %s) %s/bin"):format(support.LUA, checkout))
  program(checkout, "cmake", CMAKE)
  program(checkout, "cmake.package", CMAKE)
  program(checkout, "apt-get", APT_GET)
  program(checkout, "id", "#!/bin/sh\necho 0\n")
end)

after_each(function() support.remove_folder(checkout) end)

-- ---- Commands ----

describe("./bustle", function()
  it("lists the commands for authors first, then those for bustle itself", function()
    local status, help = bustle "help"
    local authors, own = help:match("\nFor authors of behaviour:\n(.-)\n\nFor working on bustle itself:\n(.-)\n\n")
    for _, section in ipairs { { authors, AUTHORS }, { own, OWN } } do
      local names = {}
      for name in ("\n" .. section[1]):gmatch("\n  (%S+)") do names[#names + 1] = name end
      assert.same(section[2], names)
    end
    assert.same({ 0, help }, { status, select(2, bustle "--help") })
    assert.same({ 2, help }, { bustle "" })
  end)

  it("prints its version, which is the library's", function()
    assert.same({ 0, ("bustle %s\n"):format(require("bustle.core").version) }, { bustle "--version" })
  end)

  it("explains each of its own commands, installing nothing", function()
    take_away "cmake"
    for _, name in ipairs(OWN) do
      local status, help = alone(name .. " --help")
      assert.same({ 0, 1 }, { status, (help:find(("usage: ./bustle %s"):format(name), 1, true)) }, name)
    end
    for name in pairs(SHELL) do
      assert.equal(1, (select(2, alone(name .. " --help")):find("usage: ./bustle " .. name, 1, true)))
    end
    for _, name in ipairs { "core", "parts", "lua", "variety", "counts", "packs", "explain" } do
      assert.truthy((select(2, bustle "bench --help")):find("\n  " .. name, 1, true), name)
    end
    assert.equal("", apt_calls())
  end)

  it("lets each command for authors explain itself; where it is not built yet, with a line", function()
    for _, name in ipairs(AUTHORS) do
      local wanted = name == "test" and "test behaviours/park" or name
      if not SHELL[name] and (name ~= "love-init" or support.LUA == "luajit") then
        local lua = name == "love-init" and "" or "--lua " .. support.LUA
        local status, help = bustle(("%s %s --help 2>/dev/null"):format(name, lua))
        assert.same({ 0, 1 }, { status, (help:find(("usage: bustle %s"):format(name), 1, true)) }, name .. help)
      end
      take_away "cmake"
      if not SHELL[name] then
        local status, help = alone(wanted .. " --help")
        assert.same({ 0, 1 }, { status, (help:find(("  %s "):format(name), 1, true)) }, name .. help)
      end
      program(checkout, "cmake", CMAKE)
    end
    assert.equal("", apt_calls())
  end)

  it("asks what is meant by what it does not know, and lists what there is where it is not built yet", function()
    local cases = { { "chekc x", "command", "chekc", "check" }, { "build debgu", "preset", "debgu", "debug" },
      { "test foramt", "stage or pack", "foramt", "format" }, { "bench cores", "benchmark", "cores", "core" },
      { "run --lua luajti x", "Lua", "luajti", "luajit" }, { "env lua5.5", "Lua", "lua5.5", "lua5.4" } }
    for _, case in ipairs(cases) do
      assert.same({ 2, ("bustle: no %s '%s' (did you mean \"%s\"?)\n"):format(case[2], case[3], case[4]) },
        { bustle(case[1]) })
    end
    os.execute(("rm -r %s/build/release/%s"):format(checkout, support.LUA))
    for _, case in ipairs(cases) do
      local status, said = alone(case[1])
      local known = said:match(("^bustle: no %s '%s' %%(there are (.*)%%)\n$"):format(case[2], case[3]))
      assert.equal(2, status)
      assert.truthy((", " .. known .. ","):find(", " .. case[4] .. ",", 1, true), said)
    end
    assert.equal("", apt_calls())
  end)

  it("has the exit status 2 for arguments that a command does not take", function()
    for _, wrong in ipairs { "build debug release", "env lua5.4 debug x", "env lua5.4 relase", "test --quick x",
      "bench --fast", "bench lua --fast", "bench counts --functions", "bench packs x", "oracle 1", "oracle 1 x",
      "mutate --smaple", "coverage x", "docs x", "release-check x", "check --lua", "demo --love club" } do
      local status, said = bustle(wrong)
      assert.same({ 2, 1 }, { status, (said:find("bustle: ", 1, true)) }, wrong .. ": " .. said)
    end
  end)
end)

-- ---- The first minute ----

describe("a build", function()
  it("is a line where nobody watches, and a percentage on a terminal", function()
    local status, said = alone "build"
    assert.same({ 0, "bustle: preparing the build in build/release\nbustle: building all\n" },
      { status, (said:gsub("built: .*", "")) })
    status, said = on_terminal("", "build")
    assert.equal(0, status)
    for _, percent in ipairs { "  4", " 50", "100" } do
      assert.truthy(said:find(("\rbustle: building all: %s %%"):format(percent), 1, true), said)
    end
  end)

  it("has nothing to print when there is nothing to do", function()
    support.shell(("touch %s/build/release/CMakeCache.txt"):format(checkout))
    program(checkout, "cmake", "#!/bin/sh\n[ \"$1\" != --version ] || echo cmake version 3.25.1\n")
    assert.same({ 0, ("built: %s/build/release\n"):format(checkout) }, { alone "build" })
  end)

  it("counts the steps of Ninja as well", function()
    program(checkout, "cmake", CMAKE:gsub("%[  4%%%%%]", "[1/8]"))
    assert.truthy(select(2, on_terminal("", "build")):find("\rbustle: building all:  12 %", 1, true))
  end)

  it("that fails shows its log, with the exit status 1", function()
    program(checkout, "cmake", CMAKE .. "[ $1 != --build ] || { echo 'a.c:1: error: no' >&2; exit 2; }\n")
    local status, said = alone "build"
    assert.equal(1, status)
    assert.truthy(said:find("a.c:1: error: no\nbustle: the build failed; the log is ", 1, true), said)
  end)
end)

describe("a missing tool", function()
  local INSTALLED = "apt-get update\napt-get install -y --no-install-recommends cmake\n"
  local STEPS = "bustle: updating the list of packages\nbustle: installing cmake\n"

  before_each(function() take_away "cmake" end)

  it("is installed without a question where nobody is there, and each step is said", function()
    local status, said = alone "build"
    assert.same({ 0, 1 }, { status, (said:find("bustle: missing: cmake\n" .. STEPS, 1, true)) }, said)
    assert.equal(INSTALLED, apt_calls())
  end)

  it("is installed for whoever answers yes, or nothing", function()
    for _, answer in ipairs { "y", "", "Yes" } do
      local status, said = on_terminal(answer, "build")
      assert.equal(0, status, said)
      assert.truthy(said:find("bustle: install cmake with apt-get? [Y/n] ", 1, true), said)
      assert.truthy(said:find(STEPS, 1, true), said)
      assert.equal(INSTALLED, apt_calls())
      take_away "cmake"
      take_away "apt-get.calls"
    end
  end)

  it("is not installed for whoever answers no, who learns how to", function()
    local status, said = on_terminal("n", "build")
    assert.equal(1, status)
    assert.truthy(said:find("bustle: nothing is installed; to do it: sudo apt-get install cmake\n", 1, true), said)
    assert.equal("", apt_calls())
  end)

  it("is installed without a question with --yes, before or behind the command", function()
    for _, arguments in ipairs { "--yes build", "build --yes" } do
      local status, said = on_terminal("n", arguments)
      assert.equal(0, status, said)
      assert.falsy(said:find("[Y/n]", 1, true))
      assert.equal(INSTALLED, apt_calls())
      take_away "cmake"
      take_away "apt-get.calls"
    end
  end)

  it("is named where there is no apt-get", function()
    take_away "apt-get"
    program(checkout, "dnf", EMPTY)
    assert.same({ 1, "bustle: missing: cmake\ninstall with: sudo dnf install cmake\n" }, { alone "build" })
  end)
end)
