--- `world:save` and `world:load`: what the Lua layer adds to the core's save.
local failing = require "failing_world"
local bustle = require "bustle"
local core = require "bustle.core"

local function pack(changes)
  local made = {
    name = "park",
    states = { seats = { min = 0, max = 4, default = 2 }, energy = { default = 5 } },
    env = { weather = { values = { "dry", "wet" }, every = 3 } },
    interruptions = { "bell" },
    actions = {
      walk = { travel = 2, targets = "seat", when = "distance > 0" },
      sit = { duration = { 3, 7 }, resumable = true, targets = "seat", claim = "target.seats" },
      look = { duration = 2 },
    },
    sequences = {
      day = { entry = "go", go = { action = "walk", to = "rest", failed = "rest" },
        rest = { action = "sit", target = "same", to = "END", failed = "ponder" },
        ponder = { action = "look", to = "END" } },
      turn = bustle.chain { "look" },
    },
    props = { bench = { tags = { "seat" }, state = { seats = 2 } } },
    npcs = { walker = { main = "day", state = { energy = 5 }, on = { bell = { sequence = "turn", priority = 1 } } } },
  }
  for kind, part in pairs(changes or {}) do
    for name, thing in pairs(part) do made[kind][name] = thing or nil end
  end
  return made
end

local function new_world(changes, options)
  options = options or {}
  options.packs, options.seed = { pack(changes) }, options.seed or 11
  return bustle.world(options)
end

local function populate(world, count)
  world:spawn("bench", { name = "by the pond", x = 10 })
  world:spawn("bench", { name = "by the pond", x = -10, y = 4 })
  for i = 1, count do world:spawn("walker", { name = "walker " .. i, x = i * 3, y = -i }) end
end

describe("a saved world", function()
  it("S28 S36 goes on bit for bit, fractions of milliseconds included", function()
    local world, other = new_world(), new_world(nil, { seed = 99 })
    populate(world, 5)
    for _ = 1, 500 do world:update(1 / 60) end
    assert.same({}, other:load(world:save()))
    assert.equal(world:now(), other:now())
    for i = 1, 3000 do
      if i % 400 == 0 then
        world:interrupt("bell", "all")
        other:interrupt("bell", "all")
      end
      world:update(1 / 60)
      other:update(1 / 60)
      assert.equal(world:hash(), other:hash())
      assert.equal(world:now(), other:now())
    end
    assert.equal(world:save(), other:save())
    assert.is_true(other:check())
  end)

  it("S28 spawns as it would have: its seed and numbers come along", function()
    local world, other = new_world(nil, { seed = 5 }), new_world(nil, { seed = 6 })
    populate(world, 2)
    world:update(1)
    assert(other:load(world:save()))
    local ann, bob = world:spawn "walker", other:spawn "walker"
    assert.equal(ann.id, bob.id)
    for _ = 1, 50 do
      world:update(1)
      other:update(1)
    end
    assert.equal(world:hash(), other:hash())
  end)

  it("has everyone under their names, and no other events than its own", function()
    local world, other = new_world(), new_world()
    populate(world, 1)
    other:spawn("walker", { name = "stranger" })
    world:update(1)
    local told = {}
    other:on("spawn", function(e) told[#told + 1] = e.name end)
    assert(other:load(world:save()))
    assert.is_nil(other:get "stranger")
    assert.equal("walker 1", other:get("walker 1").name)
    assert.equal(world:get("by the pond").id, other:get("by the pond").id)
    assert.equal(0, other:events().count)
    other:update(1)
    assert.same({}, told)
    other:remove(other:get "by the pond")
    assert.equal(-10, other:get("by the pond").x)
  end)
end)

describe("objects of entities", function()
  it("stay good where the save has the same entity, and have left where it has not", function()
    local world = new_world()
    populate(world, 1)
    local ann = world:get "walker 1"
    world:update(1)
    local bytes = world:save()
    local late = world:spawn("walker", { name = "late" })
    ann.state.energy = 9
    world:update(5)
    assert(world:load(bytes))
    assert.is_true(ann.alive)
    assert.equal(5, ann.state.energy)
    assert.equal(ann, world:get "walker 1")
    assert.is_false(late.alive)
    assert.is_nil(world:get "late")
  end)

  it("of somebody else with the same number have left", function()
    local world, other = new_world(), new_world()
    world:spawn("walker", { name = "ann" })
    local bob = other:spawn("walker", { name = "bob" })
    assert(other:load(world:save()))
    assert.is_false(bob.alive)
    assert.equal("ann", other:entity(bob.id).name)
  end)
end)

describe("owners", function()
  local function owned_world()
    local world = new_world()
    world:spawn("walker", { name = "ann", owner = { "sprite of ann", 7 } })
    world:spawn("walker", { owner = { "sprite of nobody", 8 } })
    world:spawn "walker"
    return world
  end

  it("are asked for by the names of their entities", function()
    local asked, other = {}, new_world()
    assert(other:load(owned_world():save(), { owner = function(key, npc)
      asked[#asked + 1] = { key or "-", npc.id }
      return "new sprite"
    end }))
    assert.equal("ann", asked[1][1])
    assert.equal("-", asked[2][1])
    assert.is_nil(asked[3])
    assert.equal("new sprite", other:get("ann").owner)
  end)

  it("are asked for by the keys that the game chose", function()
    local asked, other = {}, new_world()
    local bytes = owned_world():save { key = function(npc, owner)
      return npc.name and "k" .. owner[2] or owner[2] + 0.5
    end }
    assert(other:load(bytes, { owner = function(key) asked[#asked + 1] = key end }))
    assert.same({ "k7", 8.5 }, asked)
    assert.is_nil(other:get("ann").owner)
  end)

  it("are gone without a function, and keys must be strings or numbers", function()
    local other, world = new_world(), owned_world()
    assert(other:load(world:save()))
    assert.is_nil(other:get("ann").owner)
    assert.error_matches(function() world:save { key = function() return {} end } end, "a key is a string or a number")
    assert.error_matches(function() world:save { keys = 1 } end, "keys")
    assert.error_matches(function() world:load("", { owner = 1 }) end, "owner")
  end)

  it("that cannot be found do not stop a load", function()
    local other, told = new_world(), {}
    other:on("error", function(message, where) told[#told + 1] = where .. ": " .. message end)
    assert(other:load(owned_world():save(), { owner = function(key) error("no " .. tostring(key)) end }))
    assert.equal(2, #told)
    assert.matches("owner.*no ann", told[1])
  end)
end)

describe("handlers", function()
  it("go on with what was under way, in the same order, and are told of its stop", function()
    local function handled(log)
      local world = new_world(nil, { ends = "game" })
      world:handle("look", {
        start = function(npc) log[#log + 1] = "start " .. npc.name end,
        update = function(npc, _, run)
          log[#log + 1] = ("%s %.1f %s"):format(npc.name, run.remaining, tostring(run.resumed))
        end,
        stop = function(npc, why, run) log[#log + 1] = ("stop %s %s %s"):format(npc.name, why, run.action) end,
      })
      return world
    end
    local first, second = {}, {}
    local world, other = handled(first), handled(second)
    for i = 1, 3 do world:spawn("walker", { name = "n" .. 4 - i }) end
    world:update(0.1)
    world:interrupt("bell", { world:get "n2" })
    for _ = 1, 12 do world:update(0.1) end
    assert(other:load(world:save()))
    for i = #first, 1, -1 do first[i] = nil end
    for _ = 1, 70 do
      world:update(0.1)
      other:update(0.1)
    end
    assert.truthy(#first > 100)
    assert.same(first, second)
  end)

  it("see that a run was loaded", function()
    local world, seen = new_world(nil, { ends = "game" }), nil
    world:spawn "walker"
    world:update(0)
    local bytes = world:save()
    world:handle("look", { update = function(_, _, run) seen = run.loaded return true end })
    assert(world:load(bytes))
    world:update(0.1)
    assert.is_true(seen)
    world:update(0)
    assert.equal(2, world:stats().starts)
  end)
end)

describe("providers", function()
  it("S9 are asked when they would have been, also by functions", function()
    local function asking(log)
      local world = new_world { actions = { look = { duration = 0.5, targets = false,
        when = function(_, _, env) return env.weather ~= "hot" end } } }
      world:provide("weather", function()
        log[#log + 1] = world:now()
        return "wet"
      end)
      return world
    end
    local first, second = {}, {}
    local world, other = asking(first), asking(second)
    world:spawn "walker"
    for _ = 1, 21 do world:update(0.25) end
    assert(other:load(world:save()))
    for i = #first, 1, -1 do first[i] = nil end
    for _ = 1, 60 do
      world:update(0.25)
      other:update(0.25)
    end
    assert.truthy(#first > 3)
    assert.same(first, second)
  end)
end)

describe("errors", function()
  it("S8 that were told are not told again after a load", function()
    local count = 0
    local world = new_world { actions = { look = { duration = 9, targets = false,
      interrupted = function() error "oh" end } } }
    world:on("error", function() count = count + 1 end)
    local ann, bob = world:spawn "walker", world:spawn "walker"
    world:update(0)
    ann:hold()
    assert.equal(1, count)
    assert(world:load(world:save()))
    bob:hold()
    assert.equal(1, count)
  end)
end)

describe("a load", function()
  it("of something else changes nothing and says why", function()
    local world = new_world()
    populate(world, 2)
    world:update(1)
    local bytes = world:save()
    local function refused(given, code, text)
      local changes, message, got = world:load(given)
      assert.is_nil(changes)
      assert.equal(code, got)
      assert.matches(text, message)
      assert.equal(bytes, world:save())
    end
    refused("", "foreign", "not a save")
    refused("return 1", "foreign", "not a save")
    refused(bytes:sub(1, -2), "damaged", "cut short")
    refused(bytes:sub(1, 100) .. "x" .. bytes:sub(102), "damaged", "damaged")
    refused(bytes:sub(1, 7) .. "\9" .. bytes:sub(9), "newer", "newer version")
  end)

  it("refuses what is damaged in its own part", function()
    local world = new_world()
    for _, attached in ipairs { "n", "n1", "x1;", "s9;a", "n5;", "n0;n1;s1;a", "n0;n0;n0;n0;n0;n0;", "n0;n1e9;",
      "n0;n0.5;", "n0;n0;n1;n7;n0;n0;", "s-1;", "nnan;n0;n0;n0;n0;" } do
      local changes, _, code = world:load(world._core:save("bustle.world 1\n" .. attached))
      assert.is_nil(changes, attached)
      assert.equal("damaged", code)
    end
    assert.same({}, world:load(world._core:save "bustle.world 1\nn0.25;n0;n0;n0;n0;"))
    for _, attached in ipairs { "n1;", "s5;clock", "s5;clockn1;", "s5;clockn1;n1;", "s5;clockn1;n1;n5;",
      "s4;toldn1;n0;s4;toldn1;n0;" } do
      local changes, _, code = world:load(world._core:save("bustle.world 2\n" .. attached))
      assert.is_nil(changes, attached)
      assert.equal("damaged", code)
    end
    assert.same({}, world:load(world._core:save "bustle.world 2\ns4;toldn1;n0;"))
    assert.same({}, world:load(world._core:save "bytes of another program"))
    assert.same({}, world:load(world._core:save()))
  end)

  it("refuses by name what a newer version has added", function()
    local world = new_world()
    for attached, text in pairs { ["bustle.world 3\n"] = "newer version of the Lua module",
      ["bustle.world 2\ns6;scenesn1;n0;"] = "this save has a section 'scenes' of a newer bustle",
      ["bustle.world 2\ns4;runsn2;n0;"] = "this save has a section 'runs' of a newer bustle" } do
      local changes, message, code = world:load(world._core:save(attached))
      assert.is_nil(changes)
      assert.equal("newer", code)
      assert.matches(text, message)
    end
  end)

  it("S39 is refused inside handlers and functions, as a save is", function()
    local told = {}
    local world
    local function try()
      for _, name in ipairs { "save", "load" } do
        local ok, message = pcall(world[name], world, name == "load" and "x" or nil)
        told[#told + 1] = ok and "let in" or message
      end
      return true
    end
    world = new_world { actions = { look = { duration = 1, targets = false, when = function() return try() end } } }
    world:on("start", try)
    world:spawn "walker"
    world:update(0)
    assert.equal(4, #told)
    for _, message in ipairs(told) do assert.matches("inside", message) end
    world:close()
    assert.error_matches(function() world:save() end, "closed")
    assert.error_matches(function() world:load "" end, "closed")
    assert.error_matches(function() new_world():load(5) end, "string")
  end)

  it("into changed content tells what happened, to whom", function()
    local world = new_world()
    populate(world, 1)
    world:interrupt("bell", "all")
    world:update(0.5)
    local ann = world:get "walker 1"
    assert.equal("look", ann.action)
    local other = new_world { sequences = { turn = bustle.chain { "ponder" } },
      actions = { ponder = { duration = 9 } } }
    local changes = other:load(world:save())
    assert.equal(1, #changes)
    assert.equal("node-lost", changes[1].code)
    assert.equal("look", changes[1].thing)
    assert.equal(other:get "walker 1", changes[1].entity)
    assert.equal(ann._number, changes[1].number)
    assert.matches("walker 1", changes[1].text)
    other:update(0.1)
    assert.equal("ponder", other:get("walker 1").action)
  end)

  it("leaves the world as it was when memory runs out, at every single allocation", function()
    local world = new_world()
    populate(world, 3)
    for _ = 1, 20 do world:update(0.3) end
    local bytes = world:save()
    for name, call in pairs { save = function() return world:save() end, load = function() return world:load(bytes) end } do
      local failures = 0
      for n = 1, 1000 do
        failing.fail(world._core, n)
        local result, _, code = call()
        local left = failing.fail(world._core)
        assert.equal(bytes, world:save())
        if result and left > 0 then break end
        assert.equal("no_memory", code)
        failures = failures + 1
      end
      assert.truthy(failures > 0 and failures < 999, name)
    end
  end)
end)

describe("core.attached", function()
  it("gives what was attached, and nothing of what is no save", function()
    local world = new_world()
    assert.equal("a\0b", core.attached(world._core:save "a\0b"))
    assert.equal("", core.attached(world._core:save()))
    local none, _, code = core.attached "nothing"
    assert.is_nil(none)
    assert.equal("foreign", code)
  end)
end)
