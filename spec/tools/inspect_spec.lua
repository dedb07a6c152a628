-- `bustle inspect`: what a pack defines, and who defines and changes a thing.
local support = require "spec.tools.support"

local PICTURES = "spec/tools/pictures/"

describe("bustle inspect", function()
  it("lists what is in a pack, with the lines", function()
    local status, out, err = support.run("inspect", PICTURES .. "street")
    assert.same({ 0, "" }, { status, err })
    assert.equal([[
street 1.0.0: A street
needs corner
by somebody

states
  energy          content.lua:2   0 to 10; at first 6
  fed             content.lua:4   flag
  seats           content.lua:3   0 to any; at first 2

environment
  hour            content.lua:6   0 to 23; at first 7; asked every 60 s
  weather         content.lua:5   sunny, rainy; asked every 5 s

interruptions
  rain_starts     content.lua:8   when env.weather == 'rainy'
  shout           content.lua:7

constants
  nearby          content.lua:9   41

actions
  rest            content.lua:10  4 s
  sit             content.lua:11  6 to 10 s; to seat; resumable; claims target.seats
  walk            content.lua:13  travels; to seat, shop; ended by the game
  wave            content.lua:14  1.5 s; to seat

sequences
  day             content.lua:15  5 nodes; runs buy
  flee            content.lua:23  2 nodes; runs go
  go              content.lua:24  1 node
  unused          content.lua:25  1 node; runs flee

props
  bench           content.lua:26  tagged seat; accepts sit, walk, wave

npcs
  walker          content.lua:27  main day; fallback idle, flee; on rain_starts: flee; on shout: idle; tagged person

places
  bench           content.lua:29  at 10, -3; "the bench"
  walker          content.lua:30  at 0, 0; "Ada"
]], out)
  end)

  it("lists scenes with their parts, and who begins and reacts (S54)", function()
    local _, out = support.run("inspect", PICTURES .. "inn")
    for _, line in ipairs {
      "  chat            content.lua:42  speaker; listener; about weather; within 15\n",
      "  order           content.lua:33  patron; server, tagged server; 5 phases; within 40\n",
      "  round_dance     content.lua:43  dancer, 2 to 8, tagged person; 3 phases\n",
      "  work                content.lua:23  1 node; castable in order\n",
      "  keep_house          content.lua:29  2 nodes; runs quarrel, round_dance\n",
      "main evening; fallback idle; cue thirsty: order as patron; about weather: listen_politely\n",
    } do
      assert.truthy(out:find(line, 1, true), line .. out)
    end
  end)

  it("says where a sequence waits, and for what (S51)", function()
    local _, out = support.run("inspect", "spec/tools/worlds/rain")
    assert.truthy(out:find(
      "  day             content.lua:5   3 nodes; waits at gate for self.cold < 9, at roof for env.weather ~= 'rainy'\n", 1,
      true), out)
  end)

  it("lists inboxes and plans, and what has to do with them (S69 to S71, S74)", function()
    local _, out = support.run("inspect", PICTURES .. "manor")
    for _, line in ipairs {
      "\ninboxes\n  orders          content.lua:5   4 messages at most; kept for 90 s\n",
      "  dinner          content.lua:20  3 nodes; sends orders to servant and awaits what becomes of it; "
        .. "meets for toast at table, 2 of them\n",
      "  serve           content.lua:27  3 nodes; takes from orders; sends orders to whoever is tagged maid\n",
      "\nplans\n  gentleman       content.lua:35  08:00-09:30 breakfast, 09:30-19:00 study, 19:00-23:00 dinner, "
        .. "23:00-08:00 bed, 14:00-16:30 garden (priority 1), 15:00-17:00 bed (priority 2)\n",
      "  indoors         content.lua:43  09:00-21:00 study, 21:00-09:00 bed\n",
      "  wet             content.lua:49  plan indoors\n",
      "main serve; fallback study; inbox orders; tagged maid, person\n",
    } do
      assert.truthy(out:find(line, 1, true), line .. out)
    end
  end)

  it("names who adds an entry to a plan", function()
    local _, out = support.run("inspect", "--who", "plan indoors", PICTURES .. "manor", PICTURES .. "sunday")
    assert.equal([[
plan "manor.indoors"
  defined by manor 1.0.0, spec/tools/pictures/manor/content.lua:43
  extended by sunday 1.0.0, spec/tools/pictures/sunday/content.lua:3: 11:00-12:00 church
]], out)
  end)

  it("lists what a pack changes, and several packs one after the other", function()
    local _, out = support.run("inspect", PICTURES .. "corner", PICTURES .. "flood")
    assert.equal([[
corner 2.1.0

actions
  buy             content.lua:2   2 s
  idle            content.lua:1   1 s

sequences
  buy             content.lua:4   1 node
  hub             content.lua:9   3 nodes
  idle            content.lua:3   1 node
  pair            content.lua:6   2 nodes

flood 0.1.0
needs street

interruptions
  water           changes.lua:1

changes
  walker          changes.lua:2   extends on, tags
  street.rest     changes.lua:3   replaces duration
]], out)
  end)

  it("tells what is wrong with a pack that cannot be loaded", function()
    local status, out, err = support.run("inspect", "spec/tools/findings/nowhere")
    assert.same({ 1, "", "bustle inspect: the pack cannot be loaded:\nspec/tools/findings/nowhere: pack \"nowhere\": there is no such folder (see that the path is right)\n" },
      { status, out, err })
  end)
end)

describe("bustle inspect --who", function()
  it("names the pack and line that define a thing", function()
    assert.same({ 0, 'action "street.sit"\n  defined by street 1.0.0, spec/tools/pictures/street/content.lua:11\n', "" },
      { support.run("inspect", "--who", "sit", PICTURES .. "street") })
  end)

  it("names those that change it, in order", function()
    local _, out = support.run("inspect", "--who", "street.walker", PICTURES .. "street", PICTURES .. "flood")
    assert.equal([[
npc "street.walker"
  defined by street 1.0.0, spec/tools/pictures/street/content.lua:27
  extended by flood 0.1.0, spec/tools/pictures/flood/changes.lua:2: on.water, tags
]], out)
    _, out = support.run("inspect", "--who=rest", PICTURES .. "flood")
    assert.equal([[
action "street.rest"
  defined by street 1.0.0, spec/tools/pictures/street/content.lua:10
  replaced by flood 0.1.0, spec/tools/pictures/flood/changes.lua:3: duration
]], out)
  end)

  it("names all things of that name, or the one that is meant by its word", function()
    local _, out = support.run("inspect", "--who", "corner.idle", PICTURES .. "corner")
    assert.equal([[
action "corner.idle"
  defined by corner 2.1.0, spec/tools/pictures/corner/content.lua:1
sequence "corner.idle"
  defined by corner 2.1.0, spec/tools/pictures/corner/content.lua:3
]], out)
    _, out = support.run("inspect", "--who", "sequence idle", PICTURES .. "corner")
    assert.equal('sequence "corner.idle"\n  defined by corner 2.1.0, spec/tools/pictures/corner/content.lua:3\n', out)
  end)

  it("asks what is meant by a name that is none", function()
    assert.same({ 1, "", 'bustle inspect: nothing is called "street.waker" (did you mean "street.walker"?)\n' },
      { support.run("inspect", "--who", "street.waker", PICTURES .. "street") })
  end)

  it("shows what it can of packs with errors, and says these", function()
    local bad = "spec/packs/bad/change-unknown/"
    local status, out, err = support.run("inspect", "--who", "market.visitor", bad .. "market", bad .. "flood")
    assert.same({ 1, 'npc "market.visitor"\n  defined by market 1.0.0, spec/packs/bad/change-unknown/market/market.lua:13\n' },
      { status, out })
    assert.truthy(err:find('^bustle inspect: the pack cannot be loaded:\n.-changes.lua:1: extend "market.visitr": '), err)
  end)

  it("shows what a pack declares that has a file that is not Lua", function()
    local folder = support.new_folder()
    os.execute("mkdir " .. folder)
    support.write(folder .. "/pack.lua", 'return { name = "half", version = "1.0.0" }\n')
    support.write(folder .. "/a.lua", 'action "nap" { duration = 1 }\n')
    support.write(folder .. "/b.lua", "action =\n")
    local status, out, err = support.run("inspect", "--who", "nap", folder)
    support.remove_folder(folder)
    assert.same({ 1, ('action "half.nap"\n  defined by half 1.0.0, %s/a.lua:1\n'):format(folder) }, { status, out })
    assert.truthy(err:find("b.lua:", 1, true), err)
  end)

  it("as a process has the exit status 0, 1 or 2", function()
    assert.equal(0, (support.process("inspect", "--who", "sit", PICTURES .. "street")))
    assert.equal(1, (support.process("inspect", "--who", "lie", PICTURES .. "street")))
    assert.same({ 2, "bustle inspect: --who wants a value: --who NAME; bustle inspect --help says more\n" },
      { support.process("inspect", PICTURES .. "street", "--who") })
  end)
end)
