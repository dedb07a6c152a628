-- The clock, plans and patches as the game sees them (S73 to S75).
local bustle = require "bustle"
local hours = require "spec.lua.support.hours"

local function refused(code, text, ...)
  local nothing, message, given = ...
  assert.is_nil(nothing)
  assert.equal(text, message)
  assert.equal(code, given)
end

local NO_CLOCK = 'the world has no clock (make it with clock = { day = 1440, start = "06:00" })'

describe("the clock (S73)", function()
  it("is there where plans are, or where it was asked for", function()
    local world = hours.world()
    assert.same({ day = 0, hour = 6, minute = 0, time = "06:00", seconds = 360, length = 1440 }, world:clock())
    local bare = bustle.world { packs = {} }
    refused("no_clock", NO_CLOCK, bare:clock())
    refused("no_clock", NO_CLOCK, bare:set_time "06:00")
    bare = bustle.world { packs = {}, clock = { day = 24, start = "23:00" } }
    bare:update(1.5)
    assert.same({ 1, "00:30", 24 }, { bare:clock().day, bare:clock().time, bare:clock().length })
    assert.equal("06:00", bustle.world({ packs = {}, clock = {} }):clock().time)
  end)

  it("is set, today or on another day", function()
    local world = hours.world()
    assert.is_true(world:set_time "17:30")
    assert.same({ 0, "17:30" }, { world:clock().day, world:clock().time })
    assert.is_true(world:set_time("5:00", 3))
    world:update(61)
    assert.same({ 3, "06:01" }, { world:clock().day, world:clock().time })
    for _, wrong in ipairs { "25:00", "6", "06:60", "six" } do
      assert.has_error(function() world:set_time(wrong) end,
        ('set_time: the time must be a time of the day such as "06:30", not "%s"'):format(wrong))
    end
    assert.has_error(function() world:set_time(6) end, 'set_time: the time must be a time of the day such as "06:30", not a number')
    assert.has_error(function() world:set_time "24:00" end, 'set_time: "24:00" is "00:00" of the next day')
    assert.has_error(function() world:set_time("06:00", -1) end, "set_time: the day must be a whole number from 0 to 1000000000, not -1")
  end)

  it("is refused if it cannot be", function()
    local function made(clock)
      return function() bustle.world { packs = {}, clock = clock } end
    end
    assert.has_error(made(5), "bustle.world: clock must be a table, not a number")
    assert.has_error(made { length = 5 }, 'bustle.world, clock: unknown option "length" (there are day, start)')
    assert.has_error(made { day = 1 }, "bustle.world, clock: day must be from 1.44 to 1073741.824 seconds, not 1")
    assert.has_error(made { start = "6" }, 'bustle.world, clock: start must be a time of the day such as "06:30", not "6"')
  end)

  it("answers for common.hour and common.minute unless the game does", function()
    local common = { name = "common", env = { hour = { min = 0, max = 23 }, minute = { min = 0, max = 59 } } }
    local seen = {}
    local own = { name = "own", depends = "common", actions = { look = { duration = 1, targets = false,
      start = function(_, _, env) seen[#seen + 1] = ("%d:%d"):format(env.hour, env.minute) end } },
      sequences = { day = bustle.chain { { action = "look" } } }, npcs = { owl = { main = "day" } } }
    local world = bustle.world { packs = { common, own }, clock = { day = 1440, start = "09:59" } }
    world:spawn "owl"
    world:update(0)
    world:update(1)
    world:set_time "22:15"
    world:update(1)
    world:provide("hour", function() return 3 end)
    world:update(1)
    assert.same({ "9:59", "10:0", "22:16", "3:17" }, seen)
  end)

  it("answers for common.day and common.weekday, of which day 0 is the first, too", function()
    local seen = {}
    local days = { day = { min = 0 }, weekday = { values = { "monday", "tuesday", "wednesday", "thursday", "friday",
      "saturday", "sunday" } } }
    local own = { name = "own", depends = "common", actions = { look = { duration = 100, targets = false,
      start = function(_, _, env) seen[#seen + 1] = env.day .. " " .. env.weekday end } },
      sequences = { day = bustle.chain { { action = "look" } } }, npcs = { owl = { main = "day" } } }
    local world = bustle.world { packs = { { name = "common", env = days }, own }, clock = { day = 100, start = "06:00" } }
    world:spawn "owl"
    for _ = 1, 8 do
      world:update(0)
      world:update(100)
    end
    world:set_time("06:00", 1000000)
    world:update(100)
    world:provide("weekday", function() return "friday" end)
    world:update(100)
    assert.same({ "0 monday", "1 tuesday", "2 wednesday", "3 thursday", "4 friday", "5 saturday", "6 sunday", "7 monday",
      "8 tuesday", "1000001 wednesday", "1000002 friday" }, seen)
  end)
end)

describe("plans (S74)", function()
  local world, brian

  before_each(function()
    world = hours.world()
    brian = world:spawn("farmer", { name = "Brian" })
  end)
  after_each(function() assert.is_true(world:check()) end)

  it("say what the main sequence is, and tell when they turn to another", function()
    local told = {}
    world:on("plan", function(npc, sequence, entry, patch)
      told[#told + 1] = { npc.name, sequence, entry or "no entry", patch or "no patch" }
    end)
    world:update(0)
    assert.same({ "eat", "breakfast" }, { brian.action, brian.sequence })
    world:update(60)
    world:update(0)
    assert.equal("work", brian:doing().main)
    world:set_time "23:00"
    world:update(0.1)
    assert.same({ { "Brian", "breakfast", 1, "no patch" }, { "Brian", "work", 2, "no patch" },
      { "Brian", "sleep", 3, "no patch" } }, told)
  end)

  it("are there in bulk, too", function()
    world:update(0)
    local events, found = world:events(), nil
    for i = 1, events.count do
      if events:kind(i) == "plan" then found = { events:name(i), events:entry(i), events:patch(i) } end
      if events:kind(i) == "start" then assert.is_nil(events:entry(i)) end
    end
    assert.same({ "breakfast", 1 }, found)
  end)

  it("show a day, with what holds and why", function()
    local list, plan = brian:plan()
    assert.equal("farmer", plan)
    local shown = {}
    for i, each in ipairs(list) do
      shown[i] = table.concat({ each.day, each.from, each.to, each.sequence, each.priority, tostring(each.holds), each.why,
        each.entry }, " ")
    end
    assert.same({ "-1 21:00 06:00 sleep 0 false over 3", "0 06:00 07:00 breakfast 0 true open 1",
      "0 07:00 21:00 work 0 false later 2", "0 21:00 06:00 sleep 0 false later 3" }, shown)
    assert.equal(3, brian:plan(5)[1].entry)
    refused("no_plan", "Mary has no plan", world:get("Mary"):plan())
    assert.has_error(function() brian:plan "today" end, "plan: the day must be a whole number from -1000000000 to 1000000000, not a string")
  end)

  it("take patches, and give them back (S75)", function()
    local number = brian:patch_plan { "06:30", "06:45", "work", days = 1 }
    assert.equal(1, number)
    assert.equal(2, brian:patch_plan { "10:00", "11:00", "sleep", priority = 5, vary = 10, skip = 5, change = "now" })
    refused("overlap", "another entry of the plan of Brian, of the same priority, covers some of 06:40 to 08:00",
      brian:patch_plan { "06:40", "08:00", "sleep" })
    refused("no_plan", "Mary has no plan", world:get("Mary"):patch_plan { "06:40", "08:00", "sleep" })
    local told = {}
    world:on("plan", function(_, sequence, entry, patch) told[#told + 1] = { sequence, entry or 0, patch or 0 } end)
    world:update(35)
    assert.same({ { "breakfast", 1, 0 }, { "work", 0, 1 } }, told)
    local held = {}
    for _, each in ipairs(brian:plan()) do held[#held + 1] = each.holds and each.patch or nil end
    assert.same({ 1 }, held)
    assert.is_true(brian:unpatch_plan(number))
    refused("no_plan", "Brian has no patch 1", brian:unpatch_plan(number))
    world:update(0)
    assert.same({ "breakfast", 1, 0 }, told[3])
    for i = 1, 7 do assert.is_number(brian:patch_plan { "12:00", "13:00", "sleep", priority = 10 + i }) end
    refused("limit", "Brian has as many patches as there can be", brian:patch_plan { "12:00", "13:00", "sleep", priority = 9 })
  end)

  it("refuse patches that cannot be, in the line of the game", function()
    local function says(text, entry)
      assert.has_error(function() brian:patch_plan(entry) end, text)
    end
    says("patch_plan: the entry must be a table, not a string", "work")
    says('patch_plan: when it begins must be a time of the day such as "06:30", not "25:00"', { "25:00", "06:00", "work" })
    says('patch_plan: when it ends must be a time of the day such as "06:30", not a nil', { "05:00" })
    says('unknown sequence "wrk" (did you mean "work"?)', { "05:00", "06:00", "wrk" })
    says("patch_plan: vary must be a whole number from 0 to 30, not 31", { "05:00", "06:00", "work", vary = 31 })
    says("patch_plan: skip must be a whole number from 0 to 60, not 61", { "05:00", "06:00", "work", skip = 61 })
    says("patch_plan: days must be a whole number from 1 to 1000000, not 0", { "05:00", "06:00", "work", days = 0 })
    says('patch_plan: change must be "node", "action" or "now", not "soon"', { "05:00", "06:00", "work", change = "soon" })
    says('patch_plan: change must be "node", "action" or "now", not a table', { "05:00", "06:00", "work", change = {} })
    says('patch_plan: unknown option "day" (did you mean "days"?)', { "05:00", "06:00", "work", day = 1 })
    assert.has_error(function() brian:unpatch_plan "one" end, "unpatch_plan: the number must be a whole number from 0 to 4294967295, not a string")
  end)

  it("are saved with the clock", function()
    brian:patch_plan { "06:30", "06:45", "work" }
    world:update(33)
    local saved = world:save()
    world:update(100)
    local hash = world:hash()
    local again = bustle.world { packs = { hours.fields() } }
    assert.same({ {} }, { again:load(saved) })
    assert.equal("06:33", again:clock().time)
    again:update(100)
    assert.equal(hash, again:hash())
  end)
end)
