-- Counted instructions beside kept ones: ./bustle bench counts.
local callgrind = require "bench.counts.callgrind"
local figures = require "bench.counts.figures"
local report = require "bench.counts.report"
local required = require "bench.counts.required"

local FILE = "bench/instructions.txt"

local function counted(list)
  list.built = list.built or "gcc 12"
  for _, each in ipairs(list) do each.unit = each.unit or "saved NPC" end
  return list
end

-- What is said of one path of which 100 was kept, and which now takes so many instructions.
local function after(instructions)
  local kept = figures.text(counted { { path = "save", instructions = 100 } })
  return report.verdict(counted { { path = "save", instructions = instructions } }, kept, FILE)
end

local KEEP = "To keep what was counted, on purpose: ./bustle bench counts --keep, and commit bench/instructions.txt"

describe("instructions beside the kept figures", function()
  it("pass when they are the same", function()
    local passed, said = after(100)
    assert.is_true(passed)
    assert.equal([[
                       kept    counted
save                  100.0      100.0    +0.0 %  per saved NPC

Nothing has changed by more than 5 %]], said)
  end)

  it("pass up to 5 % above", function()
    local passed, said = after(105)
    assert.is_true(passed)
    assert.truthy(said:find("Nothing has changed by more than 5 %", 1, true))
  end)

  it("fail beyond, with the path, before, after, and how to keep them", function()
    local passed, said = after(105.1)
    assert.is_false(passed)
    assert.equal([[
                       kept    counted
save                  100.0      105.1    +5.1 %  per saved NPC

FAILED: save takes 105.1 instructions per saved NPC, +5.1 % against the 100.0 that were kept
]] .. KEEP, said)
  end)

  it("pass when they are fewer, and below 5 % ask to be kept", function()
    local passed, said = after(95)
    assert.is_true(passed)
    assert.falsy(said:find("--keep", 1, true))
    passed, said = after(94.9)
    assert.is_true(passed)
    assert.truthy(said:find("\nsave takes 94.9 instructions per saved NPC, -5.1 % against the 100.0 that were kept: " ..
      "keep the new figure\n" .. KEEP, 1, true))
  end)

  it("fail for a path without a figure and a figure without a path", function()
    local kept = figures.text(counted { { path = "load", instructions = 70.5, unit = "loaded NPC" } })
    local passed, said = report.verdict(counted { { path = "save", instructions = 50 } }, kept, FILE)
    assert.is_false(passed)
    assert.equal([[
                       kept    counted
save                      -       50.0            per saved NPC
load                   70.5          -            per loaded NPC

FAILED: save takes 50.0 instructions per saved NPC, and no figure was kept
FAILED: a figure was kept of load, and there is no such path
]] .. KEEP, said)
  end)

  it("fail if only a figure has no path", function()
    local kept = figures.text(counted { { path = "save", instructions = 50 }, { path = "load", instructions = 70 } })
    assert.is_false((report.verdict(counted { { path = "save", instructions = 50 } }, kept, FILE)))
  end)

  it("are not compared with those of another compiler, which is said", function()
    local kept = figures.text(counted { built = "gcc 12", { path = "save", instructions = 50 } })
    local now = counted { built = "clang 14", { path = "save", instructions = 5000 } }
    local passed, said = report.verdict(now, kept, FILE)
    assert.is_true(passed)
    assert.equal([[
save                 5000.0  per saved NPC

Nothing was compared: bench/instructions.txt is of gcc 12, and this of clang 14]], said)
    passed, said = report.verdict(now, kept, FILE, true)
    assert.is_true(passed)
    assert.equal('{"built_with":"clang 14","kept_with":"gcc 12","compared":false,"passed":true,"paths":[' ..
      '{"path":"save","per":"saved NPC","counted":5000}]}', said)
  end)

  it("are one JSON object for machines", function()
    local kept = figures.text(counted { { path = "save", instructions = 50 }, { path = "load", instructions = 70 } })
    local passed, said = report.verdict(counted { { path = "save", instructions = 60 } }, kept, FILE, true)
    assert.is_false(passed)
    assert.equal('{"built_with":"gcc 12","kept_with":"gcc 12","compared":true,"passed":false,"paths":[' ..
      '{"path":"save","per":"saved NPC","kept":50,"counted":60,"verdict":"slower"},' ..
      '{"path":"load","per":"saved NPC","kept":70,"verdict":"gone"}]}', said)
  end)
end)

describe("what is required of scenes", function()
  local function scenes(phase, start, casting, search)
    return counted { { path = "phases", instructions = phase }, { path = "plain-starts", instructions = start },
      { path = "casting-30", instructions = casting }, { path = "search-30", instructions = search } }
  end

  it("is a ratio within one run", function()
    assert.same({ { what = "a phase of two NPCs, to two plain starts", figure = 1.5, at_most = 2, met = true },
      { what = "casting among 30, to a target search", figure = 2.5, at_most = 3, met = true } },
      required.of(scenes(300, 100, 250, 100)))
  end)

  it("is met up to the limit", function()
    assert.is_true(required.pass(required.of(scenes(400, 100, 300, 100))))
    assert.is_false(required.pass(required.of(scenes(401, 100, 300, 100))))
    assert.is_false(required.pass(required.of(scenes(400, 100, 301, 100))))
  end)

  it("is not asked where nothing of it was counted", function()
    assert.same({}, required.of(counted { { path = "phases", instructions = 1 } }))
    assert.equal("", required.text({}))
  end)

  it("is printed, and fails the comparison, whatever the figures were kept of", function()
    local now = scenes(500, 100, 250, 100)
    local passed, said = report.verdict(now, figures.text(now), FILE)
    assert.is_false(passed)
    assert.truthy(said:find("\n\nRequired:\n  a phase of two NPCs, to two plain starts: 2.50, at most 2: NOT met\n" ..
      "  casting among 30, to a target search: 2.50, at most 3: met", 1, true))
    local kept = figures.text(counted { built = "clang 14", { path = "save", instructions = 50 } })
    passed, said = report.verdict(now, kept, FILE)
    assert.is_false(passed)
    assert.truthy(said:find("at most 2: NOT met", 1, true))
    passed, said = report.verdict(now, figures.text(now), FILE, true)
    assert.is_false(passed)
    assert.truthy(said:find('"required":[{"what":"a phase of two NPCs, to two plain starts","figure":2.5,"at_most":2,"met":false}',
      1, true))
  end)
end)

describe("a file of kept figures", function()
  local function problem(text)
    local passed, said = report.verdict(counted {}, text, FILE)
    assert.is_nil(passed)
    return said
  end

  it("is read as it was written", function()
    local list = counted { { path = "save", instructions = 3210.5 },
      { path = "starts-200", instructions = 7, unit = "started action" } }
    local kept = assert(figures.read(figures.text(list), FILE))
    assert.same({ built = "gcc 12", list[1], list[2], by_path = { save = list[1], ["starts-200"] = list[2] } }, kept)
  end)

  it("may have lines that end as on Windows", function()
    local kept = assert(figures.read("built with gcc 12\r\nsave 10.5 per saved NPC\r\n", FILE))
    assert.same({ path = "save", instructions = 10.5, unit = "saved NPC" }, kept[1])
    assert.equal("gcc 12", kept.built)
  end)

  it("that is broken is refused with the line", function()
    assert.equal("bench/instructions.txt:2: 'save many per saved NPC' is not a figure such as " ..
      "'save 3210.5 per saved NPC'", problem("built with gcc 12\nsave many per saved NPC\n"))
    assert.truthy(problem("built with gcc 12\nsave 1.2.3 per saved NPC\n"):find(":2: '", 1, true))
    assert.truthy(problem("built with gcc 12\nsave 0.0 per saved NPC\n"):find(":2: '", 1, true))
    assert.truthy(problem("built with gcc 12\n\n<<<<<<< HEAD\n"):find(":3: '<<<<<<< HEAD' is not a figure", 1, true))
  end)

  it("has one figure of a path", function()
    assert.equal("bench/instructions.txt:3: a second figure of save; delete one of them",
      problem("built with gcc 12\nsave 1 per saved NPC\nsave 2 per saved NPC"))
  end)

  it("says what it is of", function()
    local said = "bench/instructions.txt: no line 'built with ...'; ./bustle bench counts --keep writes the file anew"
    assert.equal(said, problem(""))
    assert.equal(said, problem("save 1 per saved NPC\n"))
  end)
end)

describe("a file of callgrind", function()
  local FILE_LINES = [[
# callgrind format
version: 1
events: Ir
fn=(1) main
1 10
cfn=(2) take_turn
calls=3 0
1 600
+2 5

fn=(2)
10 100
cfn=(3) gather
calls=4 0
* 240
12 60
-1 200

totals: 615
]]

  it("is read with the functions, each with its own instructions and its calls", function()
    local total, functions = callgrind.read(FILE_LINES:gmatch("[^\n]*"))
    assert.equal(615, total)
    assert.same({ { name = "take_turn", own = 360, calls = 3, inclusive = 600 },
      { name = "main", own = 15, calls = 0, inclusive = 0 },
      { name = "gather", own = 0, calls = 4, inclusive = 240 } }, functions)
  end)

  it("is shown by what a path is about", function()
    local _, functions = callgrind.read(FILE_LINES:gmatch("[^\n]*"))
    assert.equal([[
Instructions and calls per started action on starts-200:

       own    calls a call, in all
     180.0     1.50          200.0  take_turn
       7.5     0.00                 main]],
      report.functions({ path = "starts-200", unit = "started action", done = 2, functions = functions }, 2))
  end)

  it("that is cut off is refused", function()
    assert.is_nil((callgrind.read(("fn=(1) main\n1 10\n"):gmatch("[^\n]*"))))
  end)
end)
