--- The picture of a pack: its NPCs, the sequences they run and why, and how sequences are nested in each other.
local dot = require "bustle.tool.graph.dot"
local keys = require "bustle.common.keys"
local reach = require "bustle.author.check.reach"

local COLOURS = dot.COLOURS

local function plural(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

-- ---- What is drawn ----

local function used_sequences(picture)
  local used = {}
  for _, npc in ipairs(picture.npcs) do
    for name in pairs(reach.sequences(npc, picture.sequences, picture.compiled.tables.roles)) do used[name] = true end
  end
  return used
end

-- A fallback that nests nothing is drawn beside its npc: lines to it from everywhere would hide the others.
local function is_beside(picture, root)
  return root.role == "fallback" and #reach.nested(picture.sequences[root.sequence]) == 0
end

-- What has a box of its own: what npcs come to, what is nested, and what nobody uses.
local function drawn_sequences(picture, used)
  local drawn = {}
  for name, sequence in pairs(picture.sequences) do
    local own = picture.compiled:thing("sequence", name).pack.name == picture.pack
    if own and not used[name] then drawn[name] = true end
    if own or used[name] then
      for _, nested in ipairs(reach.nested(sequence)) do drawn[nested] = true end
    end
  end
  for _, npc in ipairs(picture.npcs) do
    for _, root in ipairs(reach.roots(npc, picture.compiled.tables.roles)) do
      if not is_beside(picture, root) then drawn[root.sequence] = true end
    end
  end
  return drawn
end

-- ---- Nodes ----

local function draw_npc(picture, npc)
  picture.drawing:node("npc " .. npc.name, { shape = "box", style = "filled,rounded", fillcolor = COLOURS.purple,
    color = COLOURS.purple_line, penwidth = 1.8, label = dot.label {
      { text = picture.compiled:short("entity", npc.name, picture.pack), bold = true, size = 13 },
      { text = "npc", size = 9, colour = COLOURS.quiet } } })
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
  picture.drawing:node("sequence " .. name, { shape = "box", peripheries = own and 1 or 2,
    style = is_used and "filled" or "filled,dashed", fillcolor = own and is_used and COLOURS.green or COLOURS.grey,
    color = is_used and COLOURS.green_line or COLOURS.grey_line, label = dot.label {
      { text = picture.compiled:short("sequence", name, picture.pack), bold = true, size = 12 },
      { text = note, size = 9, colour = COLOURS.quiet } } })
end

-- ---- Edges ----

local ROLES = {
  main = { penwidth = 2.2, color = COLOURS.purple_line, weight = 4 },
  fallback = { style = "dashed", color = COLOURS.red },
  response = { color = COLOURS.yellow_line },
  cue = { color = COLOURS.yellow_line, style = "dotted" },
}

local function why(picture, root)
  if root.cue then return "cue " .. (root.cue:match("^" .. picture.pack .. "%.(.*)$") or root.cue) end
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
  if root.priority and root.priority ~= USUAL[root.role] then
    lines[#lines + 1] = { text = (" priority %d "):format(root.priority), size = 9, colour = COLOURS.quiet }
  end
  return lines
end

local function draw_root(picture, npc, root)
  local map = { label = dot.label(role_lines(picture, root)) }
  for key, value in pairs(ROLES[root.role]) do map[key] = value end
  picture.drawing:edge("npc " .. npc.name, "sequence " .. root.sequence, map)
end

local function draw_roots(picture, npc)
  local beside = {}
  for _, root in ipairs(reach.roots(npc, picture.compiled.tables.roles)) do
    if is_beside(picture, root) then
      beside[#beside + 1] = picture.compiled:short("sequence", root.sequence, picture.pack)
    else
      draw_root(picture, npc, root)
    end
  end
  if #beside > 0 then draw_beside(picture, npc, beside) end
end

-- The nodes of a sequence that run another.
local function callers(sequence, nested)
  local names = {}
  for _, node in ipairs(sequence.nodes) do
    if node.kind == "sequence" and node.performs == nested then
      if #names > 0 then names[#names] = names[#names] .. "," end
      names[#names + 1] = node.name
    end
  end
  return names
end

local function draw_nested(picture, sequence)
  for _, nested in ipairs(reach.nested(sequence)) do
    local lines = {}
    for i, line in ipairs(dot.wrap(callers(sequence, nested), 24)) do
      lines[i] = { text = " " .. line .. " ", size = 9, colour = COLOURS.quiet }
    end
    picture.drawing:edge("sequence " .. sequence.name, "sequence " .. nested, { label = dot.label(lines),
      color = COLOURS.green_line })
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
  local used = used_sequences(picture)
  local drawn = keys.names(drawn_sequences(picture, used))
  local column = {}
  for i, npc in ipairs(picture.npcs) do
    draw_npc(picture, npc)
    column[i] = "npc " .. npc.name
  end
  if #column > 0 then picture.drawing:row("min", column) end
  for _, name in ipairs(drawn) do draw_sequence(picture, name, used[name]) end
  for _, npc in ipairs(picture.npcs) do draw_roots(picture, npc) end
  for _, name in ipairs(drawn) do draw_nested(picture, picture.sequences[name]) end
  return picture.drawing:text()
end
