--- `world:reload`: a world goes on under packs that were edited.
local failing = require "failing_world"
local bustle = require "bustle"
local sources = require "bustle.packs.sources"

local MANIFEST = 'return { name = "park", version = "1.0.0" }'
local CONTENT = [[
state "seats" { min = 0, max = 4, default = 2 }
state "energy" { default = 5 }
env "weather" { values = { "dry", "wet" }, every = 3 }
interruption "bell" {}
action "sit" { duration = 4, resumable = true, targets = "seat", claim = "target.seats", finish = "self.energy += 1" }
action "look" { duration = 2 }
sequence "day" { entry = "rest", rest = { action = "sit", to = "END", failed = "ponder" },
  ponder = { action = "look", to = "END" } }
sequence "turn" { entry = "look", look = { action = "look", to = "END" } }
prop "bench" { tags = { "seat" }, state = { seats = 2 } }
npc "walker" { main = "day", state = { energy = 5 }, on = { bell = "turn" } }
]]

local function park(options)
  local texts = { ["p/park/pack.lua"] = MANIFEST, ["p/park/content.lua"] = CONTENT }
  options = options or {}
  options.packs, options.source, options.seed = { "p/park" }, sources.texts(texts), 4
  local world = bustle.world(options)
  local function edit(from, to)
    local before = texts["p/park/content.lua"]
    local first, last = before:find(from, 1, true)
    assert(first, from)
    texts["p/park/content.lua"] = before:sub(1, first - 1) .. to .. before:sub(last + 1)
  end
  return world, edit
end

describe("a reload", function()
  it("changes nothing if nothing was edited", function()
    local world, straight = park(), park()
    for _, each in ipairs { world, straight } do
      each:spawn "bench"
      for i = 1, 4 do each:spawn("walker", { name = "w" .. i }) end
    end
    for i = 1, 400 do
      if i % 10 == 0 then assert.same({}, world:reload(i % 20 == 0 and "park" or nil)) end
      if i % 37 == 0 then
        world:interrupt("bell", "all")
        straight:interrupt("bell", "all")
      end
      world:update(0.3)
      straight:update(0.3)
      assert.equal(straight:hash(), world:hash())
    end
  end)

  it("lets what is under way end by the old definition and what begins go by the new one", function()
    local world, edit = park()
    world:spawn("bench", { name = "bench" })
    local ann = world:spawn("walker", { name = "ann" })
    world:update(1)
    assert.equal("sit", ann.action)
    edit("duration = 4", "duration = 10")
    edit("self.energy += 1", "self.energy += 100")
    assert.same({}, world:reload "park")
    assert.equal(4, ann.remaining)
    world:update(4)
    assert.equal(6, ann.state.energy)
    assert.equal(10, ann.remaining)
    world:update(10)
    assert.equal(106, ann.state.energy)
  end)

  it("keeps objects, owners, handlers, listeners and providers, and they know what is new", function()
    local world, edit = park()
    local started, stopped, asked = {}, {}, 0
    world:handle("look", { start = function(npc) started[#started + 1] = npc.name end,
      stop = function(npc, why) stopped[#stopped + 1] = npc.name .. " " .. why end })
    world:provide("weather", function()
      asked = asked + 1
      return "wet"
    end)
    local bench = world:spawn("bench", { name = "bench" })
    local ann = world:spawn("walker", { name = "ann", owner = "sprite" })
    world:update(0)
    edit('action "look"', 'state "aaa" { default = 3 }\naction "aaa" { duration = 1 }\naction "look"')
    edit("state = { energy = 5 }", "state = { energy = 5, aaa = 8 }")
    edit('env "weather"', 'env "aaa" { every = 1 }\nenv "weather"')
    edit("action \"sit\" { duration = 4,", "action \"sit\" { duration = 4, when = \"env.weather == 'wet'\",")
    assert.same({}, world:reload "park")
    assert.equal(8, ann.state.aaa)
    assert.equal("sprite", ann.owner)
    assert.equal(ann, world:get "ann")
    assert.equal(bench, world:get "bench")
    assert.equal("sit", ann.action)
    world:interrupt("bell", { ann })
    world:update(0.1)
    world:update(2)
    assert.same({ "ann" }, started)
    assert.same({ "ann done" }, stopped)
    assert.equal(1, asked)
    assert.equal("wet", world.env.weather)
    assert.equal("start", world:events():kind(2))
    assert.equal("sit", world:events():name(2))
  end)

  it("calls old functions for what began before, and forgets them afterwards", function()
    local world, edit = park()
    world:spawn "bench"
    local ann, bob = world:spawn "walker", world:spawn "walker"
    edit('finish = "self.energy += 1"', "finish = function(self) self.state.energy = 50 end")
    assert(world:reload "park")
    world:update(1)
    world:update(4)
    world:update(0)
    edit("self.state.energy = 50", "self.state.energy = 60")
    edit('state "energy"', 'state "dusk" {}\nstate "energy"')
    assert(world:reload "park")
    local held = setmetatable({}, { __mode = "v" })
    for number, prepared in pairs(world._functions.prepared) do held[number] = prepared end
    world:update(4)
    assert.equal(50, ann.state.energy)
    assert.equal(50, bob.state.energy)
    world:update(4)
    assert.equal(60, ann.state.energy)
    assert.same({}, world._core:replaced_functions())
    assert(world:reload "park")
    assert(world:reload "park")
    world:update(4)
    assert(world:reload "park")
    local count = 0
    for _ in pairs(world._functions.prepared) do count = count + 1 end
    assert.truthy(count <= 3)
  end)

  it("with mistakes in the packs leaves everything as it is and tells them", function()
    local world, edit = park()
    world:spawn "bench"
    local ann = world:spawn "walker"
    world:update(1)
    local bytes = world:save()
    edit('claim = "target.seats"', 'claim = "target.saets"')
    local changes, message, code, problems = world:reload "park"
    assert.is_nil(changes)
    assert.equal("problems", code)
    assert.matches("saets", message)
    assert.matches("p/park/content.lua:5", message)
    assert.truthy(#problems >= 1)
    edit("state", "state (")
    assert.is_nil(world:reload "park")
    assert.equal(bytes, world:save())
    world:update(1)
    assert.equal("sit", ann.action)
    edit("state (", "state")
    edit("saets", "seats")
    assert.same({}, world:reload "park")
  end)

  it("tells of what is gone, and of stops that no event can tell", function()
    local world, edit = park()
    local told = {}
    world:on("remove", function(e) told[#told + 1] = "remove " .. e.name end)
    world:handle("sit", { stop = function(npc, why) told[#told + 1] = ("%s %s"):format(npc.name, why) end })
    local bench = world:spawn("bench", { name = "bench" })
    local ann = world:spawn("walker", { name = "ann" })
    local bob = world:spawn("walker", { name = "bob" })
    world:update(0)
    world:update(0.1)
    edit([[action "sit" { duration = 4, resumable = true, targets = "seat", claim = "target.seats", finish = "self.energy += 1" }]],
      [[action "lie" { duration = 4, targets = "seat" }]])
    edit('rest = { action = "sit"', 'rest = { action = "lie"')
    local changes = world:reload "park"
    local codes = {}
    for i, change in ipairs(changes) do codes[i] = change.code .. " " .. (change.entity and change.entity.name or "") end
    assert.same({ "action-gone ", "action-lost ann", "node-lost ann", "action-lost bob", "node-lost bob" }, codes)
    assert.same({ "ann cancelled", "bob cancelled" }, told)
    world:update(0)
    assert.equal("lie", ann.action)
    assert.equal(2, bench.state.seats)
    edit('npc "walker"', 'npc "stroller"')
    assert(world:reload "park")
    assert.is_false(ann.alive)
    assert.is_false(bob.alive)
    assert.is_nil(world:get "ann")
    assert.same({ "remove ann", "remove bob" }, { told[3], told[4] })
    assert.is_true(world:check())
  end)

  it("takes another table for a pack that was given as one", function()
    local made = { name = "tiny", actions = { rest = { duration = 2 } }, sequences = { day = bustle.chain { "rest" } },
      npcs = { man = { main = "day" } } }
    local world = bustle.world { packs = { made } }
    local man = world:spawn "man"
    world:update(0)
    made.actions.rest = { duration = 7 }
    assert.same({}, world:reload("tiny", made))
    world:update(2)
    assert.equal(7, man.remaining)
    assert.error_matches(function() world:reload("tinny") end, 'no pack "tinny".*tiny')
    local parked = park()
    assert.error_matches(function() parked:reload("park", made) end, "was not given as a table")
    assert.error_matches(function() parked:reload(5) end, "string")
    assert.error_matches(function() parked:reload("park", 5) end, "table")
  end)

  it("S39 is refused inside handlers and functions", function()
    local world = park()
    local told = {}
    world:on("start", function()
      local _, message = pcall(world.reload, world)
      told[#told + 1] = message
    end)
    world:spawn "bench"
    world:spawn "walker"
    world:update(0)
    assert.matches("inside a handler", told[1])
    world:close()
    assert.error_matches(function() world:reload() end, "closed")
  end)

  it("leaves the world as it was when memory runs out", function()
    local world, edit = park()
    world:spawn "bench"
    for _ = 1, 3 do world:spawn "walker" end
    world:update(1)
    edit("duration = 4", "duration = 6")
    local bytes, failures = world:save(), 0
    for n = 1, 1000 do
      failing.fail(world._core, n)
      local changes, _, code = world:reload()
      local left = failing.fail(world._core)
      if changes and left > 0 then break end
      assert.equal("no_memory", code)
      assert.equal(bytes, world:save())
      failures = failures + 1
    end
    assert.truthy(failures > 10 and failures < 999)
    assert.is_true(world:check())
  end)
end)

describe("bustle.love.watch", function()
  it("reloads when a file changes, tells mistakes and goes on", function()
    local now, modified, reloads, told = 0, 1, 0, {}
    local world, edit = park()
    world:on("error", function(message, where) told[#told + 1] = where .. ": " .. message end)
    local stop = bustle.love.watch(world, { clock = function() return now end, on_reload = function() reloads = reloads + 1 end,
      filesystem = { getInfo = function(path) return path:find "content" and { modtime = modified } or nil end } })
    world:spawn "bench"
    local ann = world:spawn "walker"
    world:update(0)
    edit("duration = 4", "duration = 8")
    now = 1
    world:update(0)
    assert.equal(0, reloads)
    modified = 2
    world:update(0)
    assert.equal(0, reloads)
    now = 2
    world:update(0)
    assert.equal(1, reloads)
    edit("duration = 8", "duration = -8")
    now, modified = 3, 3
    world:update(4)
    assert.equal(1, #told)
    assert.matches("^reload: .*content.lua", told[1])
    assert.equal(8, ann.remaining)
    edit("duration = -8", "duration = 9")
    now, modified = 4, 4
    world:update(8)
    assert.equal(2, reloads)
    assert.equal(9, ann.remaining)
    stop()
    now, modified = 5, 5
    world:update(0)
    assert.equal(2, reloads)
  end)

  it("needs LÖVE, or what stands for it", function()
    local world = park()
    assert.error_matches(function() bustle.love.watch(world) end, "love.filesystem")
    assert.error_matches(function() bustle.love.watch(world, { evry = 1 }) end, "evry")
  end)
end)
