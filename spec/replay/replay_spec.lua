-- Recording a world and replaying it: the same decisions, whatever the game did and answered; and what is said where
-- they are not the same.
local failing = require "failing_world"
local bustle = require "bustle"
local format = require "bustle.observe.recording.format"
local hours = require "spec.lua.support.hours"
local inn = require "spec.lua.support.inn"
local pub = require "spec.lua.support.pub"
local replay = require "bustle.replay"
local shelter = require "spec.lua.support.shelter"
local square = require "spec.lua.support.square"

-- A sink that keeps what it is given.
local function tape()
  local parts = {}
  return function(bytes)
    parts[#parts + 1] = bytes
    return true
  end, function() return table.concat(parts) end
end

-- Numbers that are the same on every run and on every Lua.
local function dice(seed)
  return function(below)
    seed = (seed * 16807) % 2147483647
    return seed % below
  end
end

local function play_to_the_end(again)
  while true do
    local went_on, message = again:step()
    if not went_on then return went_on, message end
  end
end

local FUNCTIONS = { actions = {
  rest = { duration = 2, targets = false, when = function(npc, _, env)
    if npc.state.energy == 9 then error "too lively" end
    return env.noise < 90
  end },
  salute = { duration = 1, targets = false, finish = function(npc) npc.state.mood = "glad" end },
} }

local function pack() return bustle.pack(square.tables(FUNCTIONS)) end

-- A square on which everything happens that a game can do, by the dice.
local function lively(seed)
  local world = bustle.world { packs = { pack() }, seed = seed }
  world:on("error", function() end)
  local roll = dice(seed)
  world:provide("noise", function()
    local number = roll(120)
    if number > 110 then error "no telling" end
    return number < 100 and number or nil
  end)
  for i = 1, 4 do world:spawn("bench", { x = i * 10, y = 0, name = "bench " .. i }) end
  for i = 1, 8 do world:spawn("visitor", { x = i * 5, name = i % 2 == 0 and "visitor " .. i or nil }) end
  world:spawn("guard", { name = "Falk" })
  world:spawn "loser"
  return world, roll
end

local DEEDS = {
  function(world, npc) world:interrupt("shout", { npc }) end,
  function(world) world:interrupt("whistle", "all") end,
  function(world, npc) world:interrupt("shout", { within = 30, of = npc, from = npc }) end,
  function(world) world:interrupt("shout", { within = 12, of = { x = 10, y = 1.5 } }) end,
  function(_, npc) npc:complete() end,
  function(_, npc) npc:fail "no way" end,
  function(_, npc) npc:hold() end,
  function(_, npc) npc:release() end,
  function(_, npc) npc:run("greeting", 1) end,
  function(_, npc) npc:set_main "watch" end,
  function(_, npc) npc:restart() end,
  function(world, _, roll) world:handle { default = true, ends = roll(2) == 0 and "game" or "timed" } end,
  function(_, npc, roll) npc.state.energy = roll(10) end,
  function(world, npc, roll) world:move(npc, roll(40) + 0.5, roll(9), -1) end,
  function(world, _, roll) world:set("weather", roll(2) == 0 and "sunny" or "rainy") end,
  function(world, _, roll) world:spawn("visitor", { x = roll(40), state = { energy = roll(10) } }) end,
  function(world, npc) if #world:find { kind = "visitor" } > 5 then world:remove(npc) end end,
}

local function live(world, roll, updates)
  for i = 1, updates do
    local npcs = world:find { tag = "person" }
    if roll(3) == 0 then DEEDS[roll(#DEEDS) + 1](world, npcs[roll(#npcs) + 1], roll) end
    world:update(roll(40) / 60, i % 7 == 0 and { budget_ms = 0.001 } or i % 5 == 0 and { batch = 2 } or nil)
  end
end

local function recording_of(seed, updates, options)
  local world, roll = lively(seed)
  live(world, roll, 50)
  local sink, text = tape()
  assert(world:record(sink, options))
  live(world, roll, updates)
  world:stop_recording()
  return text(), world, roll
end

describe("a recording", function()
  it("takes files from where it is told, and keeps decisions if it is told to", function()
    local sources = require "bustle.packs.sources"
    local texts = { ["hill/pack.lua"] = 'return { name = "hill" }', ["hill/hill.lua"] =
      'action "look" { duration = 2 }\nsequence "gaze" (chain { "look" })\nnpc "goat" { main = "gaze" }' }
    local world = bustle.world { packs = { "hill" }, seed = 1, source = sources.texts(texts) }
    world:spawn("goat", { name = "Gil" })
    local sink, recorded = tape()
    world:record(sink)
    for _ = 1, 50 do world:update(0.1) end
    world:stop_recording()
    assert.is_nil((replay.open(recorded())))
    local again = assert(replay.open(recorded(), { source = sources.texts(texts), explain = true }))
    play_to_the_end(again)
    assert.equal(world:hash(), again.world:hash())
    assert.is_true(#again.world:get("Gil"):explain().decisions > 0)
  end)

  it("replays to the same decisions whatever happened", function()
    for seed = 1, tonumber(os.getenv "BUSTLE_REPLAYS") or 12 do
      local text, world = recording_of(seed, 250)
      local again = assert(replay.open(text, { packs = { pack() } }))
      assert.is_nil(play_to_the_end(again))
      assert.is_nil(again.difference)
      assert.equal(250, again.updates)
      assert.equal(world:hash(), again.world:hash())
      assert.is_true(world._core:save "" == again.world._core:save "")
    end
  end)

  it("has the waits of NPCs, for what the game answers and for what a function says (S51)", function()
    local function hopeful()
      return bustle.pack(shelter.tables { wait = { "env.weather ~= 'rainy'", function(npc) return npc.state.cold % 3 ~= 1 end },
        timeout = 6, every = 0.7 })
    end
    local world, roll = bustle.world { packs = { hopeful() }, seed = 6 }, dice(6)
    world:provide("weather", function() return roll(4) == 0 and "dry" or "rainy" end)
    for _ = 1, 8 do world:spawn "walker" end
    local ended = {}
    world:on("stop", function(_, why, run)
      if run.awaits then ended[why] = (ended[why] or 0) + 1 end
    end)
    local sink, text = tape()
    world:record(sink)
    for i = 1, 300 do
      local walker = world:find { kind = "walker" }[roll(8) + 1]
      if i % 6 == 0 then walker:interrupt "call" end
      if i % 17 == 0 then walker:complete() end
      world:update(roll(40) / 60, i % 5 == 0 and { batch = 2 } or nil)
    end
    world:stop_recording()
    for _, why in ipairs { "done", "failed", "interrupted" } do assert.is_true((ended[why] or 0) > 3, why) end
    local again = assert(replay.open(text(), { packs = { hopeful() } }))
    assert.is_nil(play_to_the_end(again))
    assert.is_nil(again.difference)
    assert.equal(world:hash(), again.world:hash())
    assert.is_true(world._core:save "" == again.world._core:save "")
  end)

  it("has messages, the clock and patches (S69 to S75)", function()
    local function days() return { hours.fields() } end
    local world, owen, mary = hours.world { clock = { day = 48, start = "05:50" } }
    local roll, brian = dice(8), world:spawn("farmer", { name = "Brian" })
    world:spawn "garden"
    for _ = 1, 3 do world:spawn "drinker" end
    local sink, text = tape()
    world:record(sink)
    local patches = {}
    for i = 1, 300 do
      if i % 5 == 0 then mary:send(roll(2) == 0 and "orders" or "bills", owen, roll(9)) end
      if i % 31 == 0 then world:set_time(("%02d:%02d"):format(roll(24), roll(60)), roll(3)) end
      if i % 11 == 0 then
        patches[#patches + 1] = brian:patch_plan { ("%02d:00"):format(roll(24)), "12:30", "sleep", vary = 10, priority = roll(20),
          days = roll(2) == 0 and 1 or nil, change = roll(2) == 0 and "now" or nil }
      end
      if i % 23 == 0 then brian:unpatch_plan(patches[#patches]) end
      world:update(roll(40) / 60)
    end
    world:stop_recording()
    assert.is_true(#patches > 8)
    local again = assert(replay.open(text(), { packs = days() }))
    assert.is_nil(play_to_the_end(again))
    assert.is_nil(again.difference)
    assert.equal(48, again.world:clock().length)
    assert.equal(world:hash(), again.world:hash())
    assert.is_true(world._core:save "" == again.world._core:save "")
  end)

  it("holds how much updates with a budget got done", function()
    local world, roll = lively(5)
    local sink, text = tape()
    world:record(sink)
    local cut = 0
    for _ = 1, 200 do
      world:update(roll(40) / 60, { budget_ms = 0 })
      if world:stats().cut_short then cut = cut + 1 end
    end
    world:stop_recording()
    assert.is_true(cut > 50)
    local again = assert(replay.open(text(), { packs = { pack() } }))
    assert.is_nil(play_to_the_end(again))
    assert.is_nil(again.difference)
    assert.equal(world:hash(), again.world:hash())
  end)

  it("changes nothing for the world that is recorded", function()
    local recorded, roll = lively(3)
    recorded:record(function() return true end, { events = true })
    local other, other_roll = lively(3)
    for _, each in ipairs { { recorded, roll }, { other, other_roll } } do
      for i = 1, 200 do
        if i % 9 == 0 then each[1]:interrupt("shout", "all") end
        each[1]:update(each[2](30) / 60)
      end
    end
    assert.equal(other:hash(), recorded:hash())
  end)

  it("goes to a file, from folders of packs that need not be said again", function()
    local path = os.tmpname()
    local world = bustle.world { packs = { "behaviours/park" }, seed = 4, constants = { nearby = 5 },
      limits = { depth = 9 } }
    assert.is_true(world:record(path))
    for _ = 1, 300 do world:update(0.1) end
    world:close() -- which ends it
    local again = assert(replay.open(path))
    os.remove(path)
    assert.is_nil(play_to_the_end(again))
    assert.is_nil(again.difference)
    assert.equal(300, again.updates)
  end)

  it("is small", function()
    local text = recording_of(2, 2000)
    assert.is_true(#text < 2000 * 30, #text)
  end)

  it("can be followed by listeners", function()
    local text = recording_of(6, 100)
    local again = assert(replay.open(text, { packs = { pack() } }))
    local starts = 0
    again.world:on("start", function() starts = starts + 1 end)
    play_to_the_end(again)
    assert.is_true(starts > 10)
  end)

  it("survives an update that ran out of memory", function()
    local world = lively(8)
    local core, sink, text = world._core, tape() -- a recording stands before the core
    world:record(sink)
    world:update(0.5)
    for n = 1, 40 do
      failing.fail(core, n % 3)
      for _ = 1, 60 do world:spawn("visitor", { x = n }) end
      failing.fail(core, n % 5)
      world:update(0.25)
      failing.fail(core)
      world:update(0)
    end
    world:stop_recording()
    local again = assert(replay.open(text(), { packs = { pack() } }))
    assert.is_nil(play_to_the_end(again))
    assert.is_nil(again.difference)
    assert.equal(world:hash(), again.world:hash())
  end)
end)

describe("what is told of a recording", function()
  local function opened(text) return select(2, replay.open(text, { packs = { pack() } })) end

  it("that is none, or of another version", function()
    assert.equal("this is not a recording", opened "bustle is a word too")
    assert.equal("the recording is of another version of the format", opened(format.HEAD:sub(1, -2) .. "\9"))
    assert.equal("the recording does not say how it began", opened(format.HEAD))
    assert.equal("no/such/file: No such file or directory", (opened "no/such/file"))
  end)

  it("without its packs", function()
    local text = recording_of(1, 5)
    assert.equal("the recorded world had packs that were made of tables; say which, as packs = { ... }",
      (select(2, replay.open(text))))
  end)

  it("whose content has changed", function()
    local text = recording_of(1, 5)
    local tables = square.tables(FUNCTIONS)
    tables.interruptions[1] = "yell"
    tables.npcs.visitor.on, tables.npcs.guard.on, tables.npcs.hopeless.on = nil, nil, nil
    local changed = bustle.pack(tables)
    local again, message = replay.open(text, { packs = { changed } })
    assert.is_true(again == nil)
    assert.is_truthy(message:find("^the content is not what it was when this was recorded:\n  "), message)
  end)

  it("that is cut off anywhere: what is there is replayed, and the rest is said to be missing", function()
    local text = recording_of(3, 60)
    local whole = assert(replay.open(text, { packs = { pack() } }))
    play_to_the_end(whole)
    for length = #text - 1, #text - 400, -37 do
      local again = assert(replay.open(text:sub(1, length), { packs = { pack() } }))
      local went_on, message = play_to_the_end(again)
      assert.is_nil(again.difference)
      assert.is_true(went_on == nil or message:find("cut off", 1, true) ~= nil, message)
      assert.is_true(again.updates <= whole.updates)
    end
  end)

  -- The recording with one value of one entry changed.
  local function altered(text, kind, index, number, value)
    local reader, parts, seen = format.reader(text), { format.HEAD }, 0
    local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
    local entry = format.next(reader)
    while entry do
      seen = seen + (entry.kind == kind and 1 or 0)
      if entry.kind == kind and seen == index then entry[number] = value end
      parts[#parts + 1] = format.entry(entry.kind, unpack(entry, 1, entry.count))
      entry = format.next(reader)
    end
    return table.concat(parts)
  end

  local function difference_of(text, packs)
    local again = assert(replay.open(text, packs))
    play_to_the_end(again)
    return again.difference
  end

  it("and its replay where they differ, with both sides", function()
    local text, packs = recording_of(4, 60, { events = true }), { packs = { pack() } }
    local told = difference_of(altered(text, "update", 30, 3, 12345), packs)
    assert.is_truthy(told:find(
      "^at [%d.]+ s: recorded was the hash 00003039; the replay has %x+, after %d+ events$"), told)
    told = difference_of(altered(text, "ask", 3, 2, 0), packs)
    assert.is_truthy(told:find('^at [%d.]+ s: recorded was that the game is asked for .+; the replay asks for .+$'), told)
    told = difference_of(altered(text, "update", 2, 1, -1000), packs)
    assert.is_truthy(told:find("is before the last update's", 1, true), told)
  end)

  it("and its replay where they differ, event by event", function()
    local sink, text = tape()
    local world = bustle.world { packs = { "behaviours/park" }, seed = 3 }
    world:record(sink, { events = true })
    for _ = 1, 100 do world:update(0.1) end
    world:stop_recording()
    local told = difference_of(altered(text(), "update", 80, 1, 2000))
    assert.is_truthy(told:find("^at 9%.900 s: recorded was .+; the replay has .+: st%a+ .+$"), told)
  end)

  it("with an update that does not say its time or its hash is damaged", function()
    local text, packs = recording_of(4, 60), { packs = { pack() } }
    for number, values in pairs { [1] = { false, "soon" }, [3] = { true, -1, 0.5, 2 ^ 32 } } do
      for _, value in ipairs(values) do
        local again = assert(replay.open(altered(text, "update", 5, number, value), packs))
        local went_on, message = play_to_the_end(again)
        assert.is_false(went_on)
        assert.is_truthy(message:find("^the recording is damaged or cut off at byte %d+$"), message)
        assert.equal(4, again.updates)
      end
    end
  end)

  it("damaged at random, without harm", function()
    local text, _, roll = recording_of(7, 60)
    for _ = 1, tonumber(os.getenv "BUSTLE_REPLAY_FUZZ") or 300 do
      local at = #format.HEAD + 1 + roll(#text - #format.HEAD)
      local damaged = text:sub(1, at - 1) .. string.char(roll(256)) .. text:sub(at + 1)
      local again, message = replay.open(damaged, { packs = { pack() } })
      if again then
        local went_on, problem = play_to_the_end(again)
        assert.is_true(went_on == nil or type(problem) == "string")
        assert.is_true(again.world:check())
        again.world:close()
      else
        assert.equal("string", type(message))
      end
    end
  end)

  it("repeats the roles that the game sets (S52)", function()
    local sink, written = tape()
    local world, ada, bob = pub.world()
    assert(world:record(sink))
    for i = 1, 60 do
      if i == 10 then ada:set_role "night_watch" end
      if i == 30 then ada:set_role(nil) end
      if i == 40 then bob:set_role "night_watch" end
      world:update(0.1)
    end
    world:stop_recording()
    local again = assert(replay.open(written(), { packs = { bustle.pack(pub.tables()) } }))
    assert.is_nil(play_to_the_end(again))
    assert.equal(world:hash(), again.world:hash())
    assert.same({ "patron", "night_watch" }, { again.world:find()[1].role, again.world:find()[2].role })
  end)

  it("repeats the scenes that the game stages, and who leaves them by its word (S55, S60)", function()
    local sink, written = tape()
    local world, mary, linda = inn.world()
    local hearth = world:spawn "hearth"
    world:update(0)
    assert(world:record(sink, { events = true }))
    for i = 1, 200 do
      if i == 3 then assert(world:stage("order", { patron = mary, server = { linda }, at = hearth })) end
      if i == 4 then assert.is_nil((world:stage("order", { patron = mary }))) end
      if i == 30 then assert(linda:leave_scene()) end
      if i == 100 then mary.state.thirst = 9 end
      world:update(0.1)
    end
    world:stop_recording()
    local again = assert(replay.open(written(), { packs = { bustle.pack(inn.tables()) } }))
    local left = {}
    again.world:on("leave", function(npc, scene, why) left[#left + 1] = ("%s %s %s"):format(npc.name, scene, why) end)
    assert.is_nil(play_to_the_end(again))
    assert.is_nil(again.difference)
    assert.equal(world:hash(), again.world:hash())
    assert.same({ "Linda order left", "Mary order broken" }, { left[1], left[2] })
    assert.equal(world:stats().joins, again.world:stats().joins)
  end)

  it("that cannot be written: it ends, the game goes on and is told", function()
    local world = square.world()
    world:spawn "visitor"
    local room, told = 1, {}
    world:on("error", function(message, where) told[#told + 1] = where .. ": " .. message end)
    assert(world:record(function()
      room = room - 1
      if room < 0 then return nil, "no space left" end
      return true
    end))
    for _ = 1, 200 do world:update(0.5) end
    assert.same({ "the recording, which ends here: no space left" }, told)
    world:stop_recording()
    assert.same({ nil, "no/such/folder/file: No such file or directory" }, { world:record "no/such/folder/file" })
  end)

  it("that could not be written is over: the world can be reloaded and recorded anew", function()
    local world, room = square.world(), 1
    world:on("error", function() end)
    local function short()
      room = room - 1
      return room >= 0 or nil, "no space left"
    end
    assert(world:record(short))
    for _ = 1, 300 do world:update(0.01) end
    assert.same({}, world:reload())
    room = 1
    assert(world:record(short))
    for _ = 1, 300 do world:update(0.01) end
    local written = {}
    assert(world:record(function(bytes) written[#written + 1] = bytes return true end))
    world:spawn "visitor"
    for _ = 1, 10 do world:update(0.5) end
    world:stop_recording()
    world:stop_recording()
    local again = assert(replay.open(table.concat(written), { packs = { bustle.pack(square.tables()) } }))
    assert.is_nil(play_to_the_end(again))
    assert.equal(world:hash(), again.world:hash())
  end)

  it("at the wrong moment or with wrong arguments", function()
    local world = lively(2)
    assert.equal("record: the file must be a string, not a nil", square.refusal(function() world:record() end))
    assert.equal('record: unknown option "event" (did you mean "events"?)',
      square.refusal(function() world:record("x", { event = true }) end))
    world:record(function() return true end)
    assert.equal("record: the world is being recorded or replayed already",
      square.refusal(function() world:record(function() return true end) end))
    world:stop_recording()
    world:stop_recording()
    local refused
    world:on("start", function() refused = refused or select(2, pcall(world.record, world, "x")) end)
    world:update(5)
    assert.is_truthy(refused:find("record cannot be called inside a handler", 1, true))
  end)
end)
