--- What things and places bring, in the picture of a pack: who offers which sequences, which sequences ask for them,
-- areas with their extent, and the links that lead from places of one kind to those of another.
local dot = require "bustle.tool.graph.dot"
local keys = require "bustle.common.keys"

local COLOURS = dot.COLOURS

local places = {}

-- ---- What is drawn ----

local function is_own(picture, kind, name)
  return picture.compiled:thing(kind, name).pack.name == picture.pack
end

-- Where the places of the pack are linked to: by definition and kind, how many links there are.
local function links_of(picture)
  local definitions, counts = {}, {}
  for _, place in ipairs(picture.compiled.tables.places or {}) do
    if place.name then definitions[place.name] = place.definition end
  end
  for _, place in ipairs(picture.compiled.tables.places or {}) do
    for _, link in ipairs(place.links or {}) do
      local to = definitions[link.to]
      if to then
        local key = ("%s\n%s\n%s"):format(place.definition, link.link, to)
        counts[key] = (counts[key] or 0) + 1
      end
    end
  end
  return counts
end

-- Props that offer something or have an extent, or are linked; npcs have a box anyway.
local function drawn_props(picture, links)
  local drawn = {}
  for _, entity in ipairs(picture.compiled.tables.entities) do
    local brings = #(entity.offers or {}) > 0 or #(entity.area or {}) > 0
    if brings and is_own(picture, "entity", entity.name) then drawn[entity.name] = entity end
  end
  for key in pairs(links) do
    local from, to = key:match("^(.-)\n.-\n(.*)$")
    for _, entity in ipairs(picture.compiled.tables.entities) do
      if entity.name == from or entity.name == to then drawn[entity.name] = entity end
    end
  end
  return drawn
end

--- What is to be drawn of things and places. Sequences that are offered are drawn as those of npcs are.
-- @tparam table picture of `bustle.tool.graph.nesting`
-- @tparam table sequences gets the names of sequences
-- @treturn table for `places.draw`
function places.find(picture, sequences)
  local links = links_of(picture)
  local found = { links = links, props = drawn_props(picture, links), offers = {} }
  for _, offer in ipairs(picture.reach.offers) do
    if is_own(picture, offer.kind, offer.of) then
      found.offers[#found.offers + 1] = offer
      sequences[offer.sequence or 0], sequences[offer.undo or 0] = true, true
    end
  end
  sequences[0] = nil
  return found
end

-- ---- Nodes ----

--- What a sequence asks for, as a line of its box: lines to all who might answer would hide the others.
-- @tparam table sequence
-- @treturn string|nil
function places.asked(sequence)
  local names = {}
  for _, node in ipairs(sequence.nodes) do
    if node.kind == "request" then
      for _, name in ipairs(node.offers or {}) do names[name] = true end
      if #(node.offers or {}) == 0 then names.anything = true end
    end
  end
  return next(names) and "asks for " .. table.concat(keys.names(names), ", ") or nil
end

--- What an area says of itself below its name; nil: it is none.
function places.extent(entity)
  local boxes = {}
  for i, box in ipairs(entity.area or {}) do boxes[i] = ("%.6g x %.6g"):format(box.width, box.depth) end
  if #boxes == 0 then return nil end
  return ("%s of %s"):format(entity.trigger and "trigger" or "area", table.concat(boxes, " + "))
end

local function draw_prop(picture, entity)
  local extent = places.extent(entity)
  picture.drawing:node("prop " .. entity.name, { shape = "box",
    style = extent and "filled,rounded,dashed" or "filled,rounded", fillcolor = COLOURS.blue,
    color = COLOURS.blue_line, label = dot.label {
      { text = picture.compiled:short("entity", entity.name, picture.pack), bold = true, size = 13 },
      { text = extent or "prop", size = 9, colour = COLOURS.quiet } } })
end

-- ---- Edges ----

local function box_of(found, name)
  local entity = found.props[name]
  return entity and not entity.npc and "prop " .. name or "npc " .. name
end

-- The boxes of those who have an offer: an entity, or the npcs that list its role.
local function boxes_of(picture, found, offer)
  if offer.kind == "entity" then return { box_of(found, offer.of) } end
  local boxes = {}
  for _, npc in ipairs(picture.npcs) do
    for _, listed in ipairs(npc.roles or {}) do
      if listed.role == offer.of then boxes[#boxes + 1] = "npc " .. npc.name end
    end
  end
  return boxes
end

local function offer_lines(picture, offer)
  local lines = { { text = (" offers %s "):format(offer.name), size = 10 } }
  if offer.kind == "role" then
    lines[2] = { text = (" as %s "):format(picture.compiled:short("role", offer.of, picture.pack)), size = 9,
      colour = COLOURS.quiet }
  end
  if offer.holders == 0 or (offer.holders or 1) > 1 then
    local many = offer.holders == 0 and " to any number " or (" to %d "):format(offer.holders)
    lines[#lines + 1] = { text = many, size = 9, colour = COLOURS.quiet }
  end
  return lines
end

local function draw_offer(picture, found, offer)
  for _, box in ipairs(boxes_of(picture, found, offer)) do
    picture.drawing:edge(box, "sequence " .. offer.sequence, { color = COLOURS.blue_line, penwidth = 1.6,
      label = dot.label(offer_lines(picture, offer)) })
    if offer.undo then
      picture.drawing:edge(box, "sequence " .. offer.undo, { color = COLOURS.blue_line, style = "dashed",
        label = dot.label { { text = (" undoes %s "):format(offer.name), size = 9, colour = COLOURS.quiet } } })
    end
  end
end

local function draw_links(picture, found)
  for _, key in ipairs(keys.names(found.links)) do
    local from, kind, to = key:match("^(.-)\n(.-)\n(.*)$")
    local count = found.links[key]
    picture.drawing:edge(box_of(found, from), box_of(found, to), { color = COLOURS.grey_line, arrowhead = "open",
      label = dot.label { { text = (" %s%s "):format(picture.compiled:short("link", kind, picture.pack),
        count > 1 and (" (%d)"):format(count) or ""), italic = true, size = 9, colour = COLOURS.quiet } } })
  end
end

--- Draws what has been found.
-- @tparam table picture
-- @tparam table found of `places.find`
function places.draw(picture, found)
  for _, name in ipairs(keys.names(found.props)) do
    if not found.props[name].npc then draw_prop(picture, found.props[name]) end
  end
  for _, offer in ipairs(found.offers) do
    if offer.sequence then draw_offer(picture, found, offer) end
  end
  draw_links(picture, found)
end

return places
