-- A game that takes in a hostile pack: what belongs to it, a neighbour's pack, and what can be told of all that after.
local bustle = require "bustle"
local packs = require "bustle.author.pack"
local sandbox = require "bustle.author.sandbox"

local host = {}

-- Small ones, so that what runs into them does so soon. Time is short only for who is to run out of something, be it
-- time: what becomes of all others must not depend on how fast a machine is.
local function limits(hurried)
  return { instructions = 50000, megabytes = 1, seconds = hurried and 0.1 or 1000,
    load_instructions = 2000000, load_megabytes = 16, load_seconds = hurried and 0.3 or 1000 }
end

-- ---- What must stay as it is ----

local function note(found, name, map)
  for key, value in next, map do
    found[name .. "." .. tostring(key)] = value
  end
  found[name .. " metatable"] = debug.getmetatable(map)
end

-- Everything that the host's code goes by: all libraries and modules, one by one, the metatables of shared types, the
-- hook and the collector.
function host.belongings()
  local found = { hook = debug.gethook() or "none", random = math.random }
  note(found, "_G", _G)
  note(found, "loaded", package.loaded)
  for name, value in next, package.loaded do
    if type(value) == "table" then note(found, name, value) end
  end
  note(found, "string metatable", debug.getmetatable "")
  for _, value in ipairs { 0, true, print } do
    found["metatable of " .. type(value)] = debug.getmetatable(value)
  end
  -- Busted's own are allowed to change.
  for name in next, found do
    if name:find("^luassert") or name:find("^busted") or name:find("^say%.") then found[name] = nil end
  end
  return found
end

function host.changes(before, after)
  local list = {}
  for name, value in next, before do
    if after[name] ~= value then list[#list + 1] = name end
  end
  for name in next, after do
    if before[name] == nil then list[#list + 1] = name end
  end
  return list
end

-- ---- Loading ----

-- Loads a pack of one text. Returns it, or nil and the message.
local function load_pack(name, text, words, manifest, hurried)
  local made = packs.new(manifest or { name = name }, name .. ".lua")
  local box
  local offered = {}
  for key, fn in pairs(words or {}) do offered[key] = fn end
  for _, word in ipairs(packs.WORDS) do
    offered[word] = function(thing)
      return function(value) made:declare(word, thing, value, box:where()) end
    end
  end
  box = sandbox.new { words = offered, limits = limits(hurried) }
  local chunk, message = box:load(text, "@" .. name .. ".lua")
  if not chunk then return nil, message end
  local done, problem = box:run(chunk)
  if not done then return nil, problem end
  return made
end

local NEIGHBOUR = [[
  state "energy" { default = 0, min = 0, max = 100 }
  env "hour" { every = 1 }
  constant "most" (90)
  secret = 41
  local list = { 3, 1, 2 }
  local function as_ever(npc)
    table.sort(list)
    return ("%d-%s"):format(secret, table.concat(list, ",")) == "41-1,2,3" and ("abc"):rep(2):upper() == "ABCABC"
      and ("key=value"):match("^(%w+)=(%w+)$") == "key" and math.floor(2.5) == 2 and npc.state.energy <= 100
      and string.gsub("x.y", "%.", "!") == "x!y" and next({}) == nil and stolen == nil
  end
  action "work" { duration = 1, targets = false, when = as_ever, finish = function(npc)
    npc.state.energy = npc.state.energy + 1
  end }
  sequence "work" { entry = "go", go = { action = "work", to = "END" } }
  npc "worker" { main = "work", state = { "energy" } }
]]

-- An NPC of the hostile pack that does its worst over and over.
local function give_attacker(made)
  if not made.named.action.attack or made.named.entity.attacker then return end
  made:declare("sequence", "attack", { entry = "go", go = { action = "attack", to = "END" } })
  made:declare("npc", "attacker", { main = "attack", state = { "energy" } })
end

-- ---- Playing ----

local function new_game(told)
  local game = { answered = 0, kept = nil, settings = { volume = 7, audio = { volume = 8 } }, output = io.stdout }
  game.exposed = {
    settings = game.settings, output = game.output, tostring = tostring,
    escaped = function(what) told.escaped[#told.escaped + 1] = what end,
    each = function(fn) for _ = 1, 3 do fn() end end,
    keep = function(value) game.kept = value end,
    kept = function() return game.kept end,
    name_of = function(entity) return entity.name end,
    fail = function() error("the game's own mistake") end,
    count = function() told.tests = told.tests + 1 end,
  }
  return game
end

-- The clock of the game takes a while, and must never be stopped half way.
local function provider(game)
  return function()
    local began = game.answered
    for _ = 1, 20000 do game.working = true end
    game.working = false
    game.answered = began + 1
    return 12
  end
end

-- What the pack has cost so far, in all that a world counts and in tests that the pack itself has counted.
local function spent(told, world)
  local all = world:stats()
  all.tests = told.tests
  return all
end

-- Lets five seconds pass. When two of them have passed, everything is there that is made once: from then on `told.costs`
-- notes the most that an update has cost.
local function play(told, world)
  local before
  for i = 1, 100 do
    world:update(0.05)
    local after = spent(told, world)
    for name, value in next, after do
      if i > 40 and type(value) == "number" then
        told.costs[name] = math.max(told.costs[name] or 0, value - before[name])
      end
    end
    before = after
  end
  told.last = before
end

local function run_world(told, game, list, crowd)
  local made, world = pcall(bustle.world, { packs = list, seed = 7, expose = game.exposed })
  if not made then return "content", world end
  world:on("error", function(message, where) told.errors[#told.errors + 1] = ("%s: %s"):format(where, message) end)
  world:provide("neighbour.hour", provider(game))
  local worker = world:spawn("neighbour.worker", { owner = game })
  for _ = 1, list[2] and list[2].named.entity.attacker and crowd or 0 do world:spawn("hostile.attacker", { owner = game }) end
  play(told, world)
  assert(world:check())
  told.worked = worker.state.energy
  world:close()
  return told.errors[1] and "call" or "nothing", told.errors[1] or ""
end

--- Takes in a hostile pack and lets it play for five seconds.
-- The result has `stage` ("load": refused while it ran, "content": refused as content, "call": an error was reported,
-- "nothing") and `text`; `escaped`, a list of what it says it got at; `worked`, how often the neighbour worked; `game`;
-- `costs`, by the names of `world:stats()`, and `tests`, how often the pack has called `game.count`; `last`, the same in
-- the end.
-- `hurried`: give it little time. `crowd`: how many attackers there are, 1 unless given.
function host.take_in(text, hurried, crowd)
  local told = { escaped = {}, errors = {}, costs = {}, tests = 0 }
  local game = new_game(told)
  local neighbour = assert(load_pack("neighbour", NEIGHBOUR))
  local words = { escaped = game.exposed.escaped, neighbour = function() return { "a table of the host" } end }
  local hostile, refused = load_pack("hostile", text, words, { name = "hostile", depends = { "neighbour" } }, hurried)
  if hostile then
    give_attacker(hostile)
    told.stage, told.text = run_world(told, game, { neighbour, hostile }, crowd or 1)
  else
    told.stage, told.text = "load", refused
  end
  if told.stage == "load" or told.stage == "content" then run_world(told, game, { neighbour }) end
  told.game = game
  return told
end
return host
