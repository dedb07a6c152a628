--- What ties an entity to others: in the panel of the inspector its areas, what it offers and who holds that, what it
-- holds itself, and its links; over the game all areas, and lines along the links of whom is selected.
local names = require "bustle.inspector.names"
local pens = require "bustle.inspector.pen"

local ties = {}

local spoken = names.spoken
local MOST = 6 -- others that are named in one line

-- Whether a thing has an extent: asked once for each definition.
local function is_area(self, thing)
  local known = self.are_areas[thing._definition]
  if known == nil then
    known = thing:boxes() ~= nil
    self.are_areas[thing._definition] = known
  end
  return known
end

-- ---- In the panel ----

local function called_all(self, list)
  local texts = {}
  for i = 1, math.min(#list, MOST) do texts[i] = names.called(self.world, list[i]) end
  if #list > MOST then texts[MOST + 1] = ("%d more"):format(#list - MOST) end
  return table.concat(texts, ", ")
end

local function draw_areas(self, pen)
  local selected = self.selected
  local around = selected._definition.npc and selected:areas() or {}
  local inside = is_area(self, selected) and selected:inside()
  if #around == 0 and not inside then return end
  pen:title "areas"
  if #around > 0 then pen:reason("in", called_all(self, around), "text") end
  if inside then pen:reason(("inside: %d"):format(#inside), called_all(self, inside), "text") end
end

local function draw_offers(self, pen)
  local list = self.selected:offers()
  if #list == 0 then return end
  pen:title "offers"
  for _, offer in ipairs(list) do
    local taken = offer.holders and ("%d of %d"):format(offer.taken, offer.holders) or ("%d"):format(offer.taken)
    pen:reason(("%s: %s"):format(spoken(offer.name), taken), called_all(self, self.selected:holders(offer.name)),
      offer.taken > 0 and "lit" or "text")
  end
end

local function state_of(place)
  if place.revoked then return "revoked" end
  if place.undone then return place.held and "being undone" or "undone, begins anew" end
  return place.held and "held" or "to be taken again"
end

local function draw_places(self, pen)
  local list = self.selected._definition.npc and self.selected:places() or {}
  if #list == 0 then return end
  pen:title "holds"
  for _, place in ipairs(list) do
    local of = place.provider and names.called(self.world, place.provider) or "somebody who left"
    pen:line(("%s: %s"):format(spoken(place.offer), of), state_of(place), place.held and "lit" or "dim")
  end
end

--- The kinds of links that the content declares, as the game names them.
local function kinds_of(self)
  if not self.link_kinds then
    self.link_kinds = {}
    for i, link in ipairs(self.world._names.compiled.tables.links or {}) do self.link_kinds[i] = link.name end
  end
  return self.link_kinds
end

local function draw_links(self, pen)
  local drawn = false
  for _, kind in ipairs(kinds_of(self)) do
    local list, values = self.selected:links(kind)
    if #list > 0 then
      if not drawn then pen:title "links" end
      drawn = true
      local texts = {}
      for i = 1, math.min(#list, MOST) do
        local value = type(values[i]) == "number" and (" %d"):format(values[i]) or ""
        texts[i] = names.called(self.world, list[i]) .. value
      end
      if #list > MOST then texts[MOST + 1] = ("%d more"):format(#list - MOST) end
      pen:reason(spoken(kind:match("[^.]*$")), table.concat(texts, ", "), "text")
    end
  end
end

--- Draws the sections of the selected entity.
-- @tparam table self an inspector
-- @tparam table pen
function ties.draw(self, pen)
  draw_areas(self, pen)
  draw_offers(self, pen)
  draw_places(self, pen)
  draw_links(self, pen)
end

-- ---- Over the game ----

--- Where somebody is on the screen.
-- @tparam table self an inspector
-- @tparam table thing an entity
-- @treturn number
-- @treturn number
function ties.where(self, thing)
  if thing._definition.npc then return self.at(thing) end
  return self.screen(thing.x, thing.y)
end

local function draw_box(self, box, area)
  local left, top = self.screen(box.x - box.width / 2, box.y - box.depth / 2)
  local right, bottom = self.screen(box.x + box.width / 2, box.y + box.depth / 2)
  local x, y = math.min(left, right), math.min(top, bottom)
  local width, height = math.abs(right - left), math.abs(bottom - top)
  pens.colour "area"
  love.graphics.rectangle("fill", x, y, width, height)
  pens.colour(area == self.selected and "lit" or "area_line")
  love.graphics.rectangle("line", x, y, width, height)
  love.graphics.print(names.called(self.world, area), self.pen.small, math.floor(x + 4), math.floor(y + 3))
end

local function draw_arrow(x1, y1, x2, y2)
  local long = math.max(1, math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2))
  local back_x, back_y = (x1 - x2) / long * 8, (y1 - y2) / long * 8
  love.graphics.line(x1, y1, x2, y2)
  love.graphics.line(x2, y2, x2 + back_x - back_y / 2, y2 + back_y + back_x / 2)
  love.graphics.line(x2, y2, x2 + back_x + back_y / 2, y2 + back_y - back_x / 2)
end

local function draw_link(self, kind, other, value)
  local x1, y1 = ties.where(self, self.selected)
  local x2, y2 = ties.where(self, other)
  local text = spoken(kind:match("[^.]*$")) .. (type(value) == "number" and (" %d"):format(value) or "")
  pens.colour "lit"
  draw_arrow(x1, y1, x2, y2)
  love.graphics.print(text, self.pen.small, math.floor((x1 + x2) / 2 + 4), math.floor((y1 + y2) / 2 - 12))
end

--- Draws areas, and the links of the selected entity, over the game.
-- @tparam table self an inspector, with a pen
function ties.draw_over(self)
  love.graphics.setLineWidth(1.5)
  for _, thing in ipairs(self.world:find()) do
    for _, box in ipairs(is_area(self, thing) and thing:boxes() or {}) do draw_box(self, box, thing) end
  end
  for _, kind in ipairs(self.selected and kinds_of(self) or {}) do
    local list, values = self.selected:links(kind)
    for i, other in ipairs(list) do draw_link(self, kind, other, values[i]) end
  end
end

return ties
