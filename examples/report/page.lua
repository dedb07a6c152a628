-- A record as one HTML page that needs nothing else: style and plots are in it.
local plot = require "examples.report.plot"
local record = require "examples.demo.record"
local summary = require "examples.demo.summary"

local page = {}

local SHOWN, LISTED = 8, 12 -- actions in a plot, and in a list

local STYLE = [[
body { font: 15px/1.5 system-ui, sans-serif; color: #23272e; background: #f6f4ef; margin: 0 auto; max-width: 1340px;
  padding: 24px; }
h1 { font-size: 28px; margin: 0; } h2 { font-size: 19px; margin: 34px 0 8px; } h3 { font-size: 15px; margin: 0 0 6px; }
p { margin: 4px 0 10px; max-width: 80ch; } .dim { color: #6a707a; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 18px 0; }
.card, figure { background: #fff; border-radius: 10px; padding: 14px 16px; margin: 0; box-shadow: 0 1px 3px #0002; }
.card b { display: block; font-size: 24px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(400px, 1fr)); gap: 14px; }
svg { width: 100%; height: auto; } .tick { font-size: 11px; fill: #6a707a; } .grid { stroke: #0002; }
.legend { font-size: 12.5px; margin: 6px 0 0; } .legend span { margin-right: 12px; white-space: nowrap; }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 5px; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
td, th { padding: 2px 8px 2px 0; text-align: left; }
td.bar { width: 45%; } td.bar i { display: block; height: 10px; border-radius: 3px; background: #4477aa; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
]]

local spoken, plural, total = record.spoken, record.plural, record.total

local function card(value, text) return ('<div class="card"><b>%s</b>%s</div>'):format(plot.escape(value), text) end

local function figure(title, body) return ("<figure><h3>%s</h3>%s</figure>"):format(plot.escape(title), body) end

-- ---- What they did ----

-- The most frequent actions of a kind, and all others as one, over time.
local function shares_over_time(recorded, kind)
  local series, index = {}, {}
  for i, entry in ipairs(record.ranked(recorded.shares[kind])) do
    if i <= SHOWN then
      series[i] = { name = spoken(entry.name), values = {} }
      index[entry.name] = i
    end
  end
  if total(recorded.shares[kind]) > 0 and #record.ranked(recorded.shares[kind]) > SHOWN then
    series[SHOWN + 1] = { name = "all others", values = {} }
  end
  local before = {}
  for bin = 1, recorded.bins do
    local counts = recorded.samples[kind][bin] or before
    before = counts
    local all = math.max(1, total(counts))
    for _, one in ipairs(series) do one.values[bin] = 0 end
    for name, count in pairs(counts) do
      local values = series[index[name] or SHOWN + 1].values
      values[bin] = values[bin] + count / all
    end
  end
  return series
end

local function kinds_section(recorded)
  local parts = {}
  for _, kind in ipairs(recorded.kinds) do
    local series = shares_over_time(recorded, kind)
    local title = ("%d %s"):format(recorded:count(kind), plural(kind, 2))
    parts[#parts + 1] = figure(title, plot.areas(series, recorded.seconds, "what the " .. plural(kind, 2) .. " did")
      .. plot.legend(series))
  end
  return '<h2>What each kind did over time</h2><p class="dim">Parts of the people of a kind who were at something.</p>'
    .. '<div class="plots">' .. table.concat(parts) .. "</div>"
end

local function shares_section(recorded)
  local parts = {}
  for _, kind in ipairs(recorded.kinds) do
    local rows = {}
    for i, entry in ipairs(record.ranked(recorded.shares[kind])) do
      if i <= LISTED then rows[i] = { name = spoken(entry.name), count = entry.count } end
    end
    parts[#parts + 1] = figure(plural(kind, 2), plot.bars(rows, total(recorded.shares[kind])))
  end
  return '<h2>What they spent their time on</h2><div class="plots">' .. table.concat(parts) .. "</div>"
end

-- ---- How varied, interrupted and dear it was ----

local function variety_section(recorded)
  local rows = {}
  for _, kind in ipairs(recorded.kinds) do
    local v = summary.variety(recorded, kind)
    local row = ('<tr><td>%s</td><td class="number">%d</td><td class="number">%.2f</td><td class="number">%.2f</td>'
      .. '<td class="number">%.2f</td><td class="number">%d</td></tr>')
    rows[#rows + 1] = row:format(plot.escape(plural(kind, 2)), v.actions, v.spread, v.least, v.bits, v.repeats)
  end
  return "<h2>Variety</h2><p>All of a kind have one definition. Difference: how much of one routine has to be changed"
    .. " to make it another's, from 0 (the same) to 1. Entropy: how evenly somebody uses the actions, in bits.</p>"
    .. '<figure><table><tr><th></th><th class="number">different actions</th><th class="number">mean difference</th>'
    .. '<th class="number">least difference</th><th class="number">mean entropy</th>'
    .. '<th class="number">same few in a row, at most</th></tr>' .. table.concat(rows) .. "</table></figure>"
end

local function over_time(recorded, name)
  local values = {}
  for bin = 1, recorded.bins do values[bin] = recorded.over_time[name][bin] or 0 end
  return values
end

local function listed(map)
  local rows = {}
  for i, entry in ipairs(record.ranked(map)) do
    if i <= LISTED then
      rows[#rows + 1] = ('<tr><td>%s</td><td class="number">%d</td></tr>'):format(plot.escape(spoken(entry.name)),
        entry.count)
    end
  end
  return #rows > 0 and "<table>" .. table.concat(rows) .. "</table>" or '<p class="dim">none</p>'
end

local function interruptions_section(recorded)
  local series = { { name = "interrupted", values = over_time(recorded, "interrupted") },
    { name = "taken up again", values = over_time(recorded, "resumed") },
    { name = "something else instead (fallback)", values = over_time(recorded, "fallback") } }
  local happenings = {}
  for i, entry in ipairs(recorded.scene.log) do
    happenings[i] = ("<tr><td>%.0f s</td><td>%s</td></tr>"):format(entry.time, plot.escape(entry.text))
  end
  return '<h2>Interruptions and recoveries</h2><div class="plots">'
    .. figure("Over time", plot.lines(series, recorded.seconds, "interruptions over time") .. plot.legend(series))
    .. figure("What happened", "<table>" .. table.concat(happenings) .. "</table>")
    .. figure("What interrupted them", listed(recorded.interruptions))
    .. figure("What could not be done", listed(recorded.failures)) .. "</div>"
end

local function cost_section(recorded)
  local mean, most = { name = "mean", values = {} }, { name = "greatest", values = {} }
  for bin = 1, recorded.bins do
    local cost = recorded.costs[bin] or { sum = 0, count = 1, most = 0 }
    mean.values[bin], most.values[bin] = cost.sum / cost.count, cost.most
  end
  return '<h2>What an update costs</h2><div class="plots">' .. figure("Milliseconds, of the 16.7 of a frame",
    plot.lines({ mean, most }, recorded.seconds, "milliseconds of an update", "%.2f") .. plot.legend { mean, most })
    .. "</div>"
end

-- ---- The page ----

local function cards(recorded, mean)
  return '<div class="cards">' .. card(#recorded.scene.people, "people")
    .. card(recorded.starts, "actions begun") .. card(total(recorded.interruptions), "interruptions")
    .. card(recorded.resumed, "taken up again") .. card(total(recorded.fallbacks), "fallbacks")
    .. card(recorded.halts, "stuck") .. card(("%.3f ms"):format(mean), "mean update") .. "</div>"
end

--- The whole page.
-- @tparam table recorded of `record`
-- @tparam table given the options that it was made with
-- @treturn string
function page.of(recorded, given)
  local scene, mean = recorded.scene, summary.cost(recorded)
  return table.concat {
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    ("<title>bustle: the %s</title><style>%s</style></head><body>"):format(scene.name, STYLE),
    ("<h1>%s at the %s</h1>"):format(summary.duration(recorded.seconds), scene.name),
    ('<p class="dim">seed %.0f, decisions hash to %08x: the same seed gives the same again</p>'):format(given.seed,
      scene.world:hash()),
    cards(recorded, mean), kinds_section(recorded), shares_section(recorded), variety_section(recorded),
    interruptions_section(recorded), cost_section(recorded), "</body></html>\n",
  }
end

return page
