--- Reload under load: the market goes on with a thousand NPCs while its pack is edited, broken and repaired again and
--- again. Nobody halts, seats are conserved, memory does not grow. BUSTLE_RELOADS=n: that many rounds.
local bustle = require "bustle"
local sources = require "bustle.packs.sources"

local ROUNDS = tonumber(os.getenv "BUSTLE_RELOADS") or 12
local VISITORS = 970

-- The files that an author edits.
local NAMES = { "vocabulary", "actions", "sequences", "scenes", "entities" }

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local function shipped()
  local texts = {}
  for _, pack in ipairs { "market", "common" } do
    local folder, here = "behaviours/" .. pack, sources.disk()
    for _, name in ipairs(assert(here:list(folder))) do
      local path = ("%s/%s"):format(folder, name)
      if name:find "%.lua$" then texts[path] = read(path) end
    end
  end
  return texts
end

-- What an author does to a pack: each makes it right in another way.
local EDITS = {
  function(texts) -- everything takes longer
    texts.actions = texts.actions:gsub("duration = { (%d+), (%d+)", function(low, high)
      return ("duration = { %d, %d"):format(low + 1, high + 1)
    end)
  end,
  function(texts) -- something new, by which all numbers change
    texts.vocabulary = texts.vocabulary .. '\nstate "aaa" { default = 3 }\ninterruption "aab" {}\n'
    texts.actions = texts.actions .. '\naction "aac" { duration = 1, targets = false, finish = function(self) self.state.aaa = 4 end }\n'
    texts.sequences = texts.sequences .. '\nsequence "aad" { entry = "go", go = { action = "aac", to = "END" } }\n'
    texts.entities = texts.entities:gsub('"bag", "indoors" }', '"bag", "indoors", "aaa" }')
  end,
  function(texts) -- people forget more, and one kind of thing has more room
    texts.entities = texts.entities:gsub('main = "visitor_day"', 'memory = { transitions = 3, actions = 4 }, main = "visitor_day"')
    texts.vocabulary = texts.vocabulary:gsub('state "room" { default = 3', 'state "room" { default = 5')
  end,
  function(texts) -- a joke takes a phase more, and gossip has other parts: both break up
    texts.scenes = texts.scenes:gsub('({ teller = "laugh", )', '{ hearer = "answer" },\n  %1'):gsub('"hearer", finish', '"listener", finish')
  end,
}

local BREAKS = {
  function(texts) texts.actions = texts.actions .. '\naction "aaa" {' end,
  function(texts) texts.sequences = texts.sequences .. '\nsequence "aaa" { entry = "go", go = { action = "no_such", to = "END" } }' end,
  function(texts) texts.entities = texts.entities .. '\nerror "half an edit"\n' end,
}

local function with(changes, base)
  local parts, texts = {}, {}
  for path, text in pairs(base) do texts[path] = text end
  for _, name in ipairs(NAMES) do
    parts[name] = base[("behaviours/market/%s.lua"):format(name)]
  end
  for _, change in ipairs(changes) do change(parts) end
  for _, name in ipairs(NAMES) do
    texts[("behaviours/market/%s.lua"):format(name)] = parts[name]
  end
  return texts
end

local function seats_of(world, state)
  local id, sum = world._names.content:find("state", state), 0
  for entity in world:_each() do
    local free = world._core:get(entity, id)
    if free then sum = sum + free + world._core:taken(entity, id) end
  end
  return sum
end

-- The most so far: of the core, and of Lua.
local function note_memory(most, world)
  collectgarbage()
  collectgarbage()
  most.bytes, most.lua = math.max(most.bytes, world:stats().bytes), math.max(most.lua, collectgarbage "count")
end

local function replace(texts, by)
  for path in pairs(texts) do texts[path] = nil end
  for path, text in pairs(by) do texts[path] = text end
end

describe("the market", function()
  it("lives on with a thousand NPCs while its pack is edited, broken and repaired", function()
    local base = shipped()
    local texts = with({}, base)
    local world = bustle.world { packs = { "behaviours/market" }, search = { "behaviours" }, seed = 3,
      source = sources.texts(texts) }
    world:spawn_many("visitor", VISITORS, function(i) return { x = i * 7 % 64, y = i * 5 % 36 } end)
    world:spawn_many("bench", 300, function(i) return { x = i * 11 % 64, y = i * 3 % 36 } end)
    assert.truthy(world:stats().npcs >= 1000)
    local halts, most = 0, { { bytes = 0, lua = 0 }, { bytes = 0, lua = 0 } }
    world:on("halt", function() halts = halts + 1 end)
    local seats, cover = seats_of(world, "common.seats"), seats_of(world, "common.cover")
    local function live(seconds)
      for _ = 1, seconds * 4 do world:update(0.25) end
    end
    live(20)
    for round = 1, ROUNDS do
      replace(texts, with({ EDITS[round % #EDITS + 1] }, base))
      assert(world:reload "market")
      live(1)
      replace(texts, with({ EDITS[round % #EDITS + 1], BREAKS[round % #BREAKS + 1] }, base))
      local hash = world:hash()
      local changes, message = world:reload "market"
      assert.is_nil(changes)
      assert.matches("behaviours/market", message)
      assert.equal(hash, world:hash())
      live(0.5)
      replace(texts, base)
      assert(world:reload "market")
      if round % 4 == 0 then world:interrupt("player_shouts", "all") end
      if round % 5 == 0 then world:set("weather", round % 10 == 0 and "sunny" or "rainy") end
      live(1)
      assert.equal(seats, seats_of(world, "common.seats"))
      assert.equal(cover, seats_of(world, "common.cover"))
      note_memory(most[round * 2 <= ROUNDS and 1 or 2], world)
    end
    assert.equal(0, halts)
    assert.is_true(world:check())
    assert.truthy(most[2].bytes <= most[1].bytes * 1.2)
    assert.truthy(most[2].lua <= most[1].lua * 1.2)
  end)
end)
