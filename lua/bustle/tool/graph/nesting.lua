--- The picture of a pack: its NPCs, the sequences they run and why, how sequences are nested in each other, and the
-- scenes that they begin and are cast in. What things and places bring is drawn by `bustle.tool.graph.places`, plans by
-- `bustle.tool.graph.plans`.
local dot = require "bustle.tool.graph.dot"
local keys = require "bustle.common.keys"
local places = require "bustle.tool.graph.places"
local plans = require "bustle.tool.graph.plans"
local reach = require "bustle.author.check.reach"

local COLOURS = dot.COLOURS

local function plural(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

-- ---- What is drawn ----

local function used_sequences(picture)
  local used = {}
  for _, npc in ipairs(picture.npcs) do
    for name in pairs(picture.reach:reached(npc)) do used[name] = true end
  end
  return used
end

-- A fallback that nests nothing is drawn beside its npc: lines to it from everywhere would hide the others.
local function is_beside(picture, root)
  return root.role == "fallback" and #picture.reach:nested(picture.sequences[root.sequence]) == 0
end

-- The scene whose column a sequence is: it is drawn in its place.
local function scene_of(picture, name)
  local scene = picture.compiled:thing("sequence", name).scene
  return scene and scene.qualified
end

-- What has a box of its own: what npcs come to, what is nested, and what nobody uses.
local function drawn_sequences(picture, used)
  local drawn = {}
  for name, sequence in pairs(picture.sequences) do
    local own = picture.compiled:thing("sequence", name).pack.name == picture.pack
    if own and not used[name] then drawn[name] = true end
    if own or used[name] then
      for _, nested in ipairs(picture.reach:nested(sequence)) do drawn[nested] = true end
    end
  end
  for _, npc in ipairs(picture.npcs) do
    for _, root in ipairs(picture.reach:roots(npc)) do
      if root.sequence and not is_beside(picture, root) then drawn[root.sequence] = true end
    end
  end
  for name in pairs(drawn) do
    if scene_of(picture, name) then drawn[name] = nil end
  end
  return drawn
end

-- The scenes of the pack, and those that its npcs and sequences begin.
local function drawn_scenes(picture, drawn)
  local scenes = {}
  for name in pairs(picture.reach.scenes) do
    if picture.compiled:thing("scene", name).pack.name == picture.pack then scenes[name] = true end
  end
  for name in pairs(drawn) do
    for _, node in ipairs(picture.sequences[name].nodes) do
      if node.kind == "scene" then scenes[node.performs] = true end
    end
  end
  for _, npc in ipairs(picture.npcs) do
    for _, root in ipairs(picture.reach:roots(npc)) do
      if root.role == "cue" and root.scene then scenes[root.scene] = true end
    end
  end
  return scenes
end

-- ---- Nodes ----

local function draw_npc(picture, npc)
  picture.drawing:node("npc " .. npc.name, { shape = "box", style = "filled,rounded", fillcolor = COLOURS.purple,
    color = COLOURS.purple_line, penwidth = 1.8, label = dot.label {
      { text = picture.compiled:short("entity", npc.name, picture.pack), bold = true, size = 13 },
      { text = places.extent(npc) or "npc", size = 9, colour = COLOURS.quiet } } })
end

local function draw_beside(picture, npc, names)
  local beside = "fallbacks of " .. npc.name
  picture.drawing:node(beside, { shape = "box", style = "filled,rounded,dashed", fillcolor = "white",
    color = COLOURS.red, label = dot.label { { text = table.concat(names, ", ") },
      { text = #names > 1 and "fallbacks" or "fallback", size = 9, colour = COLOURS.red } } })
  picture.drawing:edge("npc " .. npc.name, beside, { style = "dashed", color = COLOURS.red })
end

local function draw_sequence(picture, name, is_used)
  local sequence = picture.sequences[name]
  local pack = picture.compiled:thing("sequence", name).pack.name
  local own = pack == picture.pack
  local note = plural(#sequence.nodes, "node")
  if not own then note = ("%s, of %s"):format(note, pack) end
  if not is_used then note = note .. ", used by no npc here" end
  local lines = { { text = picture.compiled:short("sequence", name, picture.pack), bold = true, size = 12 },
    { text = note, size = 9, colour = COLOURS.quiet } }
  local asked = places.asked(sequence)
  if asked then lines[3] = { text = asked, size = 9, colour = COLOURS.blue_line } end
  picture.drawing:node("sequence " .. name, { shape = "box", peripheries = own and 1 or 2,
    style = is_used and "filled" or "filled,dashed", fillcolor = own and is_used and COLOURS.green or COLOURS.grey,
    color = is_used and COLOURS.green_line or COLOURS.grey_line, label = dot.label(lines) })
end

local function draw_scene(picture, name)
  local pack = picture.compiled:thing("scene", name).pack.name
  local parts = {}
  for i, part in ipairs(picture.reach.scenes[name].parts) do parts[i] = part.name end
  picture.drawing:node("scene " .. name, { shape = "box", style = "filled,rounded", fillcolor = COLOURS.yellow,
    peripheries = pack == picture.pack and 1 or 2, color = COLOURS.yellow_line, label = dot.label {
      { text = picture.compiled:short("scene", name, picture.pack), bold = true, size = 12 },
      { text = "scene of " .. table.concat(parts, ", "), size = 9, colour = COLOURS.quiet } } })
end

-- ---- Edges ----

local ROLES = {
  main = { penwidth = 2.2, color = COLOURS.purple_line, weight = 4 },
  fallback = { style = "dashed", color = COLOURS.red },
  response = { color = COLOURS.yellow_line },
  cue = { color = COLOURS.yellow_line, style = "dotted" },
  reaction = { color = COLOURS.grey_line, style = "dotted" },
  part = { color = COLOURS.grey_line, arrowhead = "empty" },
}

local function why(picture, root)
  if root.cue then return "cue " .. (root.cue:match("^" .. picture.pack .. "%.(.*)$") or root.cue) end
  if root.topic then return "about " .. root.topic end
  if root.role == "part" then return "may be " .. root.part end
  if root.interruption then return "on " .. picture.compiled:short("interruption", root.interruption, picture.pack) end
  return root.role
end

-- What goes without saying is not said.
local USUAL = { response = 0, cue = -1 }

local function role_lines(picture, root)
  local lines = { { text = (" %s "):format(why(picture, root)), size = 10 } }
  if root.of then
    lines[2] = { text = (" as %s "):format(picture.compiled:short("role", root.of, picture.pack)), size = 9,
      colour = COLOURS.quiet }
  end
  if root.cue and root.part then
    lines[#lines + 1] = { text = (" in the part %s "):format(root.part), size = 9, colour = COLOURS.quiet }
  end
  if root.priority and root.priority ~= USUAL[root.role] then
    lines[#lines + 1] = { text = (" priority %d "):format(root.priority), size = 9, colour = COLOURS.quiet }
  end
  return lines
end

local function draw_root(picture, npc, root)
  local map = { label = dot.label(role_lines(picture, root)) }
  for key, value in pairs(ROLES[root.role]) do map[key] = value end
  picture.drawing:edge("npc " .. npc.name, root.scene and "scene " .. root.scene or "sequence " .. root.sequence, map)
end

-- One line to a scene, however many of its parts somebody may have.
local function join_parts(roots)
  local list, by_scene = {}, {}
  for _, root in ipairs(roots) do
    local first = root.role == "part" and by_scene[root.scene]
    if first then
      first.part = ("%s, %s"):format(first.part, root.part)
    else
      list[#list + 1] = root
      if root.role == "part" then by_scene[root.scene] = root end
    end
  end
  return list
end

local function draw_roots(picture, npc)
  local beside = {}
  for _, root in ipairs(join_parts(picture.reach:roots(npc))) do
    if is_beside(picture, root) then
      beside[#beside + 1] = picture.compiled:short("sequence", root.sequence, picture.pack)
    elseif root.role ~= "plan" and (not root.scene or picture.drawn_scenes[root.scene]) then
      draw_root(picture, npc, root)
    end
  end
  if #beside > 0 then draw_beside(picture, npc, beside) end
end

-- The nodes of a sequence that run another, or begin a scene.
local function callers(sequence, kind, nested)
  local names = {}
  for _, node in ipairs(sequence.nodes) do
    if node.kind == kind and node.performs == nested or kind == "sequence" and node.body == nested then
      if #names > 0 then names[#names] = names[#names] .. "," end
      names[#names + 1] = node.name
    end
  end
  return names
end

-- What a sequence runs and begins, each once, in order.
local function performed(sequence)
  local list, seen = {}, {}
  for _, node in ipairs(sequence.nodes) do
    local id = node.performs and ("%s %s"):format(node.kind, node.performs)
    if (node.kind == "sequence" or node.kind == "scene") and not seen[id] then
      seen[id] = true
      list[#list + 1] = { kind = node.kind, name = node.performs, id = id }
    end
    id = node.kind == "request" and node.body and "sequence " .. node.body
    if id and not seen[id] then
      seen[id] = true
      list[#list + 1] = { kind = "sequence", name = node.body, id = id }
    end
  end
  return list
end

local NESTED = { sequence = COLOURS.green_line, scene = COLOURS.yellow_line }

-- `from` is the box that it is drawn from, `prefix` stands before the names of nodes.
local function draw_nested(picture, sequence, from, prefix)
  for _, each in ipairs(performed(sequence)) do
    local lines = {}
    for i, line in ipairs(dot.wrap(callers(sequence, each.kind, each.name), 24)) do
      lines[i] = { text = (" %s%s "):format(i == 1 and prefix or "", line), size = 9, colour = COLOURS.quiet }
    end
    picture.drawing:edge(from, each.id, { label = dot.label(lines), color = NESTED[each.kind] })
  end
end

-- What is done in a scene beside single actions: the sequences of parts, and what is nested in columns.
local function draw_in_scene(picture, name)
  for _, part in ipairs(picture.reach.scenes[name].parts) do
    if part.sequence and scene_of(picture, part.sequence) == name then
      draw_nested(picture, picture.sequences[part.sequence], "scene " .. name, part.name .. ", row ")
    elseif part.sequence then
      picture.drawing:edge("scene " .. name, "sequence " .. part.sequence, { color = COLOURS.green_line,
        label = dot.label { { text = (" %s "):format(part.name), size = 9, colour = COLOURS.quiet } } })
    end
  end
end

--- Draws how the sequences of a pack hang together.
-- @tparam table compiled of `content.compile`
-- @tparam string pack its name
-- @treturn string DOT
return function(compiled, pack)
  local picture = { compiled = compiled, pack = pack, sequences = {}, npcs = {},
    drawing = dot.new(pack, { rankdir = "LR", nodesep = 0.3, ranksep = 0.9 }) }
  for _, sequence in ipairs(compiled.tables.sequences) do picture.sequences[sequence.name] = sequence end
  for _, entity in ipairs(compiled.tables.entities) do
    if entity.npc and compiled:thing("entity", entity.name).pack.name == pack then
      picture.npcs[#picture.npcs + 1] = entity
    end
  end
  picture.reach = reach.of(compiled.tables)
  local used = used_sequences(picture)
  local all = drawn_sequences(picture, used)
  local found = places.find(picture, all)
  picture.drawn_scenes = drawn_scenes(picture, all)
  local drawn, scenes = keys.names(all), keys.names(picture.drawn_scenes)
  local column = {}
  for i, npc in ipairs(picture.npcs) do
    draw_npc(picture, npc)
    column[i] = "npc " .. npc.name
  end
  if #column > 0 then picture.drawing:row("min", column) end
  for _, name in ipairs(drawn) do draw_sequence(picture, name, used[name]) end
  for _, name in ipairs(scenes) do draw_scene(picture, name) end
  for _, npc in ipairs(picture.npcs) do draw_roots(picture, npc) end
  for _, name in ipairs(drawn) do draw_nested(picture, picture.sequences[name], "sequence " .. name, "") end
  for _, name in ipairs(scenes) do draw_in_scene(picture, name) end
  places.draw(picture, found)
  plans.draw(picture)
  return picture.drawing:text()
end
