-- `bustle plan`: the day of an NPC as a table, and that a world that runs does just that.
local bustle = require "bustle"
local day_of = require "bustle.tool.plan.day"
local support = require "spec.tools.support"

local MANOR, WATCH = "spec/tools/pictures/manor", "spec/tools/pictures/watch"

describe("bustle plan", function()
  it("prints when entries begin, end and hold, and what is against the others (S74)", function()
    local status, out, err = support.run("plan", MANOR, "Owen")
    assert.same({ 0, "" }, { status, err })
    assert.equal([[
Owen, gentleman, on day 0. at_ease: plan gentleman

  00:00    03:00    06:00    09:00    12:00    15:00    18:00    21:00    24:00
  |bed                     |bre|study          |bed  |study|dinner    |bed|

  begins   ends     shift    priority  sequence   holds        why
  (22:52)   08:00   -8 min             bed        00:00-08:14  goes on after 08:00: nothing else has begun
   08:14    09:30   +15 min            breakfast  08:14-09:35  goes on after 09:30: nothing else has begun
   09:35    19:00   +6 min             study      09:35-15:00  below bed, until 17:00
                                                  17:00-18:52  dinner began later
   14:17    16:30   +17 min  1         garden     -            skipped at 14:17: 43 min left, and it wants 60
                                                               below bed
   15:00    17:00            2         bed        15:00-17:00  counts more than study, garden
   18:52    23:00   -8 min             dinner     18:52-22:46  bed began later
   22:46   (08:00)  -14 min            bed        22:46-24:00

  (in parentheses: on the day before or after)
]], out)
  end)

  it("knows every day: another begins otherwise", function()
    local _, out = support.run("plan", MANOR, "Owen", "--day", "1")
    for _, line in ipairs {
      "Owen, gentleman, on day 1. at_ease: plan gentleman\n",
      "\n   13:55    16:30   -5 min   1         garden     13:55-15:00  counts more than study\n",
      "\n   09:37    19:00   +7 min             study      09:37-13:55  below garden, bed, until 17:00\n",
      "\n" .. (" "):rep(50) .. "17:00-19:44  goes on after 19:00: nothing else has begun\n",
    } do
      assert.truthy(out:find(line, 1, true), line .. out)
    end
    local _, other = support.run("plan", MANOR, "Paul", "--day", "1")
    local _, seed = support.run("plan", MANOR, "Owen", "--day", "1", "--seed", "7")
    local _, length = support.run("plan", MANOR, "Owen", "--day", "1", "--length", "600")
    assert.are_not.equal(out:gsub("Owen", "Paul"), other)
    assert.are_not.equal(out, seed)
    assert.are_not.equal(out, length)
    assert.equal(out, (select(2, support.run("plan", MANOR, "Owen", "--day=1", "--seed=0", "--length=1440"))))
  end)

  it("takes the plan of the role that applies in the environment that is given", function()
    local _, out = support.run("plan", MANOR, "gentleman", "--day", "3", "--env", "weather=rainy")
    assert.truthy(out:find("Owen, gentleman, on day 3. wet: plan indoors\n", 1, true), out)
    assert.truthy(out:find("\n  (21:00)   09:00                      bed       00:00-08:18  study began later\n", 1,
      true), out)
  end)

  it("follows roles that go by the hour, and says when there is no plan", function()
    local status, out = support.run("plan", WATCH, "guard", "--day", "2")
    assert.equal(0, status)
    assert.equal([[
guard on day 2. As time goes by:
  00:00  night_watch: plan by_night
  06:00  day_watch: plan by_day
  09:00  drill: no plan
  10:00  day_watch: plan by_day
  20:00  night_watch: plan by_night

  00:00    03:00    06:00    09:00    12:00    15:00    18:00    21:00    24:00
  |walk_the_wa|stand|sleep|st|no|stand|walk_the_wall    |sleep|walk_the_wa|

  plan by_night
  begins   ends     shift    priority  sequence           holds        why
  (20:33)   04:00   +34 min            walk_the_wall      00:00-04:00
   04:00    20:00                      stand_at_the_gate  04:00-06:00
   19:14   (04:00)  -45 min            walk_the_wall      20:00-24:00

  plan by_day
  begins   ends     shift  priority  sequence           holds        why
  (18:00)   08:00                    sleep              06:00-08:00
   08:00    12:00                    stand_at_the_gate  08:00-09:00
                                                        10:00-12:00
   12:00    18:00                    walk_the_wall      12:00-18:00
   18:00   (08:00)                   sleep              18:00-20:00

  (in parentheses: on the day before or after)
]], out)
  end)

  it("says what goes on where nothing is planned", function()
    local folder = support.new_folder()
    os.execute("mkdir -p " .. folder)
    support.write(folder .. "/pack.lua", 'return { name = "idle", version = "1.0.0" }')
    support.write(folder .. "/all.lua", [[
action "nap" { duration = 5 }
sequence "sleep" (chain { "nap" })
sequence "work" (chain { "nap" })
plan "short" { { "22:00", "23:00", "sleep" }, { "06:00", "08:00", "work" } }
npc "miner" { plan = "short", fallback = "sleep" }
]])
    local _, out = support.run("plan", folder, "miner", "--day", "4")
    support.remove_folder(folder)
    assert.truthy(out:find([[
  |sleep            |work                                           |sleep|

  begins   ends     shift  priority  sequence  holds        why
                                     sleep     00:00-06:00  goes on after the day before: nothing else has begun
   06:00    08:00                    work      06:00-22:00  goes on after 08:00: nothing else has begun
   22:00    23:00                    sleep     22:00-24:00  goes on after 23:00: nothing else has begun
]], 1, true), out)
  end)

  it("has the entries that mods add", function()
    local mods = support.new_folder()
    os.execute(("mkdir -p %s && cp -r spec/tools/pictures/sunday %s"):format(mods, mods))
    local status, out = support.run("plan", MANOR, "Owen", "--env", "weather=rainy", "--mods", mods)
    support.remove_folder(mods)
    assert.equal(0, status)
    for _, line in ipairs {
      "  09:17-11:00  below sunday.church, until 12:00\n",
      "\n   11:00    12:00            1         sunday.church  11:00-12:00  counts more than study\n",
    } do
      assert.truthy(out:find(line, 1, true), line .. out)
    end
  end)

  it("asks what is meant", function()
    local cases = {
      { 1, "bustle plan: there is no npc 'Owne' (did you mean \"Owen\"?)\n", MANOR, "Owne" },
      { 1, "bustle plan: there is no npc 'xyzzy' (there are Linda, Owen, Paul, gentleman, maid)\n", MANOR, "xyzzy" },
      { 1, "bustle plan: 'dining_table' is a prop, and has no plan\n", MANOR, "dining_table" },
      { 1, "bustle plan: Linda has no plan, and no role with one (give it one: plan = \"...\")\n", MANOR, "Linda" },
      { 1, "bustle plan: dog has no plan, and no role with one (give it one: plan = \"...\")\n", WATCH, "dog" },
      { 2, "bustle plan: the pack or the npc is missing; bustle plan --help says more\n", MANOR },
      { 2, "bustle plan: --day cannot be 'monday': it takes a whole number from 0 to 1000000; bustle plan --help says "
        .. "more\n", MANOR, "Owen", "--day", "monday" },
      { 2, "bustle plan: --length cannot be '0': it takes seconds from 1.44 to 1000000; bustle plan --help says more\n",
        MANOR, "Owen", "--length", "0" },
      { 2, "bustle plan: --mods: there is no folder nowhere\n", MANOR, "Owen", "--mods", "nowhere" },
    }
    for _, case in ipairs(cases) do
      assert.same({ case[1], "", case[2] }, { support.run("plan", case[3], case[4], case[5], case[6]) })
    end
    local status, _, err = support.run("plan", MANOR, "Owen", "--env", "wether=rainy")
    assert.equal(2, status)
    assert.truthy(err:find("weather", 1, true), err)
  end)
end)

describe("the day that is shown", function()
  local function world_of(pack, seed)
    return bustle.world { packs = { pack }, seed = seed, clock = { day = 1440, start = "00:00" } }
  end

  -- When what holds changed on a day, as whoever plays the game sees it.
  local function changes_of(pack, name, seed, day)
    local world, list = world_of(pack, seed), {}
    local npc = world:get(name) or world:spawn("guard", { name = name })
    world:on("plan", function(who, sequence)
      local now = world:clock()
      if who == npc and now.day == day and now.seconds > 0 then
        list[#list + 1] = ("%s %s"):format(now.time, sequence)
      end
    end)
    for _ = 1, (day + 1) * 14400 - 1 do world:update(0.1) end
    return list
  end

  for _, case in ipairs { { MANOR, "Owen" }, { MANOR, "Paul" } } do
    for seed = 1, 3 do
      it(("is that of %s in a world that runs, with seed %d"):format(case[2], seed), function()
        local world = world_of(case[1], seed)
        local list, day = {}, day_of(world, world:get(case[2]), 1)
        for i, span in ipairs(day.spans) do
          local minute = math.floor((span.from + 99) / 100) * 0.1 / 60
          if i > 1 then
            list[#list + 1] = ("%02d:%02d %s"):format(math.floor(minute * 60 / 60), math.floor(minute * 60 % 60),
              span.entry.sequence)
          end
        end
        assert.same(changes_of(case[1], case[2], seed, 1), list)
      end)
    end
  end
end)
