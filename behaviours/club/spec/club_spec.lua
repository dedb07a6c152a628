local packs = require "bustle.packs"
local sim = require "bustle.testing"

local function club(options)
  options = options or {}
  options.packs, options.seed = { "behaviours/club" }, options.seed or 5
  return sim.world(options)
end

-- Which nodes a sequence has, what kind each is and where it leads: a text for each node.
local function structure(pack, name)
  local shape, loaded = {}, packs.load({ "behaviours/" .. pack }).packs
  local sequence = loaded[#loaded].named.sequence[name].value
  for node, value in pairs(sequence) do
    if type(value) == "table" then
      local ways = {}
      for i, way in ipairs(type(value.to) == "table" and value.to or { value.to }) do
        ways[i] = type(way) == "table" and way[1] .. (way.when and "?" or "") or way
      end
      local kind = value.action and "action" or value.sequence and "sequence" or "choice"
      shape[node] = ("%s to %s"):format(kind, table.concat(ways, ", "))
    end
  end
  return shape
end

describe("the club", function()
  it("has five dancers and five visitors", function()
    local w = club()
    assert.same({ 5, 5 }, { #w:find { kind = "dancer" }, #w:find { kind = "visitor" } })
  end)

  it("keeps the structure of the market's visitors, but that nobody goes home", function()
    local market = structure("market", "visitor_day")
    market.hub, market.home = nil, nil
    assert.equal("choice to shop?, rest?, meet, drink?", market.choose)
    assert.same(market, structure("club", "visitor_night"))
    assert.same(structure("market", "browse_goods"), structure("club", "browse_drinks"))
  end)

  it("is measured in units a hundred times as large", function()
    local w = club { places = false }
    local bar = w:spawn("bar", { x = 1500 })
    local ada = w:spawn("visitor", { state = { energy = 9 } })
    local took = w:run_until(ada, "walk_to_bar") and w:run_until(ada, function() return ada.action ~= "walk_to_bar" end)
    assert.near(10, took, 0.2)
    assert.equal(bar.x, ada.x)
  end)

  it("goes on for half an hour: dancers dance, visitors do everything, nobody halts", function()
    local w = club { step = 0.5 }
    w:run(1800)
    assert.equal(0, #w:happened { kind = "halt" })
    for _, dancer in ipairs(w:find { kind = "dancer" }) do
      assert.npc(dancer).did { "sway", "spin", "clap" }
      assert.npc(dancer).did { "sway", "catch_breath" }
    end
    for _, visitor in ipairs(w:find { kind = "visitor" }) do
      for _, action in ipairs { "walk_to_bar", "read_the_menu", "lounge", "sip", "walk_about" } do
        assert.npc(visitor).did { action }
      end
    end
    assert.varied(w:find { kind = "visitor" }, { at_least = 0.3 })
    assert.world(w).is_consistent()
  end)

  it("has nobody at the bar once it closes, until it opens again", function()
    local w = club { env = { bar_open = { [0] = true, [300] = false, [900] = true } } }
    w:run(303)
    local before = #w.history
    w:run(590)
    for i = before + 1, #w.history do assert.not_equal("walk_to_bar", w.history[i].action) end
    w:run(120)
    assert.is_true(#w:happened { kind = "start", action = "walk_to_bar" } > 0)
  end)
end)
