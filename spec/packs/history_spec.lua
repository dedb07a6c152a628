-- Who defined a thing and who changed it.
local history = require "bustle.history"
local support = require "spec.packs.support"

local _, set = support.compiled({
  market = { ["a.lua"] = [[
action "walk" { duration = 2 }

sequence "walk" { entry = "a", a = { action = "walk", to = "END" } }
npc "visitor" { main = "walk", tags = { "person" } }
constant "nearby" (4)]] },
  flood = { ["pack.lua"] = 'return { name = "flood", version = "2.1", depends = "market" }', ["x.lua"] = [[
interruption "flood" {}

extend "market.visitor" { on = { flood = "walk" }, tags = { "wet" }, remove = { tags = "person" } }]] },
  deluge = { ["pack.lua"] = 'return { name = "deluge", depends = "flood" }', ["x.lua"] = [[
replace "npc market.visitor" { main = "market.walk" }
extend "sequence walk" { a = { failed = "END" } }
extend "market.nearby" (5)]] },
}, { "market", "flood", "deluge" })

local function steps(name)
  local lines = {}
  for _, thing in ipairs(assert(history.of(set.packs, name))) do
    for _, step in ipairs(thing.steps) do
      lines[#lines + 1] = ("%s %s: %s in %s %s at %s:%d sets {%s}"):format(thing.word, thing.name, step.word, step.pack,
        step.version or "-", step.file, step.line, table.concat(step.sets, " "))
    end
  end
  return table.concat(lines, "\n")
end

describe("the history of a thing", function()
  it("begins with its definition, and goes on with its changes in load order", function()
    assert.equal([[
npc market.visitor: npc in market 1.0.0 at b/market/a.lua:4 sets {main tags}
npc market.visitor: extend in flood 2.1 at b/flood/x.lua:3 sets {on.flood remove.tags tags}
npc market.visitor: replace in deluge - at b/deluge/x.lua:1 sets {main}]], steps "market.visitor")
    assert.equal([[
constant market.nearby: constant in market 1.0.0 at b/market/a.lua:5 sets {}
constant market.nearby: extend in deluge - at b/deluge/x.lua:3 sets {}]], steps "market.nearby")
  end)
  it("is that of all things of the name, unless its word is given", function()
    assert.equal([[
action market.walk: action in market 1.0.0 at b/market/a.lua:1 sets {duration}
sequence market.walk: sequence in market 1.0.0 at b/market/a.lua:3 sets {a.action a.to entry}
sequence market.walk: extend in deluge - at b/deluge/x.lua:2 sets {a.failed}]], steps "walk")
    assert.equal("action market.walk: action in market 1.0.0 at b/market/a.lua:1 sets {duration}", steps "action walk")
  end)
  it("is none for what nobody defined", function()
    assert.same({ nil, 'nothing is called "market.visiter" (did you mean "market.visitor"?)' }, { history.of(set.packs, "market.visiter") })
    assert.same({ nil, 'no prop is called "nearby" (there is "constant market.nearby")' }, { history.of(set.packs, "prop nearby") })
  end)
end)

describe("bustle inspect --who", function()
  it("shows it in lines", function()
    local who = require "bustle.tool.who"
    assert.equal([[
npc "market.visitor"
  defined by market 1.0.0, b/market/a.lua:4
  extended by flood 2.1, b/flood/x.lua:3: on.flood, remove.tags, tags
  replaced by deluge, b/deluge/x.lua:1: main
]], who(set, "market.visitor"))
    assert.same({ nil, 'nothing is called "x"' }, { who(set, "x") })
  end)
end)
