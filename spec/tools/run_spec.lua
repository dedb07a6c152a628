-- `bustle run`: what happens in a pack's world, line by line.
local support = require "spec.tools.support"

local STREET = "spec/tools/pictures/street"

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
  return lines
end

describe("bustle run", function()
  it("tells what the npcs of a pack's places do, and sums it up", function()
    local status, out, err = support.run("run", "--seconds", "20", "--raise", "shout=12", "--env", "weather=rainy", STREET)
    assert.same({ 0, "" }, { status, err })
    assert.equal([[
     0.0 s  Ada              is interrupted by rain_starts: flee
     0.0 s  Ada              walk, the bench (3.5 s)
     3.6 s  Ada              rest (4.0 s)
     7.6 s  Ada              buy (2.0 s)
     9.6 s  Ada              rest (4.0 s)
    12.1 s  Ada              is interrupted by shout: idle
    12.1 s  Ada              idle (1.0 s)
    13.1 s  Ada              rest (4.0 s)
    17.1 s  Ada              buy (2.0 s)
    19.1 s  Ada              buy (2.0 s)

Actions started in 20 s: buy 3, rest 3, idle 1, walk 1
Failed sequences: 0. The decisions hash to 50e3adbb.
]], out)
  end)

  it("is the same on every run, and another one with another seed", function()
    local _, first = support.run("run", STREET)
    local _, second = support.run("run", "--seed=0", "--seconds=60", STREET)
    local _, other = support.run("run", "--seed", "7", STREET)
    assert.equal(first, second)
    assert.not_equal(first, other)
  end)

  it("spawns one of everything where a pack has no places", function()
    local _, out = support.run("run", "--seconds", "3", "spec/tools/findings/not_taken_back")
    assert.equal("     0.0 s  guest 2          sit, bench 1 (9.0 s)", lines_of(out)[1])
  end)

  it("tells only of the npc or the kind that is asked for", function()
    local _, all = support.run("run", "--seconds", "9", "spec/tools/findings/forgotten_options")
    local status, one = support.run("run", "--seconds", "9", "--npc", "wife", "spec/tools/findings/forgotten_options")
    assert.equal(0, status)
    assert.truthy(all:find("dice 3", 1, true))
    for _, line in ipairs(lines_of(one)) do
      assert.truthy(line:find("s  wife 2 ", 1, true) or line == "" or line:find("^Actions") or line:find("^Failed"), line)
    end
    assert.equal(0, (support.run("run", "--npc", "Ada", STREET)))
  end)

  it("asks what is meant by an npc, a value or an interruption that there is not", function()
    assert.same({ 1, "", "bustle run: there is no npc 'Adda' (did you mean \"Ada\"?)\n" },
      { support.run("run", "--npc", "Adda", STREET) })
    assert.same({ 2, "", 'bustle run: unknown env "wether" (did you mean "weather"?)\n' },
      { support.run("run", "--env", "wether=1", STREET) })
    assert.same({ 2, "", 'bustle run: unknown interruption "shuot" (did you mean "shout"?)\n' },
      { support.run("run", "--raise", "shuot=1", STREET) })
  end)

  it("tells what fails, what it falls back to, and when it halts", function()
    local _, out = support.run("run", "--seconds", "20", "spec/tools/findings/nobody_accepts")
    assert.equal("     0.0 s  guest 1          fails in meet: no candidate", lines_of(out)[1])
    assert.equal("     0.0 s  guest 1          falls back to idle", lines_of(out)[2])
    local _, halting = support.run("run", "--seconds", "40", "spec/tools/worlds/stuck")
    assert.truthy(halting:find("halts in greet: no candidate", 1, true))
    assert.truthy(halting:find("starts again", 1, true))
  end)

  it("explains an npc at the end, by its name, its kind or what it is called", function()
    local _, plain = support.run("run", "--seconds", "2", "spec/tools/findings/nobody_accepts")
    for _, name in ipairs { "guest", "guest 1" } do
      local status, out = support.run("run", "--seconds", "2", "--explain", name, "spec/tools/findings/nobody_accepts")
      assert.equal(0, status)
      assert.equal(plain .. "\n", out:sub(1, #plain + 1))
      assert.equal("guest 1 (guest) at 2.0 s", lines_of(out:sub(#plain + 2))[1])
      assert.truthy(out:find("nobody accepts it", 1, true))
    end
    assert.same({ 1, "", "bustle run: there is no npc 'Adda' (did you mean \"Ada\"?)\n" },
      { support.run("run", "--explain", "Adda", STREET) })
  end)

  it("writes a log of events and decisions, of those that are told of", function()
    local path = os.tmpname()
    local _, plain = support.run("run", "--seconds", "9", "--npc", "Ada", STREET)
    local status, out = support.run("run", "--seconds", "9", "--npc", "Ada", "--log", path, STREET)
    assert.same({ 0, plain }, { status, out })
    local kinds = {}
    for _, line in ipairs(lines_of(support.read(path))) do
      assert.truthy(line:find('"npc":"Ada"', 1, true), line)
      kinds[line:match('^{"kind":"([%a_]+)"')] = true
    end
    os.remove(path)
    assert.same({ true, true, true }, { kinds.begin, kinds.start, kinds.stop })
    local failed, _, message = support.run("run", "--log", "/nowhere/at/all", STREET)
    assert.equal(1, failed)
    assert.truthy(message:find("bustle run: /nowhere/at/all: ", 1, true))
  end)

  it("has the exit status 1 if a function of the pack fails", function()
    local status, out = support.run("run", "--seconds", "1", "spec/tools/worlds/failing")
    assert.equal(1, status)
    assert.truthy(out:find("error, pack \"failing\"", 1, true))
    assert.truthy(out:find("no such luck", 1, true))
  end)

  it("as a process has the exit status 0, 1 or 2", function()
    local status, out = support.process("run", "--seconds", "20", "--raise", "shout=12", "--env", "weather=rainy", STREET)
    local _, within = support.run("run", "--seconds", "20", "--raise", "shout=12", "--env", "weather=rainy", STREET)
    assert.same({ 0, within }, { status, out })
    assert.equal(1, (support.process("run", "spec/tools/findings/many")))
    assert.same({ 2, "bustle run: --seconds cannot be 'soon': it takes seconds from 0 to 1000000; bustle run --help says more\n" },
      { support.process("run", "--seconds", "soon", STREET) })
    for _, wrong in ipairs { "--seed=1.5", "--seconds=-1", "--env=weather", "--raise=shout", "--raise=shout=soon" } do
      assert.equal(2, (support.run("run", wrong, STREET)), wrong)
    end
  end)
end)
