-- The measurement in short: what comes of it, that the main claims of docs/variety.md hold, and how it is told.
local command = require "bench.variety.command"
local writer = require "bustle.json.writer"
local page = require "spec.docs.page"
local pictures = require "bench.variety.pictures"
local report = require "bench.variety.report"
local run = require "bench.variety.run"

local told = {}
local result = run(".", run.PLANS.quick, function(text) told[#told + 1] = text end)

local by_name = {}
for _, way in ipairs(result.ways) do by_name[way.name] = way end

local function better_than(name, list)
  for _, measure in ipairs(list) do assert.equal(1, by_name[name].beside[measure], name .. ", " .. measure) end
end

local function worse_than(name, list)
  for _, measure in ipairs(list) do assert.equal(-1, by_name[name].beside[measure], name .. ", " .. measure) end
end

describe("variety is measured", function()
  it("on a market that core and oracle decide alike", function()
    assert.is_true(result.same_decisions)
  end)

  it("for every way and capacity, every measure with its interval", function()
    local names = {}
    for i, way in ipairs(result.ways) do
      names[i] = way.name
      for _, measure in ipairs(result.measures) do
        local value = way.measured[measure.name]
        assert.is_true(value.mean >= 0 and value.half >= 0, measure.name)
        if measure.unit == "%" then assert.is_true(value.mean <= 100, measure.name) end
      end
    end
    assert.same({ "first", "random", "utility", "round_robin", "shuffle_bag", "memory", "memory_long", "memory_0",
      "memory_2", "memory_8", "memory_32" }, names)
  end)

  it("in the village, with memory and by chance", function()
    local ways = {}
    for i, way in ipairs(result.village.ways) do ways[i] = way.label end
    assert.same({ "memory", "chance", "memory 10/15" }, ways)
    for _, measure in ipairs { "same_way", "same_target" } do
      assert.equal(1, result.village.ways[2].beside[measure], measure)
      assert.equal(0, result.village.ways[1].beside[measure], measure)
    end
  end)

  it("while it says what it does", function()
    assert.equal("the market, 1 of 11: first open", told[1])
    assert.is_true(#told > 11)
  end)
end)

describe("memory, as it ships,", function()
  it("has more variety than the first open way, in everything", function()
    for _, measure in ipairs(result.measures) do better_than("first", { measure.name }) end
  end)

  it("uses the same less often, less soon and less in a row than chance and weights do", function()
    for _, name in ipairs { "random", "utility" } do
      better_than(name, { "same_own_way", "same_target", "stretch", "return_mean", "return_soon", "target_bits" })
    end
  end)

  it("is harder to foresee than a round, and its people are less alike", function()
    better_than("round_robin", { "guessed", "between_npcs" })
  end)

  it("is easier to foresee than chance, and its people are more alike", function()
    worse_than("random", { "guessed", "between_npcs" })
  end)

  it("keeps choices apart that lead to the same nodes, S26", function()
    for _, name in ipairs { "random", "utility" } do better_than(name, { "same_way", "same_shared_way" }) end
  end)

  it("is random choice where nothing is remembered", function()
    assert.same(by_name.random.measured, by_name.memory_0.measured)
  end)
end)

describe("what was measured is told", function()
  -- The first cell of its rows.
  local function pattern_of(measure)
    local cell = measure.unit == "" and measure.label or ("%s, %s"):format(measure.label, measure.unit)
    return (cell:gsub("%p", "%%%0"))
  end

  it("in tables, with every way, measure and verdict", function()
    local text = table.concat(report.lines(result), "\n")
    for _, measure in ipairs(result.measures) do
      assert.equal(3, select(2, text:gsub("\n| " .. pattern_of(measure) .. " +| [%d.]+ ± ", "")), measure.name)
    end
    assert.matches("| first open +| random +| weighted utility +| round robin +| shuffle bag +| memory +|", text)
    assert.matches("\n| capacity | 2 options | 4 options | 8 options | 16 options |\n", text)
    assert.matches("\n%- first open: more variety in 17 of 17 measures, less in 0\n", text)
    assert.matches("\nCore and oracle decide the same with every memory: yes$", text)
  end)

  it("on a page that has all of them", function()
    local text = page.read "docs/variety.md"
    for _, measure in ipairs(result.measures) do
      assert.equal(3, select(2, text:gsub("\n| " .. pattern_of(measure) .. " | [%d.]+ ± ", "")), measure.name)
    end
    for _, way in ipairs(result.ways) do
      if not way.name:find("^memory_%d") then
        assert.is_truthy(text:find(("\n| %s | "):format(way.label), 1, true), way.label)
      end
    end
  end)

  it("as one JSON object", function()
    local text = writer.line(result)
    for _, key in ipairs { "version", "quick", "seeds", "seconds", "covered_in", "same_decisions", "measures", "ways",
      "options" } do
      assert.is_truthy(text:find(('"%s":'):format(key), 1, true), key)
    end
    assert.matches('"measured":{"action_bits":{"half":[%d.]+,"mean":[%d.]+},', text)
    assert.matches('"cells":%[{"again":[%d.]+,"capacity":0,"guessed":[%d.]+,"options":2,"places":1,"soonest":1}', text)
  end)

  it("as pictures", function()
    local made = pictures.of(result)
    local maps, lines = made["variety-options.svg"], made["variety-capacity.svg"]
    assert.equal(1 + 2 * 24, select(2, maps:gsub("<rect ", "")))
    assert.equal(5, select(2, lines:gsub("<polyline ", "")))
    for _, text in pairs(made) do
      assert.matches('^<svg xmlns="http://www.w3.org/2000/svg" .*</svg>\n$', text)
      assert.is_nil(text:find("nan", 1, true))
    end
  end)
end)

describe("the command", function()
  local function stream()
    local parts = {}
    return { write = function(_, ...) parts[#parts + 1] = table.concat { ... } end,
      text = function() return table.concat(parts) end }
  end

  local function run_command(...)
    local out, err = stream(), stream()
    local status = command.run({ ... }, ".", { out = out, err = err })
    return { status, out.text(), err.text() }
  end

  it("explains itself", function()
    local made = run_command "--help"
    assert.same({ 0, "" }, { made[1], made[3] })
    assert.matches("^usage: ./bustle bench variety ", made[2])
  end)

  it("refuses what it does not know, and a folder that is missing", function()
    assert.same({ 2, "", "bustle: bench variety: no option '--fast'; --help lists the options\n" }, run_command "--fast")
    assert.same({ 2, "", "bustle: bench variety: --pictures wants a folder; --help lists the options\n" },
      run_command("--quick", "--pictures"))
    assert.same({ 1, "", "bustle: bench variety: no/such/variety-options.svg: No such file or directory\n" },
      run_command("--pictures", "no/such"))
  end)
end)
