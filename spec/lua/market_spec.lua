-- The pack that the documentation shows, as plain tables, on the core itself.
local compile = require "spec.lua.support.compile"
local content = require "bustle.author.content"

local function common()
  return { name = "common", version = "1.0.0", states = { energy = { default = 6, min = 0, max = 10 }, mood = {} },
    env = { weather = { every = 5.0, values = { "sunny", "rainy" } }, hour = { every = 60, min = 0, max = 23 } } }
end

local ACTIONS = {
  sit_on_bench = {
    duration = { 6, 10 }, resumable = true, targets = "seat",
    when = "target.seats > 0 and distance < nearby and env.weather ~= 'rainy'",
    start = "target.seats -= 1; self.sitting = true",
    finish = "target.seats += 1; self.sitting = false; self.energy += 3",
    interrupted = "target.seats += 1; self.sitting = false",
  },
  nap = { duration = 30, targets = "seat", when = "distance < nearby", claim = "target.seats" },
  walk_to_bench = { travel = "self.speed", targets = "seat", when = "distance < 400", ends = "game" },
  serve = { duration = 3, targets = "guest", when = "target.waiting and distance < 20",
    prefer = "least target.waiting_since", finish = "target.waiting = false; raise served on target" },
  wait = { duration = 600, ends_on = "served", start = "self.waiting = true; self.waiting_since = now" },
  greet = { duration = 2, targets = "person", show = { anim = "wave" },
    when = { "distance < nearby", function(npc, target) return npc.state.mood > target.state.mood end } },
  doze = { duration = 5, targets = true }, watch = { duration = 5, targets = true }, stand_up = { duration = 1, targets = true },
  rest = { duration = 4 }, walk_around = { duration = 8 }, gasp = { duration = 1 }, sleep = { duration = 60 },
  eat = { duration = 9, finish = "self.fed = true" },
}

local SEQUENCES = {
  park_visitor = {
    entry = "rest",
    rest = { action = "rest", to = { { "sit", when = "env.weather ~= 'rainy'" }, { "food", when = "self.energy >= 7" } },
      failed = "walk" },
    sit = { action = "sit_on_bench", to = "walk", failed = "walk" },
    food = { sequence = "buy_food", to = "walk" },
    walk = { action = "walk_around", to = "END" },
  },
  buy_food = { entry = "wait", wait = { action = "wait", to = "END" } },
  sell = { entry = "serve", serve = { action = "serve", to = "END", failed = "rest" }, rest = { action = "rest", to = "END" } },
  rest_on_bench = {
    claim = "target.seats", entry = "go",
    go = { action = "walk_to_bench", to = { "doze", "watch" } },
    doze = { action = "doze", target = "same", to = { "watch", "leave" } },
    watch = { action = "watch", target = "same", to = "leave" },
    leave = { action = "stand_up", target = "same", to = "END" },
  },
  shop_day = {
    entry = "hub",
    hub = { to = { { "home", when = "env.hour < 8 or env.hour >= 18" },
      { "lunch", when = "env.hour == 12 and not self.fed" }, { "sell", otherwise = true } } },
    home = { action = "sleep", to = "hub" }, lunch = { action = "eat", to = "hub" }, sell = { sequence = "sell", to = "hub" },
  },
  surprised = { entry = "gasp", gasp = { action = "gasp", to = "END" } },
  seek_shelter = { entry = "walk", walk = { action = "walk_around", to = "END" } },
  idle = { entry = "rest", rest = { action = "rest", to = "END" } },
  wander = { entry = "walk", walk = { action = "walk_around", to = "END" } },
}

local GUEST = { "energy", "sitting", "waiting", "waiting_since", "speed", mood = 5 }

local function market()
  return {
    name = "market", version = "1.0.0", title = "A market", depends = { "common >= 1.0" },
    states = { seats = { default = 2, min = 0 }, sitting = { flag = true }, waiting = { flag = true }, waiting_since = {},
      fed = { flag = true }, speed = { default = 3, min = 0 } },
    env = { market_open = { every = 2.0, flag = true } },
    interruptions = { "player_shouts", "served", rain_starts = { when = "env.weather == 'rainy'" } },
    constants = { nearby = 41 },
    actions = ACTIONS, sequences = SEQUENCES,
    props = { bench = { static = true, tags = { "seat" }, state = { seats = 2 } } },
    npcs = {
      visitor = {
        main = "park_visitor", fallback = { "idle", "wander" },
        on = { player_shouts = "surprised", rain_starts = { sequence = "seek_shelter", priority = 1 } },
        memory = { transitions = 10, actions = 15, interruptions = 8 }, tags = { "person", "guest" }, state = GUEST,
      },
      keeper = { main = "shop_day", fallback = "idle", state = { "fed" } },
      sleeper = { main = "rest_on_bench", fallback = "idle", state = { "speed" } },
    },
    places = { { "bench", name = "by the well", x = 40, y = 12 } },
  }
end

describe("the market of the documentation", function()
  it("compiles without errors", function()
    local result = compile.packs { common(), market() }
    for _, problem in ipairs(result.problems) do
      assert.equal("accepts-untargeted", problem.code, content.format(problem))
    end
    assert.equal(3 + 1, result.content:count("entity"))
    assert.same({ "market.bench" }, result.tagged.seat)
  end)

  it("compares keys with numbers, the core's fast path, to choose a bench", function()
    local when = compile.made(compile.packs { common(), market() }, "actions", "market.sit_on_bench").when
    assert.same(compile.comparisons { { ">", "target", "market.seats", 0 }, { "<", "distance", nil, 41 },
      { "~=", "env", "common.weather", 1 } }, when)
  end)

  it("runs", function()
    local core = require "bustle.core"
    local sealed = compile.packs({ common(), market() }).content
    local world = core.world(sealed, { seed = 42 }, {})
    local entity = function(name) return sealed:find("entity", name) end
    world:spawn(entity "market.bench", nil, 40, 12, 0)
    local mary = assert(world:spawn(entity "market.visitor", "mary", 10, 10, 0))
    world:spawn(entity "market.keeper", "kim", 0, 0, 0)
    for step = 1, 600 do world:update(step * 100) end
    assert.is_true(world:check())
    assert.is_true(world:memories(mary, "action")[1] ~= nil)
  end)
end)

describe("a large pack", function()
  it("compiles", function()
    local actions, sequences = {}, {}
    for i = 1, 5000 do
      actions["action_" .. i] = { duration = { 1, 5 }, targets = "seat", finish = "self.energy += 1; target.seats -= 1",
        when = "target.seats > 0 and distance < nearby and self.energy < " .. i % 10 }
    end
    for i = 1, 1000 do
      local nodes = { entry = "n1" }
      for j = 1, 5 do
        nodes["n" .. j] = { action = "action_" .. (i - 1) * 5 + j, failed = "END",
          to = { j < 5 and "n" .. j + 1 or "END", { "END", when = "self.energy > 8" } } }
      end
      sequences["sequence_" .. i] = nodes
    end
    local compiled = compile.base { actions = actions, sequences = sequences, props = { bench = { tags = "seat", state = { "seats" } } } }
    assert.are.equal(1001, compiled.content:count "sequence")
  end)
end)
