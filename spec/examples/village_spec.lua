-- The village without a display: its days by the clock, the map that follows somebody, the arguments it takes.
local canvas = require "examples.terminal.canvas"
local map = require "examples.terminal.map"
local record = require "examples.demo.record"
local scenes = require "examples.demo.scene"
local summary = require "examples.demo.summary"
local support = require "spec.tools.support"

-- The village after so many hours of its first day, which begins at six.
local function village(hours)
  local scene = scenes.new { place = "village", seed = 3 }
  for _ = 1, hours * 120 do scene:advance(0.5) end
  return scene
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
  return lines
end

describe("the days of the village", function()
  it("begin on Monday at six, with whoever is meant to be followed", function()
    local scene = scenes.new { place = "village", seed = 3 }
    assert.same({ "Monday", "06:00", "Brian" }, { scene:weekday(), scene:clock(), scene:hero().name })
  end)

  it("have their weather and feasts by the clock, week after week", function()
    local scene = scenes.new { place = "village", seed = 3 }
    local told = {}
    for _ = 1, 8 * scenes.DAY do
      scene:advance(1)
      if #scene.log > #told then
        told[#told + 1] = ("%s %s: %s"):format(scene:weekday(), scene:clock(), scene.log[#scene.log].text)
      end
    end
    assert.same({ "Monday 15:00: It begins to rain", "Monday 17:00: The rain stops", "Wednesday 09:00: It begins to rain",
      "Wednesday 18:00: The rain stops", "Friday 06:00: It is a feast day", "Saturday 04:00: The feast day is over",
      "Saturday 12:00: Somebody shouts", "Monday 15:00: It begins to rain", "Monday 17:00: The rain stops" }, told)
  end)

  it("are told in words", function()
    local made = record.new(scenes.new { place = "village", seed = 3 }, scenes.DAY)
    for _ = 1, scenes.DAY do made:advance(1) end
    local text = table.concat(summary.lines(made), "\n")
    assert.matches("^%d+ people spent a day in the village%. They began %d+ actions%.\n", text)
    assert.matches("\n  %d+ wives: %a", text)
    assert.matches("\n  %d+ children: %a", text)
    assert.matches("Stuck for good: nobody.", text)
    local days = true
    assert.same({ "an hour", "16 hours", "a day", "2 days" }, { summary.duration(60, days),
      summary.duration(960, days), summary.duration(1440, days), summary.duration(2880, days) })
  end)
end)

describe("the map of the village", function()
  local AWAKE, ASLEEP = "\27[38;5;221m┌", "\27[38;5;240m┌" -- corners of houses at night

  it("is as large as the terminal", function()
    local scene = village(14)
    for _, size in ipairs { { 80, 28 }, { 60, 24 }, { 120, 40 }, { 200, 80 } } do
      for _, coloured in ipairs { false, true } do
        local lines = lines_of(map.new(scene, size[1], size[2]):frame(scene:hero(), { "one", "two" }, coloured))
        assert.is_true(#lines <= size[2])
        for _, line in ipairs(lines) do
          local letters = canvas.length((line:gsub("\27%[[%d;]*[mHK]", "")))
          assert.is_true(letters <= size[1], line)
        end
      end
    end
  end)

  it("shows all places by their names, if there is room", function()
    local scene = village(1)
    local text = map.new(scene, 200, 80):frame(scene:hero(), {}, false)
    for _, name in ipairs { "The Crown", "The Plough", "church", "bakery", "smithy", "manor", "Brian's" } do
      assert.is_truthy(text:find("─" .. name .. "─", 1, true) or text:find("┌" .. name .. "─", 1, true), name)
    end
  end)

  it("scrolls with whom one follows", function()
    local scene = village(3)
    local drawn = map.new(scene, 60, 24)
    for _, npc in ipairs(scene.people) do
      local text = drawn:frame(npc, {}, false)
      assert.is_truthy(text:find("@ " .. npc.name .. ": ", 1, true))
      assert.equal(2, select(2, text:gsub("@", "")), npc.name) -- in the headline and on the map
    end
  end)

  it("has windows that are lit by night where somebody is awake, and by day none", function()
    local noon, evening, night = village(6), village(15), village(20)
    local function frame(scene) return map.new(scene, 200, 80):frame(scene:hero(), {}, true) end
    assert.is_nil(frame(noon):find(AWAKE, 1, true))
    assert.is_nil(frame(noon):find(ASLEEP, 1, true))
    assert.is_truthy(frame(evening):find(AWAKE, 1, true))
    assert.is_truthy(frame(night):find(ASLEEP, 1, true))
  end)

  it("tells who does what, and how many", function()
    local scene = village(20) -- at two in the night
    local text = map.new(scene, 200, 80):frame(scene:hero(), {}, false)
    local counted = 0
    for number in text:match("\n(%d+ asleep[^\n]*)"):gmatch "%d+" do counted = counted + number end
    assert.equal(#scene.people, counted)
    assert.matches("slumber: [%a, ]*Robin", text)
  end)
end)

describe("the arguments of the demos", function()
  local function demo(arguments)
    local command = support.command():gsub("lua/bin/bustle.lua", "examples/report/main.lua")
    return support.shell(command .. " " .. arguments)
  end

  for arguments, told in pairs {
    ["tavern"] = "there is no tavern; there are market, park, club, village, and --npcs, --seconds, --days, --seed",
    ["market --days 2"] = "--days is for the village; the market has no days, but --seconds",
    ["village --days 0"] = "--days takes a whole number from 1 to 60, not 0",
    ["village --days"] = "--days takes a whole number from 1 to 60, not nothing",
    ["village --days 1.5"] = "--days takes a whole number from 1 to 60, not 1.5",
    ["village --days 1 --seconds 60"] = "--days and --seconds both say how long; give one of them",
    ["village --npcs 9"] = "--npcs is not for the village: all who live there have homes, work and each other",
  } do
    it("are refused with a word: " .. arguments, function()
      local status, text = demo(arguments)
      assert.equal(2, status)
      assert.equal("demo: " .. told, text:sub(1, 6 + #told))
    end)
  end

  it("say how many days", function()
    local status, text = demo "village --days 2"
    assert.equal(0, status)
    assert.matches("^%d+ people spent 2 days in the village", text)
  end)
end)
