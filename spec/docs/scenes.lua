-- What the pieces of a page take for granted, as Lua that goes before each of them, or as a function from the text of a
-- piece to that. A page that is not here has pieces that stand by themselves.
local GAME = [[
local bustle = require "bustle"
local love, world, inspect = { graphics = {} }, nil, nil
]]

return {
  ["docs/explain.md"] = [[
    local bustle = require "bustle"
    local socket = { send = function() return true end }
    local world = bustle.world { packs = { "behaviours/market" }, explain = true }
    for _ = 1, 100 do world:update(0.1) end
  ]],

  ["docs/inspector.md"] = GAME .. "local _ = bustle, inspect\n",

  ["docs/install.md"] = "local love = {}\n",

  ["docs/json.md"] = [[
    local bustle = require "bustle"
    local park = bustle.json.load { name = "park", schema = "examples/json/schema.json" }
    os.execute "mkdir -p saved"
  ]],

  ["docs/packs.md"] = [[
    local bustle = require "bustle"
    local world = bustle.world { packs = { "behaviours/market" } }
  ]],

  ["docs/sandbox.md"] = 'local bustle = require "bustle"\n',

  ["docs/saving.md"] = [[
    local bustle = require "bustle"
    local love = {}
    local world = bustle.world { packs = { "behaviours/market" }, places = false }
    local function new_sprite(key) return { id = key, pose = function() end } end
    local sprites = {}
    world:spawn("visitor", { owner = new_sprite(1) })
    world:update(0)
  ]],

  -- Mary on her bench, and a crowd of three more; some time later for what compares them.
  ["docs/testing.md"] = function(piece) return [[
    local assert = require "luassert"
    local sim = require "bustle.testing"
    local w = sim.world { packs = { "behaviours/market" }, places = false, seed = 7,
      env = { weather = "sunny", market_open = true } }
    local bench, mary = w:spawn "bench", w:spawn("visitor", { name = "mary", state = { energy = 0 } })
    w:run_until(mary, "doze")
    local crowd = {}
    for i = 1, 3 do crowd[i] = w:spawn("visitor", { x = i }) end
  ]] .. (piece:find("stats", 1, true) and "w:run(300)\n" or "") end,
}
