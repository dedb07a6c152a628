-- An NPC or a thing as plain data, for an inspector in another place.
local bustle = require "bustle"
local probe = require "bustle.inspector.probe"
local ways = require "bustle.inspector.ways"
local writer = require "bustle.json.writer"

describe("a probe", function()
  local world, walk

  local function play(place, seconds, clock)
    world = bustle.world { packs = { "behaviours/" .. place }, seed = 3, explain = true, clock = clock }
    walk = ways.walk(world)
    for _ = 1, seconds * 10 do world:update(0.1) end
  end

  local function watch(npc, seconds)
    walk:begin()
    for _ = 1, seconds * 10 do
      world:update(0.1)
      walk:follow(npc)
    end
  end

  it("says what an NPC does, its states and activities, and decisions in words", function()
    play("market", 20)
    local ada = world:get "Ada"
    local made = probe.of(world, ada, walk)
    assert.same({ "Ada", "visitor", ada.action, ada.state.energy }, { made.name, made.kind, made.now.action,
      (function()
        for _, state in ipairs(made.states) do
          if state.name == "energy" then return state.value end
        end
      end)() })
    assert.is_true(#made.stack > 0 and #made.decisions > 0 and #made.memories > 0)
    assert.is_true(made.decisions[1].time >= made.decisions[#made.decisions].time)
    assert.is_string(writer.line(made, {}))
  end)

  it("has the sequence on top with the way that was taken", function()
    play("market", 0)
    local ada = world:get "Ada"
    watch(ada, 30)
    local graph = probe.of(world, ada, walk).graph
    local doing = ada:doing()
    assert.equal(doing.stack[#doing.stack].node, graph.node)
    local nodes, reached = {}, { [graph.layers[1][1]] = true }
    for _, layer in ipairs(graph.layers) do
      for _, name in ipairs(layer) do nodes[name] = true end
    end
    for _, way in ipairs(graph.ways) do
      assert.is_true(nodes[way.from] and nodes[way.to])
      if way.taken then reached[way.to] = true end
    end
    assert.is_true(reached[graph.node])
  end)

  it("has scenes as lanes, and the day of who has a plan", function()
    play("village", 10, { day = 1440, start = "18:00" })
    local member
    for _ = 1, 6000 do
      world:update(0.1)
      for _, npc in ipairs(world:find { tag = "person" }) do
        if npc.scene and #npc.scene.members > 1 then member = npc end
      end
      if member then break end
    end
    local made = probe.of(world, member, walk)
    local scene = made.scenes[1]
    assert.equal(#member:scenes()[1].members, #scene.lanes)
    for _, lane in ipairs(scene.lanes) do assert.is_true(lane.phase < scene.phases and #lane.part > 0) end
    assert.is_true(made.plan.now > 0.7 and made.plan.now < 1)
    local holding = 0
    for _, entry in ipairs(made.plan.entries) do
      assert.is_true(entry.from >= 0 and entry.to <= 1)
      holding = holding + (entry.holds and 1 or 0)
    end
    assert.equal(1, holding)
    assert.is_true(#made.links > 0 and made.area ~= nil)
  end)

  it("has the states and ties of a thing, and nothing that only NPCs have", function()
    play("market", 5)
    local made = probe.of(world, world:find { kind = "bench" }[1], walk)
    assert.is_true(#made.states > 0)
    assert.is_nil(made.stack)
    assert.is_nil(made.graph)
  end)
end)
