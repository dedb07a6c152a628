--- The tickers that the benchmark compares with: the same actions as in the market of bustle, and the same life.
local Square = require "bench.lua.tickers.square"
local actions = require "bench.lua.tickers.actions"
local bustle = require "bustle"
local market = require "bench.lua.market"
local town = require "bench.lua.town"

-- The states of whoever performs an action, and of its target, that it may change.
local SELF, TARGET = { "coins", "energy", "hunger", "mood" }, { "goods", "mood", "room" }

local START = { coins = 50, energy = 50, hunger = 50, mood = 50 }

-- What each tag is found on, and how far off it stands.
local FOUND_ON = { shop = "stall", person = "visitor", water = "fountain", food = "cart", lookout = "post", seat = "bench" }
local FAR, NEAR = 45, 20

local function target_of(name)
  local tags = market.pack.actions[name].targets
  local tag = type(tags) == "table" and tags[1] or tags
  return tag and FOUND_ON[tag], name == "stroll" and FAR or NEAR
end

local function values_of(keys, state)
  local values = {}
  for i, key in ipairs(keys) do values[i] = state and state[key] or false end
  return values
end

-- The states after the start and after the end of an action, in a world of bustle.
local function played(name)
  local pack = {}
  for key, value in pairs(market.pack) do pack[key] = value end
  pack.actions = { [name] = market.pack.actions[name], pause = { duration = 1000 } }
  pack.sequences = { once = { entry = "act", act = { action = name, to = "pause" }, pause = { action = "pause", to = "END" } },
    idle = bustle.chain { "pause" } }
  pack.npcs = { one = { main = "once", state = START },
    visitor = { main = "idle", tags = "person", state = market.pack.npcs.visitor.state } }
  local world = bustle.world { packs = { pack }, seed = 3 }
  world:set("open", true)
  local kind, distance = target_of(name)
  local target, one = kind and world:spawn(kind, { x = distance }), world:spawn "one"
  world:update(0)
  assert.equal(name, one.action)
  local function now() return { values_of(SELF, one.state), values_of(TARGET, target and target.state), one.x } end
  local started = now()
  world:update(20)
  assert.equal("pause", one.action)
  return started, now()
end

-- Somebody on a square, and a target of an action if it has one.
local function stage(name)
  local function nothing() end
  local square = Square.new(nothing, nothing)
  local kind, distance = target_of(name)
  if kind then square:spawn(kind, distance, 0) end
  local target = square.props[1] or square.npcs[1]
  square:spawn("visitor", 0, 0)
  local one = square.npcs[#square.npcs]
  for key, value in pairs(START) do one[key] = value end
  return square, one, target
end

-- The same with the actions of the tickers.
local function performed(name)
  local square, one, target = stage(name)
  assert.is_true(square:begin(one, actions[name]))
  local function now() return { values_of(SELF, one), values_of(TARGET, target), one.x } end
  local started = now()
  square:finish(one)
  return started, now()
end

-- Whether it can be begun where a state of whoever does it, or of the target, has that value.
local function can_begin(name, whose, state, value)
  local square, one, target = stage(name)
  if whose == "self" then one[state] = value else target[state] = value end
  return square:begin(one, actions[name])
end

describe("the actions of the tickers", function()
  it("are those of the market", function()
    local names = {}
    for name in pairs(actions) do names[#names + 1] = name end
    table.sort(names)
    assert.same(market.actions, names)
  end)

  for _, name in ipairs(market.actions) do
    local ours, theirs = market.pack.actions[name], actions[name]

    it("are found, take and last as there: " .. name, function()
      local when = ours.when or ""
      local tags = type(ours.targets) == "string" and { ours.targets } or ours.targets
      assert.same(tags, theirs.tags)
      assert.equal(ours.claim ~= nil, theirs.takes_room or false)
      assert.equal(ours.travel, theirs.speed)
      if tags then assert.equal(tonumber(when:match("distance <= (%d+)") or math.huge), theirs.within) end
      assert.equal(tonumber(when:match("distance >= (%d+)") or 0), theirs.beyond)
      if ours.duration then
        assert.same({ ours.duration[1] * 1000, ours.duration[2] * 1000 }, { theirs.shortest, theirs.longest })
      end
    end)

    it("are open when they are there: " .. name, function()
      for whose, state, sign, limit in (ours.when or ""):gmatch("(%l+)%.(%l+) ([<>])= (%d+)") do
        assert.is_true(can_begin(name, whose, state, limit + 0))
        assert.is_false(can_begin(name, whose, state, limit + (sign == ">" and -1 or 1)), state)
      end
      if ours.claim then assert.is_false(can_begin(name, "target", "room", 0)) end
      if (ours.when or ""):find("env.open", 1, true) then
        local square, one = stage(name)
        square.open = false
        assert.is_false(square:begin(one, actions[name]))
      end
    end)

    it("change what they change there: " .. name, function()
      local started, finished = played(name)
      local also_started, also_finished = performed(name)
      -- There the place at a post is taken by the sequence, here by the action.
      if name == "watch" then also_started[2][3], also_finished[2][3] = 1, 1 end
      assert.same({ started, finished }, { also_started, also_finished })
    end)
  end
end)

-- ---- Life ----

-- Updates are three steps long: no action is shorter than sixty.
local NPCS, SECONDS, LENGTH = 180, 180, 3

-- A town that has lived for three minutes, looked at once a second.
local function live(way, look)
  local each = town.open(way, NPCS)
  for _ = 1, SECONDS do
    town.run(each, market.STEPS / LENGTH, LENGTH)
    if look then look(each.world) end
  end
  return each
end

-- Free places of each thing, and those that are taken.
local function places_of(square)
  local places = {}
  for _, prop in ipairs(square.props) do places[prop] = prop.room end
  for _, npc in ipairs(square.npcs) do
    if npc.action and npc.action.takes_room then places[npc.target] = places[npc.target] + 1 end
    if npc.post then places[npc.post] = places[npc.post] + 1 end
  end
  return places
end

-- What is wrong with a square: bounds that were passed, and places that were lost or given twice.
local function faults_of(square)
  local faults = {}
  for _, npc in ipairs(square.npcs) do
    for _, key in ipairs(SELF) do
      local value, most = npc[key] or 0, market.pack.states[key].max
      if value < 0 or value > most then faults[#faults + 1] = ("%s: %s is %d"):format(npc.kind, key, value) end
    end
  end
  for prop, room in pairs(places_of(square)) do
    local there = market.pack.props[prop.kind].state.room
    if prop.room < 0 or room ~= there then faults[#faults + 1] = ("%s: %d of %d places"):format(prop.kind, room, there) end
  end
  return faults
end

-- A town of tickers, how often it began each action, and what was wrong at the end of any second.
local function watched(way)
  local counts, wrong = {}, {}
  local each = live(way, function(square)
    for _, fault in ipairs(faults_of(square)) do wrong[#wrong + 1] = fault end
    if rawget(square, "begin") then return end
    square.begin = function(self, npc, action, same)
      local begun = Square.begin(self, npc, action, same)
      if begun then counts[action.name] = (counts[action.name] or 0) + 1 end
      return begun
    end
  end)
  return each, counts, wrong
end

describe("a town of tickers", function()
  local expected

  setup(function() expected = town.started(live "none") end)

  for _, way in ipairs { "tree", "states" } do
    describe("with a " .. way, function()
      local each, counts, wrong

      setup(function() each, counts, wrong = watched(way) end)

      it("keeps all places and bounds", function()
        assert.same({}, wrong)
      end)

      it("does all that there is to do", function()
        for _, name in ipairs(market.actions) do assert.is_true((counts[name] or 0) >= 10, name) end
      end)

      it("does as much as one of bustle", function()
        local ratio = town.started(each) / expected
        assert.is_true(ratio > 0.97 and ratio < 1.03, ratio)
      end)

      it("lives the same again", function()
        assert.equal(town.started(each), town.started(live(way)))
      end)
    end)
  end
end)
