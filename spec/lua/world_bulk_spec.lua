local bustle = require "bustle"
local events = require "bustle.world.events"
local square = require "spec.lua.support.square"

local refusal = square.refusal

describe("events in bulk", function()
  it("are those that listeners are told, with everything about them", function()
    local world = square.world { limits = { failures = 0 }, restart = 1 }
    local bench, mary = world:spawn "bench", world:spawn "visitor"
    local lost, lou = world:spawn "hopeless", world:spawn "loser"
    local seen = {}
    local function look(dt)
      world:update(dt)
      local view = world:events()
      for i = 1, view.count do
        seen[#seen + 1] = { view:kind(i), view:time(i), view:npc(i), view:target(i) or false, view:name(i),
          view:token(i) or false, view:duration(i) or false, view:remaining(i) or false, view:resumed(i),
          view:reason(i) or false, view:interruption(i) or false }
      end
    end
    look(0)
    mary:complete()
    look(1)
    mary:interrupt("shout", bench)
    local sit = mary:doing().duration
    look(1)
    look(1)
    lou:remove()
    look(0)
    local expected = {
      { "spawn", 0, bench.id, false, "bench", false, false, false, false, false, false },
      { "spawn", 0, mary.id, false, "visitor", false, false, false, false, false, false },
      { "spawn", 0, lost.id, false, "hopeless", false, false, false, false, false, false },
      { "spawn", 0, lou.id, false, "loser", false, false, false, false, false, false },
      { "start", 0, mary.id, false, "rest", 1, 2, 2, false, false, false },
      { "fail", 0, lost.id, false, "doomed", false, false, false, false, "condition", false },
      { "halt", 0, lost.id, false, "doomed", false, false, false, false, "condition", false },
      { "fail", 0, lou.id, false, "doomed", false, false, false, false, "condition", false },
      { "halt", 0, lou.id, false, "doomed", false, false, false, false, "condition", false },
      { "stop", 0, mary.id, false, "rest", 1, false, false, false, "done", false },
      { "restart", 1, lost.id, false, "doomed", false, false, false, false, false, false },
      { "restart", 1, lou.id, false, "doomed", false, false, false, false, false, false },
      { "start", 1, mary.id, bench.id, "sit", 2, sit, sit, false, false, false },
    }
    for i, each in ipairs(expected) do assert.same(each, seen[i]) end
    local rest = {}
    for i = #expected + 1, #seen do
      if seen[i][3] == mary.id then rest[#rest + 1] = seen[i] end
    end
    assert.same({
      { "stop", 2, mary.id, bench.id, "sit", 2, false, false, false, "interrupted", false },
      { "interrupt", 2, mary.id, bench.id, "scare", false, false, false, false, false, "shout" },
      { "start", 2, mary.id, false, "gasp", 3, 1, 1, false, false, false },
      { "stop", 3, mary.id, false, "gasp", 3, false, false, false, "done", false },
      { "start", 3, mary.id, bench.id, "sit", 4, sit, sit - 1, true, false, false },
    }, rest)
    assert.same({ "remove", 3, lou.id, false, "loser", false, false, false, false, false, false }, seen[#seen])
  end)

  it("tell of errors and fallbacks, too", function()
    local world = square.world(nil, { actions = { odd = { duration = 1, targets = false, when = function() error "oh" end } },
      sequences = { odd = bustle.chain { "odd" } }, npcs = { odd = { main = "odd", fallback = "watch" } } })
    world:on("error", function() end)
    local odd = world:spawn "odd"
    world:update(0)
    local view, seen = world:events(), {}
    for i = 1, view.count do seen[i] = { view:kind(i), view:npc(i), view:name(i) } end
    assert.same({ { "spawn", odd.id, "odd" }, { "error", odd.id, "odd" }, { "fail", odd.id, "odd" },
      { "fallback", odd.id, "watch" }, { "start", odd.id, "stand" } }, seen)
  end)

  it("are of the last update only, and of nothing while the next runs", function()
    local inside
    local world = square.world(nil, { actions = { peek = { duration = 1, targets = false, when = function() return inside() end } },
      sequences = { peek = bustle.chain { "peek" } }, npcs = { peeker = { main = "peek" } } })
    local view = world:events()
    assert.equal(0, view.count)
    world:spawn "bench"
    world:spawn "peeker"
    local text
    inside = function() text = refusal(function() local _ = view:kind(1) end) return true end
    world:update(0)
    assert.matches("^there are no events here", text)
    assert.equal(view, world:events())
    assert.equal(3, view.count)
    assert.equal("there is no event 4; there are 3", refusal(function() local _ = view:npc(4) end))
    assert.equal("there is no event 0; there are 3", refusal(function() local _ = view:reason(0) end))
    assert.equal("bustle.events: 3", tostring(view))
    world:update(0)
    assert.equal(0, world:events().count)
    assert.matches("^there are no events here", refusal(function() local _ = view:time(1) end))
  end)

  it("can be had inside handlers", function()
    local world, count = square.world(), nil
    world:on("spawn", function() count = world:events().count end)
    world:spawn "bench"
    world:update(0)
    assert.equal(1, count)
  end)

  it("come from the core's buffer where there is an FFI", function()
    local world = square.world()
    world:spawn "bench"
    world:update(0)
    local view = world:events()
    assert.equal(package.loaded.jit ~= nil, view._words ~= nil)
    assert.equal(1, events.raw.kind(view, 1))
  end)
end)

-- How much a function leaves behind, at the least of several tries and not at the first: compilers make garbage, and
-- collecting takes from Lua's stack what the next deep call puts back.
local function garbage(fn)
  local least = math.huge
  for _ = 1, 20 do
    collectgarbage()
    collectgarbage()
    collectgarbage("stop")
    fn()
    local before = collectgarbage("count")
    fn()
    local made = collectgarbage("count") - before
    collectgarbage("restart")
    if made < least then least = made end
  end
  return least * 1024
end

describe("no garbage is made", function()
  local function busy()
    local world = square.world()
    world:spawn_many("bench", 20)
    world:spawn_many("visitor", 50)
    world:spawn_many("guard", 50)
    square.run(world, 200)
    return world
  end

  it("by updates without handlers", function()
    local world = busy()
    assert.equal(0, garbage(function() square.run(world, 20) end))
  end)

  it("by reading events in bulk", function()
    local world = busy()
    local starts = 0
    local function read()
      for _ = 1, 20 do
        world:update(0.5)
        local view = world:events()
        for i = 1, view.count do
          if view:kind(i) == "start" and view:duration(i) and view:remaining(i) and not view:resumed(i) and view:time(i)
            and view:npc(i) and view:name(i) and view:token(i) then
            starts = starts + 1
          end
          if view:target(i) or view:reason(i) or view:interruption(i) then starts = starts + 1 end
        end
      end
    end
    for _ = 1, 30 do read() end
    assert.equal(0, garbage(read))
    assert.is_true(starts > 0)
  end)

  it("by reading and writing entities", function()
    local world = busy()
    local npcs, total = world:find { kind = "visitor" }, 0
    local function read()
      for _, npc in ipairs(npcs) do
        local state = npc.state
        state.energy = state.energy
        state.sitting = state.sitting
        state.mood = state.mood
        if npc.action and npc.name ~= 1 and npc.kind and npc.owner == nil and npc.token and npc.sequence and npc.alive
          and npc.target ~= 1 and npc.remaining and npc.activities and not npc.halted and npc.id then
          total = total + npc.x + npc.y + npc.z
        end
      end
    end
    for _ = 1, 100 do read() end
    assert.equal(0, garbage(read))
    assert.equal(0, total)
  end)

  it("by functions in conditions and effects", function()
    local world = square.world(nil, {
      actions = { peek = { duration = 0.1, targets = "seat",
        when = function(npc, target, env) return npc.state.energy > 0 and target.state.seats > 0 and env.weather == "sunny"
          and npc.x < 10 and npc.owner == nil end,
        finish = function(npc) npc.state.energy = 5 end } },
      sequences = { peek = bustle.chain { "peek" } }, npcs = { peeker = { main = "peek", state = { "energy" } } } })
    world:provide("weather", function() return "sunny" end)
    world:spawn_many("bench", 5)
    world:spawn_many("peeker", 10)
    square.run(world, 200, 0.1)
    assert.equal(0, garbage(function() square.run(world, 20, 0.1) end))
  end)

  it("by handlers that are called by every update", function()
    local world, calls = square.world(), 0
    world:handle("stand", { update = function() calls = calls + 1 end })
    for _, id in ipairs(world:spawn_many("guard", 10)) do world:entity(id) end
    world:update(0)
    for _ = 1, 200 do world:update(0.001) end
    assert.equal(0, garbage(function() for _ = 1, 20 do world:update(0.001) end end))
    assert.is_true(calls > 2000)
  end)
end)
