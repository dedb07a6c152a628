--- `world:handle` for actions that a game does not know by name, and how the game ends them.
local bustle = require "bustle"
local replay = require "bustle.replay"
local square = require "spec.lua.support.square"

local refusal = square.refusal

-- A village in which people walk to the well, and a mod that lets them march to it as well.
local function village(change)
  local tables = { name = "village",
    actions = {
      walk = { travel = 1, targets = "well", when = "distance > 0", show = { pose = "walk" } },
      drink = { duration = 2, targets = "well", tags = { "mouth", "hands" } },
      nod = { duration = 2, tags = "hands" },
      wait = { duration = 2 },
    },
    sequences = { thirst = bustle.chain { "walk", { action = "drink", target = "same" } }, nodding = bustle.chain { "nod" },
      waiting = bustle.chain { "wait" } },
    props = { well = { static = true, tags = "well" } },
    npcs = { villager = { main = "thirst" }, nodder = { main = "nodding" }, idler = { main = "waiting" } } }
  if change then change(tables) end
  return tables
end

local function world_of(change, more)
  local world = bustle.world { packs = { village(change), more }, seed = 3 }
  world:spawn("well", { x = 10 })
  return world
end

local MOD = { name = "parade", depends = { "village" },
  actions = { march = { travel = 1, targets = "well", when = "distance > 0" } },
  sequences = { parade = bustle.chain { "march" } }, npcs = { drummer = { main = "parade" } } }

-- A handler that writes down which actions it is told of, under a name.
local function noting(lines, name, more)
  local handler = { start = function(_, _, run) lines[#lines + 1] = name .. " " .. run.action end }
  for key, value in pairs(more or {}) do handler[key] = value end
  return handler
end

describe("a handler of all that travels", function()
  it("takes over the walks of a mod that the game has never heard of", function()
    local world, lines = world_of(nil, MOD), {}
    world:handle(noting(lines, "walks", { travel = true }))
    world:spawn "villager"
    world:spawn "drummer"
    world:spawn "idler"
    world:update(0)
    assert.same({ "walks walk", "walks march" }, lines)
  end)

  it("takes over what a reload brings, and lets go of what travels no more", function()
    local world, lines = world_of(), {}
    world:handle(noting(lines, "walks", { travel = true, ends = "game" }))
    local idler = world:spawn "idler"
    world:update(0)
    assert.same({}, lines)
    assert(world:reload("village", village(function(v)
      v.actions.wait = { travel = 1, targets = "well", when = "distance >= 0" }
    end)))
    world:update(2)
    assert.same({ "walks wait" }, lines)
    world:update(12)
    assert.equal("wait", idler.action) -- past its ten seconds: the game ends it
    assert(world:reload("village", village()))
    idler:complete()
    world:update(0)
    assert.same({ "walks wait" }, lines)
    assert.equal(3, idler.token)
    world:update(2)
    assert.equal(4, idler.token) -- by its timer
  end)
end)

describe("of several handlers", function()
  it("the one by name counts, then by tag, then of what travels, then the default", function()
    local world, lines = world_of(nil, MOD), {}
    world:handle(noting(lines, "default", { default = true }))
    world:handle(noting(lines, "travel", { travel = true }))
    world:handle(noting(lines, "hands", { tag = "hands" }))
    world:handle("walk", noting(lines, "name"))
    for _, kind in ipairs { "villager", "drummer", "nodder", "idler" } do world:spawn(kind) end
    world:update(0)
    assert.same({ "name walk", "travel march", "hands nod", "default wait" }, lines)
  end)

  it("that of the action's first tag counts, in whatever order they came", function()
    for _, first in ipairs { "mouth", "hands" } do
      local world, lines = world_of(), {}
      world:handle(noting(lines, first, { tag = first }))
      local second = first == "mouth" and "hands" or "mouth"
      world:handle(noting(lines, second, { tag = second }))
      world:spawn("villager", { x = 9 })
      world:update(0)
      world:update(1)
      assert.same({ "mouth drink" }, lines)
    end
  end)

  it("of one name, one tag or one kind the last counts, alone", function()
    local world, lines = world_of(), {}
    for _, choice in ipairs { { actions = "wait" }, { tag = "hands" }, { travel = true } } do
      world:handle(noting(lines, "first", choice))
      world:handle(noting(lines, "second", choice))
    end
    for _, kind in ipairs { "idler", "nodder", "villager" } do world:spawn(kind) end
    world:update(0)
    assert.same({ "second wait", "second nod", "second walk" }, lines)
  end)

  it("none adds to another: what it leaves out is told to listeners", function()
    local world, lines = world_of(), {}
    world:handle { default = true, stop = function() lines[#lines + 1] = "default" end }
    world:handle("wait", noting(lines, "name"))
    world:on("stop", function() lines[#lines + 1] = "listener" end)
    world:spawn "idler"
    world:update(0)
    world:update(2)
    assert.same({ "name wait", "listener", "name wait" }, lines)
  end)

  it("one that is taken back leaves its place to those of lower rank", function()
    local world, lines = world_of(), {}
    world:handle(noting(lines, "default", { default = true }))
    local back = world:handle(noting(lines, "list", { actions = { "wait", "nod" } }))
    world:handle("wait", noting(lines, "name"))
    back() -- of "nod" alone: another has taken its place for "wait"
    world:spawn "idler"
    world:spawn "nodder"
    world:update(0)
    assert.same({ "name wait", "default nod" }, lines)
    world:handle("wait", nil)
    world:update(2)
    assert.same({ "default wait", "default nod" }, square.slice(lines, 3))
  end)
end)

describe("a handler that lets the game end actions", function()
  it("S48 lets a walk go on past its time until the figure is there", function()
    local world, there = world_of(), false
    world:handle { travel = true, ends = "game", update = function() return there end }
    local ann = world:spawn "villager"
    world:update(0)
    world:update(25)
    assert.equal("walk", ann.action)
    there = true
    world:update(0.1)
    world:update(0)
    assert.equal("drink", ann.action)
    assert.equal(10, ann.x)
    world:update(2) -- which is still timed
    assert.is_nil(ann.action)
  end)

  it("S16 still has the timeout of the action", function()
    local world, why = world_of(), nil
    world:handle { travel = true, ends = "game", stop = function(_, reason) why = reason end }
    world:spawn "villager"
    world:update(0)
    world:update(29.9)
    assert.is_nil(why)
    world:update(0.1)
    assert.equal("timed_out", why)
  end)

  it("S48 counts from the next start on, and so does its end", function()
    local world = world_of()
    local idler = world:spawn "idler"
    world:update(0)
    local back = world:handle { actions = "wait", ends = "game" }
    world:update(2)
    assert.equal(2, idler.token)
    back()
    world:update(3)
    assert.equal(2, idler.token)
    idler:complete()
    world:update(0)
    world:update(2)
    assert.equal(4, idler.token)
  end)

  it("S48 may let time end what the action leaves to the game", function()
    local world = world_of(function(v) v.actions.wait.ends = "game" end)
    world:handle { actions = "wait", ends = "timed" }
    local idler = world:spawn "idler"
    world:update(0)
    world:update(2)
    assert.equal(2, idler.token)
  end)

  it("S48 does so after a load too, whatever the save has", function()
    local saved = world_of()
    saved:spawn("idler", { name = "ida" })
    saved:update(0)
    local world = world_of()
    world:handle { actions = "wait", ends = "game" }
    assert(world:load(saved:save()))
    world:update(2) -- ends what had begun without it
    world:update(3)
    assert.equal(2, world:get("ida").token)
    local bytes = world:save()
    assert(saved:load(bytes))
    saved:update(2.9) -- what began there is still ended by the game, or its timeout
    assert.equal(2, saved:get("ida").token)
    saved:update(0.1)
    assert.equal(3, saved:get("ida").token)
  end)

  it("is repeated by a replay, whether it came before the recording or during it", function()
    local world, parts = world_of(), {}
    world:spawn "villager"
    world:spawn "idler"
    world:handle { travel = true, ends = "game", update = function() return world:now() > 14 end }
    assert(world:record(function(bytes)
      parts[#parts + 1] = bytes
      return true
    end))
    for i = 1, 200 do
      if i == 50 then world:handle { actions = "wait", ends = "game" } end
      if i == 120 then world:handle("wait", nil) end
      world:update(0.1)
    end
    world:stop_recording()
    local again = assert(replay.open(table.concat(parts), { packs = { village() } }))
    while again:step() do end
    assert.is_nil(again.difference)
    assert.equal(world:hash(), again.world:hash())
  end)

  it("is refused inside a function of content, and nothing has changed", function()
    local world, problem, lines = nil, nil, {}
    world = world_of(function(v)
      v.actions.wait = { duration = 2, targets = false, when = function()
        local _, message = pcall(world.handle, world, { default = true, ends = "game" })
        problem = message
        return true
      end }
    end)
    world:handle(noting(lines, "default", { default = true }))
    world:spawn "idler"
    world:update(0)
    assert.matches("handle: .*not allowed inside the callback 'condition'", problem)
    world:handle { tag = "of nothing" } -- now all handlers are found anew
    world:update(2)
    assert.same({ "default wait", "default wait" }, lines)
  end)
end)

describe("world:actions", function()
  it("lists what the content has for the game", function()
    local world = world_of(nil, MOD)
    world:handle { travel = true }
    local listed = {}
    for _, action in ipairs(world:actions()) do listed[#listed + 1] = action end
    assert.same({ name = "march", pack = "parade", tags = {}, show = {}, travel = true, handled = true }, listed[1])
    assert.same({ name = "drink", pack = "village", tags = { "mouth", "hands" }, show = {}, travel = false,
      handled = false }, listed[2])
    assert.same({ name = "walk", pack = "village", tags = {}, show = { pose = "walk" }, travel = true, handled = true },
      listed[5])
    assert.equal(5, #listed)
  end)

  it("knows the tags that another pack adds and takes away", function()
    local mod = { name = "mod", depends = { "village" }, extend = {
      ["village.drink"] = { tags = "throat", remove = { tags = "hands" } }, ["village.wait"] = { tags = "feet" } } }
    local tags = {}
    for _, action in ipairs(world_of(nil, mod):actions()) do tags[action.name] = action.tags end
    assert.same({ drink = { "mouth", "throat" }, nod = { "hands" }, wait = { "feet" }, walk = {} }, tags)
  end)
end)

describe("handle refuses", function()
  local function refused(...)
    local world, arguments = world_of(), { n = select("#", ...), ... }
    return refusal(function() world:handle(arguments[1], arguments[2]) end)
  end

  it("what does not say which actions, or says it twice", function()
    assert.equal("handle: say which actions, by one of actions, tag, travel, default", refused { start = print })
    assert.equal("handle: tag and travel: say one of them", refused { tag = "hands", travel = true })
    assert.equal("handle: travel must be true, or left out", refused { travel = false })
    assert.equal("handle: the handler stands in the table that says which actions", refused({ travel = true }, {}))
    assert.equal('handle: unknown option "tags" (did you mean "tag"?)', refused { tags = "hands" })
  end)

  it("names and tags that cannot be", function()
    assert.equal('unknown action "wlak" (did you mean "walk"?)', refused { actions = { "nod", "wlak" } })
    assert.equal("handle: tag, item 2, must be a string, not a number", refused { tag = { "hands", 3 } })
    assert.equal("handle: actions must be a table, not a number", refused { actions = 3 })
  end)

  it("endings that there are not", function()
    assert.equal('handle: ends must be "timed" or "game", not gmae', refused { travel = true, ends = "gmae" })
    assert.equal('handle: ends must be "timed" or "game", not 3', refused("walk", { ends = 3 }))
  end)
end)
