-- The mods of a player: whatever is wrong with one, the game starts, and says which were left out and why.
local bustle = require "bustle"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"
local support = require "spec.packs.support"

local MARKET = { ["market.lua"] = [[
action "walk" { duration = 2 }
sequence "day" { entry = "a", a = { action = "walk", to = "b" }, b = { action = "walk", to = "END" } }
npc "visitor" { main = "day" }
]] }

local function mod(manifest, text)
  return { ["pack.lua"] = "return { " .. manifest .. " }", ["x.lua"] = text or "" }
end

-- A world of the market with mods; `more` are other packs beside the market.
local function world(mods, more, options)
  local texts = support.files("mods", mods)
  local packs = { market = MARKET }
  for name, files in pairs(more or {}) do packs[name] = files end
  for path, text in pairs(support.files("b", packs)) do texts[path] = text end
  local all = { packs = { "b/market" }, mods = "mods", source = sources.texts(texts), search = {} }
  for key, value in pairs(options or {}) do all[key] = value end
  return bustle.world(all)
end

local function said(w)
  return problems.format_all(w.problems)
end

local function loads(w, kind)
  return (pcall(w.spawn, w, kind))
end

local GOOD = mod('name = "good", depends = "market"', 'npc "guest" { main = "day" }')

describe("a mod", function()
  it("adds to the game", function()
    local w = world { good = GOOD }
    assert.equal("", said(w))
    assert.is_truthy(w:spawn("good.guest"))
  end)
  it("does not take names from the game", function()
    local w = world { good = mod('name = "good", depends = "market"', 'npc "visitor" { main = "day", tags = { "odd" } }\nsequence "day" (chain { "market.walk" })') }
    assert.equal("visitor", w:spawn("visitor").kind)
    assert.equal("good.visitor", w:spawn("good.visitor").kind)
  end)
  it("may be in a folder of another name", function()
    assert.is_true(loads(world { ["good-1.0"] = GOOD }, "good.guest"))
  end)
  it("may need another mod", function()
    local w = world { a = mod('name = "a", depends = { "z", "market" }', 'npc "x" { main = "round" }'), z = mod('name = "z", depends = "market"', 'sequence "round" (chain { "walk" })') }
    assert.equal("", said(w))
    assert.is_true(loads(w, "a.x"))
  end)
  it("that is left out does not set progress back", function()
    local last = -1
    world({ good = GOOD, bad = mod('name = "bad", depends = "market"', 'npc "x" { main = "dya" }') }, nil, { progress = function(done)
      assert.is_true(done >= last)
      last = done
    end })
    assert.equal(1, last)
  end)
  it("is not needed: there may be no folder of mods at all", function()
    assert.equal("", said(world({}, nil, { mods = "nowhere" })))
  end)
end)

describe("a broken mod is left out:", function()
  local function left_out(mods, text, more)
    mods.good = GOOD
    local w = world(mods, more)
    assert.equal(text, said(w))
    assert.is_true(loads(w, "visitor"))
    assert.is_true(loads(w, "good.guest"))
    for _, problem in ipairs(w.problems) do assert.is_true(problem.left_out) end
    return w
  end

  it("its Lua is wrong", function()
    left_out({ bad = mod('name = "bad"', "x = = 1") }, [[mods/bad/x.lua:1: pack "bad": unexpected symbol near '=']])
  end)
  it("its manifest is wrong", function()
    left_out({ bad = mod('name = "bad", version = 1') }, 'mods/bad/pack.lua:1: pack "bad": version is a number (give a text)')
  end)
  it("its manifest is one folder further down", function()
    local w = bustle.world { packs = { { name = "p" } }, mods = "mods",
      source = sources.texts { ["mods/bad/deep/pack.lua"] = "return { name = 'bad' }", ["mods/notes.txt"] = "" } }
    assert.equal('mods/bad: pack "bad": there is no pack.lua in it (did you mean mods/bad/deep?)', said(w))
  end)
  it("what the core finds is its own doing, whoever changes something else", function()
    left_out({ bad = mod('name = "bad", depends = "market"', 'action "nap" { duration = 0 }'),
      fine = mod('name = "fine", depends = "market"', 'extend "market.walk" { resumable = true }') },
      'mods/bad/x.lua:1: action "nap": its duration is 0 ms (give a duration above 0, or a speed to travel at)')
  end)
  it("its content is wrong", function()
    local w = left_out({ bad = mod('name = "bad", depends = "market"', 'npc "x" { main = "dya" }') },
      'mods/bad/x.lua:1: npc "x", main: unknown sequence "dya" (did you mean "day"?)')
    assert.is_false(loads(w, "bad.x"))
  end)
  it("what it needs is missing", function()
    left_out({ bad = mod('name = "bad", depends = "gone"') },
      'mods/bad/pack.lua:1: pack "bad", depends: there is no pack "gone" in bad > gone (it was looked for in mods)')
  end)
  it("what it needs is broken", function()
    left_out({ bad = mod('name = "bad", depends = "market"', 'npc "x" { main = "dya" }'), worse = mod('name = "worse", depends = "bad"'),
      worst = mod('name = "worst", depends = "worse"') }, [[
mods/bad/x.lua:1: npc "x", main: unknown sequence "dya" (did you mean "day"?)
mods/worse/pack.lua:1: pack "worse", depends: pack "bad" cannot be loaded: worse > bad
mods/worst/pack.lua:1: pack "worst", depends: pack "worse" cannot be loaded: worst > worse]])
  end)
  it("it is not needed, but made use of if it is there", function()
    local w = left_out({ bad = mod('name = "bad", depends = "market"', 'npc "x" { main = "dya" }'), free = mod('name = "free", optional = "bad"') },
      'mods/bad/x.lua:1: npc "x", main: unknown sequence "dya" (did you mean "day"?)')
    assert.is_not_nil(w)
  end)
  it("it places an NPC under a name that is taken", function()
    local w = left_out({ bad = mod('name = "bad", depends = "market"', 'place "market.visitor" { name = "Ada" }') },
      'mods/bad/x.lua:1: place "market.visitor": another NPC that is placed is called "Ada" (give one of the two another name)',
      { market = { ["market.lua"] = MARKET["market.lua"] .. 'place "visitor" { name = "Ada" }' } })
    assert.equal("visitor", w:get("Ada").kind)
  end)
  it("names that are taken matter only where packs put somebody there", function()
    local w = world({ fine = mod('name = "fine", depends = "market"', 'place "market.visitor" { name = "Ada" }') },
      { market = { ["market.lua"] = MARKET["market.lua"] .. 'place "visitor" { name = "Ada" }' } }, { places = false })
    assert.equal("", said(w))
  end)
  it("it has the name of a pack of the game", function()
    left_out({ market = mod('name = "market"', 'npc "other" { main = "x" }') },
      'mods/market/pack.lua:1: pack "market": there is another pack of this name at b/market/pack.lua:1 (rename one of the two)')
  end)
  it("it has the name of what the game's packs need", function()
    local w = left_out({ common = mod('name = "common"', 'action "evil" { duration = 1 }') },
      'mods/common/pack.lua:1: pack "common": there is another pack of this name at b/common/pack.lua:1 (rename one of the two)',
      { market = { ["pack.lua"] = 'return { name = "market", depends = "common" }', ["market.lua"] = MARKET["market.lua"] }, common = {} })
    assert.is_not_nil(w)
  end)
  it("it cannot be with a pack of the game, whoever says so", function()
    left_out({ bad = mod('name = "bad", conflicts = "market"') },
      'mods/bad/pack.lua:1: pack "bad", conflicts: bad and market cannot be together: bad, market (leave one of them out)')
    left_out({ bad = mod('name = "bad"') },
      'mods/bad/pack.lua:1: pack "bad": market and bad cannot be together: market, bad (leave one of them out)',
      { market = { ["pack.lua"] = 'return { name = "market", conflicts = "bad" }', ["market.lua"] = MARKET["market.lua"] } })
  end)
  it("what it changes is wrong", function()
    left_out({ bad = mod('name = "bad", depends = "market"', 'extend "market.visitor" { main = "dya" }') },
      'mods/bad/x.lua:1: extend "market.visitor", main: unknown sequence "dya" (did you mean "day"?)')
  end)
  it("what it leaves of a definition is wrong", function()
    left_out({ bad = mod('name = "bad", depends = "market"', 'extend "market.day" { remove = { b = "to" } }') },
      'b/market/market.lua:2: sequence "day", node "b": no transition leaves it; changed by bad at mods/bad/x.lua:1 '
      .. '(add a transition, to "END" if the sequence is over here)')
  end)
  it("what it changes makes something else wrong", function()
    left_out({ bad = mod('name = "bad", depends = "market"', 'state "wet" {}\nextend "market.walk" { when = "self.wet == 0" }'),
      fine = mod('name = "fine", depends = "market"', 'extend "market.walk" { resumable = true }') }, [[
mods/bad/pack.lua:1: pack "bad": what it changes makes something else wrong:
b/market/market.lua:3: npc "visitor": it has no state "bad.wet", which action "market.walk" (when "self.bad.wet == 0"), that it can come to, needs of the NPC (give it that state)]])
  end)
  it("of two that set the same, the later one", function()
    left_out({ a = mod('name = "a", depends = "market"', 'extend "market.walk" { duration = 3 }'),
      b = mod('name = "b", depends = "market"', 'extend "market.walk" { duration = 4 }') },
      'mods/b/x.lua:1: extend "market.walk", duration: pack "a" at mods/a/x.lua:1 sets it too (let one of the two packs depend on the other)')
  end)
end)

describe("what is wrong with the game's own packs", function()
  it("is raised, with all that is wrong with mods", function()
    local ok, message = pcall(world, { bad = mod('name = "bad"', "x = = 1") },
      { market = { ["x.lua"] = 'npc "visitor" { main = "dya" }\nsequence "day" (chain { "walk" })\naction "walk" { duration = 1 }' } })
    assert.is_false(ok)
    assert.equal([[
bustle.world: the content has problems:
b/market/x.lua:1: npc "visitor", main: unknown sequence "dya" (did you mean "day"?)
mods/bad/x.lua:1: pack "bad": unexpected symbol near '=']], (message:gsub("^[^\n]-: bustle", "bustle")))
  end)
  it("is raised if it needs a mod that is broken", function()
    local ok, message = pcall(world, { bad = mod('name = "bad"', 'npc "x" { main = "dya" }') },
      { market = { ["pack.lua"] = 'return { name = "market", depends = "bad" }' } })
    assert.is_false(ok)
    assert.equal([[
bustle.world: the content has problems:
b/market/pack.lua:1: pack "market", depends: pack "bad" cannot be loaded: market > bad
mods/bad/x.lua:1: npc "x", main: unknown sequence "dya"]], (message:gsub("^[^\n]-: bustle", "bustle")))
  end)
  it("is raised if it waits for a mod that waits for it", function()
    local ok, message = pcall(world, { bad = mod('name = "bad", depends = "market"') },
      { market = { ["pack.lua"] = 'return { name = "market", depends = "bad" }' } })
    assert.is_false(ok)
    assert.equal([[
bustle.world: the content has problems:
b/market/pack.lua:1: pack "market", depends: it needs itself: market > bad > market (let one of them do without the next)]],
      (message:gsub("^[^\n]-: bustle", "bustle")))
  end)
end)
