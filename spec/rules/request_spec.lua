-- Requests where there is little to ask for (S62).
local kit = require "spec.rules.kit"

-- A world of a man who asks, and otherwise hums.
local function asking(request, more)
  request.to, request.failed, request.optional = "END", "hum", true
  local content = { actions = { hum = { duration = 9 } }, npcs = { man = { main = "day", tags = "person" } },
    sequences = { day = { entry = "ask", ask = request, hum = { action = "hum", to = "END" } } } }
  for key, value in pairs(more or {}) do content[key] = value end
  local world = kit.world(content)
  local man = world:spawn "man"
  kit.step(world, 0)
  kit.step(world, 2)
  return man
end

describe("a request", function()
  for _, request in ipairs { { request = "sit" }, { request = "sit", from = "target" }, { request = "sit", from = "area" },
    { request = "sit", targets = "person" }, { request = true, timeout = 1 }, { request = { "sit", "lie" }, from = "area" } } do
    it("S62 fails where the content offers nothing", function()
      assert.equal("hum", asking(request).action)
    end)
  end

  it("S62 fails where the content offers nothing, and has links", function()
    assert.equal("hum", asking({ request = "sit", from = "friend" }, { links = { "friend" } }).action)
    assert.equal("hum", asking({ request = "sit", from = "area" }, { links = { "friend" } }).action)
  end)
end)
