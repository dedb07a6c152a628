-- `bustle run`: what happens in a pack's world, line by line.
local support = require "spec.tools.support"

local unpack = rawget(_G, "unpack") or rawget(table, "unpack")

local STREET = "spec/tools/pictures/street"
local WORLDS = "spec/tools/worlds/"
local DAY, SHOP = WORLDS .. "day", WORLDS .. "shop"

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
  return lines
end

-- What an npc does, one word after the other.
local function done_by(name, out)
  local words = {}
  for word in out:gmatch(name .. " +([%w_.]+) %(") do words[#words + 1] = word end
  return table.concat(words, " ")
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

  it("tells who waits, and at the end for what (S51)", function()
    local _, out = support.run("run", "--seconds", "12", "--env", "weather=rainy", "--explain", "walker", WORLDS .. "rain")
    assert.equal([[
     0.0 s  walker 1         waits: shiver

Actions started in 12 s: shiver 1]], (out:gsub("\nFailed.*", "")))
    assert.truthy(out:find("It waits at roof for env.weather ~= 'rainy' (it is rainy), seen in shiver, 18.0 s left.", 1, true), out)
  end)

  it("tells who joins and leaves scenes, and at the end what they wait for (S54)", function()
    local status, out = support.run("run", "--seconds", "8", "--explain", "Mary", WORLDS .. "inn")
    assert.equal(0, status)
    assert.equal([[
     0.0 s  Mary             sip (5.0 s)
     0.0 s  Linda            wipe (5.0 s)
     0.1 s  Mary             order.patron: cue thirsty
     0.1 s  Mary             joins order as patron, with Linda
     0.1 s  Linda            joins order as server, with Mary
     0.1 s  Mary             ask, Linda (1.0 s)
     0.2 s  Linda            fetch (5.0 s)
     5.3 s  Mary             leaves order: finished
     5.3 s  Mary             sip (5.0 s)
     5.4 s  Linda            leaves order: finished
     5.4 s  Linda            wipe (5.0 s)

Actions started in 8 s: sip 2, wipe 2, ask 1, fetch 1]], (out:gsub("\nFailed.*", "")))
    local _, early = support.run("run", "--seconds", "3", "--explain", "Mary", WORLDS .. "inn")
    assert.truthy(early:find("It has done phase 1 of order and waits for Linda", 1, true), early)
  end)

  it("tells who takes and gives back what is offered, and who is where (S61, S67)", function()
    local status, out = support.run("run", "--seconds", "3", WORLDS .. "parlour")
    assert.equal(0, status)
    assert.equal([[
     0.0 s  Ada              enters the parlour
     0.0 s  Bob              enters the parlour
     0.0 s  the parlour      keep (60.0 s)
     0.0 s  Ada              takes a place: sit, chair 1
     0.0 s  Ada              sit_down, chair 1 (2.0 s)
     0.0 s  Bob              wander (3.0 s)
     2.0 s  Ada              gives its place back: sit, chair 1
     2.0 s  Ada              wander (3.0 s)
     3.0 s  Bob              takes a place: sit, chair 1
     3.0 s  Bob              sit_down, chair 1 (2.0 s)

Actions started in 3 s: sit_down 2, wander 2, keep 1]], (out:gsub("\nFailed.*", "")))
    local _, early = support.run("run", "--seconds", "1", "--explain", "Bob", WORLDS .. "parlour")
    assert.truthy(early:find("found none 1.0 s ago: sit: chair 1 full", 1, true), early)
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

  it("tells once of each function that fails, in two lines with file and line, and counts it; the exit status is 1", function()
    local status, out = support.run("run", "--seconds", "3", WORLDS .. "failing")
    assert.equal(1, status)
    assert.equal([[
     0.0 s  error in pack "failing", action "failing.gamble", condition at spec/tools/worlds/failing/content.lua:1
            spec/tools/worlds/failing/content.lua:1: no such luck
     0.0 s  gambler 1        fails in gamble: condition
     1.0 s  gambler 1        fails in gamble: condition
     3.0 s  gambler 1        fails in gamble: condition

Actions started in 3 s: none
Failed sequences: 3. The decisions hash to 463e32f0.

Functions that failed, and in how many updates:
       3  pack "failing", action "failing.gamble", condition at spec/tools/worlds/failing/content.lua:1
]], out)
  end)

  it("as a process has the exit status 0, 1 or 2", function()
    local status, out = support.process("run", "--seconds", "20", "--raise", "shout=12", "--env", "weather=rainy", STREET)
    local _, within = support.run("run", "--seconds", "20", "--raise", "shout=12", "--env", "weather=rainy", STREET)
    assert.same({ 0, within }, { status, out })
    assert.equal(1, (support.process("run", "spec/tools/findings/many")))
    assert.same({ 2, "bustle run: --seconds cannot be 'soon': it takes seconds from 0 to 1000000; bustle run --help says more\n" },
      { support.process("run", "--seconds", "soon", STREET) })
    for _, wrong in ipairs { "--seed=1.5", "--seconds=-1", "--env=weather", "--raise=shout", "--raise=shout=soon",
      "--day=0", "--day=long", "--start=24:00", "--start=6", "--start=06:60", "--mods=nowhere",
      "--env=weather=rainy..snowy" } do
      assert.equal(2, (support.run("run", wrong, STREET)), wrong)
    end
  end)
end)

describe("bustle run with several packs", function()
  it("lets all of them live in one world", function()
    local status, out, err = support.run("run", "--seconds", "3", "--env", "hour=9", SHOP, DAY)
    assert.same({ 0, "" }, { status, err })
    assert.same({ "work", "tan", "buy buy" }, { done_by("Ann", out), done_by("Bob", out), done_by("Cid", out) })
  end)

  it("has the exit status 1 where they put somebody of the same name there", function()
    local status, out, err = support.run("run", "behaviours/market", "behaviours/park")
    assert.same({ 1, "" }, { status, out })
    assert.truthy(err:find('behaviours/park/entities.lua:%d+: place "visitor": another NPC that is placed is called "Ada"'), err)
  end)

  it("takes mods, and says which are left out", function()
    local status, out, err = support.run("run", "--seconds", "9", "--mods", WORLDS .. "mods", SHOP)
    assert.equal(0, status)
    assert.equal("buy buy late.haggle buy buy", done_by("Cid", out))
    assert.truthy(err:find("^bustle run: a mod is left out: spec/tools/worlds/mods/broken/pack.lua:1: pack \"broken\", [^\n]+\n$"), err)
  end)
end)

describe("bustle run without a game", function()
  it("lets what the manifests say stand in for what a game exposes", function()
    local status, out = support.run("run", "--seconds", "1", SHOP)
    assert.same({ 0, "buy" }, { status, done_by("Cid", out) })
  end)

  it("has a clock that answers for hour and minute", function()
    local status, out = support.run("run", "--seconds", "41", "--start", "05:30", "--day", "720", "--npc", "Ann", DAY)
    assert.equal(0, status)
    assert.same({ "     0.0 s  05:30  Ann              sleep (10.0 s)", "    10.0 s  05:50  Ann              sleep (10.0 s)",
      "    20.0 s  06:10  Ann              wake (10.0 s)", "    30.0 s  06:30  Ann              work (10.0 s)",
      "    40.0 s  06:50  Ann              work (10.0 s)" }, { unpack(lines_of(out), 1, 5) })
    local _, over_midnight = support.run("run", "--seconds", "10", "--start", "23:59", "--day", "720", "--npc", "Ann", DAY)
    assert.truthy(over_midnight:find("    10.0 s  00:19  Ann              sleep", 1, true))
    local _, real = support.run("run", "--seconds", "30", "--start", "06:29", "--day", "86400", "--npc", "Ann", DAY)
    assert.equal("wake wake wake wake", done_by("Ann", real))
  end)

  it("tells when plans turn to something else, by the world's clock (S74)", function()
    local _, out = support.run("run", "--seconds", "1", "--npc", "Brian", WORLDS .. "hours")
    assert.same({ "     0.0 s  06:00  Brian            its plan turns to work", "     0.0 s  06:00  Brian            dig (10.0 s)" },
      { unpack(lines_of(out), 1, 2) })
    _, out = support.run("run", "--start", "11:59", "--day", "1440", "--seconds", "40", "--npc", "Brian", "--explain", "Brian",
      WORLDS .. "hours")
    assert.truthy(out:find("     1.0 s  12:00  Brian            its plan turns to noon\n", 1, true), out)
    assert.truthy(out:find("\nIts plan is farmer. It is 12:39 of day 0:\n  12:30 to 06:00  sleep: over\n  06:00 to 12:00  work: over\n"
      .. "  12:00 to 12:30  noon: over\n  12:30 to 06:00  sleep: holds\n", 1, true), out)
  end)

  it("refuses a clock that nobody asks, or that contradicts a value", function()
    assert.same({ 2, "", "bustle run: no pack has a plan, or an environment value hour or minute for the clock to answer\n" },
      { support.run("run", "--day", "60", SHOP) })
    assert.same({ 2, "", "bustle run: the clock answers for day.hour: leave out --env, or --day and --start\n" },
      { support.run("run", "--day", "60", "--env", "hour=3..4", DAY) })
  end)

  it("lets numbers, named values and flags change, each for an equal part of the time", function()
    local function bob(...)
      return done_by("Bob", (select(2, support.run("run", "--seconds", "55", "--npc", "Bob", DAY, ...))))
    end
    assert.equal("tan tan read read swim swim", bob("--env", "weather=sunny..rainy"))
    assert.equal("swim swim read read tan tan", bob("--env", "weather=rainy..sunny"))
    assert.equal("swim swim swim shop shop shop", bob("--env", "weather=rainy", "--env", "open=false..true"))
    local _, out = support.run("run", "--seconds", "39", "--npc", "Ann", "--env", "hour=7..4", DAY)
    assert.equal("work wake sleep sleep", done_by("Ann", out))
    assert.same({ 2, "", "bustle run: hour cannot go from noon to 14: it takes whole numbers\n" },
      { support.run("run", "--env", "hour=noon..14", DAY) })
  end)
end)

describe("bustle run --watch", function()
  local folder

  before_each(function()
    folder = support.new_folder()
    os.execute(("cp -r %s %s"):format(SHOP, folder))
  end)
  after_each(function() support.remove_folder(folder) end)

  -- What it prints in four seconds, in which the shell changes a file after the first line.
  local function watched(change, ...)
    return support.shell(("%s >%s/log 2>&1 & until grep -q buy %s/log; do sleep 0.1; done; %s; wait $!; status=$?; "
      .. "cat %s/log; (exit $status)"):format(support.command("run", "--watch", "--seconds", "4", folder, ...), folder,
      folder, change, folder))
  end

  it("reads packs again when a file changes, and goes on", function()
    local status, out = watched(("sed -i 's/duration = 2/duration = 0.5/' %s/content.lua"):format(folder))
    assert.equal(0, status)
    assert.truthy(out:find(" s  the packs are read again\n", 1, true), out)
    assert.truthy(out:find("buy %(2.0 s%)\n.*read again\n.*buy %(0.5 s%)"), out)
  end)

  it("takes other stand-ins with them", function()
    local _, out = watched(("sed -i 's/bread = 4/bread = 5/' %s/pack.lua"):format(folder))
    assert.truthy(out:find("read again\n.*fails in buy: condition"), out)
  end)

  it("tells what is wrong with them, and goes on as before", function()
    local status, out = watched(("echo 'action \"nap\" {' >>%s/content.lua"):format(folder))
    assert.equal(0, status)
    assert.truthy(out:find("the packs cannot be read again:\n +%S+/content.lua:%d+: "), out)
    assert.truthy(out:find("cannot be read again.*\n[^\n]*buy %(2.0 s%)"), out)
    assert.falsy(out:find("Functions that failed", 1, true))
  end)

  it("goes on without what is gone", function()
    local status, out = watched(("echo 'prop \"box\" {}' >%s/content.lua"):format(folder), "--raise", "noise=3.5",
      "--explain", "Cid")
    assert.same({ 0, true }, { status, out:find("read again\n", 1, true) ~= nil }, out)
    assert.falsy(out:find("a mistake in bustle", 1, true), out)
  end)

  it("goes on until somebody ends it", function()
    local status, out = support.shell(("timeout -s INT 4 %s"):format(support.command("run", "--watch", folder)))
    assert.truthy(out:find("buy (2.0 s)", 1, true), out)
    assert.falsy(out:find("a mistake in bustle", 1, true), out)
    assert.truthy(status == 0 or status == 130 or status == 124, status)
  end)
end)
