-- The village without a display: its days by the clock, the map that follows somebody, the page of days, the arguments.
local activity = require "examples.demo.activity"
local canvas = require "examples.terminal.canvas"
local days = require "examples.report.days"
local diary = require "examples.demo.diary"
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
    assert.same({ "60 minutes", "16 hours", "a day", "2 days" }, { summary.duration(60, true),
      summary.duration(960, true), summary.duration(1440, true), summary.duration(2880, true) })
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

describe("the keys of the terminal", function()
  it("follow somebody else, change the pace, and end it", function()
    local command = support.command():gsub("lua/bin/bustle.lua", "examples/terminal/main.lua")
    local _, text = support.shell(("printf 'nn+q' | script -qec '%s village --seconds 90' /dev/null"):format(command))
    local first, second = text:find("@ Brian: ", 1, true), text:find("@ Ellen: ", 1, true)
    assert.is_true(first < second)
    assert.is_true(second < text:find("@ Robin: ", 1, true))
    assert.is_true(tonumber(text:match "people spent (%d+) minutes in the village") < 60)
  end)

  it("are not waited for where nobody can press any", function()
    local command = support.command():gsub("lua/bin/bustle.lua", "examples/terminal/main.lua")
    local status, text = support.shell(command .. " village --seconds 90")
    assert.equal(0, status)
    assert.matches("people spent 90 minutes in the village", text)
    assert.is_nil(text:find("\27", 1, true))
  end)
end)

-- ---- Days as a page ----

-- A diary of somebody with these actions, one a minute, without a world: `{ action, place, action, place, ... }`.
local function runs_of(minutes)
  local runs = {}
  for minute = 0, #minutes / 3 - 1 do
    local amount, place, deed = activity[minutes[minute * 3 + 1]], minutes[minute * 3 + 2], minutes[minute * 3 + 3]
    local run = runs[#runs]
    if not run or run.amount ~= amount or run.place ~= (place or nil) then
      run = { from = minute, amount = amount, place = place or nil, deeds = {} }
      runs[#runs + 1] = run
    end
    run.to = minute + 1
    run.deeds[deed] = (run.deeds[deed] or 0) + 1
  end
  return runs
end

local function written(bars)
  local texts = {}
  for i, bar in ipairs(bars) do
    texts[i] = ("%d-%d %s %s"):format(bar.from, bar.to, bar.amount.key, bar.place or "nowhere")
  end
  return texts
end

describe("a diary", function()
  local day = {} -- recorded once

  setup(function()
    day.made = record.new(scenes.new { place = "village", seed = 3 }, 2 * scenes.DAY)
    for _ = 1, 2 * scenes.DAY * 2 do day.made:advance(0.5) end
    day.kept = day.made.diary
  end)

  it("has a bar for every minute of everybody, one after the other, and no day more than were played", function()
    assert.equal(2, #day.kept.days)
    assert.same({ "Monday", "Tuesday" }, { day.kept.days[1].name, day.kept.days[2].name })
    for _, each in ipairs(day.kept.days) do
      for _, npc in ipairs(day.made.scene.people) do
        local at = 0
        for _, bar in ipairs(diary.bars(each.runs[npc.id])) do
          assert.equal(at, bar.from)
          local minutes = 0
          for _, some in pairs(bar.deeds) do minutes = minutes + some end
          assert.equal(bar.to - bar.from, minutes)
          at = bar.to
        end
        assert.equal(diary.MINUTES, at)
      end
    end
  end)

  it("counts nobody twice, and whoever is somewhere", function()
    local bars = {}
    for _, runs in pairs(day.kept.days[1].runs) do
      for _, bar in ipairs(diary.bars(runs)) do bars[#bars + 1] = bar end
    end
    local by_name = {}
    for i, full in ipairs(diary.fullness(bars)) do
      by_name[full.place] = full
      if i > 1 then assert.is_true(full.most <= diary.fullness(bars)[i - 1].most) end
    end
    for minute = 0, diary.MINUTES - 1 do
      local sum = 0
      for _, full in pairs(by_name) do sum = sum + (full[minute] or 0) end
      assert.is_true(sum <= #day.made.scene.people)
    end
    assert.is_true(by_name["The Crown"].most > 5)
    assert.equal(by_name["The Crown"].most, by_name["The Crown"][by_name["The Crown"].at])
    assert.is_nil(by_name["The Crown"][180]) -- at nine in the morning
  end)

  it("keeps what people did together: once, with all who did, from when to when", function()
    local counted = 0
    for _, each in ipairs(day.kept.days) do
      for _, together in ipairs(each.scenes) do
        counted = counted + 1
        assert.is_true(#together.members >= 1)
        for _, member in ipairs(together.members) do
          assert.is_true((member.to or math.huge) >= together.from)
          assert.is_true(math.floor((together.from - 1e-6) / diary.MINUTES) + 1 == each.number)
        end
      end
    end
    assert.is_true(counted > 20)
    assert.equal(record.total(day.made.scenes), counted)
    local pairs_of_people = day.kept:pairs()
    for i, pair in ipairs(pairs_of_people) do
      assert.equal(pair.count, record.total(pair.scenes))
      assert.is_true(i == 1 or pair.count <= pairs_of_people[i - 1].count)
      assert.is_true(pair.a ~= pair.b)
    end
  end)

  it("says what two people are to each other, and where they live", function()
    assert.equal("Brian's house", day.kept.homes[day.made.scene:hero().id])
    local ties = {}
    for _, pair in ipairs(day.kept:pairs()) do
      if pair.tie then ties[pair.a.name .. " " .. pair.b.name] = pair.tie end
    end
    assert.equal("married", ties["Brian Ellen"])
  end)

  it("draws no steps and looks between two things at one place, but walks from place to place", function()
    local bars = diary.bars(runs_of { "work", "field", "dig", "rest", "field", "stretch", "walk", false, "step",
      "work", "field", "dig", "walk", false, "walk", "eat", "home", "eat", "rest", "home", "look" })
    assert.same({ "0-4 work field", "4-5 walk nowhere", "5-6 eat home", "6-7 rest home" }, written(bars))
    assert.same({ dig = 2, stretch = 1, step = 1 }, bars[1].deeds)
    local long = { "work", "field", "dig" }
    for _ = 1, 12 do for _, word in ipairs { "rest", "field", "nap" } do long[#long + 1] = word end end
    for _, word in ipairs { "work", "field", "dig" } do long[#long + 1] = word end
    assert.same({ "0-1 work field", "1-13 rest field", "13-14 work field" }, written(diary.bars(runs_of(long))))
  end)

  it("knows what poses amount to, unless an author says otherwise", function()
    local amounts = activity.of_actions(day.made.scene.world)
    assert.equal(activity.sleep, amounts.slumber)
    assert.equal(activity.walk, amounts.walk)
    assert.equal(activity.work, amounts.fence) -- whose pose is to fight
    for _, one in ipairs(activity.LIST) do assert.equal(one, activity[one.key]) end
  end)

  describe("as a page", function()
    local text
    setup(function() text = days.of(day.made, { seed = 3 }) end)

    local function count(pattern) return select(2, text:gsub(pattern, "")) end

    it("has tabs for days, with a bar, a name and hours for everybody", function()
      assert.matches("^<!doctype html>", text)
      assert.matches("<h1>2 days in the village</h1>", text)
      assert.equal(2, count '<input type="radio" name="days"')
      assert.equal(2, count '<section class="day ')
      local people = #day.made.scene.people
      for _, npc in ipairs(day.made.scene.people) do
        assert.equal(2, count('<div class="name" style="height:%d+px"><b>' .. npc.name .. "</b>"), npc.name)
        assert.is_true(count("<title>" .. npc.name .. ", %d%d:%d%d to %d%d:%d%d: ") > 6, npc.name)
      end
      assert.equal(2 * people, count '<th scope="row">')
    end)

    it("has a bracket and a line of a list for everything that was done together", function()
      local all = #day.kept.days[1].scenes + #day.kept.days[2].scenes
      assert.equal(all, count '<path class="wire ')
      assert.equal(all, count '<path class="mark ')
      assert.equal(all, count "<tr><td>%d%d:%d%d to %d%d:%d%d</td>")
    end)

    it("names what its colours mean, with a button for each, and what it shows has all of them", function()
      for _, one in ipairs(activity.LIST) do
        assert.is_truthy(text:find(('id="a-%s"><span><i class="%s"></i>%s</span>'):format(one.key, one.key, one.name), 1,
          true), one.name)
        assert.equal(3, count("%-%-" .. one.key .. ": #%x+;") + count("rect%." .. one.key .. " { fill: "), one.key)
      end
      for class in text:gmatch '<rect class="(%a+)" x="%d+" y="%d+" width="%d+" height="13">' do
        assert.is_truthy(activity[class], class)
      end
    end)

    it("has how full places were, and who met whom", function()
      assert.equal(2, count '<b>The Crown</b> <i>at most %d+ %(%d%d:%d%d%)</i>')
      assert.equal(1, count '<svg class="square"')
      assert.matches('<table class="pairs"><tr><td><b>%a+</b> and <b>%a+</b>', text)
    end)

    it("asks nothing of the network, and runs nothing", function()
      for _, word in ipairs { "http", "src=", "href=", "url%(", "@import", "<script" } do assert.equal(0, count(word), word) end
    end)

    it("closes what it opens", function()
      for _, tag in ipairs { "svg", "div", "section", "table", "tr", "details", "fieldset", "form", "path", "rect", "g" } do
        local open, empty = count("<" .. tag .. "[ >]"), count("<" .. tag .. " [^>]*/>")
        assert.equal(open - empty, count("</" .. tag .. ">"), tag)
      end
    end)
  end)

  it("of one day is a page without tabs", function()
    local made = record.new(scenes.new { place = "village", seed = 3 }, 60)
    for _ = 1, 60 do made:advance(1) end
    local text = days.of(made, { seed = 3 })
    assert.matches("<h1>60 minutes in the village</h1>", text)
    assert.is_nil(text:find('name="days"', 1, true))
    assert.is_nil(text:find("Who met whom", 1, true)) -- nobody has yet
  end)
end)

describe("the arguments of the demos", function()
  local function demo(arguments)
    local command = support.command():gsub("lua/bin/bustle.lua", "examples/report/main.lua")
    return support.shell(command .. " " .. arguments)
  end

  for arguments, told in pairs {
    ["tavern"] = "there is no tavern (see demo --help); there are village, market, park, club\n",
    ["villag"] = 'there is no villag (did you mean "village"?); there are village, market, park, club\n',
    ["--dayz 2"] = "there is no option --dayz; demo --help lists them\n",
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
      assert.equal("bustle demo: " .. told, text:sub(1, 13 + #told))
    end)
  end

  it("say how many days", function()
    local status, text = demo "village --days 2"
    assert.equal(0, status)
    assert.matches("^%d+ people spent 2 days in the village", text)
  end)
end)
