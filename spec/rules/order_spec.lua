-- Who holds places at an offer, and who is in an area, is told by spawn numbers, in whatever order they came (S61, S65, S67).
local kit = require "spec.rules.kit"

local COUNT = 300

local function content()
  return { actions = { sit = { duration = 900 } }, sequences = { sitting = kit.chain { "sit" } },
    npcs = { man = { main = "sitting" } },
    props = { hall = { area = { width = 9, depth = 9 }, static = true, offers = { sit = { sequence = "sitting", holders = "any" },
      lean = { sequence = "sitting", holders = "any" } } } },
    links = { "friend" } }
end

-- A hall and men outside of it; and numbers of men in no order: each once.
local function crowd()
  local world, men, order = kit.world(content()), {}, {}
  local hall = world:spawn("hall", { x = 0, y = 0 })
  for i = 1, COUNT do
    men[i] = world:spawn("man", { x = 100, y = 100 })
    order[i] = i * 7919 % COUNT + 1
  end
  kit.step(world, 0)
  return world, hall, men, order
end

local function expected(men, is_there, most)
  local list = {}
  for i = 1, COUNT do
    if is_there[i] and #list < (most or COUNT) then list[#list + 1] = men[i] end
  end
  return list
end

describe("the order of spawn numbers", function()
  it("S65 is that of holders, each once, of a path the first 256", function()
    local world, hall, men, order = crowd()
    local holds = {}
    for i, number in ipairs(order) do
      assert(men[number]:request("sit", hall))
      if number % 3 == 0 then assert(men[number]:request("lean", hall)) end
      holds[number] = true
      if i % 60 == 0 then
        assert.same(expected(men, holds), hall:holders())
        assert.same(expected(men, holds, 256), world:query(hall, "holder"))
        men[order[i - 30]]:remove()
        holds[order[i - 30]] = nil
        assert.same(expected(men, holds, 256), world:query(hall, "holder"))
        kit.step(world, 0)
      end
    end
  end)

  it("S67 is that of those in an area, of a path the first 256", function()
    local world, hall, men, order = crowd()
    local is_in = {}
    for i, number in ipairs(order) do
      men[number]:move(0, 0)
      is_in[number] = true
      if i % 60 == 0 then
        men[order[i - 30]]:move(100, 100)
        is_in[order[i - 30]] = nil
        assert.same(expected(men, is_in, 256), world:query(hall, "inside"))
        assert.same(expected(men, is_in), hall:inside())
        kit.step(world, 0)
      end
    end
  end)
end)
