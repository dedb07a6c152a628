-- What names mean: in the own pack, in those it depends on, in the game.
local bustle = require "bustle"
local support = require "spec.packs.support"

local function pack(name, depends, text)
  return { ["pack.lua"] = ("return { name = %q, depends = { %s } }"):format(name, depends), ["x.lua"] = text or "" }
end

-- The state that "self.mood" means in pack p.
local function meant(folders, given)
  folders.p["y.lua"] = 'action "nap" { duration = 1, when = "self.mood > 1" }'
  local compiled = support.compiled(folders, given)
  for _, action in ipairs(compiled.tables.actions) do
    if action.name == "p.nap" then return action.when[1].name end
  end
end

local MOOD = 'state "mood" {}'

describe("a name", function()
  it("is that of the own pack first", function()
    assert.equal("p.mood", meant({ a = pack("a", "", MOOD), p = pack("p", '"a"', MOOD) }, { "p" }))
  end)
  it("is then that of a pack it depends on", function()
    assert.equal("a.mood", meant({ a = pack("a", "", MOOD), b = pack("b", ""), p = pack("p", '"a", "b"') }, { "p" }))
  end)
  it("is then that of a pack which those depend on, the nearest first", function()
    assert.equal("a.mood", meant({ a = pack("a", "", MOOD), b = pack("b", '"a"'), p = pack("p", '"b"') }, { "p" }))
    assert.equal("b.mood", meant({ a = pack("a", "", MOOD), b = pack("b", '"a"', MOOD), p = pack("p", '"b"') }, { "p" }))
    assert.equal("a.mood", meant({ a = pack("a", "", MOOD), b = pack("b", '"a"'), c = pack("c", '"a"'), p = pack("p", '"b", "c"') }, { "p" }))
  end)
  it("may be that of an optional pack that is there", function()
    local p = { ["pack.lua"] = 'return { name = "p", optional = { "a" } }', ["y.lua"] = "" }
    assert.equal("a.mood", meant({ a = pack("a", "", MOOD), p = p }, { "p", "a" }))
    assert.equal('b/p/y.lua:1: action "nap", when: unknown state "mood"\n    self.mood > 1\n         ^',
      support.said({ a = pack("a", "", MOOD), p = p }, { "p" }))
  end)
  it("is that of any pack with the pack before it", function()
    local compiled = support.compiled({ a = pack("a", "", MOOD),
      p = pack("p", "", 'action "nap" { duration = 1, when = "self.a.mood > 1 and self.p.mood > 2" }\n' .. MOOD) }, { "a", "p" })
    assert.same({ "a.mood", "p.mood" }, { compiled.tables.actions[1].when[1].name, compiled.tables.actions[1].when[4].name })
  end)
end)

describe("the game", function()
  local NPC = 'action "walk" { duration = 1 }\nsequence "day" (chain { "walk" })\nnpc "ada" { main = "day", state = { "mood" } }\nenv "hour" {}\n'

  local function world(folders, given)
    local paths = {}
    for i, name in ipairs(given) do paths[i] = "b/" .. name end
    return bustle.world { packs = paths, source = support.source(folders), search = {} }
  end

  it("sees names as a pack that depends on its packs would", function()
    local w = world({ a = pack("a", "", NPC .. MOOD), p = pack("p", '"a"', 'npc "bob" { main = "day" }') }, { "p" })
    assert.equal("bob", w:spawn("bob").kind)
    -- What these need is one step further away.
    assert.equal("ada", w:spawn("ada").kind)
    w:set("hour", 5)
    assert.equal(5, w.env.hour)
  end)
  it("writes the pack where two have the name", function()
    local w = world({ a = pack("a", "", NPC .. MOOD), p = pack("p", "", NPC .. MOOD) }, { "p", "a" })
    assert.equal("a.ada", w:spawn("a.ada").kind)
    local ok, message = pcall(w.spawn, w, "ada")
    assert.same({ false, 'entity "ada" is ambiguous: "p.ada" or "a.ada" (write the one that is meant with its pack)' },
      { ok, (message:gsub("^.-:%d+: ", "")) })
  end)
  it("finds the state of somebody in the names of the pack that defines it", function()
    local w = world({ a = pack("a", "", NPC .. MOOD), p = pack("p", "", NPC .. 'state "mood" { default = 7 }') }, { "p", "a" })
    assert.same({ 0, 7 }, { w:spawn("a.ada").state.mood, w:spawn("p.ada").state.mood })
  end)
end)
