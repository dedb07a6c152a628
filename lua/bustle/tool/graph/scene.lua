--- The picture of a scene: its table, a lane for each part, a bar between two phases at which everybody waits for the
-- others; above it whoever begins it, and in which part.
local dot = require "bustle.tool.graph.dot"
local others = require "bustle.tool.graph.others"
local reader = require "bustle.author.expression.reader"
local times = require "bustle.tool.times"

local COLOURS = dot.COLOURS

local WIDTH = 30

-- ---- Texts in markup ----

local function text(content, size, colour)
  return ('<font point-size="%d" color="%s">%s</font>'):format(size or 11, colour or COLOURS.ink, dot.escape(content))
end

local function bold(content, size)
  return ("<b>%s</b>"):format(text(content, size))
end

local function quiet(content)
  return text(content, 9, COLOURS.quiet)
end

local function lines(list)
  return table.concat(list, "<br/>")
end

-- A long condition on several lines, broken before `and` and `or`.
local function broken(condition)
  local pieces, made = {}, {}
  for word in condition:gmatch("%S+") do
    if #pieces > 0 and word ~= "and" and word ~= "or" then
      pieces[#pieces] = pieces[#pieces] .. " " .. word
    else
      pieces[#pieces + 1] = word
    end
  end
  for i, line in ipairs(dot.wrap(pieces, WIDTH)) do made[i] = text(line, 10) end
  return lines(made)
end

-- ---- Cells ----

local LOOKS = {
  action = { "blue", "blue_line" }, sequence = { "green", "green_line" }, wait = { "purple", "purple_line" },
  request = { "blue", "blue_line" }, take = { "purple", "purple_line" }, send = { "purple", "purple_line" },
  meet = { "purple", "purple_line" }, body = { "green", "green_line" }, scene = { "yellow", "yellow_line" },
  reaction = { "grey", "grey_line" },
}

-- A box with rounded corners in the middle of its lane.
local function box(look, content)
  local fill, line = COLOURS[LOOKS[look][1]], COLOURS[LOOKS[look][2]]
  return ('<table border="1" cellborder="0" cellspacing="0" cellpadding="5" style="rounded" color="%s" bgcolor="%s">'
    .. "<tr><td>%s</td></tr></table>"):format(line, fill, content)
end

local function aim_of(picture, node)
  if node.same_target then return "same target" end
  if node.at_member then return "to another member" end
  if node.at_part then return "to " .. node.at_part end
  local tags = picture.compiled.target_tags[node.performs]
  return tags and "to " .. table.concat(tags, ", ")
end

local SAY = {}

function SAY.action(picture, node)
  local facts = { times.of(picture.actions[node.performs]) }
  facts[#facts + 1] = aim_of(picture, node)
  return { bold(picture.style.short("action", node.performs)), quiet(table.concat(facts, ", ")) }
end

function SAY.sequence(picture, node)
  return { bold(picture.style.short("sequence", node.performs)), quiet "sequence" }
end

function SAY.wait(picture, node)
  local list = { bold "wait" }
  for i, each in ipairs(reader.texts(node.when, picture.style)) do
    list[#list + 1] = broken(i > 1 and "and " .. each or each)
  end
  list[#list + 1] = quiet(times.wait(node))
  return list
end

function SAY.scene(picture, node)
  return { bold(picture.style.short("scene", node.performs)), quiet(node.as and "scene, as " .. node.as
    or "stages the scene") }
end

function SAY.body()
  return { bold "body", quiet "what the asker wants to do here" }
end

for kind, lines_of in pairs(others.LINES) do
  SAY[kind] = function(picture, node)
    local list = {}
    for i, line in ipairs(lines_of(picture, node)) do
      list[i] = i == 1 and bold(line.text) or text(line.text, line.size, line.colour)
    end
    return list
  end
end

local function failed_of(node)
  if not node.failed then return nil end
  return text("failed: " .. (node.failed == "END" and "the part ends" or "row " .. node.failed), 9, COLOURS.red)
end

local function cell_of(picture, node)
  if node.kind == "pass" then return quiet "waits" end
  local list = SAY[node.kind](picture, node)
  list[#list + 1] = failed_of(node)
  return box(node.kind, lines(list))
end

-- ---- Lanes ----

local function count_of(part)
  if part.least ~= part.most then return ("%d to %d"):format(part.least, part.most) end
  return part.most > 1 and ("%d"):format(part.most) or nil
end

local function preference_of(picture, part)
  if part.preference == "nearest" then return "nearest first" end
  if part.preference then
    return ("%s self.%s first"):format(part.preference, picture.style.short("state", part.preferred_state))
  end
end

local function head_of(picture, part)
  local list, facts = { bold(part.name, 13) }, {}
  facts[#facts + 1] = count_of(part)
  facts[#facts + 1] = #part.who > 0 and "tagged " .. table.concat(part.who, ", ") or nil
  facts[#facts + 1] = preference_of(picture, part)
  if #facts > 0 then list[#list + 1] = quiet(table.concat(facts, "; ")) end
  for i, each in ipairs(reader.texts(part.when, picture.style)) do
    list[#list + 1] = broken(i > 1 and "and " .. each or each)
  end
  return ('<td port="%s" bgcolor="%s" cellpadding="7">%s</td>'):format(part.name, COLOURS.purple, lines(list))
end

-- What a part does that has no cells: all the time the same sequence, or whatever each member has for the topic.
local function whole_lane(picture, part)
  if part.sequence then
    return box("sequence", lines { bold(picture.style.short("sequence", part.sequence)), quiet "sequence" })
  end
  return box("reaction", lines { bold "its own reaction", quiet("to " .. picture.scene.topic) })
end

local function effects_text(picture, ops)
  local list, seen = {}, {}
  for i in ipairs(ops) do
    local each = reader.text_at(ops, i, picture.style)
    if each and not seen[each] then
      seen[each] = true
      list[#list + 1] = each
    end
  end
  return table.concat(list, "; ")
end

local function foot_of(picture, part)
  local list = {}
  for _, kind in ipairs { "finish", "broken" } do
    local effects = effects_text(picture, part[kind])
    if effects ~= "" then
      list[#list + 1] = text(("%s: %s"):format(kind, effects), 9, kind == "broken" and COLOURS.red or COLOURS.ink)
    end
  end
  return #list > 0 and lines(list) or nil
end

-- ---- The table ----

-- By part the nodes by row, and the rows in order.
local function read_rows(picture)
  local columns, rows, known = {}, {}, {}
  for _, part in ipairs(picture.scene.parts) do
    local sequence = part.sequence and picture.sequences[part.sequence]
    local thing = sequence and picture.compiled:thing("sequence", part.sequence)
    if thing and thing.scene and thing.scene.qualified == picture.scene.name then
      columns[part.name] = {}
      for _, node in ipairs(sequence.nodes) do
        columns[part.name][node.name] = node
        if not known[node.name] then rows[#rows + 1] = node.name end
        known[node.name] = true
      end
    end
  end
  table.sort(rows, function(a, b) return tonumber(a) < tonumber(b) end)
  return columns, rows
end

local function row_of(picture, rows, columns, i)
  local cells = { ("<td>%s</td>"):format(quiet(rows[i] or " ")) }
  for _, part in ipairs(picture.scene.parts) do
    if columns[part.name] then
      cells[#cells + 1] = ("<td>%s</td>"):format(cell_of(picture, columns[part.name][rows[i]]))
    elseif i == 1 then
      -- Such a lane goes through all rows and the bars between them.
      cells[#cells + 1] = ('<td rowspan="%d">%s</td>'):format(math.max(1, 2 * #rows - 1), whole_lane(picture, part))
    end
  end
  return ("<tr>%s</tr>"):format(table.concat(cells))
end

-- A cell is as high as its letters, be they spaces.
local THIN = '<font point-size="2"> </font>'

-- The bar between two phases, through the lanes that have phases of their own here: those beside each other share one.
local function bar(picture, columns)
  local cells, width = { ('<td cellpadding="0">%s</td>'):format(THIN) }, 0
  local function draw()
    if width > 0 then
      cells[#cells + 1] = ('<td colspan="%d" cellpadding="0" bgcolor="%s">%s</td>'):format(width, COLOURS.line, THIN)
    end
    width = 0
  end
  for _, part in ipairs(picture.scene.parts) do
    if columns[part.name] then width = width + 1 else draw() end
  end
  draw()
  return ("<tr>%s</tr>"):format(table.concat(cells))
end

local function foot_row(picture)
  local cells, any = { "<td></td>" }, false
  for _, part in ipairs(picture.scene.parts) do
    local foot = foot_of(picture, part)
    any = any or foot ~= nil
    cells[#cells + 1] = ("<td>%s</td>"):format(foot or "")
  end
  return any and ("<tr>%s</tr>"):format(table.concat(cells)) or nil
end

local function table_of(picture)
  local columns, rows = read_rows(picture)
  local heads = { "<td></td>" }
  for _, part in ipairs(picture.scene.parts) do heads[#heads + 1] = head_of(picture, part) end
  local made = { ("<tr>%s</tr>"):format(table.concat(heads)) }
  for i = 1, math.max(1, #rows) do
    if i > 1 then made[#made + 1] = bar(picture, columns) end
    made[#made + 1] = row_of(picture, rows, columns, i)
  end
  made[#made + 1] = foot_row(picture)
  return { markup = ('<table border="1" cellborder="0" cellspacing="4" cellpadding="5" color="%s" bgcolor="white">'
    .. "%s</table>"):format(COLOURS.grey_line, table.concat(made)) }
end

-- ---- Who begins it ----

-- By who it is, each once: what is written in the box, and the parts that it takes.
local function starters(picture)
  local list = {}
  local function add(kind, name, what, part)
    list[#list + 1] = { name = ("%s %s %s"):format(kind, name, what), part = part,
      lines = { { text = picture.compiled:short(kind, name, picture.pack), bold = true }, { text = what, size = 9,
        colour = COLOURS.quiet } } }
  end
  for _, group in ipairs { { "role", "roles" }, { "entity", "entities" } } do
    for _, made in ipairs(picture.compiled.tables[group[2]]) do
      for _, cue in ipairs(made.cues or {}) do
        if cue.scene == picture.scene.name then
          add(group[1], made.name, "cue " .. cue.name:match("%.(.*)$"), cue.as)
        end
      end
    end
  end
  for _, sequence in ipairs(picture.compiled.tables.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "scene" and node.performs == picture.scene.name then
        add("sequence", sequence.name, "node " .. node.name .. (node.as and "" or ", stages it"), node.as)
      end
    end
  end
  return list
end

local function draw_starters(picture)
  for _, starter in ipairs(starters(picture)) do
    picture.drawing:node(starter.name, { shape = "box", style = "filled,rounded", fillcolor = COLOURS.yellow,
      color = COLOURS.yellow_line, label = dot.label(starter.lines) })
    picture.drawing:edge(starter.name, "scene", { color = COLOURS.yellow_line, headport = starter.part
      and starter.part .. ":n" or "n", style = starter.part and "solid" or "dashed" })
  end
end

-- ---- All of it ----

local function options_of(picture)
  local scene, list = picture.scene, {}
  if scene.topic then list[#list + 1] = "about " .. scene.topic end
  if scene.within >= 0 then list[#list + 1] = ("within %d"):format(scene.within) end
  for _, key in ipairs { "patience", "limit", "longest", "rest" } do
    local ms = scene[key .. "_ms"]
    if ms then list[#list + 1] = ("%s %s"):format(key, times.seconds(ms)) end
  end
  if scene.waiting then list[#list + 1] = "waiting in " .. picture.style.short("action", scene.waiting) end
  if scene.interrupted_breaks then list[#list + 1] = "breaks when a member is interrupted" end
  return list
end

local function title_of(picture)
  local title = { { text = picture.scene.name, size = 16, bold = true } }
  local options = options_of(picture)
  for i, each in ipairs(options) do options[i] = i < #options and each .. "," or each end
  for _, line in ipairs(dot.wrap(options, 70)) do
    title[#title + 1] = { text = line, size = 10, colour = COLOURS.quiet }
  end
  return dot.label(title)
end

local function by_name(list)
  local map = {}
  for _, made in ipairs(list) do map[made.name] = made end
  return map
end

--- Draws a scene.
-- @tparam table compiled of `content.compile`
-- @tparam string name qualified
-- @treturn string DOT
return function(compiled, name)
  local pack, tables = compiled:thing("scene", name).pack.name, compiled.tables
  local picture = { compiled = compiled, pack = pack, style = reader.style(compiled, pack),
    actions = by_name(tables.actions), sequences = by_name(tables.sequences), scene = by_name(tables.scenes)[name] }
  picture.drawing = dot.new(name, { rankdir = "TB", ranksep = 0.5, nodesep = 0.4, label = title_of(picture) })
  draw_starters(picture)
  picture.drawing:node("scene", { shape = "plain", style = "", label = table_of(picture) })
  return picture.drawing:text()
end
