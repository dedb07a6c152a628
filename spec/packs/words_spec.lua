-- The words that the files of packs are written in, and what may stand in what follows them.
local bustle = require "bustle"
local support = require "spec.packs.support"

local function compiled(text, more)
  local files = { ["x.lua"] = text }
  for name, each in pairs(more or {}) do files[name] = each end
  return (support.compiled({ p = files }, { "p" }))
end

local function made(result, list, name)
  for _, each in ipairs(result.tables[list]) do
    if each.name == name then return each end
  end
end

local DAY = 'action "idle" { duration = 1 }\nsequence "day" (chain { "idle" })\n'

describe("the word", function()
  it("state declares what entities have", function()
    local energy = made(compiled 'state "energy" { default = 6, min = 0, max = 10 }', "states", "p.energy")
    assert.same({ 6, 0, 10 }, { energy.initial, energy.min, energy.max })
  end)
  it("env declares what the game is asked for", function()
    local weather = made(compiled 'env "weather" { every = 5, values = { "sunny", "rainy" } }', "environment", "p.weather")
    assert.same({ 5000, { "sunny", "rainy" } }, { weather.refresh_ms, weather.values })
  end)
  it("interruption declares what interrupts", function()
    local result = compiled 'env "open" { flag = true }\ninterruption "closing" { when = "not env.open" }\ninterruption "shout" {}'
    assert.equal("not", made(result, "interruptions", "p.closing").when[4].kind)
    assert.same({}, made(result, "interruptions", "p.shout").when)
  end)
  it("constant declares a number for expressions", function()
    local result = compiled 'constant "nearby" (41)\naction "x" { duration = 1, targets = true, when = "distance < nearby" }'
    assert.equal(41, made(result, "actions", "p.x").when[2].value)
  end)
  it("action declares what is done", function()
    local x = made(compiled 'action "x" { duration = { 6, 10 }, resumable = true }', "actions", "p.x")
    assert.same({ 6000, 10000, true }, { x.duration_ms, x.duration_max_ms, x.resumable })
  end)
  it("sequence declares what comes after what", function()
    local result = compiled 'action "x" { duration = 1 }\nsequence "day" { entry = "a", a = { action = "x", to = "END" } }'
    assert.equal("p.x", made(result, "sequences", "p.day").nodes[1].performs)
  end)
  it("prop declares a thing, npc somebody, place where one stands", function()
    local result = compiled(DAY .. [[
prop "bench" { static = true, tags = { "seat" } }
npc "visitor" { main = "day" }
place "bench" { name = "by the well", x = 40, y = 12 }
]])
    assert.equal("static", made(result, "entities", "p.bench").position)
    assert.is_true(made(result, "entities", "p.visitor").npc)
    assert.same({ "p.bench", "by the well", 40, 12, "b/p/x.lua:5" }, { result.places[1].definition, result.places[1].name,
      result.places[1].x, result.places[1].y, result.places[1].origin })
  end)
  it("chain, choice and loop_until give common shapes of sequences", function()
    local result = compiled [[
state "energy" {}
action "x" { duration = 1 }
sequence "a" (chain { "x", { action = "x", failed = "END" } })
sequence "b" (choice { "x", { "x", when = function(npc) return npc.state.energy > 1 end } })
sequence "c" (loop_until("self.energy > 2", { "x" }))
]]
    assert.same({ 2, 3, 2 }, { #made(result, "sequences", "p.a").nodes, #made(result, "sequences", "p.b").nodes,
      #made(result, "sequences", "p.c").nodes })
  end)
end)

describe("a declaration", function()
  it("is known by the file and line of its word", function()
    local result = compiled('\n\naction "x" {\n  duration = 1,\n}\n', { ["y.lua"] = 'action\n"y"\n{ duration = 1 }' })
    assert.equal("b/p/x.lua:3", result:thing("action", "p.x").origin)
    assert.equal("b/p/y.lua", result:thing("action", "p.y").origin:match("^[^:]+"))
  end)
  it("may be made by a function of the file, and by one of another file", function()
    local result = compiled('function many(n) for i = 1, n do action ("x" .. i) { duration = i } end end\nmany(3)',
      { ["y.lua"] = "many(0)\naction 'last' { duration = 1 }" })
    assert.equal("b/p/x.lua:1", result:thing("action", "p.x3").origin)
  end)
  it("has a copy of what follows, so that later changes mean nothing", function()
    local result = compiled 'local fields = { duration = 1 }\naction "x" (fields)\nfields.duration = 2\naction "y" (fields)'
    assert.same({ 1000, 2000 }, { made(result, "actions", "p.x").duration_ms, made(result, "actions", "p.y").duration_ms })
  end)
  it("may use one table twice", function()
    local result = compiled 'local show = { anim = { "a" } }\naction "x" { duration = 1, show = { show, show } }'
    assert.same({ { anim = { "a" } }, { anim = { "a" } } }, result.show["p.x"])
  end)
end)

describe("a file", function()
  it("may begin with the mark that editors leave", function()
    assert.is_table(compiled('\239\187\191action "x" { duration = 1 }'):thing("action", "p.x"))
  end)
  it("cannot reach the game through what it is given", function()
    compiled 'assert(not io and not os and not require and not _G)'
  end)
end)

describe("a function of a pack", function()
  local function world(text, options)
    local all = { packs = { "b/p" }, source = support.source { p = { ["x.lua"] = text } }, search = {} }
    for key, value in pairs(options or {}) do all[key] = value end
    return bustle.world(all)
  end

  -- What is reported in an update of a world with one walker whose action has the function as its start.
  local function reported(body, options)
    local w = world('state "energy" {}\naction "x" { duration = 1, targets = false, start = function(npc, target, env, game) '
      .. body .. ' end }\nsequence "day" (chain { "x" })\nnpc "walker" { main = "day", state = { "energy" } }', options)
    local said
    w:on("error", function(message, where) said = message:match("^[^\n]*"):gsub("^b/p/x.lua:%d+: ", "") .. " | " .. where end)
    local walker = w:spawn("walker", { owner = {} })
    w:update(0.1)
    return said, walker
  end

  it("reads and writes state", function()
    local said, walker = reported "npc.state.energy = 7"
    assert.is_nil(said)
    assert.equal(7, walker.state.energy)
  end)
  it("sees what the game exposes, to read, whatever is inside", function()
    local exposed = { prices = { bread = { 3 } } }
    local _, walker = reported("npc.state.energy = game.prices.bread[1]", { expose = exposed })
    assert.equal(3, walker.state.energy)
    local where = ' | pack "p", action "p.x", effect at b/p/x.lua:2'
    assert.equal("what the game exposes cannot be changed" .. where, (reported("game.prices = 1", { expose = exposed })))
    assert.equal("what the game exposes cannot be changed" .. where, (reported("game.prices.bread[1] = 1", { expose = exposed })))
    assert.same({ prices = { bread = { 3 } } }, exposed)
  end)
  it("does not see the game's own objects", function()
    assert.equal("a pack's functions do not see the game's own objects | pack \"p\", action \"p.x\", effect at b/p/x.lua:2",
      (reported "npc.state.energy = npc.owner.x"))
  end)
  it("declares nothing any more", function()
    assert.equal('content can only be declared while the pack is loaded | pack "p", action "p.x", effect at b/p/x.lua:2',
      (reported 'action "late" { duration = 1 }'))
  end)
  it("is reported with the line where it is written", function()
    assert.equal('oh | pack "p", action "p.x", effect at b/p/x.lua:2', (reported 'error "oh"'))
  end)
end)
