-- Roles and cues as the game sees them (S52, S53).
local bustle = require "bustle"
local pub = require "spec.lua.support.pub"

describe("a role (S52)", function()
  it("is what an NPC is at the moment, and props have none", function()
    local tables = pub.tables()
    tables.props = { stool = {} }
    local world = bustle.world { packs = { bustle.pack(tables) } }
    local ada = world:spawn "townsman"
    assert.equal("patron", ada.role)
    assert.is_nil(world:spawn("stool").role)
    assert.has_error(function() ada.role = "night_watch" end, '"role" cannot be set; use entity:set_role(name)')
  end)

  it("changes with what its condition reads, and tells listeners", function()
    local world, ada = pub.world()
    local told = {}
    world:on("role", function(npc, role) told[#told + 1] = ("%s %s"):format(npc.name, role) end)
    world:update(0)
    world:set("hour", 23)
    world:update(0.1)
    assert.same({ "night_watch", "walk", 0 }, { ada.role, ada.action, ada.state.thirst })
    world:set("hour", 7)
    world:update(0.1)
    assert.same({ "patron", 9 }, { ada.role, ada.state.thirst })
    assert.same({ "Ada patron", "Bob patron", "Ada night_watch", "Bob night_watch", "Ada patron", "Bob patron" }, told)
  end)

  it("can be set by the game, also to none", function()
    local world, ada = pub.world()
    assert.is_true(ada:set_role "night_watch")
    world:update(0.1)
    assert.same({ "night_watch", "walk" }, { ada.role, ada.action })
    assert.is_true(ada:set_role(nil))
    assert.equal("patron", ada.role)
  end)

  it("is known by its name, with its pack or without", function()
    local _, ada = pub.world()
    ada:set_role "pub.night_watch"
    assert.equal("night_watch", ada.role)
    local ok, text = pcall(ada.set_role, ada, "nigt_watch")
    assert.is_false(ok)
    assert.matches('unknown role "nigt_watch" %(did you mean "night_watch"%?%)', text)
    assert.matches("the role must be named by a string, not a number", select(2, pcall(ada.set_role, ada, 5)))
  end)

  it("that ends altogether is told as none", function()
    local tables = pub.tables()
    tables.npcs.cat = { main = "rounds", state = { "thirst" } }
    local world = bustle.world { packs = { bustle.pack(tables) } }
    local cat, told = world:spawn "cat", {}
    world:on("role", function(_, role) told[#told + 1] = tostring(role) end)
    cat:set_role "patron"
    cat:set_role(nil)
    world:update(0.1)
    assert.same({ "patron", "nil" }, told)
    assert.is_nil(cat.role)
  end)

  it("is saved, and recorded", function()
    local world, ada = pub.world()
    ada:set_role "night_watch"
    local bytes = world:save()
    ada:set_role(nil)
    assert(world:load(bytes))
    assert.equal("night_watch", world:find()[1].role)
  end)
end)

describe("a cue (S53)", function()
  it("finds somebody, and tells listeners whom, with what, and its name", function()
    local world = pub.world()
    local told = {}
    world:on("interrupt", function(npc, interruption, source, response, cue)
      told[#told + 1] = { npc.name, tostring(interruption), source.name, response, cue }
    end)
    world:update(1)
    assert.same({ { "Ada", "nil", "Bob", "look_up", "glance" }, { "Bob", "nil", "Ada", "look_up", "glance" } }, told)
  end)

  it("is in the events, the stack and the memories", function()
    local world, ada, bob = pub.world()
    world:update(1)
    local events, found = world:events(), {}
    for i = 1, events.count do
      if events:kind(i) == "role" then found[#found + 1] = events:name(i) end
      if events:cue(i) then found[#found + 1] = ("%s %s"):format(events:cue(i), events:target(i) == bob.id) end
    end
    assert.same({ "patron", "patron", "glance true", "glance false" }, found)
    assert.equal("glance", ada:doing().stack[2].cue)
    local memory = ada:memories("encounters")[1]
    assert.same({ "glance", bob }, { memory.cue, memory.entity })
  end)

  it("with within looks at the distance first", function()
    local world, ada, bob = pub.world()
    bob:move(5)
    world:update(1)
    assert.same({}, ada:memories "encounters")
  end)

  it("needs no target", function()
    local world, ada = pub.world(nil, { targets = false, within = false, sequence = "duck" })
    world:update(1)
    assert.equal("duck", ada.action)
  end)
end)

describe("what a pack with roles and cues becomes", function()
  local function compiled(tables)
    return bustle.world { packs = { bustle.pack(tables) } }._names.compiled
  end

  it("has cues with the names of the pack, and all that they do not say", function()
    local cue = compiled(pub.tables { every = false }).tables.roles[2].cues[1]
    assert.same({ "pub.glance", "pub.look_up", { "person" }, -1, 1000, 30000 }, { cue.name, cue.sequence, cue.targets,
      cue.priority, cue.every_ms, cue.again_ms })
    assert.same({ "distance", "<=" }, { cue.when[1].subject, cue.when[3].kind })
  end)

  it("has within of an action as its first condition", function()
    local tables = pub.tables()
    tables.actions.look.within, tables.actions.look.when = 2, "self.thirst > 1"
    for _, action in ipairs(compiled(tables).tables.actions) do
      if action.name == "pub.look" then assert.equal("distance", action.when[1].subject) end
    end
  end)

  it("lets others extend roles, cues and lists of roles", function()
    local mod = bustle.pack { name = "mod", depends = "pub",
      roles = { pirate = { main = "pub.rounds" } },
      extend = {
        ["role pub.patron"] = { on = { brawl = { priority = 3 } }, cues = { ["pub.glance"] = { every = 2 },
          wink = { targets = "person", sequence = "pub.look_up" } }, enter = "self.thirst += 1" },
        ["pub.townsman"] = { roles = { { "pirate", when = "env.hour < 2" } } },
      } }
    local world = bustle.world { packs = { bustle.pack(pub.tables()), mod } }
    local tables, roles, patron = world._names.compiled.tables, {}, nil
    for _, role in ipairs(tables.roles) do
      if role.name == "pub.patron" then patron = role end
    end
    for i, each in ipairs(tables.entities[1].roles) do roles[i] = each.role end
    assert.same({ "pub.night_watch", "mod.pirate", "pub.patron" }, roles)
    assert.same({ "mod.wink", "pub.glance" }, { patron.cues[1].name, patron.cues[2].name })
    assert.same({ 2000, 3, 1 }, { patron.cues[2].every_ms, patron.handlers[1].priority, #patron.enter })
  end)

  it("lets others remove what roles and NPCs have", function()
    local mod = bustle.pack { name = "mod", depends = "pub", extend = {
      ["role pub.patron"] = { remove = { "on", cues = "pub.glance" } },
      ["pub.townsman"] = { remove = { roles = "night_watch" } } } }
    local tables = bustle.world { packs = { bustle.pack(pub.tables()), mod } }._names.compiled.tables
    assert.same({ 0, 0, 1 }, { #tables.roles[2].cues, #tables.roles[2].handlers, #tables.entities[1].roles })
  end)
end)
