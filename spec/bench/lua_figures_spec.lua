--- What `./bustle bench lua` says of the figures that it has measured.
local figures = require "bench.lua.figures"

-- Lines as they are measured: a town without handlers, one with a handler for every start, and one with events in bulk.
local function lines(garbage, ratio, hash)
  local list = {
    ("luajit\tlayer\t10000\tnone\t400\t10\t1\t11000\t0\t0\t90000\t%s"):format("0badcafe"),
    ("luajit\tlayer\t10000\tstarted\t600\t210\t%s\t16000\t90\t3\t90000\t%s"):format(ratio, "0badcafe"),
    ("luajit\tlayer\t10000\tbulk\t450\t60\t1.1\t12000\t%s\t0\t90000\t%s"):format(garbage, hash),
    "lua5.4\tticker\t200\ttree\t144500\t18.9\t250054\t19.1\t10.27",
    "luajit\torder\t5000\tmachines\t5490.5\t10.6\t1.65\t157",
  }
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

local function is_met(garbage, ratio)
  local met = {}
  for i, each in ipairs(figures.requirements(figures.read(lines(garbage, ratio, "0badcafe")))) do met[i] = each.met end
  return met
end

describe("the figures of the benchmark", function()
  it("are read into their tables", function()
    local rows = figures.read(lines(0, 1.5, "0badcafe"))
    assert.equal(3, #rows.layer)
    assert.same({ vm = "lua5.4", table = "ticker", npcs = 200, way = "tree", ns_per_update = 144500, ratio_per_update = 18.9,
      ns_per_start = 250054, ratio_per_start = 19.1, starts_per_npc_minute = 10.27 }, rows.ticker[1])
    assert.same({ vm = "luajit", table = "order", npcs = 5000, way = "machines", ns_per_npc_second = 5490.5, ratio = 10.6,
      orders_per_npc_minute = 1.65, lines = 157 }, rows.order[1])
  end)

  it("meet what is required, up to the limit", function()
    assert.same({ true, true }, is_met(0, 1.5))
    assert.same({ true, true }, is_met(0, 2))
  end)

  it("do not meet it with garbage, or with handlers that cost too much", function()
    assert.same({ false, true }, is_met(0.5, 1.5))
    assert.same({ true, false }, is_met(0, 2.01))
  end)

  it("are of towns that decided the same, or of nothing", function()
    assert.is_true(figures.decisions_agree(figures.read(lines(0, 1.5, "0badcafe"))))
    assert.is_false(figures.decisions_agree(figures.read(lines(0, 1.5, "00000000"))))
    assert.is_false(figures.decisions_agree(figures.read(function() end)))
  end)
end)
