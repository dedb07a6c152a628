-- ./bustle bench counts as a process, with programs that stand in for valgrind and for what it counts.
local shell = require "bustle.tool.shell"
local support = require "spec.tools.support"

-- Has done what the file `done` says, two saves.
local PROGRAM = [[
#!/bin/sh
if [ $# -gt 0 ]; then cat done; else printf 'gcc 12\nsave\tsaved NPC\n'; fi
]]

local LUA_PROGRAM = [[
#!/bin/sh
echo 'Lua 5.4.4'
]]

-- Runs the program, and counts what the file `counted` says.
local VALGRIND = [[
#!/bin/sh
while [ "${1#--}" != "$1" ]; do
  case $1 in --callgrind-out-file=*) printf 'fn=(1) put\n1 7\ntotals: %s\n' "$(cat counted)" >"${1#*=}" ;; esac
  shift
done
exec "$@"
]]

describe("bench counts", function()
  local folder

  local function run(arguments)
    local root = select(2, support.shell("pwd")):gsub("\n", "")
    local paths = ("%s/?.lua;%s/lua/?.lua;;"):format(root, root)
    local status, said = support.shell(("cd %s && PATH=\"$PWD:$PATH\" LUA_PATH=%s %s %s build %s"):format(
      shell.quote(folder), shell.quote(paths), support.LUA, shell.quote(root .. "/bench/counts/run.lua"),
      arguments or ""))
    return status, (said:gsub("^counting save\n", ""))
  end

  local function put(name, text)
    support.write(folder .. "/" .. name, text)
  end

  before_each(function()
    folder = support.new_folder()
    assert.equal(0, (support.shell(("mkdir -p %s/bench %s/build/bench/counts"):format(folder, folder))))
    put("build/bench/counts/bench_counts", PROGRAM)
    put("build/bench/counts/bench_counts_lua", LUA_PROGRAM)
    put("valgrind", VALGRIND)
    assert.equal(0, (support.shell(("chmod +x %s/valgrind %s/build/bench/counts/*"):format(folder, folder))))
    put("counted", "200")
    put("done", "2\n")
  end)

  after_each(function() support.remove_folder(folder) end)

  it("keeps figures, and compares with them from then on", function()
    assert.same({ 0, [[
save                  100.0  per saved NPC

Kept in bench/instructions.txt: commit it, and say why it changed
]] }, { run("--keep") })
    assert.truthy(support.read(folder .. "/bench/instructions.txt"):find("\nbuilt with gcc 12, Lua 5.4.4\n", 1, true))
    assert.equal(0, (run()))
    put("counted", "210")
    assert.equal(0, (run()))
    put("counted", "211")
    local status, said = run()
    assert.equal(1, status)
    assert.truthy(said:find("FAILED: save takes 105.5 instructions per saved NPC", 1, true))
    status, said = run("--json")
    assert.equal(1, status)
    assert.truthy(said:find('"passed":false', 1, true))
    assert.equal(0, (run("--keep")))
    assert.equal(0, (run()))
  end)

  it("wants kept figures, and such as can be read", function()
    assert.same({ 1, "bench counts: bench/instructions.txt is not there; --keep writes it\n" }, { run() })
    put("bench/instructions.txt", "built with gcc 12, Lua 5.4.4\nsave is cheap\n")
    assert.same({ 1, "bench counts: bench/instructions.txt:2: 'save is cheap' is not a figure such as " ..
      "'save 3210.5 per saved NPC'\n" }, { run() })
  end)

  it("shows the functions of a path", function()
    assert.same({ 0, [[
Instructions and calls per saved NPC on save:

       own    calls a call, in all
       3.5     0.00                 put
]] }, { run("--functions save") })
    assert.same({ 1, "bench counts: no path 'safe'; there are save\n" }, { run("--functions safe") })
  end)

  it("counts nothing but the calls of one function where a path is about that", function()
    put("build/bench/counts/bench_counts", (PROGRAM:gsub("saved NPC", "%0\\tput")))
    assert.same({ 1, "bench counts: put was not called\n" }, { run("--keep") })
    put("valgrind", (VALGRIND:gsub("1 7", "%0\\nfn=(2) main\\n1 5\\ncfn=(1)\\ncalls=4 0\\n1 60")))
    assert.equal("save                   15.0  per saved NPC", (select(2, run("--keep")):match("^[^\n]+")))
  end)

  it("says what could not be counted", function()
    put("done", "")
    assert.same({ 1, "bench counts: save could not be counted\n" }, { run() })
    put("done", "2\n")
    put("counted", "0")
    assert.same({ 1, "bench counts: callgrind counted nothing; was valgrind/callgrind.h there when the programs " ..
      "were built?\n" }, { run() })
    os.remove(folder .. "/build/bench/counts/bench_counts")
    local status, said = run()
    assert.equal(1, status)
    assert.truthy(said:find("bench counts: build/bench/counts/bench_counts does not run\n", 1, true))
  end)
end)
