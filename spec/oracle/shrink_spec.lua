-- Random worlds find a fault in one of the two implementations, make it small, and print it as a spec that fails until
-- the fault is gone. The fault is planted in the oracle, because that needs no compiler.
local agree = require "spec.oracle.agree"
local random = require "spec.oracle.random"
local shrink = require "spec.oracle.shrink"
local World = require "spec.oracle.world"

local load_text = loadstring or load -- luacheck: ignore 113

-- While `act` runs, a method of the oracle is another.
local function with_fault(name, make, act)
  local right = World[name]
  World[name] = make(right)
  local ok, problem = pcall(act)
  World[name] = right
  assert(ok, problem)
end

local function first_difference()
  for seed = 1, 40 do
    local given = random(seed)
    local what, _, expected = agree.difference(given, 10)
    if what then return given, expected.accepted, seed end
  end
end

-- Runs a printed spec.
local function run_spec(text)
  local chunk = assert(load_text("local agree, it = ...\n" .. text))
  return pcall(chunk, agree, function(_, body) body() end)
end

local FAULTS = {
  { "the newest record is taken instead of the oldest (S27)", "select", 40, function(right)
    return function(world, npc, times)
      local turned = { n = times.n }
      for i = 1, times.n do turned[i] = times[i] and -times[i] end
      return right(world, npc, turned)
    end
  end },
  { "a second failure is dealt with at once (S34)", "recover", 16, function(right)
    return function(world, npc, activity)
      npc.failure_handled = false
      return right(world, npc, activity)
    end
  end },
  { "claims are given back twice (S42)", "return_sequence_claim", 16, function(right)
    return function(world, frame)
      if frame.claim_held then
        local entity, property = world:entity(frame.claimed_on), frame.sequence.claims[1].property
        world:write(entity, property, entity.state[property] + 1)
      end
      return right(world, frame)
    end
  end },
  { "the first source does not stay (S29)", "raise", 24, function(right)
    return function(world, npc, name, source)
      for _, entry in ipairs(npc.queue or {}) do
        if entry.name == name then entry.source = source end
      end
      return right(world, npc, name, source)
    end
  end },
}

describe("a planted fault", function()
  for _, fault in ipairs(FAULTS) do
    local title, method, most_calls, make = fault[1], fault[2], fault[3], fault[4]

    it(title .. " becomes a small spec that fails", function()
      local text, small
      with_fault(method, make, function()
        local given, accepted = first_difference()
        assert.truthy(given)
        small = shrink(given, agree.differs, accepted)
        assert.truthy(agree.differs(small))
        assert.is_nil(given.script[1].refused)
        text = agree.spec(small, title)
        assert.is_false((run_spec(text)))
      end)
      assert.is_true(#small.script <= most_calls, #small.script .. " calls\n" .. text)
      assert.is_true(#text < 6000, text)
      assert.is_nil(agree.differs(small)) -- with the fault, the expected events were wrong too
    end)
  end
end)

describe("a world", function()
  it("that is the same on both sides is printed as a spec that passes", function()
    local text = agree.spec(random(5), "seed 5")
    local ok, problem = run_spec(text)
    assert.is_true(ok, problem)
  end)

  it("whose events are not those printed fails", function()
    local text = agree.spec(random(5), "seed 5"):gsub("spawn 1 ", "spawn 2 ", 1)
    local ok, problem = run_spec(text)
    assert.is_false(ok)
    assert.truthy(problem:find("both agree, but on", 1, true))
  end)
end)
