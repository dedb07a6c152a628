-- Words over the village in LÖVE: where they go, with everybody in the taverns and all of them talking.
local placing = require "examples.village-love.placing"
local scenes = require "examples.demo.scene"

local WIDE, HIGH, LINE = 1280, 720, 18
local BARS = { { x = 6, y = 6, width = 500, height = 24 }, { x = 6, y = 690, width = 1168, height = 24 } }

-- What is wanted above everybody's head when the Crown is looked at: a name, and what the person says.
local function evening_words(zoom)
  local scene, wanted = scenes.new { place = "village", seed = 3 }, {}
  for _ = 1, 14.5 * 120 do scene:advance(0.5) end
  for _, npc in ipairs(scene.people) do
    local x, y = (npc.x - 80) * 20 * zoom + WIDE / 2, (npc.y - 40) * 20 * zoom + HIGH / 2 - 48 * zoom
    for _, text in ipairs { npc.name, npc.action or "..." } do
      wanted[#wanted + 1] = { text = text, x = x, y = y, width = 7 * #text + 12, rank = #text % 3, order = #wanted + 1 }
    end
  end
  return wanted
end

local function overlap(a, b)
  return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height
end

local function placed_at(zoom)
  local placed = {}
  for i, bar in ipairs(BARS) do placed[i] = bar end
  local wanted = evening_words(zoom)
  return placed, placing.place(wanted, #wanted, placed, #BARS, WIDE, HIGH, LINE)
end

describe("words over the village", function()
  for _, zoom in ipairs { 0.4, 1, 2, 3 } do
    it(("never overlap in a busy evening at a zoom of %.1f, nor leave the window"):format(zoom), function()
      local placed, count = placed_at(zoom)
      assert.is_true(count > 10)
      for i = 1, count do
        for j = i + 1, count do
          assert.is_false(overlap(placed[i], placed[j]), ("box %d and box %d"):format(i, j))
        end
        local p = placed[i]
        assert.is_true(p.x >= 0 and p.y >= 0 and p.x + p.width <= WIDE and p.y + p.height <= HIGH)
      end
    end)
  end

  it("go above their point, and those of a higher rank first", function()
    local low = { x = 300, y = 300, width = 80, rank = 1, order = 1 }
    local high = { x = 300, y = 300, width = 80, rank = 2, order = 2 }
    local placed = {}
    assert.equal(2, placing.place({ low, high }, 2, placed, 0, WIDE, HIGH, LINE))
    assert.same({ 260, 282 }, { placed[1].x, placed[1].y })
    assert.equal(high, placed[1].of)
    assert.equal(low, placed[2].of)
    assert.is_true(placed[2].y < placed[1].y)
  end)

  it("are left out where there is no room", function()
    local wanted, placed = {}, {}
    for i = 1, 50 do wanted[i] = { x = 300, y = 300, width = 80, rank = 1, order = i } end
    local count = placing.place(wanted, 50, placed, 0, WIDE, HIGH, LINE)
    assert.is_true(count > 5 and count < 50)
  end)
end)
