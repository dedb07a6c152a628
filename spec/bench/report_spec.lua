-- What ./bustle bench makes of its figures: tables, a document, one JSON object, a page. The figures are those of a run
-- that was kept (measured/).
local cjson = require "cjson"
local chart = require "bench.report.chart"
local markdown = require "bench.report.markdown"
local page = require "bench.report.page"
local say = require "bench.report.say"
local support = require "spec.tools.support"
local tables = require "bench.report.tables"

local FOLDER = "spec/bench/measured"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function measured()
  local results = {}
  for _, name in ipairs { "core", "parts", "lua" } do
    results[name] = cjson.decode(read(("%s/%s.json"):format(FOLDER, name)))
  end
  return results
end

local function by_key(list)
  local found = {}
  for _, each in ipairs(list) do found[each.key] = each end
  return found
end

local function first_column(shown)
  local list = {}
  for i, row in ipairs(shown.rows) do list[i] = row[1] end
  return list
end

local function matches(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

describe("numbers for people", function()
  it("have three digits that mean something", function()
    assert.same({ "0.0123", "1.23", "12.3", "123", "1,235", "0", "10.0", "100" }, { say.digits(0.01234), say.digits(1.234),
      say.digits(12.34), say.digits(123.4), say.digits(1234.9), say.digits(0), say.digits(10), say.digits(100) })
  end)

  it("have the unit that fits", function()
    assert.same({ "0.500 ns", "999 ns", "1.00 µs", "16.7 ms", "2.00 s" }, { say.time(0.5), say.time(999), say.time(1000),
      say.time(16.67e6), say.time(2e9) })
    assert.equal("10 µs", say.time(1e4, say.plain))
    assert.equal("6.70 %", say.share(0.067))
  end)

  it("have as many decimals in the deviation as in the mean", function()
    assert.equal("0.305 (0.003)", say.spread { mean = 0.305, deviation = 0.00312 })
    assert.equal("3,600 (0)", say.spread { mean = 3600, deviation = 0 })
    assert.equal("3.41 (0.02)", say.spread({ mean = 0.0341, deviation = 0.0002 }, 100))
  end)
end)

describe("the tables of the benchmark", function()
  it("have a row for every size and side", function()
    local found = by_key(tables.of(measured()))
    assert.same({ "50, bustle", "50, plain", "100, bustle", "100, plain", "150, bustle", "150, plain", "200, bustle",
      "200, plain" }, first_column(found.frames))
    assert.same({ "50", "100", "150", "200" }, first_column(found.decide))
    assert.same({ "200", "5,000" }, first_column(found.compared))
    assert.same({ "1,000", "10,000", "100,000" }, first_column(found.scaling))
    assert.same({ "an update", "a step of one NPC", "an NPC's wait" }, first_column(found.budget))
    assert.same({ "touched as they come", "prefetched 8 ahead", "and in huge pages" }, first_column(found.floor))
    assert.same({ "10,000, a cue each, tested once a second", "10,000, pairing off in scenes" },
      first_column(found.crowds))
    assert.equal(12, #found.parts.rows)
    assert.equal("– – – target search", found.parts.rows[7][1])
    assert.equal(18, #found.tickers.rows)
    assert.equal("LuaJIT, 20,000, state machines", found.tickers.rows[18][1])
    assert.equal(8, #found.orders.rows)
    assert.same({ "LuaJIT, 5,000, by hand", "157" }, { found.orders.rows[8][1], found.orders.rows[8][5] })
  end)

  it("have as many cells in every row as in the head, and no cell that is empty of meaning", function()
    for _, shown in ipairs(tables.of(measured())) do
      assert.is_true(#shown.rows > 0, shown.key)
      for _, row in ipairs(shown.rows) do
        assert.equal(#shown.head, #row, shown.key)
        for _, cell in ipairs(row) do
          assert.equal("string", type(cell), shown.key)
          assert.is_nil(cell:find("nan") or cell:find("inf") or cell:find("nil"), shown.key)
        end
      end
    end
  end)

  it("tell of every requirement whether it is met, those of Lua included", function()
    local results = measured()
    local list = tables.requirements(results)
    assert.equal(#results.core.required + #results.lua.required, #list)
    local last = list[#list]
    assert.same({ 2.4, 2, false, false }, { last.figure, last.limit, last.at_least, last.met })
    local rows = by_key(tables.of(results)).required.rows
    assert.same({ "ratio to plain", "200", "at least 10" }, { rows[1][1], rows[1][2], rows[1][4] })
    assert.equal("NOT met", rows[#rows][5])
  end)

  it("leave out what was not measured", function()
    local results = measured()
    results.lua.tickers, results.lua.orders, results.parts = nil, nil, nil
    results.core.crowd, results.core.pairs = nil, nil
    local found = by_key(tables.of(results))
    assert.is_nil(found.tickers)
    assert.is_nil(found.orders)
    assert.is_nil(found.crowds)
    assert.is_nil(found.parts)
    assert.is_table(found.layer)
    results.lua = nil
    assert.is_nil(by_key(tables.of(results)).layer)
  end)

  it("say no ratio where the two implementations decided differently", function()
    local results = measured()
    results.core.compared[1] = { npcs = 200, starts = 5, core_hash = "00000001", plain_hash = "00000002" }
    assert.same({ "200", "-", "-", "-", "NO" }, by_key(tables.of(results)).compared.rows[1])
    assert.equal("string", type(page.of(results, "a machine")))
  end)
end)

describe("Markdown", function()
  local shown = { key = "two", title = "Two", note = "Of them.", head = { "", "a start" },
    rows = { { "bustle", "1 µs" }, { "plain", "10 µs" } } }

  it("can be read as it is", function()
    assert.equal("## Two\n\nOf them.\n\n|        | a start |\n| ------ | ------: |\n"
      .. "| bustle |    1 µs |\n| plain  |   10 µs |\n", markdown.titled(shown))
  end)

  it("gets into its places in a document, again and again", function()
    local text = "# It\n<!-- bench two -->\nold\n<!-- end -->\nand\n<!-- bench two --><!-- end -->\n"
    local made, count = markdown.inserted(text, { shown })
    assert.equal(1, count)
    assert.equal("# It\n<!-- bench two -->\n" .. table.concat(markdown.rows(shown), "\n")
      .. "\n<!-- end -->\nand\n<!-- bench two --><!-- end -->\n", made)
    assert.equal(made, (markdown.inserted(made, { shown })))
  end)

  it("is refused a table that there is not", function()
    assert.same({ nil, "there is no table 'three'" },
      { markdown.inserted("<!-- bench three -->\n<!-- end -->", { shown }) })
  end)
end)

describe("a chart", function()
  local function lines(points)
    return chart.lines { label = "a <chart>", x = { title = "NPCs", text = say.count }, y = { text = say.time },
      series = { { name = "one", colour = 1, points = points }, { name = "two", colour = 2, points = { points[1] } } },
      marks = { { y = 5, text = "here" } } }
  end

  it("has every point within its frame, and text that is escaped", function()
    local svg = lines { { 50, 40 }, { 1000000, 3e7 } }
    assert.is_truthy(svg:find('aria-label="a &lt;chart&gt;"', 1, true))
    local count = 0
    for x, y in svg:gmatch('<circle[^>]- cx="([%d.]+)" cy="([%d.]+)"') do
      count = count + 1
      assert.is_true(tonumber(x) > 60 and tonumber(x) < 640 and tonumber(y) > 0 and tonumber(y) < 300)
    end
    assert.equal(3, count)
  end)

  it("has larger values further up and to the right", function()
    local x1, y1, x2, y2 = lines({ { 50, 40 }, { 1000, 400 } }):match('points="([%d.]+),([%d.]+) ([%d.]+),([%d.]+)"')
    assert.is_true(tonumber(x1) < tonumber(x2) and tonumber(y1) > tonumber(y2))
  end)

  it("does with a single point", function()
    assert.is_nil(lines({ { 7, 5 } }):find("nan"))
  end)

  it("has bars in proportion to the longest", function()
    local html = chart.bars { { name = "group" }, { name = "a", value = 4, text = "4" }, { name = "b", value = 1, text = "1" } }
    assert.same({ "100.00", "25.00" }, { html:match("width:([%d.]+)%%.*width:([%d.]+)%%") })
  end)
end)

describe("the page", function()
  it("is whole, and needs nothing else", function()
    local html = page.of(measured(), "a <machine>")
    for _, tag in ipairs { "html", "body", "figure", "svg", "table", "tr", "td", "th", "details", "div", "p", "h2" } do
      assert.equal(matches(html, "<" .. tag .. "[ >]"), matches(html, "</" .. tag .. ">"), tag)
    end
    assert.is_nil(html:find("src=") or html:find("href=") or html:find("@import") or html:find("url%("))
    assert.is_nil(html:find("nan") or html:find("%-inf"))
    assert.is_truthy(html:find("a &lt;machine&gt;", 1, true))
    assert.is_truthy(html:find("prefers-color-scheme: dark", 1, true))
  end)

  it("shows four charts of lines, bars, every requirement and every table", function()
    local results = measured()
    local html = page.of(results, "a machine")
    assert.equal(4, matches(html, "<svg"))
    assert.equal(4, matches(html, '<table class="bars">'))
    assert.equal(#tables.requirements(results), matches(html, "✓ met") + matches(html, "✗ not met"))
    assert.equal(#tables.of(results), matches(html, "<details>"))
  end)
end)

describe("bench/report/main.lua", function()
  local folder

  before_each(function()
    folder = support.new_folder()
    support.shell("mkdir " .. folder)
  end)
  after_each(function() support.remove_folder(folder) end)

  local function main(...)
    return support.shell(table.concat({ support.LUA, "bench/report/main.lua", ... }, " "))
  end

  it("prints one JSON object of what each benchmark printed, and writes the page", function()
    local status, out = main(FOLDER, "--json", "--report", folder .. "/report.html")
    assert.equal(0, status)
    local printed, said = out:match("^(%b{})\n(.*)$")
    local pieces = {}
    for i, name in ipairs { "core", "parts", "lua" } do
      pieces[i] = ('"%s": %s'):format(name, read(("%s/%s.json"):format(FOLDER, name)):match("^(.-)%s*$"))
    end
    assert.equal("{" .. table.concat(pieces, ", ") .. "}", printed)
    assert.equal("table", type(cjson.decode(printed).lua.tickers))
    assert.equal(("The page is in %s/report.html\n"):format(folder), said)
    assert.is_truthy(read(folder .. "/report.html"):find("</html>\n$"))
  end)

  it("prints all tables without it", function()
    local status, out = main(FOLDER)
    assert.equal(0, status)
    assert.equal(#tables.of(measured()), matches("\n" .. out, "\n## "))
  end)

  it("puts tables into a document", function()
    local path = folder .. "/page.md"
    local file = assert(io.open(path, "w"))
    file:write("# Cost\n\n<!-- bench compared -->\n<!-- end -->\n")
    file:close()
    assert.equal(0, (main(FOLDER, "--into", path)))
    assert.is_truthy(read(path):find("^# Cost\n\n<!%-%- bench compared %-%->\n| NPCs "))
  end)

  it("says what is wrong with what was measured, and what to do", function()
    local status, out = main(folder)
    assert.equal(1, status)
    assert.equal(("bustle: bench: %s/core.json is not there: run ./bustle bench\n"):format(folder), out)
    support.shell(("echo nonsense >%s/core.json"):format(folder))
    status, out = main(folder)
    assert.equal(1, status)
    assert.is_truthy(out:find(folder .. "/core.json: ", 1, true))
  end)
end)
