-- How long it takes to load a large pack: files that are run in the sandbox, and definitions that are compiled and
-- sealed. Run by `./bustle bench packs`, once on each Lua.
local packs = require "bustle.packs"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"

local ACTIONS, SEQUENCES, ROUNDS = 5000, 1000, 3

local VOCABULARY = [[
state "energy" { default = 5, min = 0, max = 100 }
state "seats" { default = 2, min = 0 }
env "weather" { every = 5, values = { "sunny", "rainy" } }
constant "nearby" (41)
]]

local ENTITIES = [[
prop "bench" { static = true, tags = { "seat" }, state = { "seats" } }
npc "visitor" { main = "sequence_1", state = { "energy" } }
]]

-- No two conditions or effects are the same.
local ACTION = [[
action "action_%d" {
  duration = { %d, %d }, resumable = true, targets = "seat",
  when = "target.seats > 0 and distance < nearby + %d and env.weather ~= 'rainy' and self.energy < 10",
  start = "target.seats -= 1; self.energy -= %d",
  finish = "target.seats += 1; self.energy += %d",
  interrupted = "target.seats += 1; self.energy = %d",
}
]]

local SEQUENCE = [[
sequence "sequence_%d" {
  entry = "a",
  a = { action = "action_%d", to = { { "b", when = "self.energy > %d" }, "c" }, failed = "d" },
  b = { action = "action_%d", to = { "c", "d" }, failed = "d" },
  c = { action = "action_%d", to = "d", failed = "d" },
  d = { action = "action_%d", to = { "e", { "END", otherwise = true } }, failed = "END" },
  e = { action = "action_%d", to = "END", failed = "END" },
}
]]

local function actions()
  local texts = {}
  for i = 1, ACTIONS do texts[i] = ACTION:format(i, i % 7 + 1, i % 7 + 5, i, i, i, i % 100) end
  return table.concat(texts)
end

local function sequences()
  local texts = {}
  for i = 1, SEQUENCES do
    local function action(k) return (i * 5 + k) % ACTIONS + 1 end
    texts[i] = SEQUENCE:format(i, action(1), i % 100, action(2), action(3), action(4), action(5))
  end
  return table.concat(texts)
end

local source = sources.texts {
  ["large/pack.lua"] = "return { name = 'large', version = '1.0.0' }", ["large/vocabulary.lua"] = VOCABULARY,
  ["large/actions.lua"] = actions(), ["large/sequences.lua"] = sequences(), ["large/entities.lua"] = ENTITIES,
}

local function measure()
  collectgarbage()
  collectgarbage()
  local told = 0
  local function progress() told = told + 1 end
  local start = os.clock()
  local set = packs.load({ "large" }, { source = source, search = {}, progress = progress })
  local loaded = os.clock()
  local compiled, found = packs.compile(set, { progress = progress })
  local done = os.clock()
  if not compiled then error(problems.format_all(found)) end
  return { total = done - start, run = loaded - start, compile = done - loaded, told = told }
end

local best
for _ = 1, ROUNDS do
  local round = measure()
  if not best or round.total < best.total then best = round end
end
print(("%-8s %5d actions, %d sequences: %.2f s (files %.2f s, compiling %.2f s), progress told %d times"):format(
  rawget(_G, "jit") and "LuaJIT" or _VERSION, ACTIONS, SEQUENCES, best.total, best.run, best.compile, best.told))
