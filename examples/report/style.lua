-- How the page of days looks, by day and by night.
local activity = require "examples.demo.activity"

local style = {}

local DAYS = [[
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto;
  max-width: 1400px; padding: 24px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0; } h2 { font-size: 19px; margin: 34px 0 10px; }
p { margin: 4px 0 12px; max-width: 80ch; } .dim { color: var(--dim); overflow-wrap: anywhere; }
.card, .chart { background: var(--card); border-radius: 10px; border: 1px solid var(--line); }
.card { padding: 14px 16px; }
.cards { display: grid; grid-template-columns: repeat(6, 1fr); gap: 12px; margin: 18px 0; }
.cards b { display: block; font-size: 24px; line-height: 1.2; }
fieldset { border: 0; padding: 0; margin: 0 0 10px; display: flex; flex-wrap: wrap; gap: 6px; }
legend { font-size: 12.5px; color: var(--dim); padding: 0; margin-bottom: 3px; }
label { position: relative; cursor: pointer; } label input { position: absolute; opacity: 0; inset: 0; margin: 0; }
label span { display: flex; align-items: center; gap: 6px; padding: 3px 11px; border: 1px solid var(--line);
  border-radius: 99px; background: var(--card); font-size: 13.5px; }
.days label span { border-radius: 8px; padding: 5px 14px; font-size: 15px; }
label:hover span { border-color: var(--dim); }
label input:checked + span { background: var(--ink); border-color: var(--ink); color: var(--page); }
:focus-visible, label input:focus-visible + span { outline: 3px solid var(--focus); outline-offset: 2px; }
label i, .legend i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; flex: none;
  box-shadow: 0 0 0 1px #8886; }
.legend { font-size: 13px; } .legend span { margin-right: 14px; white-space: nowrap; }
.legend i { margin-right: 5px; vertical-align: -1px; }
.chart, .wide { overflow-x: auto; }
.board { display: grid; grid-template-columns: 178px minmax(880px, 1fr); }
.names { position: sticky; left: 0; background: var(--card); border-right: 1px solid var(--line); z-index: 1;
  padding-left: 12px; }
.name, .group { white-space: nowrap; overflow: hidden; display: flex; align-items: center; gap: 6px; }
.group { font-size: 12px; color: var(--dim); align-items: end; line-height: 1.35; }
.name b { font-weight: 600; font-size: 13.5px; }
.name i { font-style: normal; font-size: 12px; color: var(--dim); overflow: hidden; text-overflow: ellipsis; }
.place { flex-direction: column; align-items: start; justify-content: center; gap: 0; line-height: 1.3; }
.plot { padding-right: 14px; } .plot svg { display: block; width: 100%; }
.hours { position: relative; height: 24px; font-size: 11.5px; color: var(--dim); line-height: 24px; }
.hours span { position: absolute; transform: translateX(-50%); }
.hours .first { transform: none; padding-left: 4px; } .hours .last { transform: translateX(-100%); }
.night { fill: var(--night); } .grid, .line { stroke: var(--line); fill: none; vector-effect: non-scaling-stroke; }
.bars rect { stroke: var(--card); stroke-width: .6; vector-effect: non-scaling-stroke; }
.bars rect:hover { stroke: var(--ink); stroke-width: 2; }
.wire, .mark { fill: none; stroke: var(--ink); vector-effect: non-scaling-stroke; }
.wire { opacity: .35; } .mark { stroke-width: 3; opacity: .8; } .mark:hover { stroke: var(--focus); stroke-width: 5; }
.full { fill: var(--accent); opacity: .85; }
details { margin: 10px 0; } summary { cursor: pointer; width: fit-content; }
table { border-collapse: collapse; font-size: 13.5px; }
td, th { padding: 3px 14px 3px 0; text-align: left; vertical-align: top; font-weight: normal; }
tr:not(:last-child) > * { border-bottom: 1px solid var(--line); }
th { color: var(--dim); } th[scope=row] { color: inherit; }
td:first-child { white-space: nowrap; } .number { text-align: right; font-variant-numeric: tabular-nums; }
.hours-of th[scope=col] { vertical-align: bottom; text-align: right; line-height: 1.2; max-width: 90px; }
.met { display: grid; grid-template-columns: minmax(300px, 1fr) auto; gap: 14px; align-items: start; }
.met > * { min-width: 0; } .square { display: block; } .square text { font-size: 11px; fill: var(--ink); }
.pairs { width: 100%; } .pairs td:first-child { white-space: normal; } .pairs td { vertical-align: middle; }
.pairs .dim { font-size: 12.5px; } .pairs .bar { width: 28%; padding-right: 8px; }
.pairs .bar i { display: block; height: 10px; border-radius: 3px; background: var(--accent); }
.pairs td:last-child { padding-right: 0; }
.tie { font-style: normal; font-size: 12px; padding: 0 7px; border-radius: 99px; border: 1px solid currentColor; }
@media (max-width: 900px) { .cards { grid-template-columns: repeat(3, 1fr); } }
@media (max-width: 1200px) { .met { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 640px) { body { padding: 14px; } .board { grid-template-columns: 124px minmax(880px, 1fr); }
  .name:not(.place) i { display: none; } .names { padding-left: 8px; } .name b { font-size: 13px; }
  .place i { white-space: normal; font-size: 11px; } .place b { font-size: 12px; }
  .cards { gap: 8px; }
  .card { padding: 10px 12px; font-size: 13px; } .cards b { font-size: 20px; } }
]]

local THEMES = {
  light = { ink = "#23272e", page = "#f6f4ef", card = "#ffffff", dim = "#626873", line = "#dcd9d2", night = "#eceef6",
    focus = "#0b62d6", accent = "#4b7bb5", tie1 = "#a03c94", tie2 = "#b06a00", tie3 = "#2a7d3f", tie4 = "#c62828",
    nobody = "#7a828e" },
  dark = { ink = "#e7e9ee", page = "#14161b", card = "#1c1f26", dim = "#9aa1ad", line = "#333842", night = "#161a26",
    focus = "#6db3ff", accent = "#5f8fcb", tie1 = "#d67fcb", tie2 = "#e0a24a", tie3 = "#62bf79", tie4 = "#ff6b66",
    nobody = "#8d96a3" },
}

-- Colours by their names, sorted so that the page is the same each time.
local function variables(theme)
  local names, parts = {}, { "color-scheme: " .. theme .. ";" }
  for name in pairs(THEMES[theme]) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do parts[#parts + 1] = ("--%s: %s;"):format(name, THEMES[theme][name]) end
  for _, one in ipairs(activity.LIST) do parts[#parts + 1] = ("--%s: %s;"):format(one.key, one[theme]) end
  return table.concat(parts, " ")
end

-- What is filled, and what is written, in which colour.
local function colours()
  local parts = {}
  for _, one in ipairs(activity.LIST) do
    parts[#parts + 1] = ("rect.%s { fill: var(--%s); } i.%s { background: var(--%s); }"):format(one.key, one.key,
      one.key, one.key)
  end
  for _, name in ipairs { "tie1", "tie2", "tie3", "tie4", "nobody" } do
    parts[#parts + 1] = ("rect.%s { fill: var(--%s); } .legend i.%s { background: var(--%s); } .tie.%s "
      .. "{ color: var(--%s); }"):format(name, name, name, name, name, name)
  end
  return table.concat(parts, "\n")
end

--- The style of the page of days.
function style.of_days()
  return (":root { %s }\n@media (prefers-color-scheme: dark) { :root { %s } }\n%s%s\n"):format(variables "light",
    variables "dark", DAYS, colours())
end

return style
