-- The park of the playground is the park of the README.
local bustle = require "bustle"
local page = require "spec.docs.page"

describe("the park of the playground", function()
  it("does what the README prints", function()
    local shown = page.read("README.md"):match("\n```\n\nIt prints:\n\n(.-)\n\n%S"):gsub("^    ", ""):gsub("\n    ", "\n")
    local world, lines = bustle.world { packs = { "examples/playground/park/park" }, seed = 7 }, {}
    world:spawn("bench", { name = "the old bench", x = 0, y = 0 })
    world:spawn("bench", { name = "the new bench", x = 18, y = 6 })
    world:spawn("visitor", { name = "Ada", x = 0, y = 12 })
    world:on("start", function(npc, target, run)
      lines[#lines + 1] = ("%4.1f s  %s %s %s%s"):format(world:now(), npc.name, run.resumed and "resumes" or "starts",
        run.action, target and ", " .. target.name or "")
    end)
    for frame = 1, 1800 do
      if frame == 480 then world:interrupt("thunder", "all") end
      world:update(1 / 60)
    end
    assert.equal(shown, table.concat(lines, "\n"))
  end)
end)
