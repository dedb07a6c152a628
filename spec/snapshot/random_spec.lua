--- Random worlds saved at random moments of their scripts (interruptions queued, actions under way, targets leaving) and
--- loaded into fresh worlds: both go on alike, call by call to the end of the script and then for ten minutes, second by
--- second. BUSTLE_SAVES=n: that many worlds, a third of them with nodes that wait, a third with roles
--- and cues too.
local run_core = require "spec.oracle.core"
local random = require "spec.oracle.random"

local COUNT = tonumber(os.getenv "BUSTLE_SAVES") or 60
local SECONDS = 600

-- A moment of the script, another one for each world.
local function moment_of(seed, count)
  return 1 + (seed * 7919 + 13) % count
end

-- What the game has said of endings is not in the save: it is said again (S48).
local function say_endings(run, moment)
  for i = 1, moment do
    local op = run.given.script[i]
    if op.op == "set_ending" then run_core.call(run, op) end
  end
end

local function branch(run, bytes, moment)
  local other = assert(run_core.begin(run.given))
  say_endings(other, moment)
  local changes = assert(other.world:load(bytes))
  assert.same({}, changes)
  for number, id in pairs(run.ids) do other.ids[number] = id end
  for number, token in pairs(run.tokens) do other.tokens[number] = token end
  return other
end

local function go_on_alike(run, other, first)
  for i = first, #run.given.script do
    local op = run.given.script[i]
    assert.equal(run_core.call(run, op), run_core.call(other, op), ("call %d, %s"):format(i, op.op))
    assert.equal(run.world:hash(), other.world:hash(), ("call %d, %s"):format(i, op.op))
  end
  for second = 1, SECONDS do
    local now = run.world:now() + 1000
    run.world:update(now)
    other.world:update(now)
    assert.equal(run.world:hash(), other.world:hash(), ("second %d"):format(second))
  end
end

local function saved_and_loaded(seed)
  local given = random(seed)
  local run = run_core.begin(given)
  if not run then return false end
  local moment = moment_of(seed, #given.script)
  for i = 1, moment do run_core.call(run, given.script[i]) end
  local bytes = assert(run.world:save("of seed " .. seed))
  local other = branch(run, bytes, moment)
  assert.equal(bytes, other.world:save("of seed " .. seed))
  go_on_alike(run, other, moment + 1)
  assert.is_true(other.world:check())
  assert.equal(run.world:save(), other.world:save())
  run.world:close()
  other.world:close()
  return true
end

describe("random worlds", function()
  it("S28 go on bit for bit from a save of any moment", function()
    local count = 0
    for i = 1, COUNT do
      local seed = ({ 4000 + i, i, 2000 + i })[i % 3 + 1]
      local ok, played = pcall(saved_and_loaded, seed)
      if not ok then error(("seed %d: %s"):format(seed, tostring(played)), 0) end
      count = count + (played and 1 or 0)
    end
    assert.truthy(count * 20 >= COUNT * 19)
  end)
end)
