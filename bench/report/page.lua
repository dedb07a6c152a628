--- The results as one HTML page that needs nothing else: style and charts are in it. In the light and in the dark.
local figures = require "bench.report.figures"
local plot = require "examples.report.plot"
local say = require "bench.report.say"
local tables = require "bench.report.tables"

local page = {}

local STYLE = [[
:root { color-scheme: light dark; --page: #f6f4ef; --sheet: #fff; --ink: #23272e; --dim: #646b76; --rule: #0000001c;
  --good: #1d7a34; --bad: #b3261e; --c1: #2f6db3; --c2: #d1495b; --c3: #8a8f99; --c4: #2b8a5a; --c5: #b8860b;
  --c6: #8e44ad; }
@media (prefers-color-scheme: dark) { :root { --page: #15171b; --sheet: #1f2228; --ink: #e4e6ea; --dim: #9aa1ac;
  --rule: #ffffff22; --good: #6fd08a; --bad: #ff8a80; --c1: #6aa9f0; --c2: #ff7d8d; --c3: #7d838e; --c4: #5cc98f;
  --c5: #e6b84a; --c6: #c792ea; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto;
  max-width: 1340px; padding: 28px 24px 60px; }
h1 { font-size: 30px; margin: 0; } h2 { font-size: 20px; margin: 38px 0 10px; } h3 { font-size: 16px; margin: 0 0 2px; }
p { margin: 2px 0 10px; max-width: 85ch; } .dim, figure p, .note { color: var(--dim); } figure p { font-size: 13.5px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 12px; margin: 20px 0; }
.card, figure, .sheet { background: var(--sheet); border-radius: 10px; padding: 14px 18px; margin: 0;
  box-shadow: 0 1px 3px #0003; }
.card b { display: block; font-size: 26px; line-height: 1.3; } .card { font-size: 13.5px; color: var(--dim); }
.card b { color: var(--ink); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(560px, 100%), 1fr)); gap: 14px; }
svg { width: 100%; height: auto; } svg text { font-family: system-ui, sans-serif; }
.tick { font-size: 12px; fill: var(--dim); } .grid { stroke: var(--rule); } .mark { stroke: var(--dim);
  stroke-dasharray: 2 4; stroke-width: 1.5; }
.line { fill: none; stroke-width: 2.5; } .line.dashed { stroke-dasharray: 7 5; } .name { font-size: 13px;
  font-weight: 600; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
td, th { padding: 3px 12px 3px 0; text-align: left; vertical-align: top; } .sheet table td, .sheet table th {
  border-bottom: 1px solid var(--rule); } .sheet tr:last-child td { border-bottom: 0; }
.bars th { padding-top: 9px; } .bars td:first-child { white-space: nowrap; } .bar { width: 55%; padding-top: 8px; }
.bar i { display: block; height: 11px; border-radius: 3px; min-width: 2px; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.met { color: var(--good); font-weight: 600; } .missed { color: var(--bad); font-weight: 600; }
details { margin: 10px 0; } summary { cursor: pointer; font-weight: 600; }
.variety svg { background: #fff; border-radius: 6px; }
]]

-- c1 to c6, wherever they are.
local function colours()
  local parts = {}
  for i = 1, 6 do
    parts[i] = ((".line.c%d { stroke: var(--c%d); } .dot.c%d, .name.c%d { fill: var(--c%d); } "
      .. ".bar .c%d { background: var(--c%d); }\n"):gsub("%%d", i))
  end
  return table.concat(parts)
end

-- ---- Pieces ----

local function card(value, text)
  return ('<div class="card"><b>%s</b>%s</div>'):format(plot.escape(value), plot.escape(text))
end

local function figure(shown)
  return ("<figure><h3>%s</h3><p>%s</p>%s</figure>"):format(plot.escape(shown.title), plot.escape(shown.text),
    shown.body)
end

local function plots(list)
  local parts = {}
  for i, shown in ipairs(list) do parts[i] = figure(shown) end
  return '<div class="plots">' .. table.concat(parts) .. "</div>"
end

local function row_of(cells, tag)
  local parts = {}
  for i, cell in ipairs(cells) do
    parts[i] = ("<%s%s>%s</%s>"):format(tag, i > 1 and ' class="number"' or "", plot.escape(cell), tag)
  end
  return "<tr>" .. table.concat(parts) .. "</tr>"
end

local function sheet(shown)
  local rows = { row_of(shown.head, "th") }
  for i, row in ipairs(shown.rows) do rows[i + 1] = row_of(row, "td") end
  return ('<details><summary>%s</summary><div class="sheet"><p class="note">%s</p><table>%s</table></div></details>')
    :format(plot.escape(shown.title), plot.escape(shown.note or ""), table.concat(rows))
end

-- ---- Sections ----

local function cards(results)
  local core = results.core
  local last, small = core.core[#core.core], core.frames.times[#core.frames.times - 1]
  local parts = {
    card(say.time(small.average_us.mean * 1000), ("an update with %s NPCs; P99 %s"):format(say.count(small.npcs),
      say.time(small.p99_us.mean * 1000))),
    card(say.share(last.frame_share), ("of a 60 Hz frame for %s NPCs"):format(say.count(last.npcs))),
    card(say.time(last.ns_per_start), ("for an action started among %s NPCs"):format(say.count(last.npcs))),
  }
  for _, row in ipairs(core.compared) do
    if row.ratio then
      parts[#parts + 1] = card(say.digits(row.ratio) .. " ×", ("faster than the plain implementation, %s NPCs"):format(
        say.count(row.npcs)))
    end
  end
  parts[#parts + 1] = card(("%.0f bytes"):format(last.bytes_per_npc), "of memory an NPC, all told")
  return '<div class="cards">' .. table.concat(parts) .. "</div>"
end

local function goals(results)
  local rows = {}
  for i, each in ipairs(tables.requirements(results)) do
    rows[i] = ('<tr><td>%s</td><td class="number">%s</td><td class="number">%s</td><td class="number">at %s %s</td>'
      .. '<td class="number %s">%s</td></tr>'):format(plot.escape(each.what), each.npcs and say.count(each.npcs) or "",
      say.plain(each.figure), each.at_least and "least" or "most", say.plain(each.limit),
      each.met and "met" or "missed", each.met and "✓ met" or "✗ not met")
  end
  return '<h2>Required</h2><div class="sheet"><table><tr><th></th><th class="number">NPCs</th>'
    .. '<th class="number">figure</th><th class="number">required</th><th></th></tr>' .. table.concat(rows)
    .. "</table></div>"
end

-- What bench/variety draws, if it was measured.
local function variety(results)
  if not results.variety then return "" end
  local pictures = require "bench.variety.pictures"
  local drawn, parts = pictures.of(results.variety), {}
  for i, name in ipairs(pictures.NAMES) do parts[i] = ("<figure>%s</figure>"):format(drawn[name]) end
  return '<h2>Variety</h2><p class="dim">What memory does to choices; ./bustle bench variety prints all of it.</p>'
    .. '<div class="plots variety">' .. table.concat(parts) .. "</div>"
end

local function all_tables(results)
  local parts = {}
  for i, shown in ipairs(tables.of(results)) do parts[i] = sheet(shown) end
  return "<h2>All figures</h2>" .. table.concat(parts)
end

--- The whole page.
-- @tparam table results by name, as for `bench.report.tables`
-- @tparam string machine what it was measured on
-- @treturn string
function page.of(results, machine)
  return table.concat {
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    "<title>bustle: what it costs</title><style>", STYLE, colours(), "</style></head><body>",
    "<h1>What bustle costs</h1>",
    ('<p class="dim">Version %s on %s, one thread. The market, 60 updates a second%s.</p>'):format(
      plot.escape(results.core.version), plot.escape(machine),
      results.core.quick and "; quick: fewer and shorter rounds" or ""),
    cards(results), "<h2>The core</h2>", plots(figures.core(results)),
    results.lua and "<h2>In Lua</h2>" .. plots(figures.lua(results.lua)) or "", variety(results), goals(results),
    all_tables(results), "</body></html>\n",
  }
end

return page
