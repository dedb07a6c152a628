local bustle = require "bustle"
local square = require "spec.lua.support.square"

local refusal = square.refusal

describe("bustle", function()
  it("offers its version, worlds, packs, JSON, LÖVE and shapes, and nothing else", function()
    local names = {}
    for name in pairs(bustle) do names[#names + 1] = name end
    table.sort(names)
    assert.same({ "chain", "choice", "json", "loop_until", "love", "pack", "version", "world" }, names)
    assert.matches("^%d+%.%d+%.%d+", bustle.version)
  end)

  it("sets no globals", function()
    local before = {}
    for name in pairs(_G) do before[name] = true end
    local world = square.world()
    world:spawn "visitor"
    world:update(1)
    for name in pairs(_G) do assert.is_true(before[name], name) end
  end)
end)

describe("a new world", function()
  it("takes packs, and tables in their place", function()
    assert.equal("visitor", square.world():spawn("visitor").kind)
    assert.equal("visitor", bustle.world { packs = { square.tables() } }:spawn("visitor").kind)
    assert.same({}, bustle.world { packs = {} }:find())
  end)

  it("raises one error with all problems of its content", function()
    local text = refusal(function()
      bustle.world { packs = { { name = "p", states = { a = { mni = 1 } }, actions = { b = { duraton = 1 } } } } }
    end)
    assert.matches("^bustle.world: the content has problems:\n", text)
    assert.matches('_spec.lua:%d+: action "b": unknown key "duraton" %(did you mean "duration"%?%)', text)
    assert.matches('_spec.lua:%d+: state "a": unknown key "mni" %(did you mean "min"%?%)', text)
  end)

  it("keeps the warnings about its content", function()
    local world = square.world(nil, { actions = { lost = { duration = 1, targets = "nobody" } } })
    local found
    for _, problem in ipairs(world.problems) do
      assert.equal("warning", problem.severity)
      found = found or problem.code == "unused-tag"
    end
    assert.is_true(found)
  end)

  it("names what is wrong with its options", function()
    local cases = {
      ["bustle.world: the argument must be a table, not a nil"] = false,
      ['bustle.world: unknown option "pack" (did you mean "packs"?)'] = { pack = {} },
      ["bustle.world: packs must be a table, not a nil"] = {},
      ["bustle.world: packs, item 1 must be a folder, a pack or a table, not a number"] = { packs = { 5 } },
      ["bustle.world: mods must be a string, not a table"] = { packs = {}, mods = {} },
      ["bustle.world: progress must be a function, not a boolean"] = { packs = {}, progress = true },
      ["bustle.world: search must be a table, not a string"] = { packs = {}, search = "behaviours" },
      ["bustle.world: search, item 1 must be a string, not a number"] = { packs = {}, search = { 5 } },
      ["bustle.world: source must have the methods list and read"] = { packs = {}, source = {} },
      ["bustle.world: packs has a key name"] = { packs = { name = "p" } },
      ['bustle.world: ends must be "timed" or "game", not never'] = { packs = {}, ends = "never" },
      ["bustle.world: constants must be a table, not a number"] = { packs = {}, constants = 1 },
      ["bustle.world: limits must be a table, not a number"] = { packs = {}, limits = 1 },
      ['bustle.world, limits: unknown option "dept" (did you mean "depth"?)'] = { packs = {}, limits = { dept = 1 } },
      ["bustle.world, limits: depth must be a whole number from 1 to 255, not 0"] = { packs = {}, limits = { depth = 0 } },
      ["bustle.world, limits: queue must be a whole number from 0 to 255, not a string"] =
        { packs = {}, limits = { queue = "8" } },
      ["bustle.world: expose must be a table, not a boolean"] = { packs = {}, expose = true },
      ["bustle.world: places must be a boolean, not a table"] = { packs = {}, places = {} },
      ["bustle.world: restart must be seconds from 0 to 2147483, or false, not -1"] = { packs = {}, restart = -1 },
      ["bustle.world: restart must be seconds from 0 to 2147483, or false, not a boolean"] =
        { packs = {}, restart = true },
    }
    for text, options in pairs(cases) do
      assert.equal(text, refusal(function() bustle.world(options or nil) end))
    end
    for seed, shown in pairs { [1.5] = "1.5", [math.huge] = "inf", [2 ^ 64] = tostring(2 ^ 64), ["7"] = "a string" } do
      assert.equal("bustle.world: seed must be a whole number of at most 64 bits, not " .. shown,
        refusal(function() bustle.world { packs = {}, seed = seed } end))
    end
  end)

  it("lets the game set constants", function()
    local world = square.world { constants = { nearby = 3 } }
    world:spawn("bench", { x = 10 })
    world:spawn("visitor", { name = "mary" })
    local lines = square.record(world)
    square.run(world, 8)
    for _, line in ipairs(lines) do assert.not_matches("start mary bench", line) end
    assert.matches("the game sets it, but no pack has it", refusal(function()
      local _ = bustle.world { packs = { square.tables() }, constants = { farby = 3 } }
    end))
  end)

  it("ends actions by time or by the game (S16)", function()
    for ends, action in pairs { timed = "sit", game = "rest" } do
      local world = square.world { ends = ends }
      world:spawn "bench"
      local mary = world:spawn "visitor"
      square.run(world, 6)
      assert.equal(action, mary.action)
    end
  end)

  it("heeds limits (S24, S29, S31, S34)", function()
    local shallow = square.world({ limits = { depth = 1 } }, { sequences = {
      outer = { entry = "inner", inner = { sequence = "watch", to = "END" } } }, npcs = { deep = { main = "outer" } } })
    local causes = {}
    shallow:on("fail", function(_, _, cause) causes[#causes + 1] = cause end)
    shallow:spawn "deep"
    shallow:update(1)
    assert.same({ "depth" }, causes)
    local narrow = square.world { limits = { queue = 0, activities = 1, steps = 10 } }
    local mary = narrow:spawn "visitor"
    assert.same({ 0, 0, 1 }, { narrow:interrupt("shout", { mary }) })
    assert.same({ nil, "refused" }, { mary:run("scare"), (select(3, mary:run("scare"))) })
    local hasty = square.world { limits = { failures = 0 } }
    local loser = hasty:spawn "hopeless"
    hasty:update(1)
    assert.equal("condition", loser.halted)
  end)

  it("restarts the halted after a while, or never (S34)", function()
    local function halted_after(restart, seconds)
      local world = square.world { limits = { failures = 0 }, restart = restart }
      local restarts = 0
      world:on("restart", function() restarts = restarts + 1 end)
      world:spawn "hopeless"
      world:update(0)
      world:update(seconds)
      return restarts
    end
    assert.equal(0, halted_after(nil, 29.9))
    assert.equal(1, halted_after(nil, 30))
    assert.equal(1, halted_after(0.5, 0.5))
    assert.equal(0, halted_after(false, 1e6))
  end)

  it("is furnished by its packs", function()
    local world = square.world(nil, { places = { { "bench", name = "by the well", x = 40, y = 12, state = { seats = 5 } },
      { "guard", name = "bob", x = 1 } } })
    local bench, bob = world:get "by the well", world:get "bob"
    assert.same({ "bench", 40, 12, 0, 5 }, { bench.kind, bench.x, bench.y, bench.z, bench.state.seats })
    assert.equal("guard", bob.kind)
    assert.matches('place "guard": another NPC that is placed is called "a"', refusal(function()
      local places = { { "guard", name = "a" }, { "guard", name = "a" } }
      local _ = bustle.world { packs = { square.tables { places = places } } }
    end))
  end)

  it("is left empty for a game with a map of its own", function()
    local changes = { places = { { "bench", x = 40, y = 12 } } }
    assert.equal(1, #square.world({ places = true }, changes):find())
    assert.same({}, square.world({ places = false }, changes):find())
  end)

  it("lives beside others", function()
    local pack = bustle.pack(square.tables())
    local one, other = bustle.world { packs = { pack } }, bustle.world { packs = { pack } }
    one:spawn("visitor", { name = "mary" })
    assert.is_nil(other:get "mary")
    one:update(1)
    assert.equal(0, other:now())
  end)

  it("is collected when nobody holds it", function()
    local kept = setmetatable({ square.world() }, { __mode = "v" })
    kept[1]:on("start", function() return kept end)
    kept[1]:handle("rest", { update = function() return true end })
    kept[1]:spawn "visitor"
    square.run(kept[1], 10)
    collectgarbage()
    collectgarbage()
    assert.is_nil(kept[1])
  end)

  it("says what it is", function()
    local world = square.world()
    world:spawn "bench"
    world:update(1.25)
    assert.equal("bustle.world (1 entities, 1.250 s)", tostring(world))
    world:close()
    assert.equal("bustle.world (closed)", tostring(world))
  end)
end)

describe("a closed world", function()
  it("refuses everything", function()
    local world = square.world()
    local mary = world:spawn("visitor", { name = "mary" })
    world:update(1)
    local events = world:events()
    world:close()
    world:close()
    for method, arguments in pairs {
      spawn = { "visitor" }, spawn_many = { "visitor", 1 }, entity = { 1 }, get = { "mary" }, remove = { mary },
      move = { mary, 1 }, update = { 1 }, now = {}, on = { "start", print }, handle = { "rest", {} }, events = {}, actions = {},
      provide = { "open", print }, set = { "open", true }, find = {}, interrupt = { "shout", "all" }, hash = {},
      stats = {}, check = {},
    } do
      assert.equal("the world is closed", refusal(function() world[method](world, arguments[1], arguments[2]) end), method)
    end
    assert.equal('npc "mary" (visitor, number 1) has left: its world is closed', refusal(function() return mary.x end))
    assert.equal("mary", mary.name)
    assert.equal(0, events.count)
  end)

  it("closes at the end of its block where Lua has such blocks", function()
    local chunk = (loadstring or load)("local world <close> = ...; return world") -- luacheck: ignore 113
    if not chunk then return end
    assert.equal("bustle.world (closed)", tostring(chunk(square.world())))
  end)
end)
