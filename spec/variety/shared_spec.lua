-- A way is remembered by the node it leaves and the node it leads to (S26): what the manual says of choices that share
-- their ways.
local bustle = require "bustle"

-- What somebody does at the fountain, visit by visit: { "dip drink", ... }.
local function visits(nodes)
  nodes.entry, nodes.walk = "walk", { action = "walk", to = { "drink", "dip" } }
  local pack = bustle.pack { name = "well", sequences = { visit = nodes },
    actions = { walk = { duration = 1 }, drink = { duration = 1 }, dip = { duration = 1 } },
    npcs = { guest = { main = "visit" } } }
  local world, list = bustle.world { packs = { pack }, seed = 3 }, {}
  world:on("start", function(_, _, run)
    if run.action == "walk" then
      list[#list + 1] = ""
    else
      list[#list] = ("%s %s"):format(list[#list], run.action)
    end
  end)
  world:spawn "guest"
  for _ = 1, 60 do world:update(1) end
  table.remove(list) -- may not be over
  return list
end

local function different(list, from)
  local seen, count = {}, 0
  for i = from, #list do
    if not seen[list[i]] then seen[list[i]], count = true, count + 1 end
  end
  return count
end

describe("choices that lead to the same nodes", function()
  it("do not settle into the same order at every visit (S26)", function()
    local list = visits { drink = { action = "drink", to = { "dip", "END" } },
      dip = { action = "dip", to = { "drink", "END" } } }
    assert.is_true(#list > 15)
    assert.equal(2, different(list, 4))
  end)
end)
