-- Entities, state and the operations on it: S1 to S10.
local kit = require "spec.rules.kit"

local BIG = 2147483647

describe("entities and state", function()
  it("S1 an NPC may be another's target, never its own", function()
    local world = kit.world { actions = { wave = { duration = 1, targets = "person" }, stand = { duration = 1 } },
      sequences = { day = { entry = "wave", wave = { action = "wave", to = "END", failed = "stand" },
        stand = { action = "stand", to = "END" } } },
      npcs = { man = { main = "day", tags = { "person" } } } }
    local ann = world:spawn "man"
    kit.run(world, 1)
    assert.same({ "start stand" }, kit.lines(world, ann))
    local bob = world:spawn "man"
    kit.run(world, 4)
    local list = kit.events(world)
    local seen = {}
    for _, event in ipairs(list) do
      if event.name == "wave" and event.kind == "start" then
        assert.not_equal(event.npc, event.target)
        seen[event.target] = true
      end
    end
    assert.truthy(seen[ann.id] and seen[bob.id])
  end)

  it("S2 arithmetic stops at the bounds and never wraps", function()
    local world = kit.world(kit.doing({ duration = 1,
      start = "self.small += 100; self.big += 2000000000; self.low -= 2000000000; self.low -= 2000000000" },
      { states = { small = { min = 0, max = 10, default = 5 }, big = { default = BIG - 1 }, low = {} },
        state = { "small", "big", "low" } }))
    local man = world:spawn "man"
    kit.run(world, 1)
    assert.equal(10, man.state.small)
    assert.equal(BIG, man.state.big)
    assert.equal(-BIG - 1, man.state.low)
    man.state.small = -4
    assert.equal(0, man.state.small)
    man.state.big = 1e300
    assert.equal(BIG, man.state.big)
  end)

  it("S2 each operation of an expression saturates", function()
    local world = kit.world(kit.doing({ duration = 1, start = "self.x = 2000000000 + self.y - self.y" },
      { states = { x = {}, y = { default = 2000000000 } }, state = { "x", "y" } }))
    local man = world:spawn "man"
    kit.run(world, 1)
    assert.equal(BIG - 2000000000, man.state.x)
  end)

  it("S2 keys may be flags, or have named values", function()
    local world = kit.world(kit.doing({ duration = 1, when = "self.mood == 'sad'", start = "self.busy = true" },
      { states = { busy = { flag = true }, mood = { values = { "calm", "glad", "sad" } } },
        state = { "busy", mood = "sad" } }))
    local man = world:spawn "man"
    assert.is_false(man.state.busy)
    kit.run(world, 1)
    assert.is_true(man.state.busy)
    assert.equal("sad", man.state.mood)
    man.state.mood = "glad"
    assert.equal("glad", man.state.mood)
    man.state.mood = 77
    assert.equal("sad", man.state.mood)
    kit.raises('it has no value "merry"', function() man.state.mood = "merry" end)
    assert.equal("calm", world:spawn("man", { state = { mood = "calm" } }).state.mood)
  end)

  it("S3 a comparison with what is not there is false, its not is true", function()
    local world = kit.world { states = { gold = {}, rank = {} },
      actions = { rob = { duration = 1, targets = "thing", when = "not (target.gold < 5) and self.rank == 0" } },
      sequences = { day = kit.chain { "rob" } },
      props = { rock = { tags = "thing", state = { "gold" } } },
      npcs = { man = { main = "day", state = { "rank" } } } }
    world:spawn("rock", { state = { gold = 9 } })
    local man = world:spawn "man"
    kit.run(world, 1)
    assert.equal("rob", man.action)
  end)

  it("S3 loading rejects an entity or NPC that lacks what its actions need", function()
    kit.refuses("gold", { states = { gold = {} },
      actions = { rob = { duration = 1, when = "target.gold > 0" } }, sequences = { day = kit.chain { "rob" } },
      props = { rock = { accepts = "rob" } }, npcs = { man = { main = "day" } } })
    kit.refuses('when "target.gold > 0"', { states = { gold = {} },
      actions = { rob = { duration = 1, when = "target.gold > 0 or target.gold < -3" } },
      sequences = { day = kit.chain { "rob" } }, props = { rock = { accepts = "rob" } }, npcs = { man = { main = "day" } } })
    kit.refuses("gold", kit.doing({ duration = 1, start = "self.gold += 1" }, { states = { gold = {} } }))
  end)

  it("S3 what a condition can do without may be missing", function()
    local world = kit.world { states = { gold = {}, fear = {} },
      actions = { pat = { duration = 1, when = "not (target.gold > 0) and (target.fear > 1 or not (self.fear > 2))" } },
      sequences = { day = kit.chain { "pat" } }, props = { rock = { accepts = "pat" } }, npcs = { man = { main = "day" } } }
    world:spawn "rock"
    local man = world:spawn "man"
    kit.run(world, 1)
    assert.equal("pat", man.action)
  end)

  it("S3 changing what is not there does nothing and is reported once", function()
    local world = kit.world { states = { mood = {} },
      actions = { go = { duration = 1, targets = "thing" }, pat = { duration = 1, targets = true,
        finish = "target.mood += 1" } },
      sequences = { day = { entry = "go", go = { action = "go", to = "pat" },
        pat = { action = "pat", target = "same", to = "END" } } },
      props = { rock = { tags = "thing" } }, npcs = { man = { main = "day" } } }
    local rock = world:spawn "rock"
    world:spawn "man"
    kit.run(world, 12)
    assert.equal(1, #kit.errors(world))
    assert.is_nil(rock.state.mood)
  end)

  it("S4 an entity that has left cannot be used, and its owner comes back unchanged", function()
    local world, other = kit.world(kit.doing { duration = 5 }), kit.world(kit.doing { duration = 5 })
    local owner = {}
    local man = world:spawn("man", { owner = owner, name = "mary" })
    local id = man.id
    assert.truthy(id > 0 and id < 2 ^ 53 and id == math.floor(id))
    assert.equal(owner, man.owner)
    local seen
    world:on("start", function(npc) seen = npc.owner end)
    kit.run(world, 1)
    assert.equal(owner, seen)
    local stranger = other:spawn "man"
    kit.raises("another world", world.remove, world, stranger)
    man:remove()
    kit.step(world, 1)
    local hash = world:hash()
    kit.raises("has left", function() return man.action end)
    kit.raises("has left", function() man.state.x = 1 end)
    kit.raises("has left", world.remove, world, id)
    kit.raises("has left", world.move, world, man, 1)
    kit.raises("has left", world.entity, world, id)
    assert.equal(owner, man.owner)
    assert.equal(hash, world:hash())
  end)

  it("S5 the game reads state at any time and writes it between updates", function()
    local inside, refused
    local world = kit.world(kit.doing({ duration = 1, targets = false,
      when = function(npc)
        inside = npc.state.x
        refused = not pcall(function() npc.state.x = 9 end)
        return true
      end }, { states = { x = { default = 3 } }, state = { "x" } }))
    local man = world:spawn "man"
    man.state.x = 4
    kit.run(world, 1)
    assert.equal(4, inside)
    assert.is_true(refused)
    world:on("stop", function(npc) npc.state.x = npc.state.x + 1 end)
    kit.run(world, 1)
    assert.equal(5, man.state.x)
  end)
end)

describe("state operations", function()
  it("S6 an effect among conditions, or a comparison among effects, is a load error", function()
    local states = { states = { x = {} }, state = { "x" } }
    kit.refuses("when", kit.doing({ duration = 1, when = "self.x += 1" }, states))
    kit.refuses("start", kit.doing({ duration = 1, start = "self.x > 1" }, states))
    kit.refuses("env", kit.doing({ duration = 1, start = "env.e = 1" }, { env = { e = {} } }))
    kit.refuses("when", kit.doing({ duration = 1, when = { { "self", "x", "+=", 1 } } }, states))
  end)

  it("S6 all comparisons and changes", function()
    local holds = { ["=="] = { 5 }, ["~="] = { 4, 6 }, ["<"] = { 6 }, [">"] = { 4 },
      ["<="] = { 5, 6 }, [">="] = { 4, 5 } }
    for comparison, values in pairs(holds) do
      for value = 4, 6 do
        local world = kit.world(kit.doing({ duration = 1, when = ("self.x %s %d"):format(comparison, value) },
          { states = { x = { default = 5 } }, state = { "x" } }))
        local man = world:spawn "man"
        kit.step(world, 0)
        local expected = false
        for _, each in ipairs(values) do expected = expected or each == value end
        assert.equal(expected and "act" or nil, man.action, comparison .. value)
      end
    end
    local world = kit.world(kit.doing({ duration = 1, start = "self.x = 7; self.y += 2; self.z -= 3" },
      { states = { x = {}, y = {}, z = {} }, state = { "x", "y", "z" } }))
    local man = world:spawn "man"
    kit.step(world, 0)
    assert.same({ 7, 2, -3 }, { man.state.x, man.state.y, man.state.z })
  end)

  it("S7 values may be sums, differences and products, and now", function()
    local world = kit.world(kit.doing({ duration = 1, when = "self.x * 2 - 1 == self.y + four",
      start = "self.x = now * 10 + self.y" },
      { constants = { four = 4 }, states = { x = { default = 5 }, y = { default = 5 } }, state = { "x", "y" } }))
    local man = world:spawn "man"
    kit.step(world, 2.9)
    assert.equal(25, man.state.x)
  end)

  it("S7 conditions are evaluated left to right with short circuit", function()
    local asked = {}
    local function says(name, answer)
      return function()
        asked[#asked + 1] = name
        return answer
      end
    end
    local world = kit.world(kit.doing({ duration = 1, targets = false,
      when = { "self.x == 0 or env.b == 1", says("f", false), says("g", true) } },
      { states = { x = {} }, state = { "x" }, env = { b = {} } }))
    world:provide("b", says("b", 1))
    world:spawn "man"
    kit.step(world, 0)
    assert.same({ "f" }, asked)
  end)

  it("S8 functions stand as conditions and effects; an effect writes self and target", function()
    local world = kit.world { states = { n = {} },
      actions = { act = { duration = 1, targets = "thing",
        when = function(npc, target) return npc.state.n < 3 and target.kind == "rock" end,
        finish = { "self.n += 1", function(npc, target)
          target.state.n = target.state.n + npc.state.n
        end } } },
      sequences = { day = kit.chain { "act" } },
      props = { rock = { tags = "thing", state = { "n" } } }, npcs = { man = { main = "day", state = { "n" } } } }
    local rock, man = world:spawn "rock", world:spawn "man"
    kit.run(world, 6)
    assert.equal(3, man.state.n)
    assert.equal(1 + 2 + 3, rock.state.n)
  end)

  it("S8 a refused call raises inside, and errors are reported with pack, action and line", function()
    local world, refused
    world = kit.world(kit.doing({ duration = 1, targets = false,
      start = { function() refused = select(2, pcall(world.spawn, world, "man")) end,
        function() error("oops") end, "self.n += 1" } }, { states = { n = {} }, state = { "n" } }))
    local man = world:spawn "man"
    kit.step(world, 0)
    assert.equal("string", type(refused))
    assert.equal(1, man.state.n)
    local errors = kit.errors(world)
    assert.equal(1, #errors)
    assert.truthy(errors[1].message:find("oops", 1, true))
    assert.truthy(errors[1].where:find('pack "p", action "p.act"', 1, true))
    assert.truthy(errors[1].where:find("state_spec.lua:%d+"))
    assert.equal(1, world:stats().entities)
  end)

  it("S8 an error makes the whole condition false, and is reported once per update", function()
    local world = kit.world(kit.doing({ duration = 1, targets = false,
      when = { "true == true", function() error("oops") end } }, { fallback = "idle",
      actions = { rest = { duration = 1 } }, sequences = { idle = kit.chain { "rest" } } }))
    for _ = 1, 3 do world:spawn "man" end
    kit.step(world, 0)
    local lines = kit.lines(world)
    assert.same({ "error act", "fail day condition", "fallback idle" }, { lines[1], lines[2], lines[3] })
    assert.equal(1, #kit.errors(world))
  end)

  it("S9 the game is asked at most once per interval, lazily", function()
    local asked = 0
    local world = kit.world(kit.doing({ duration = 0.5, when = "env.hour >= 0" }, { env = { hour = { every = 2 } } }))
    world:provide("hour", function()
      asked = asked + 1
      return 3
    end)
    kit.run(world, 4)
    assert.equal(0, asked)
    for _ = 1, 10 do world:spawn "man" end
    for _ = 1, 40 do kit.step(world, 0.25) end
    assert.equal(5, asked)
  end)

  it("S9 before an answer the default counts; no answer and errors keep the value; a push is an answer", function()
    local answer = function() return nil end
    local world = kit.world(kit.doing({ duration = 1, when = "env.hour > -1000" },
      { env = { hour = { every = 1, default = 7, min = -5, max = 30 }, sky = { values = { "clear", "grey" } } } }))
    world:provide("hour", function() return answer() end)
    world:spawn "man"
    assert.equal(7, world.env.hour)
    assert.equal("clear", world.env.sky)
    kit.run(world, 1)
    assert.equal(7, world.env.hour)
    local expected = { { 2.5, 3 }, { -2.5, -3 }, { 1e99, 30 }, { -40, -5 }, { true, 1 }, { 0 / 0, 1 }, { "x", 1 },
      { math.huge, 1 }, { {}, 1 } }
    for _, case in ipairs(expected) do
      answer = function() return case[1] end
      kit.run(world, 1)
      assert.equal(case[2], world.env.hour, tostring(case[1]))
    end
    assert.equal(4, #kit.errors(world))
    answer = function() error("broken clock") end
    kit.run(world, 1)
    assert.equal(5, #kit.errors(world))
    local asked = 0
    answer = function()
      asked = asked + 1
      return 20
    end
    kit.step(world, 1)
    world:set("hour", 11)
    assert.equal(11, world.env.hour)
    kit.step(world, 0.5)
    assert.equal(11, world.env.hour)
    assert.equal(1, asked)
    world:set("sky", "grey")
    assert.equal("grey", world.env.sky)
    kit.raises('no value "blue"', world.set, world, "sky", "blue")
  end)

  -- Whether a man at the origin may go to a rock.
  local function goes(when, at, metric)
    local world = kit.world({ actions = { go = { duration = 1, targets = "thing", when = when } },
      sequences = { day = kit.chain { "go" } }, states = { far = { default = 5 } },
      props = { rock = { static = true, tags = "thing" } }, npcs = { man = { main = "day", state = { "far" } } } },
      { metric = metric })
    world:spawn("rock", at)
    local man = world:spawn "man"
    kit.step(world, 0)
    return man.action == "go"
  end

  it("S10 distance is Euclidean, or Manhattan in a world that asks for it", function()
    local at = { x = 2, y = -3, z = 6 }
    assert.is_true(goes("distance <= 7", at))
    assert.is_false(goes("distance < 7", at))
    assert.is_true(goes("distance == 11", at, "manhattan"))
    assert.is_true(goes("distance == 7", at, "euclidean"))
    kit.raises('metric must be "euclidean" or "manhattan", not air', goes, "distance == 7", at, "air")
  end)

  it("S10 positions have sixteenths, and a comparison of distance alone is exact, whatever is on the other side", function()
    for _, when in ipairs { "distance > 5", "5 < distance", "distance > self.far", "self.far < distance",
      "not (distance <= self.far)", "distance ~= 5", "distance + 0 == 5" } do
      assert.is_true(goes(when, { x = 5, y = 0.0625 }), when)
      assert.equal(when:find "+ 0" ~= nil, goes(when, { x = 5, y = 0.03 }), when)
    end
    assert.is_true(goes("distance > -1", { x = 0 }))
    assert.is_false(goes("distance == -5", { x = 5 }))
  end)

  it("S10 positions are static, pushed, or asked for at most once per interval", function()
    local asked = {}
    local world = kit.world { actions = { go = { duration = 0.5, targets = "thing", when = "distance < 100" } },
      sequences = { day = kit.chain { "go" } },
      props = { rock = { static = true, tags = "thing" }, cart = { tags = "thing" },
        cat = { every = 2, tags = "thing" } },
      npcs = { man = { main = "day" } } }
    local rock, cart, cat = world:spawn("rock", { x = 3 }), world:spawn "cart", world:spawn "cat"
    world:provide("position", function(entity)
      asked[#asked + 1] = entity.id
      return 1, 2
    end)
    world:spawn "man"
    for _ = 1, 16 do kit.step(world, 0.25) end
    assert.same({ cat.id, cat.id }, { asked[1], asked[2] })
    assert.equal(2, #asked)
    assert.same({ 1, 2, 0 }, { cat.x, cat.y, cat.z })
    assert.is_true(world:move(cart, 4, 5, 6))
    assert.same({ 4, 5, 6 }, { cart.x, cart.y, cart.z })
    local ok, _, code = rock:move(1)
    assert.is_nil(ok)
    assert.equal("static", code)
    assert.equal(3, rock.x)
  end)
end)
