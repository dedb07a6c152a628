-- The days of a place as one HTML page that needs nothing else, no scripts either: what is shown is chosen with radio
-- buttons, which keys reach, and by rules of style.
local activity = require "examples.demo.activity"
local diary = require "examples.demo.diary"
local meetings = require "examples.report.meetings"
local plot = require "examples.report.plot"
local record = require "examples.demo.record"
local style = require "examples.report.style"
local summary = require "examples.demo.summary"
local timeline = require "examples.report.timeline"

local days = {}

local escape, spoken, total = plot.escape, record.spoken, record.total

-- ---- What can be chosen ----

-- Radio buttons: `{ id=, text=, swatch= }`, the first of them chosen.
local function choice(name, legend, options)
  local parts = {}
  for i, option in ipairs(options) do
    parts[i] = ('<label><input type="radio" name="%s" id="%s"%s><span>%s%s</span></label>'):format(name, option.id,
      i == 1 and " checked" or "", option.swatch and ('<i class="%s"></i>'):format(option.swatch) or "",
      escape(option.text))
  end
  return ('<fieldset class="%s"><legend>%s</legend>%s</fieldset>'):format(name, legend, table.concat(parts))
end

local function choice_of_days(kept)
  local options = {}
  for i, day in ipairs(kept.days) do
    local week = #kept.days > 7 and (" %d"):format(math.ceil(i / 7)) or ""
    options[i] = { id = "day" .. i, text = day.name .. week }
  end
  return #options > 1 and choice("days", "Day", options) or ""
end

local function choice_of_activities()
  local options = { { id = "a-all", text = "everything" } }
  for _, one in ipairs(activity.LIST) do
    options[#options + 1] = { id = "a-" .. one.key, text = one.name, swatch = one.key }
  end
  return choice("activities", "What they do", options)
end

-- Names of scenes, those first that there were most of, and their classes.
local function scenes_of(kept)
  local counts, classes = {}, {}
  for _, day in ipairs(kept.days) do
    for _, together in ipairs(day.scenes) do counts[together.name] = (counts[together.name] or 0) + 1 end
  end
  local ranked = record.ranked(counts)
  for i, entry in ipairs(ranked) do classes[entry.name] = "s" .. i end
  return ranked, classes
end

local function choice_of_scenes(ranked)
  local options = { { id = "s-all", text = "all" }, { id = "s-none", text = "none" } }
  for i, entry in ipairs(ranked) do
    options[#options + 1] = { id = "s-" .. i, text = ("%s %d"):format(spoken(entry.name), entry.count) }
  end
  return choice("scenes", "Together (brackets)", options)
end

-- What the choices do.
local function rules(kept, ranked)
  local parts = {}
  local function add(text, ...) parts[#parts + 1] = text:format(...) end
  if #kept.days > 1 then
    add "@supports selector(:has(*)) { .day { display: none; } }"
    for i in ipairs(kept.days) do add("body:has(#day%d:checked) .day%d { display: block; }", i, i) end
  end
  for _, one in ipairs(activity.LIST) do
    add("body:has(#a-%s:checked) .bars rect:not(.%s) { opacity: .13; }", one.key, one.key)
  end
  add "body:has(#s-none:checked) :is(.wire, .mark) { display: none; }"
  for i in ipairs(ranked) do
    add("body:has(#s-%d:checked) :is(.wire, .mark):not(.s%d) { display: none; }", i, i)
    add("body:has(#s-%d:checked) .wire.s%d { opacity: 1; }", i, i)
  end
  return table.concat(parts, "\n")
end

-- ---- A day ----

-- What is wider than a narrow page: it is opened with a key or a click, and scrolls.
local function opened(title, body)
  return ('<details><summary>%s</summary><div class="wide" tabindex="0" role="region" aria-label="%s">%s</div>'
    .. "</details>"):format(title, title, body)
end

local function scenes_table(kept, day)
  local rows = {}
  for i, together in ipairs(day.scenes) do
    rows[i] = ("<tr><td>%s to %s</td><td>%s</td><td>%s</td><td>%s%s</td></tr>"):format(kept:time(together.from),
      kept:time(timeline.ending(together)), escape(spoken(together.name)), escape(together.place or ""),
      escape(timeline.members(together)), together.finished and "" or ' <i class="dim">broken off</i>')
  end
  return opened(("What they did together: %d, as a list"):format(#rows), "<table><tr><th>when</th><th>what</th>"
    .. "<th>where</th><th>who</th></tr>" .. table.concat(rows) .. "</table>")
end

-- The same as the bars, to be read or read aloud.
local function hours_table(groups, bars)
  local rows, heads = {}, {}
  for i, one in ipairs(activity.LIST) do heads[i] = ('<th scope="col">%s</th>'):format(one.name) end
  for _, group in ipairs(groups) do
    for _, npc in ipairs(group.people) do
      local minutes, cells = {}, {}
      for _, bar in ipairs(bars[npc.id] or {}) do
        minutes[bar.amount.key] = (minutes[bar.amount.key] or 0) + bar.to - bar.from
      end
      for i, one in ipairs(activity.LIST) do
        local some = minutes[one.key]
        cells[i] = ('<td class="number">%s</td>'):format(some and ("%d:%02d"):format(math.floor(some / 60), some % 60)
          or "")
      end
      rows[#rows + 1] = ('<tr><th scope="row">%s</th>%s</tr>'):format(escape(npc.name), table.concat(cells))
    end
  end
  return opened("How long everybody did what, as a table of hours",
    ('<table class="hours-of"><tr><td></td>%s</tr>%s</table>'):format(table.concat(heads), table.concat(rows)))
end

-- Where people only live, and where they meet.
local function parted(kept, places)
  local is_home, homes, others = {}, {}, {}
  for _, name in pairs(kept.homes) do is_home[name] = true end
  for _, full in ipairs(places) do table.insert(is_home[full.place] and homes or others, full) end
  return others, homes
end

local function day_section(kept, day, groups, classes)
  local bars, all = {}, {}
  for id, runs in pairs(day.runs) do
    bars[id] = diary.bars(runs)
    for _, bar in ipairs(bars[id]) do all[#all + 1] = bar end
  end
  local places, homes = parted(kept, diary.fullness(all))
  local most = places[1] and places[1].most or 1
  return table.concat {
    ('<section class="day day%d"><h2>%s: who does what</h2>'):format(day.number, day.name),
    timeline.people(kept, day, groups, bars, classes), scenes_table(kept, day), hours_table(groups, bars),
    ("<h2>%s: how full places were</h2>"):format(day.name), timeline.places(kept, day, places, most),
    "<details><summary>Homes</summary>", timeline.places(kept, day, homes, homes[1] and homes[1].most or 1),
    "</details></section>" }
end

-- ---- Who met whom ----

local function meetings_section(kept, groups)
  local classes, keys, people = {}, {}, {}
  for i, tie in ipairs(kept.scene.ties) do
    classes[tie[2]] = "tie" .. i
    keys[i] = ('<span><i class="tie%d"></i>%s</span>'):format(i, escape(tie[2]))
  end
  for _, group in ipairs(groups) do
    for _, npc in ipairs(group.people) do people[#people + 1] = npc end
  end
  local met = kept:pairs()
  if #met == 0 then return "" end
  return table.concat { "<h2>Who met whom</h2><p>How often two people did something together, ",
    #kept.days == 1 and "on this day" or ("on these %d days"):format(#kept.days),
    ', and what they are to each other.</p><p class="legend">', table.concat(keys, " "),
    ' <span><i class="nobody"></i>nothing in particular</span></p><div class="met"><div class="card">',
    meetings.list(met, classes), '</div><div class="card wide" tabindex="0" role="region" aria-label="who met whom">',
    meetings.square(met, people, classes), "</div></div>" }
end

-- ---- The page ----

local function card(value, text) return ('<div class="card"><b>%s</b>%s</div>'):format(escape(value), text) end

local function cards(recorded, homes)
  local interrupted = total(recorded.interruptions)
  return '<div class="cards">' .. card(#recorded.scene.people, "people") .. card(homes, "homes")
    .. card(recorded.starts, "actions begun") .. card(total(recorded.scenes), "times together")
    .. card(interrupted, interrupted == 1 and "interruption" or "interruptions")
    .. card(recorded.halts, "stuck") .. "</div>"
end

--- The whole page.
-- @tparam table recorded of `record`, of a scene with days
-- @tparam table given the options that it was made with
-- @treturn string
function days.of(recorded, given)
  local scene, kept = recorded.scene, recorded.diary
  local groups = timeline.groups(kept)
  local ranked, classes = scenes_of(kept)
  local sections = {}
  for i, day in ipairs(kept.days) do sections[i] = day_section(kept, day, groups, classes) end
  local span = summary.duration(scene.time, true)
  return table.concat {
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    ("<title>bustle: the %s</title><style>%s%s</style></head><body>"):format(scene.name, style.of_days(),
      rules(kept, ranked)),
    ("<h1>%s in the %s</h1>"):format(span:sub(1, 1):upper() .. span:sub(2), scene.name),
    ('<p class="dim">seed %.0f, decisions hash to %08x: the same seed gives the same again</p>'):format(given.seed,
      scene.world:hash()), cards(recorded, #groups),
    "<p>A bar is somebody's day, from six in the morning to the next. A bracket joins those who did something ",
    "together: they are marked below their bars. Point at anything to read what it is; the lists say ",
    "the same.</p>",
    '<form class="choices">', choice_of_days(kept), choice_of_activities(), choice_of_scenes(ranked), "</form>",
    table.concat(sections), meetings_section(kept, groups), "</body></html>\n",
  }
end

return days
