local square = require "spec.lua.support.square"

-- A world whose steps are kept, with a bench, a far one and mary.
local function traced(changes)
  local steps = {}
  local world = square.world({ trace = function(step) steps[#steps + 1] = step end }, changes)
  local bench = world:spawn("bench", { x = 3 })
  world:spawn("bench", { x = 500 })
  local mary = world:spawn("visitor", { name = "mary" })
  return world, steps, mary, bench
end

local function only(steps, kind)
  local found = {}
  for _, step in ipairs(steps) do
    if step.kind == kind then found[#found + 1] = step end
  end
  return found
end

describe("the trace of a world", function()
  it("tells every step of a decision with the names that the game uses", function()
    local world, steps, mary, bench = traced()
    world:update(0.5)
    world:update(2)
    assert.same({
      { kind = "watch", time = 0.5, interruption = "rain", verdict = "condition" },
      { kind = "begin", time = 0.5, npc = mary, sequence = "day", node = "rest" },
      { kind = "action", time = 0.5, npc = mary, sequence = "day", node = "rest", action = "rest", verdict = "open" },
      { kind = "way", time = 2.5, npc = mary, sequence = "day", node = "rest", transition = 1, to = "sit", open = 1 },
      { kind = "candidate", time = 2.5, npc = mary, sequence = "day", node = "sit", action = "sit", target = bench,
        verdict = "open" },
      { kind = "target", time = 2.5, npc = mary, sequence = "day", node = "sit", action = "sit", target = bench,
        accepting = 2, reached = 1, open = 1, best = 1 },
    }, steps)
  end)

  it("says when something was last taken, in seconds", function()
    local world, steps, mary = traced()
    for _ = 1, 80 do
      world:update(0.5)
      if mary.action == "stroll" then mary:complete() end
    end
    local candidates = only(steps, "candidate")
    assert.is_nil(candidates[1].remembered)
    assert.equal(candidates[1].time, candidates[2].remembered)
  end)

  it("may read the world, and change nothing", function()
    local seen, refused
    local world = square.world { trace = function(step)
      if not step.npc then return end
      seen = step.npc:doing().node
      refused = select(2, pcall(step.npc.remove, step.npc))
    end }
    world:spawn "guard"
    world:update(0.5)
    assert.equal("stand", seen)
    assert.equal("remove: this call is not allowed inside the callback 'trace'", refused)
  end)

  it("does no harm with its errors, which are reported", function()
    local world = square.world { trace = function() error "broken" end }
    local told = {}
    world:on("error", function(message, where) told[#told + 1] = where .. ": " .. message:match("[^\n]*") end)
    local guard = world:spawn "guard"
    world:update(0.5)
    assert.equal("stand", guard.action)
    assert.matches("^trace: .*world_trace_spec.lua:%d+: broken$", told[1])
  end)

  it("changes no decision", function()
    local function hash_of(trace)
      local world = square.world { trace = trace }
      for i = 1, 4 do world:spawn("bench", { x = i }) end
      for _ = 1, 6 do world:spawn "visitor" end
      square.run(world, 100)
      return world:hash()
    end
    assert.equal(hash_of(nil), hash_of(function() end))
  end)

  it("has to be a function", function()
    assert.equal("bustle.world: trace must be a function, not a number",
      square.refusal(function() square.world { trace = 1 } end))
  end)
end)
