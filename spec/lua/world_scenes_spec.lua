-- Scenes as the game sees them (S54 to S60).
local bustle = require "bustle"
local inn = require "spec.lua.support.inn"

local function run(world, seconds)
  for _ = 1, seconds * 10 do world:update(0.1) end
end

-- What listeners are told, as lines.
local function listen(world)
  local told = {}
  world:on("join", function(npc, scene, part, initiator)
    told[#told + 1] = ("%s joins %s as %s, begun by %s"):format(npc.name, scene, part,
      initiator and initiator.name or "nobody")
  end)
  world:on("leave", function(npc, scene, why) told[#told + 1] = ("%s leaves %s: %s"):format(npc.name, scene, why) end)
  return told
end

local function names_of(list)
  local names = {}
  for i, each in ipairs(list) do names[i] = each.name end
  return names
end

local function members_of(scene)
  local names = {}
  for i, each in ipairs(scene.members) do names[i] = ("%s %s"):format(each.npc.name, each.part) end
  return names
end

describe("a scene that a cue begins (S53)", function()
  it("tells listeners who joins it, as what, who began it, and who leaves it and why", function()
    local world, mary = inn.world()
    local told = listen(world)
    mary.state.thirst = 9
    run(world, 12)
    table.sort(told)
    assert.same({ "Linda joins order as server, begun by Mary", "Linda leaves order: finished",
      "Mary joins order as patron, begun by Mary", "Mary leaves order: finished" }, told)
    assert.equal(0, mary.state.thirst)
  end)

  it("is in the events in bulk", function()
    local world, mary = inn.world()
    mary.state.thirst = 9
    local found = {}
    for _ = 1, 120 do
      world:update(0.1)
      local events = world:events()
      for i = 1, events.count do
        local kind = events:kind(i)
        if kind == "join" or kind == "leave" then
          found[#found + 1] = ("%s %s %s %s"):format(world:entity(events:npc(i)).name, kind, events:name(i),
            events:part(i) or events:reason(i))
          assert.equal(kind == "join" and mary.id or nil, events:target(i))
        end
      end
    end
    table.sort(found)
    assert.same({ "Linda join order server", "Linda leave order finished", "Mary join order patron",
      "Mary leave order finished" }, found)
  end)
end)

describe("npc.scene", function()
  it("is nil without one, and for props", function()
    local world, mary = inn.world()
    assert.is_nil(mary.scene)
    assert.same({}, mary:scenes())
    local hearth = world:spawn "hearth"
    assert.is_nil(hearth.scene)
    assert.has_error(function() hearth:scenes() end, "scenes: prop hearth (number 3) is a prop, and props do nothing")
    assert.has_error(function() mary.scene = "order" end, '"scene" cannot be set; use world:stage(scene, ...)')
  end)

  it("says what it is, who is in it, and who is waited for", function()
    local world, mary, linda = inn.world()
    mary.state.thirst = 9
    run(world, 2)
    local scene = mary.scene
    assert.same({ "order", "patron", 1, 1, true, true, false, false, false, mary },
      { scene.name, scene.part, scene.number, scene.phase, scene.waits, scene.initiator, scene.ended, scene.sunk,
        scene.away, scene.host })
    assert.same({ "Mary patron", "Linda server" }, members_of(scene))
    assert.same({ "Linda" }, names_of(scene.waiting))
    scene = linda.scene
    assert.same({ "server", 0, false, false }, { scene.part, scene.phase, scene.waits, scene.initiator })
    assert.same({}, scene.waiting)
    assert.equal("look_about", mary.action)
    assert.equal(3.1, mary.remaining)
    assert.same({ "order", "patron", 1 }, { mary:doing().stack[2].scene, mary:doing().stack[2].part,
      mary:doing().stack[2].number })
    local met = {}
    for i, memory in ipairs(mary:memories "encounters") do met[i] = memory.scene or memory.cue end
    table.sort(met)
    assert.same({ "order", "thirsty" }, met)
  end)

  it("has sunk where it waited too long, and the main activity is still known", function()
    local world, mary, linda = inn.world()
    mary.state.thirst = 9
    run(world, 2)
    linda:hold()
    run(world, 6)
    local scene = mary.scene
    assert.same({ true, true, "sip" }, { scene.sunk, scene.away, mary.action })
    local stack = mary:doing().stack
    assert.same({ true, false, nil }, { stack[1].sunk, stack[1].main, stack[2].priority })
    assert.is_true(stack[2].main)
    linda:release()
    run(world, 10)
    assert.is_nil(mary.scene)
    assert.equal(0, mary.state.thirst)
  end)
end)

describe("world:stage", function()
  it("takes whom the game names, one or a list, and a place", function()
    local world, mary, linda = inn.world()
    local told = listen(world)
    local hearth = world:spawn("hearth", { name = "the hearth" })
    world:update(0)
    assert.equal(1, world:stage("order", { patron = mary, server = { linda }, at = hearth }))
    assert.equal(hearth, mary.scene.host)
    run(world, 1)
    assert.same({ "Mary joins order as patron, begun by nobody", "Linda joins order as server, begun by nobody" }, told)
  end)

  it("finds those whom it does not name", function()
    local world, mary = inn.world()
    local bob = world:spawn("patron", { name = "Bob" })
    world:update(0)
    assert.equal(1, world:stage "inn.round_dance")
    assert.same({ "Mary dancer", "Bob dancer" }, members_of(mary.scene))
    assert.is_false(bob.scene.begun)
    assert.same({ 1, 2, 0 }, { world:stats().scenes, world:stats().joins, world:stats().leaves })
  end)

  it("says who is not available, and why", function()
    local world, mary, linda = inn.world()
    world:update(0)
    linda:hold()
    local function why(...) return select(2, world:stage(...)), select(3, world:stage(...)) end
    assert.same({ "Linda is not available: it is held", "unavailable" },
      { why("order", { patron = mary, server = linda }) })
    linda:release()
    mary:run("duck", 1)
    world:update(0.1)
    assert.equal("Mary is not available: it is busy with duck", (why("order", { patron = mary, server = linda })))
    run(world, 4)
    assert(world:stage("order", { patron = mary, server = linda }))
    assert.equal("Mary is not available: it is in order", (why("order", { patron = mary })))
  end)

  it("says why it found nobody, where the world explains", function()
    local world, mary = inn.world()
    world:update(0)
    local number, message, code = world:stage("order", { patron = mary })
    assert.same({ nil, "the scene order found no cast; a world that is made with explain = true says why", "no_cast" },
      { number, message, code })
    world, mary = inn.world { explain = true }
    world:spawn("waiter", { x = 500 })
    world:update(0)
    assert.equal("the scene order found no cast: no server: 1 too far, 1 at something that does not allow it",
      (select(2, world:stage("order", { patron = mary, at = world:spawn "hearth" }))))
    assert.equal("the scene order found no cast: no patron: nobody is looked for", (select(2, world:stage "order")))
  end)

  it("refuses what the caller could have known", function()
    local world, mary, linda = inn.world()
    local hearth = world:spawn "hearth"
    local function refused(text, ...)
      local ok, problem = pcall(world.stage, world, ...)
      assert.is_false(ok)
      assert.equal(text, (problem:gsub("^[^ ]*:%d+: ", "")))
    end
    refused('unknown scene "ordr" (did you mean "order"?)', "ordr")
    refused("the scene must be named by a string, not a number", 5)
    refused("stage: the second argument must be a table, not a string", "order", "mary")
    refused('stage: the scene order has no part "patrn" (did you mean "patron"?)', "order", { patrn = mary })
    refused("stage: the scene order has no part 1 (it has patron, server)", "order", { mary })
    refused('stage: part "patron": an entity or its id is expected, not a string', "order", { patron = "Mary" })
    refused('stage: part "patron", item 1: an entity or its id is expected, not a boolean', "order",
      { patron = { true } })
    refused('stage: part "patron": prop hearth (number 3), and props do nothing', "order", { patron = hearth })
    refused('stage: part "server": npc "Mary" (patron, number 1) is in the part "patron" already', "order",
      { patron = mary, server = mary })
    refused('stage: part "patron": npc "Mary" (patron, number 1) is the place already', "order",
      { patron = mary, at = mary })
    refused('stage: part "patron" takes 1 at most, not 2', "order", { patron = { mary, linda } })
    refused("stage: at: an entity or its id is expected, not a string", "order", { at = "hearth" })
    linda:remove()
    refused('stage: part "server": npc "Linda" (waiter, number 2) has left', "order", { server = linda })
    world:close()
    refused("the world is closed", "order")
  end)
end)

describe("npc:leave_scene (S60)", function()
  it("breaks a scene that needs it, and tells why", function()
    local world, mary, linda = inn.world()
    local told = listen(world)
    mary.state.thirst = 9
    run(world, 1)
    assert.is_true(linda:leave_scene())
    run(world, 1)
    assert.same({ "Linda leaves order: left", "Mary leaves order: broken" }, { told[3], told[4] })
    assert.equal(4, mary.state.mood)
  end)

  it("says that there is none", function()
    local world, mary = inn.world()
    assert.same({ nil, "Mary is in no scene", "no_scene" }, { mary:leave_scene() })
    local hearth = world:spawn "hearth"
    assert.has_error(function() hearth:leave_scene() end,
      "leave_scene: prop hearth (number 3) is a prop, and props do nothing")
    assert.has_error(function() mary.leave_scene() end, "call it as npc:leave_scene(...)")
    assert.has_error(function() mary.scenes() end, "call it as npc:scenes()")
  end)
end)

describe("a wait for others", function()
  it("is not the game's to end (S57)", function()
    local world, mary = inn.world()
    local runs = {}
    world:on("start", function(npc, _, started) if npc == mary then runs[#runs + 1] = started end end)
    mary.state.thirst = 9
    run(world, 2)
    assert.same({ "look_about", true }, { runs[#runs].action, runs[#runs].awaits })
    assert.same({ nil, "The NPC waits for others in order and is seen in look_about, which only they, or its patience, end.",
      "not_acting" }, { mary:complete() })
  end)
end)

describe("the trace of a world", function()
  it("tells whom a scene found, and who waits at a phase", function()
    local told = {}
    local world, mary = inn.world { trace = function(step)
      if step.scene then
        told[#told + 1] = ("%s %s %s %s %s %s"):format(step.kind, step.npc and step.npc.name or "nobody", step.scene,
          step.part or "-", step.target and step.target.name or "-", step.verdict or step.open)
      end
    end }
    mary.state.thirst = 9
    run(world, 2)
    assert.same({ "member Mary order server Linda open", "part Mary order server Linda 1", "cast Mary order - - open",
      "arrival Mary order patron - behind" }, told)
  end)
end)

describe("a scene", function()
  it("goes on after a load", function()
    local world, mary = inn.world()
    mary.state.thirst = 9
    run(world, 1)
    local bytes = assert(world:save())
    run(world, 3)
    local hash, phase = world:hash(), mary.scene.phase
    assert(world:load(bytes))
    run(world, 3)
    assert.same({ hash, phase }, { world:hash(), world:get("Mary").scene.phase })
  end)

  it("breaks when a reload takes it away", function()
    local world, mary = inn.world()
    mary.state.thirst = 9
    run(world, 1)
    local tables = inn.tables()
    tables.scenes.order, tables.sequences.order_now, tables.npcs.patron.cues = nil, nil, nil
    assert(world:reload("inn", bustle.pack(tables)))
    run(world, 1)
    assert.is_nil(mary.scene)
    assert.is_true(world:check())
  end)
end)
