local bustle = require "bustle"
local square = require "spec.lua.support.square"

local refusal = square.refusal

describe("spawning", function()
  it("takes a name, a place, state and an owner (S4, S48)", function()
    local world, sprite = square.world(), {}
    local mary = world:spawn("visitor", { name = "mary", x = 1.4, y = -2.5, z = 3, owner = sprite,
      state = { energy = 3, sitting = true, mood = "glad" } })
    assert.same({ "mary", "visitor", 1.375, -2.5, 3, 3, true, "glad" }, { mary.name, mary.kind, mary.x, mary.y, mary.z,
      mary.state.energy, mary.state.sitting, mary.state.mood })
    assert.equal(sprite, mary.owner)
    assert.is_true(mary.alive)
  end)

  it("needs nothing but a kind", function()
    local bench = square.world():spawn "bench"
    assert.same({ nil, nil, 0, 0, 0, 1 }, { bench.name, bench.owner, bench.x, bench.y, bench.z, bench.state.seats })
    assert.equal("bench", square.world():spawn("square.bench").kind)
  end)

  it("names what is wrong", function()
    local world = square.world()
    for text, arguments in pairs {
      ['unknown entity "vistor" (did you mean "visitor"?)'] = { "vistor" },
      ["the entity must be named by a string, not a number"] = { 5 },
      ["spawn: the options must be a table, not a string"] = { "visitor", "mary" },
      ['spawn: unknown option "nmae" (did you mean "name"?)'] = { "visitor", { nmae = "mary" } },
      ["spawn: the name must be a string, not a number"] = { "visitor", { name = 5 } },
      ["spawn: the name has a zero byte"] = { "visitor", { name = "ma\0ry" } },
      ["spawn, x must be a number, not a string"] = { "visitor", { x = "5" } },
      ["spawn, z must be finite, not inf"] = { "visitor", { z = math.huge } },
      ["spawn: state must be a table, not a number"] = { "visitor", { state = 5 } },
      ['spawn visitor, state: unknown state "enrgy" (did you mean "energy"?)'] = { "visitor", { state = { enrgy = 1 } } },
      ["spawn visitor, state: the state must be named by a string, not a number"] = { "visitor", { state = { 1 } } },
      ['spawn visitor: it has no state "seats"'] = { "visitor", { state = { seats = 1 } } },
      ["spawn visitor, state energy: it is not a flag, so it cannot be true (give a number, or make it a flag)"] =
        { "visitor", { state = { energy = true } } },
      ['spawn visitor, state mood: it has no value "gald"; it has "sad", "calm", "glad" (did you mean "glad"?)'] =
        { "visitor", { state = { mood = "gald" } } },
    } do
      assert.equal(text, refusal(function() world:spawn(arguments[1], arguments[2]) end))
    end
    assert.same({}, world:find())
  end)

  it("tells of a name that is taken (S28)", function()
    local world = square.world()
    world:spawn("visitor", { name = "mary" })
    local nobody, message, code = world:spawn("guard", { name = "mary" })
    assert.is_nil(nobody)
    assert.matches("mary", message)
    assert.equal("name_taken", code)
    world:get("mary"):remove()
    assert.equal("guard", world:spawn("guard", { name = "mary" }).kind)
  end)

  it("brings many, by their ids", function()
    local world = square.world()
    local options = {}
    local ids = world:spawn_many("guard", 5, function(i)
      options.x, options.owner = i * 10, "owner " .. i
      return i ~= 3 and options or nil
    end)
    assert.equal(5, #ids)
    assert.same({ "number", 20, 0, "owner 2" }, { type(ids[2]), world:entity(ids[2]).x, world:entity(ids[3]).x,
      world:entity(ids[2]).owner })
    assert.equal(0, #world:spawn_many("guard", 0))
    assert.equal("spawn_many: the count must be a whole number from 0 to 2147483648, not -1",
      refusal(function() world:spawn_many("guard", -1) end))
    assert.equal("spawn_many: the third argument must be a function, not a table",
      refusal(function() world:spawn_many("guard", 1, {}) end))
    assert.equal('spawn: unknown option "nmae" (did you mean "name"?)',
      refusal(function() world:spawn_many("guard", 1, function() return { nmae = "a" } end) end))
    local none, message, code, some = world:spawn_many("guard", 3, function(i) return { name = i > 1 and "a" or "b" } end)
    assert.same({ nil, "string", "name_taken", 2 }, { none, type(message), code, #some })
  end)
end)

describe("an entity", function()
  it("has one object while it lives", function()
    local world = square.world()
    local mary = world:spawn("visitor", { name = "mary" })
    assert.equal(mary, world:get "mary")
    assert.equal(mary, world:entity(mary.id))
    assert.equal(mary, world:find()[1])
    assert.equal(mary.state, mary.state)
  end)

  it("is got by its name; props by the first of theirs", function()
    local world = square.world()
    local first = world:spawn("bench", { name = "well" })
    local second = world:spawn("bench", { name = "well" })
    assert.equal(first, world:get "well")
    first:remove()
    assert.equal(second, world:get "well")
    local npc = world:spawn("guard", { name = "well" })
    assert.equal(npc, world:get "well")
    npc:remove()
    second:remove()
    assert.is_nil(world:get "well")
    assert.equal("get: the name must be a string, not a nil", refusal(function() world:get() end))
    assert.equal("get: the name has a zero byte", refusal(function() world:get "\0" end))
  end)

  it("has state to read and write, in the terms of its author (S2, S5)", function()
    local mary = square.world():spawn "visitor"
    mary.state.energy = mary.state.energy + 1
    mary.state.sitting, mary.state.mood = true, "sad"
    assert.same({ 7, true, "sad" }, { mary.state.energy, mary.state.sitting, mary.state.mood })
    mary.state.energy, mary.state.mood = 99, 2
    assert.same({ 10, "glad" }, { mary.state.energy, mary.state.mood })
    mary.state.energy = 2.5
    assert.equal(3, mary.state.energy)
    mary.state["square.energy"] = 4
    assert.equal(4, mary.state.energy)
  end)

  it("does not have every state", function()
    local mary = square.world():spawn("visitor", { name = "mary" })
    assert.is_nil(mary.state.seats)
    local who = 'npc "mary" (visitor, number 1)'
    assert.equal(who .. ' has no state "seats"', refusal(function() mary.state.seats = 1 end))
    assert.equal(who .. ': unknown state "enrgy" (did you mean "energy"?)', refusal(function() return mary.state.enrgy end))
    assert.equal(who .. ': unknown state "enrgy" (did you mean "energy"?)', refusal(function() mary.state.enrgy = 1 end))
    assert.equal(who .. ": the state must be named by a string, not a boolean", refusal(function() return mary.state[true] end))
    assert.equal(who .. ', state "energy": it cannot be a table (give a whole number of 32 bits)',
      refusal(function() mary.state.energy = {} end))
    assert.equal(who .. ', state "energy": it cannot be a nil (give a whole number of 32 bits)',
      refusal(function() mary.state.energy = nil end))
    assert.matches('state "energy": it cannot be %-?nan', refusal(function() mary.state.energy = 0 / 0 end))
    assert.equal(who .. ', state "sitting": "yes" is no value of it: it has no named values (give true or false)',
      refusal(function() mary.state.sitting = "yes" end))
  end)

  it("sees the state of its own pack where several have it", function()
    local common = { name = "common", states = { mood = { values = { "low", "high" } } } }
    local world = bustle.world { packs = { square.tables(), common } }
    assert.equal("calm", world:spawn("visitor").state.mood)
    assert.equal('find: state "mood" is ambiguous: "square.mood" or "common.mood" (write the one that is meant with its pack)',
      refusal(function() world:find { state = { mood = "calm" } } end))
    assert.equal(1, #world:find { state = { ["square.mood"] = "calm" } })
  end)

  it("is what the game reads and writes of it, and no more", function()
    local world = square.world()
    local mary = world:spawn("visitor", { name = "mary" })
    mary.owner = "sprite"
    assert.equal("sprite", mary.owner)
    mary.owner = false
    assert.is_false(mary.owner)
    mary.owner = nil
    assert.is_nil(mary.owner)
    local who = 'npc "mary" (visitor, number 1)'
    for text, fn in pairs {
      [who .. ' has no "acton" (did you mean "action"?)'] = function() return mary.acton end,
      [who .. ' has no "energy" (did you mean state.energy?)'] = function() return mary.energy end,
      [who .. ' has no "sprite"'] = function() mary.sprite = 1 end,
      [who .. " has no 1"] = function() return mary[1] end,
      ['"x" cannot be set; use entity:move(x, y, z)'] = function() mary.x = 1 end,
      ['"state" cannot be set; use entity.state.name = value'] = function() mary.state = {} end,
      ['"name" cannot be set'] = function() mary.name = "bob" end,
      ['"complete" cannot be set'] = function() mary.complete = print end,
    } do
      assert.equal(text, refusal(fn))
    end
  end)

  it("says who it is", function()
    local world = square.world()
    local bench, mary = world:spawn "bench", world:spawn("visitor", { name = "mary" })
    assert.equal("prop bench (number 1)", tostring(bench))
    assert.equal('npc "mary" (visitor, number 2)', tostring(mary))
    assert.equal('state of npc "mary" (visitor, number 2)', tostring(mary.state))
    mary:remove()
    assert.equal('npc "mary" (visitor, number 2), which has left', tostring(mary))
  end)

  it("moves, unless it is static (S10)", function()
    local world = square.world()
    local mary, bench = world:spawn "visitor", world:spawn("bench", { x = 5 })
    assert.is_true(mary:move(3, 4))
    assert.same({ 3, 4, 0 }, { mary.x, mary.y, mary.z })
    assert.is_true(world:move(mary, 5, 6, 7))
    assert.same({ 5, 6, 7 }, { mary.x, mary.y, mary.z })
    assert.is_true(world:move(mary.id, 1))
    assert.same({ 1, 0, 0 }, { mary.x, mary.y, mary.z })
    assert.same({ nil, "static" }, { bench:move(1, 1), (select(3, bench:move(1, 1))) })
    assert.equal("static", (select(3, world:move(bench, 1))))
    assert.equal(5, bench.x)
    assert.equal("move, y must be a number, not a string", refusal(function() mary:move(1, "2") end))
    assert.equal("move: an entity or its id is expected, not a nil", refusal(function() world:move(nil, 1) end))
  end)
end)

describe("an entity that has left", function()
  local function departed()
    local world = square.world()
    local mary = world:spawn("visitor", { name = "mary", owner = "sprite" })
    local state = mary.state
    mary:remove()
    return world, mary, state
  end

  it("answers who it was", function()
    local _, mary = departed()
    assert.same({ "mary", "visitor", "sprite", false, "number" }, { mary.name, mary.kind, mary.owner, mary.alive,
      type(mary.id) })
  end)

  it("refuses everything else, by name (S4)", function()
    local world, mary, state = departed()
    local text = 'npc "mary" (visitor, number 1) has left'
    for _, fn in ipairs {
      function() return mary.x end, function() return mary.state end, function() return state.energy end,
      function() state.energy = 1 end, function() return mary.action end, function() mary:complete() end,
      function() mary:remove() end, function() mary:move(1) end, function() mary.owner = 1 end,
      function() mary:doing() end, function() return mary.nonsense end,
    } do
      assert.equal(text, refusal(fn))
    end
    assert.equal("remove: " .. text, refusal(function() world:remove(mary) end))
    assert.equal("interrupt: item 1: " .. text, refusal(function() world:interrupt("shout", { mary }) end))
    assert.equal("interrupt: from: " .. text, refusal(function() world:interrupt("shout", "all", mary) end))
    assert.matches("^entity: entity %d+ has left, or is of another world$", refusal(function() world:entity(mary.id) end))
    assert.is_nil(world:get "mary")
  end)

  it("is let go", function()
    local world = square.world()
    local kept = setmetatable({ world:spawn "visitor" }, { __mode = "v" })
    kept[1]:remove()
    world:update(1)
    world:update(1)
    collectgarbage()
    collectgarbage()
    assert.is_nil(kept[1])
  end)

  it("is not the one who comes in its place", function()
    local world, mary = departed()
    local other = world:spawn("visitor", { name = "mary" })
    assert.are_not.equal(mary, other)
    assert.is_false(mary.alive)
    assert.equal(other, world:get "mary")
  end)
end)

describe("an entity of another world", function()
  it("is refused (S4)", function()
    local world, other = square.world(), square.world()
    world:spawn "visitor"
    local mary = other:spawn("visitor", { name = "mary" })
    local text = ': npc "mary" (visitor, number 1) is of another world'
    assert.equal("remove" .. text, refusal(function() world:remove(mary) end))
    assert.equal("move" .. text, refusal(function() world:move(mary, 1) end))
    assert.equal("interrupt: item 1" .. text, refusal(function() world:interrupt("shout", { mary }) end))
    assert.equal("find: of" .. text, refusal(function() world:find { within = 1, of = mary } end))
  end)
end)
