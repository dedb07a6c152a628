-- The mod of docs/packs.md is played, and what the manual says of it is so.
local bustle = require "bustle"
local packs = require "bustle.packs"
local page = require "spec.docs.page"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"

local manual = assert(sources.disk():read("docs/packs.md"))

local files = {}
for _, piece in ipairs(page.pieces(manual, "lua")) do
  if piece.path then files[piece.path] = piece.text end
end

local function source(more)
  local texts = {}
  for path, text in pairs(files) do texts[path] = text end
  texts["mods/colds/visitors.lua"] = texts["mods/colds/visitors.lua"] .. (more or "")
  return sources.either(sources.texts(texts), sources.disk())
end

local FURTHER = assert(manual:match('`(extend "market.vendor" %b{})`'))

describe("the mod of the manual", function()
  it("is found wrong as it is said to be", function()
    local compiled, found = packs.compile(packs.load({ "behaviours/market", "mods/colds" }, { source = source() }))
    assert.is_nil(compiled)
    assert.equal('behaviours/market/entities.lua:22: npc "vendor": it has no state "colds.cold"', problems.format(found[1]):match("^[^,]*"))
  end)
  it("is right with one more line, and played", function()
    local world = bustle.world { packs = { "behaviours/market" }, mods = "mods", source = source(FURTHER), seed = 3 }
    for _, problem in ipairs(world.problems) do assert.equal("warning", problem.severity, problems.format(problem)) end
    local sneezed = 0
    world:on("start", function(_, _, run) if run.action == "colds.sneeze" then sneezed = sneezed + 1 end end)
    world:set("weather", "rainy")
    for _ = 1, 120 do world:update(0.5) end
    world:set("weather", "sunny")
    for _ = 1, 240 do world:update(0.5) end
    assert.is_true(sneezed > 0)
  end)
  it("may take away what the manual takes away", function()
    local text = assert(manual:match('(extend "market.visitor" { remove = .-)```'))
    local set = packs.load({ "behaviours/market", "mods/colds" }, { source = source(FURTHER .. "\n" .. text) })
    local compiled, found = packs.compile(set)
    assert.is_truthy(compiled, found and problems.format_all(found))
  end)
  it("has a history", function()
    local set = packs.load({ "behaviours/market", "mods/colds" }, { source = source(FURTHER) })
    local found = require("bustle.history").of(set.packs, "market.visitor")
    assert.same({ "npc", "extend" }, { found[1].steps[1].word, found[1].steps[2].word })
  end)
end)
