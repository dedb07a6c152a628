-- Manifests and files of packs, damaged at random: whatever comes out, loading neither raises nor hangs, the host is as
-- it was, and what is refused is refused with a place. BUSTLE_RANDOM_COUNT tries more, BUSTLE_FUZZ_SEED others.
local packs = require "bustle.packs"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"

local COUNT = tonumber(os.getenv("BUSTLE_RANDOM_COUNT")) or 400
local SEED = tonumber(os.getenv("BUSTLE_FUZZ_SEED")) or 1

-- The same numbers on every Lua.
local function generator(seed)
  local state = seed % 2147483647 + 1
  return function(n)
    state = state * 16807 % 2147483647
    return state % n + 1
  end
end

local MANIFESTS = {
  'return { name = "p", version = "1.0.0", title = "A pack", authors = { "Ada", "Bob" }, bustle = ">= 0.0" }',
  'return {\n  name = "p",\n  version = "2.0-beta",\n  depends = { "q >= 1.0, < 2", "r" },\n  optional = "s ^1.2",\n  conflicts = { "t < 3" },\n}\n',
  'local n = "p"\nreturn { name = n, version = ("%d.%d"):format(1, 2), depends = "q" }',
}

local FILES = {
  'state "energy" { default = 6, min = 0, max = 10 }\nenv "weather" { every = 5, values = { "sunny", "rainy" } }\nconstant "nearby" (41)\n',
  'action "nap" { duration = { 6, 10 }, targets = "seat", when = "target.q.seats > 0 and distance < 41", claim = "target.q.seats" }\n',
  'action "walk" { duration = 1, start = function(npc) npc.state.energy = 1 end, targets = false }\nsequence "day" (chain { "walk" })\n',
  'extend "q.visitor" { on = { shout = { priority = 2 } }, tags = { "wet" }, remove = { tags = "person", on = "shout" } }\n',
  'replace "q.day" { entry = "a", a = { action = "q.walk", to = { { "END", when = "self.q.mood > 1" }, { "a", otherwise = true } } } }\n',
  'scene "tea" { parts = { { "host", who = "person" }, { "guest", who = "person", when = "host.q.mood > 1" } }, { host = "q.walk", guest = "q.walk" } }\n',
  'extend "q.toast" { within = 3, parts = { { "boy", who = "person" } }, [2] = { boy = "walk" }, remove = { "1", ["3"] = "guest", parts = "guest" } }\n',
  'sequence "toasts" { castable = { "toast" }, entry = "a", a = { scene = "toast", as = "guest", to = "END", failed = "END" } }\n',
  'extend "q.day" { walk = { to = "END", failed = "END" }, remove = { "walk", walk = { to = "END" } } }\nplace "q.bench" { x = 1, y = 2 }\n',
}

local OTHERS = {
  ["b/q/pack.lua"] = "return { name = 'q', version = '1.5' }",
  ["b/q/x.lua"] = [[
state "seats" { default = 2, min = 0 }
state "mood" {}
interruption "shout" {}
action "walk" { duration = 1 }
sequence "day" (chain { "walk" })
scene "toast" { parts = { { "guest", who = "person" }, { "host", who = "person" } }, { guest = "walk" }, { host = "walk" }, { guest = "walk" } }
prop "bench" { static = true, tags = { "seat" }, state = { "seats" } }
npc "visitor" { main = "day", on = { shout = "day" }, tags = { "person" }, state = { "mood" } }
]],
  ["b/r/pack.lua"] = "return { name = 'r', depends = 'q' }",
}

local PIECES = { "{", "}", "(", ")", '"', "'", ",", "=", ".", ";", "[[", "]]", "--", "\n", "\0", "\27", "\255", "nil", "true", "function() end",
  "return", "end", "0", "-1", "1e308", "0/0", "{}", '"p"', '"q"', '"self"', '">= 1"', '"q < 1"', '"p >= 1"', "name", "version", "depends",
  "optional", "conflicts", "bustle", "remove", "entry", "when", "to", "extend", "replace", "action", "npc", '"END"', ("x"):rep(200) }

local function damaged(random, text)
  for _ = 1, random(4) do
    local at, length = random(#text + 1), random(12) - 1
    local what = random(4)
    if what == 1 then
      text = text:sub(1, at - 1) .. text:sub(at + length)
    elseif what == 2 then
      text = text:sub(1, at - 1) .. PIECES[random(#PIECES)] .. text:sub(at)
    elseif what == 3 then
      text = text:sub(1, at - 1) .. PIECES[random(#PIECES)] .. text:sub(at + length)
    else
      text = text:sub(1, at - 1) .. text:sub(at, at + length):rep(2) .. text:sub(at + length + 1)
    end
  end
  return text
end

local function globals()
  local names = {}
  for name in pairs(_G) do names[#names + 1] = tostring(name) end
  table.sort(names)
  return table.concat(names, " ")
end

-- A pack with a damaged manifest, file or both, as a pack of the game or as a mod.
local function attempt(random)
  local texts = {}
  for path, text in pairs(OTHERS) do texts[path] = text end
  local manifest, file = MANIFESTS[random(#MANIFESTS)], FILES[random(#FILES)]
  local what, as_mod = random(3), random(2) == 1
  if what ~= 1 then manifest = damaged(random, manifest) end
  if what ~= 2 then file = damaged(random, file) end
  local path = as_mod and "mods/p" or "b/p"
  texts[path .. "/pack.lua"], texts[path .. "/x.lua"] = manifest, file
  local set = packs.load(as_mod and { "b/q", "b/r" } or { path, "b/q" }, { source = sources.texts(texts), mods = "mods", search = {} })
  local compiled, found = packs.compile(set)
  return { compiled = compiled, problems = found or compiled.problems, as_mod = as_mod, manifest = manifest, file = file }
end

local function is_told_well(problem)
  return type(problem.text) == "string" and type(problem.code) == "string" and type(problem.origin) == "string"
    and problem.origin:find("^[bm][ods]*/[pqr]") and type(problems.format(problem)) == "string"
end

describe("a damaged pack", function()
  it("is loaded or refused with a place, and never harms the host or a game that has it as a mod", function()
    local random, before = generator(SEED), globals()
    local refused = 0
    for _ = 1, COUNT do
      local result = attempt(random)
      local context = ("\n%s\n----\n%s\n----\n%s"):format(result.manifest, result.file, problems.format_all(result.problems))
      for _, problem in ipairs(result.problems) do assert.is_truthy(is_told_well(problem), context) end
      if result.as_mod then assert.is_truthy(result.compiled, context) end
      if problems.has_errors(result.problems) then refused = refused + 1 end
    end
    assert.equal(before, globals())
    assert.is_true(refused > COUNT / 4 and refused < COUNT, ("%d of %d"):format(refused, COUNT))
  end)
end)
