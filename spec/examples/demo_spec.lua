-- The demos as far as they need no display: places with people, a summary, a page, a map of letters.
local page = require "examples.report.page"
local record = require "examples.demo.record"
local scenes = require "examples.demo.scene"
local screen = require "examples.terminal.screen"
local summary = require "examples.demo.summary"
local support = require "spec.tools.support"

local function recorded(options, seconds)
  options.seed = options.seed or 3
  local made = record.new(scenes.new(options), seconds)
  for _ = 1, seconds * 5 do made:advance(0.2) end
  return made
end

local function count(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

describe("a scene", function()
  it("has the people of its pack, fewer, or more in squares of their own", function()
    assert.equal(30, #scenes.new({ place = "market", seed = 1 }).people)
    for _, npcs in ipairs { 1, 7, 29, 31, 100 } do
      local scene = scenes.new { place = "market", seed = 1, npcs = npcs }
      assert.same({ npcs, npcs }, { #scene.people, scene.world:stats().npcs })
    end
    local kinds = {}
    for _, npc in ipairs(scenes.new({ place = "market", seed = 1, npcs = 6 }).people) do kinds[npc.kind] = true end
    assert.same({ vendor = true, guard = true, visitor = true }, kinds)
  end)

  it("gives every vendor of every square a stall", function()
    local made = recorded({ place = "market", npcs = 90 }, 40)
    assert.equal(21, made:count "vendor")
    for _, routine in ipairs(made:routines_of "vendor") do assert.equal("walk_to_own_stall", routine.actions[1]) end
    assert.equal(0, #made.scene.world:find { kind = "stall", state = { counter = 1 } })
  end)

  it("lets happen what is due, again and again", function()
    local scene = scenes.new { place = "club", seed = 1 }
    for _ = 1, 660 do scene:advance(1) end
    local texts = {}
    for i, entry in ipairs(scene.log) do texts[i] = ("%d %s"):format(entry.time, entry.text) end
    assert.same({ "60 Somebody shouts", "150 The bar closes", "210 The bar opens", "360 Somebody shouts",
      "450 The bar closes", "510 The bar opens", "660 Somebody shouts" }, texts)
    assert.equal("19:00", scene:clock())
  end)
end)

describe("the summary", function()
  it("tells how many, what, and how different", function()
    local text = table.concat(summary.lines(recorded({ place = "market" }, 120)), "\n")
    assert.matches("^30 people spent 2 minutes at the market. They began %d+ actions.\n", text)
    assert.matches("  18 visitors: %a[%a ]+ %d+ %%, ", text)
    assert.matches("two guards differ in %d+ %% of what they did", text)
    assert.matches("Interrupted %d+ times %(", text)
    assert.matches("Done with somebody else: %w+ %d+, %w+ %d+%.", text)
    assert.matches("Stuck for good: nobody.", text)
  end)

  it("says nothing of pairs where there is one", function()
    local text = table.concat(summary.lines(recorded({ place = "park" }, 30)), "\n")
    assert.matches("  1 keeper: ", text)
    assert.not_matches("two keepers", text)
  end)
end)

describe("the report", function()
  for _, place in ipairs { "market", "park", "club" } do
    it("of the " .. place .. " is one page with all its plots", function()
      local made = recorded({ place = place }, 180)
      local text = page.of(made, { seed = 3 })
      assert.matches("^<!doctype html>", text)
      assert.equal(#made.kinds + 2, count(text, "<svg "))
      assert.equal(count(text, "<svg "), count(text, "</svg>"))
      for _, title in ipairs { "What each kind did over time", "What they spent their time on", "Variety",
        "Interruptions and recoveries", "What an update costs" } do
        assert.equal(1, count(text, "<h2>" .. title .. "</h2>"))
      end
      assert.equal(#made.scene.log, count(text, "<tr><td>%d+ s</td>"))
    end)
  end

  it("asks nothing of the network", function()
    local text = page.of(recorded({ place = "park" }, 20), { seed = 3 })
    for _, word in ipairs { "http", "src=", "href=", "url%(", "@import", "<script" } do assert.equal(0, count(text, word)) end
  end)

  it("has shares that add up to a whole at every time", function()
    local made = recorded({ place = "market" }, 60)
    for _, kind in ipairs(made.kinds) do
      for _, bins in pairs(made.samples[kind]) do
        local sum = 0
        for _, amount in pairs(bins) do sum = sum + amount end
        assert.equal(0, sum % made:count(kind))
      end
    end
  end)
end)

describe("the map of letters", function()
  local function frame(place, colored)
    local scene = scenes.new { place = place, seed = 1 }
    for _ = 1, 40 do scene:advance(0.5) end
    return screen.frame(scene, scene.people[#scene.people], { "one", "two" }, colored), scene
  end

  it("fits a terminal of 80 by 28, with everybody's letters on it", function()
    for place, letters in pairs { market = "@vgoP~Y", park = "@ok$^Y", club = "@dobuT" } do
      local text = frame(place, false)
      local lines = 0
      for line in text:gmatch("([^\n]*)\n") do
        lines = lines + 1
        assert.is_true(#line <= 80, line)
      end
      assert.is_true(lines <= 28)
      for letter in letters:gmatch "." do assert.is_truthy(text:find(letter, 1, true), place .. " " .. letter) end
      assert.is_nil(text:find("\27", 1, true))
    end
  end)

  it("shows those who walk on their way", function()
    local scene = scenes.new { place = "market", seed = 1, npcs = 1 }
    local seen = {}
    for _ = 1, 40 do
      scene:advance(0.2)
      local text = screen.frame(scene, scene.people[1], {}, false)
      seen[text:match("\n(|[^\n]*@[^\n]*)\n") or "nowhere"] = true
    end
    assert.is_nil(seen.nowhere)
    local places = 0
    for _ in pairs(seen) do places = places + 1 end
    assert.is_true(places > 3)
  end)

  it("takes the place of the last one on a terminal", function()
    local text = frame("market", true)
    assert.equal("\27[H", text:sub(1, 3))
    assert.is_truthy(text:find("\27[91m@", 1, true))
  end)
end)

describe("the log of the terminal", function()
  it("tells of a shout before it tells what people make of it", function()
    local command = support.command():gsub("lua/bin/bustle.lua", "examples/terminal/main.lua")
    local _, text = support.shell(command .. " market --seconds 66 --seed 3")
    local shout, gasp = text:find("Somebody shouts", 1, true), text:find("begins to gasp", 1, true)
    assert.is_truthy(shout and gasp)
    assert.is_true(shout < gasp)
  end)
end)
