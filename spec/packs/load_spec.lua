-- Packs in folders: what is run, in which order they come, and where what they need is found.
local support = require "spec.packs.support"

local function depending(...)
  local list = {}
  for i, name in ipairs { ... } do list[i] = ("%q"):format(name) end
  return table.concat(list, ", ")
end

local function pack(name, ...)
  return { ["pack.lua"] = ("return { name = %q, version = '1.2.0', depends = { %s } }"):format(name, depending(...)) }
end

describe("a folder", function()
  it("is a pack whose files declare in any order", function()
    local compiled = support.compiled({ market = {
      ["a.lua"] = 'npc "visitor" { main = "day", state = { "energy" } }',
      ["b.lua"] = 'sequence "day" (chain { "rest" })',
      ["c.lua"] = 'state "energy" { default = 3 }\n\naction "rest" { duration = 1, finish = "self.energy += 1" }',
      ["spec/market_spec.lua"] = "error 'not run'", ["notes.txt"] = "not run",
    } }, { "market" })
    assert.equal("b/market/c.lua:3", compiled:thing("action", "market.rest").origin)
    assert.is_truthy(compiled.content:find("entity", "market.visitor"))
  end)
end)

describe("the load order", function()
  it("is by what packs need, then by name", function()
    local folders = { a = pack("a", "c"), b = pack("b"), c = pack("c", "d"), d = pack("d") }
    assert.equal("b d c a", support.names(support.load(folders, { "a", "b" })))
    assert.equal("d c a", support.names(support.load(folders, { "a" })))
  end)
end)
