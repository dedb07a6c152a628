local square = require "spec.lua.support.square"

local refusal = square.refusal

local function names(list)
  local found = {}
  for i, each in ipairs(list) do found[i] = each.name end
  return table.concat(found, " ")
end

local function crowd()
  local world = square.world()
  world:spawn("bench", { name = "well", x = 10 })
  world:spawn("visitor", { name = "ann", x = 0, state = { energy = 3, mood = "glad" } })
  world:spawn("visitor", { name = "bob", x = 5, y = 5, state = { sitting = true } })
  world:spawn("guard", { name = "cat", x = -20 })
  return world
end

describe("finding", function()
  it("goes by kind, tag, state and distance, in the order of coming", function()
    local world = crowd()
    local bob = world:get "bob"
    for expected, query in pairs {
      ["well ann bob cat"] = {}, ["ann bob"] = { kind = "visitor" }, ["ann bob cat"] = { tag = "person" },
      well = { tag = "seat" }, ann = { state = { energy = 3 } }, bob = { state = { sitting = true } },
      ["bob cat"] = { state = { energy = function(value) return value > 3 end } },
      ["well ann"] = { within = 10, of = bob }, ["well bob"] = { within = 9, of = { x = 8.6, y = 5 } },
      cat = { within = 0, of = { -20, 0, 0 } },
      [""] = { kind = "guard", tag = "seat" },
    } do
      assert.equal(expected, names(world:find(query)))
    end
    assert.equal("well ann bob cat", names(world:find()))
    assert.equal("ann", names(world:find { tag = "person", state = { mood = "glad" }, within = 100, of = bob.id }))
    assert.equal("bob", names(world:find { kind = "square.visitor", state = { mood = 1, sitting = 1 } }))
  end)

  it("ends, whatever its functions do: who comes or goes meanwhile is not found", function()
    local world = crowd()
    assert.equal("ann bob cat", names(world:find { state = { energy = function()
      assert(world:spawn "guard")
      return true
    end } }))
    local function remove(name)
      if world:get(name) then world:get(name):remove() end
      return true
    end
    assert.equal("ann", names(world:find { kind = "visitor", state = { energy = function() return remove "bob" end } }))
    assert.equal("", names(world:find { kind = "visitor", state = { energy = function() return remove "ann" end,
      sitting = function() return true end } }))
  end)

  it("goes by distances with sixteenths, up to the farthest that there is (S10)", function()
    local world = crowd()
    assert.equal("well", names(world:find { within = 4, of = { 14 } }))
    assert.equal("", names(world:find { within = 3.95, of = { 14 } }))
    assert.equal("well", names(world:find { within = 3.95, of = { 13.94 } }))
    world:spawn("visitor", { name = "dan", x = -1e10, y = -1e10 })
    world:spawn("visitor", { name = "eve", x = 1e10, y = 1e10 })
    assert.equal("eve", names(world:find { within = 3, of = { 1e10, 1e10 } }))
    assert.equal("eve", names(world:find { within = 50, of = { 2 ^ 20 - 50, 2 ^ 31 } }))
    for _, everything in ipairs { 2 ^ 31 - 1, 2 ^ 40, 1e300 } do
      assert.equal("well ann bob cat eve", names(world:find { within = everything, of = world:get "dan" }))
    end
  end)

  it("finds a crowd, by where it was last known to be", function()
    local world = crowd()
    for i = 1, 300 do world:spawn("visitor", { name = ("v%03d"):format(i), x = 1000 + i % 10, y = i }) end
    assert.equal(300, #world:find { within = 400, of = { 1000, 0 } })
    assert.equal("v001 v002 v003", names(world:find { within = 5, of = { 1000, 0 } }))
    world:get("v002"):remove()
    world:get("v001"):move(0, 0)
    assert.equal("v003", names(world:find { within = 5, of = { 1000, 0 } }))
    assert.equal("ann v001", names(world:find { within = 1, of = { 0, 0 } }))
  end)

  it("names what is wrong", function()
    local world = crowd()
    for text, query in pairs {
      ["find: the query must be a table, not a string"] = "visitor",
      ['find: unknown option "knid" (did you mean "kind"?)'] = { knid = "visitor" },
      ['unknown entity "vistor" (did you mean "visitor"?)'] = { kind = "vistor" },
      ['find: nothing is tagged "seats" (did you mean "seat"?)'] = { tag = "seats" },
      ["find: tag must be a string, not a number"] = { tag = 1 },
      ["find: state must be a table, not a string"] = { state = "energy" },
      ['find: unknown state "enrgy" (did you mean "energy"?)'] = { state = { enrgy = 1 } },
      ["find: the state must be named by a string, not a number"] = { state = { "energy" } },
      ['find, state "mood": it has no value "gald"; it has "sad", "calm", "glad" (did you mean "glad"?)'] =
        { state = { mood = "gald" } },
      ["find: within and of belong together"] = { within = 5 },
      ["find: within cannot be negative"] = { within = -5, of = { x = 1 } },
      ["find: within must be a number, not a string"] = { within = "5", of = { x = 1 } },
      ["find: of: a point is { x=, y=, z= } and has no u"] = { within = 5, of = { u = 1 } },
      ["find: of, x must be a number, not a string"] = { within = 5, of = { x = "1" } },
      ["find: of: an entity or its id is expected, not a string"] = { within = 5, of = "bob" },
    } do
      assert.equal(text, refusal(function() world:find(query) end))
    end
    assert.equal("find: within and of belong together", refusal(function() world:find { of = { x = 1 } } end))
  end)
end)

describe("interrupting", function()
  it("takes a list of objects or ids, everyone, or everyone near (S29)", function()
    local function interrupted(whom, from)
      local world = crowd()
      local given = type(whom) == "function" and whom(world) or whom
      local counts = { world:interrupt("shout", given, from and world:get(from)) }
      local seen = {}
      world:on("interrupt", function(npc, name, source) seen[#seen + 1] = npc.name .. (source and " by " .. source.name or "")
        assert.equal("shout", name)
      end)
      world:update(0)
      return table.concat(seen, ", "), counts[1], counts[2], counts[3]
    end
    assert.same({ "ann, cat", 2, 0, 0 }, { interrupted(function(w) return { w:get "ann", w:get("cat").id } end) })
    assert.same({ "ann by well", 1, 0, 0 },
      { interrupted(function(w) return { w:get "ann", from = w:get "well" } end) })
    assert.same({ "", 0, 0, 0 }, { interrupted {} })
    assert.same({ "ann, bob, cat", 3, 0, 0 }, { interrupted "all" })
    assert.same({ "ann by well, bob by well, cat by well", 3, 0, 0 }, { interrupted("all", "well") })
    assert.same({ "ann, bob", 2, 0, 0 }, { interrupted { within = 10, of = { x = 0 } } })
    assert.same({ "ann by bob, cat by bob", 2, 0, 0 }, { interrupted(function(w)
      return { within = 30, of = w:get "bob", from = w:get "bob" }
    end) })
    assert.same({ "ann", 1, 0, 0 }, { interrupted(function(w) return { within = 10, of = w:get("bob").id } end) })
  end)

  it("tells who ignored it and whose queue was full", function()
    local world = square.world { limits = { queue = 1 } }
    local ann, bob = world:spawn "visitor", world:spawn "guard"
    assert.same({ 1, 1, 0 }, { world:interrupt("whistle", { ann, bob }) })
    assert.same({ 1, 0, 1 }, { world:interrupt("shout", "all") })
  end)

  it("names what is wrong", function()
    local world = crowd()
    local ann, well = world:get "ann", world:get "well"
    for text, whom in pairs {
      ['interrupt: give a list of NPCs, "all", or { within=, of= }'] = "ann",
      ['interrupt: item 2: prop "well" (bench, number 1) is a prop, not an NPC'] = { ann, well },
      ["interrupt: item 1: an entity or its id is expected, not a string"] = { "ann" },
      ["interrupt: item 1: entity 12345 has left, or is of another world"] = { 12345 },
      ['interrupt: unknown option "form" (did you mean "from"?)'] = { within = 5, of = ann, form = ann },
      ["interrupt: unknown option witihn (did you mean \"within\"?)"] = { witihn = 5 },
      ["interrupt: within and of belong together"] = { within = 5 },
      ["interrupt: within cannot be negative"] = { within = -1, of = ann },
      ["interrupt: of, y must be a number, not a boolean"] = { within = 1, of = { y = true } },
      ["interrupt: from: an entity or its id is expected, not a string"] = { ann, from = "well" },
    } do
      assert.equal(text, refusal(function() world:interrupt("shout", whom) end))
    end
    assert.equal('interrupt: give a list of NPCs, "all", or { within=, of= }',
      refusal(function() world:interrupt("shout", ann) end))
    assert.equal('unknown interruption "shuot" (did you mean "shout"?)', refusal(function() world:interrupt("shuot", "all") end))
    assert.equal(0, ann:doing().interruptions)
  end)
end)

describe("removing", function()
  it("takes an object or an id", function()
    local world = crowd()
    world:remove(world:get "ann")
    world:remove(world:get("bob").id)
    assert.equal("well cat", names(world:find()))
    assert.equal("remove: an entity or its id is expected, not a string", refusal(function() world:remove "cat" end))
    assert.equal("remove: entity 0 has left, or is of another world", refusal(function() world:remove(0) end))
    assert.equal("entity: an entity or its id is expected, not a nil", refusal(function() world:entity() end))
  end)
end)
