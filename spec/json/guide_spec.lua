-- What docs/json.md shows is so.
local bustle = require "bustle"
local page = require "spec.docs.page"
local park = require "spec.json.support.park"

local read = page.read
local guide = read "docs/json.md"

-- The key by which a file is known, and the files that are loaded before it.
local KINDS = {
  { "entity_states", "schema" }, { "environmental_conditions", "conditions" }, { "actions", "actions" },
  { "sequences", "sequences" }, { "entities", "entities" },
}

local function told(piece)
  local options = { name = "park" }
  for _, kind in ipairs(KINDS) do
    if piece:find(('"%s": ['):format(kind[1]), 1, true) then
      options[kind[2]] = park.source(piece)
      return park.told(bustle.json.load(options)), kind[2]
    end
    options[kind[2]] = ("examples/json/%s.json"):format(kind[2])
  end
end

describe("the guide to JSON", function()
  it("shows files that load", function()
    local seen = {}
    for _, piece in ipairs(page.pieces(guide, "json")) do
      local message, kind = told(piece.text)
      if kind then
        assert.equal("", message)
        seen[kind] = (seen[kind] or 0) + 1
      end
    end
    assert.same({ schema = 1, conditions = 1, actions = 2, sequences = 1, entities = 1 }, seen)
  end)

  it("begins with a program that runs", function()
    local program = page.pieces(guide, "lua")[1].text
    local run = assert((_G.loadstring or load)(program .. "\nreturn world, ines"))
    local world, ines = run()
    world:update(0)
    assert.equal("stroll", ines.action)
  end)

  it("shows an NPC's keys, which those of the example are", function()
    local piece = guide:match('{\n  "main_sequence_id".-\n}\n')
    for line in piece:gmatch('  ("[^\n]-)\n') do
      local key = line:match('^"([%w_]+)"')
      assert.is_truthy(read("examples/json/ines.json"):find(('"%s":'):format(key), 1, true), key)
    end
  end)

  it("tells of mistakes as they are told", function()
    local actions = park.text("actions"):gsub('"value": 80', '"value": "near"')
      :gsub('"SEATS", "operation_name": "DECREMENT"', '"SEAT", "operation_name": "DECREMENT"')
    local message = park.told(park.load { actions = park.source(actions, "actions.json") })
    for line in message:gmatch("[^\n]+") do assert.is_truthy(guide:find("    " .. line .. "\n", 1, true), line) end
    assert.equal(2, select(2, message:gsub("actions.json", "")))
  end)

  it("names every code that files can have", function()
    local documented = read "docs/problems.md"
    for _, name in ipairs { "actions", "cursor", "document", "entities", "loading", "operations", "positions", "registry",
      "saving", "sequences", "vocabulary" } do
      for code in read(("lua/bustle/json/%s.lua"):format(name)):gmatch('code = "([%w-]+)"') do
        assert.is_truthy(code == "unknown-" or documented:find(("`%s`"):format(code), 1, true), code)
      end
    end
  end)
end)
