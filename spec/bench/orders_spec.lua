--- The inn that the benchmark compares: by hand every order is served, both stay in step, and nobody waits for ever; and
-- both ways are the same life.
local Room = require "bench.lua.inn.room"
local content = require "bench.lua.inn.content"
local dice = require "bench.lua.tickers.dice"
local house = require "bench.lua.inn.house"
local machines = require "bench.lua.inn.machines"

local STEP = 1 / house.STEPS

-- Which step of an order an action belongs to.
local STEP_OF = {}
for step, row in ipairs(content.scenes.order) do
  for _, action in pairs(row) do STEP_OF[action] = step end
end

local function run(room, seconds, watch)
  for _ = 1, seconds * house.STEPS do
    room:update(STEP)
    if watch then watch() end
  end
end

-- A room with one patron and one server, run until the patron does that.
local function until_patron(action, seed)
  dice.seed(seed or 7)
  local room = Room.new(machines)
  local patron, server = room:spawn("patron", 0, 0), room:spawn("server", 3, 0)
  for _ = 1, 60 * house.STEPS do
    room:update(STEP)
    if patron.action == action then return room, patron, server end
  end
  error("the patron never did " .. action)
end

-- Fails when somebody begins a step that the other is not ready for.
local function watch_step(patron, server)
  return function()
    local one, other = STEP_OF[patron.action], STEP_OF[server.action]
    if one and other then assert.equal(one, other) end
  end
end

describe("orders by hand", function()
  it("are served again and again, in step", function()
    local room, patron, server = until_patron "approach"
    run(room, 600, watch_step(patron, server))
    assert.is_true(patron.served > 30)
    assert.equal(0, room.broken)
    assert.is_true(server.till >= 3 * patron.served and server.till <= 3 * patron.served + 3)
  end)

  it("go through all steps of both", function()
    local room, patron, server = until_patron "approach"
    local done = {}
    run(room, 12, function()
      for _, npc in ipairs { patron, server } do
        if STEP_OF[npc.action] then done[npc.action] = true end
      end
    end)
    for action in pairs(STEP_OF) do assert.is_true(done[action], action) end
  end)

  it("go on after a bell, whenever it rings", function()
    for _, action in ipairs { "approach", "ask", "pay" } do
      for who = 1, 2 do
        local room, patron, server = until_patron(action)
        room:bell(who == 1 and patron or server)
        assert.equal("look_up", (who == 1 and patron or server).action)
        run(room, 14, watch_step(patron, server))
        assert.same({ 1, 0 }, { patron.served, room.broken })
      end
    end
  end)

  it("go on if somebody hears the bell while it waits", function()
    local room, patron, server = until_patron "ask"
    while server.action ~= "fetch" do room:update(STEP) end
    assert.is_nil(patron.action)
    room:bell(patron)
    run(room, 10, watch_step(patron, server))
    assert.equal(1, patron.served)
  end)

  it("are broken when the other goes, and nobody waits", function()
    for _, action in ipairs { "approach", "ask", "pay" } do
      local room, patron, server = until_patron(action)
      room:remove(server)
      run(room, 1)
      assert.equal("sip", patron.action)
      assert.same({ 0, 1 }, { patron.served, room.broken })
      room, patron, server = until_patron(action)
      room:remove(patron)
      run(room, 1)
      assert.equal("wipe", server.action)
    end
  end)

  it("are over when the other goes after its last step", function()
    local seen
    for seed = 1, 20 do
      local room, patron, server = until_patron("pay", seed)
      while server.action do room:update(STEP) end
      if patron.action == "pay" then
        room:update(STEP)
        room:remove(server)
        run(room, 2)
        assert.same({ 1, 0 }, { patron.served, room.broken })
        seen = true
      end
    end
    assert.is_true(seen)
  end)

  it("are given up when the other is kept from them for too long", function()
    local room, patron, server = until_patron "ask"
    for _ = 1, 20 do
      room:bell(server)
      run(room, 1)
    end
    assert.equal(1, room.broken)
    run(room, 30)
    assert.is_true(patron.served > 0)
  end)

  it("are not begun twice with one server", function()
    dice.seed(7)
    local room = Room.new(machines)
    local server = room:spawn("server", 0, 0)
    local patrons = {}
    for i = 1, 5 do patrons[i] = room:spawn("patron", i, 0) end
    run(room, 300, function()
      local busy = 0
      for _, patron in ipairs(patrons) do busy = busy + (patron.step and 1 or 0) end
      assert.is_true(busy <= 1)
    end)
    assert.is_true(server.till > 0 and server.till <= 3 * (room.served + 1))
    assert.is_true(room.served > 15)
  end)
end)

describe("both inns", function()
  -- Orders served in five minutes, with bells and people that come and go.
  local function live(way)
    local self = house.open(way, 200)
    house.run(self, 300 * house.STEPS)
    local served = self.served()
    return served, self
  end

  it("serve as many orders, within a few of a hundred", function()
    local with_scenes, one = live "bustle"
    local by_hand, other = live "machines"
    assert.is_true(with_scenes > 1000)
    assert.is_true(math.abs(with_scenes / by_hand - 1) < 0.05, ("%d, %d"):format(with_scenes, by_hand))
    assert.same({ one.bells, one.departures }, { other.bells, other.departures })
    assert.is_true(one.world:check())
    house.close(one)
    house.close(other)
  end)

  it("leave nobody waiting: everybody does something again before long", function()
    local _, self = live "machines"
    local idle = {}
    for _ = 1, 60 * house.STEPS do
      house.run(self, 1)
      for _, npc in ipairs(self.world.npcs) do
        idle[npc] = npc.action and 0 or (idle[npc] or 0) + STEP
        assert.is_true(idle[npc] < content.scenes.order.limit + 1)
      end
    end
    house.close(self)
  end)
end)
