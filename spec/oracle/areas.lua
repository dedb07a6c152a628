-- Areas: who is in them, and what entering and leaving them does: S49 S67. npc.areas is the list of the areas that an NPC is in, world.arrived
-- the NPCs that have moved by themselves and are still to be looked at.

local MOST_SIZE = 18446744073709551615.0

return function(World)
  ---- Extent ----

  local function reaches(size, middle, at)
    return 2 * math.abs(at - middle) <= size
  end

  local function contains(area, entity)
    for _, box in ipairs(area.def.area) do
      if reaches(box.width, area.x + box.x, entity.x) and reaches(box.depth, area.y + box.y, entity.y)
        and (box.height == nil or reaches(box.height, area.z + box.z, entity.z)) then return true end
    end
    return false
  end

  local function size_of(area)
    local sum = 0
    for _, box in ipairs(area.def.area) do
      sum = sum + math.ceil(box.width) * math.ceil(box.depth) * (box.height and math.ceil(box.height) or 2097152)
    end
    return math.min(sum, MOST_SIZE)
  end

  -- Smaller ones first; of equal ones the one spawned first, or, if `late`, last.
  local function by_size(late)
    return function(a, b)
      local x, y = size_of(a), size_of(b)
      if x ~= y then return x < y end
      if late then return a.number > b.number end
      return a.number < b.number
    end
  end

  ---- Who is where ----

  function World:areas_at(npc)
    local list = {}
    if npc.def.position == "none" then return list end
    for _, area in ipairs(self.entities) do
      if area.def.area and area ~= npc and contains(area, npc) then list[#list + 1] = area end
    end
    return list
  end

  function World:innermost(npc)
    local list = {}
    for _, area in ipairs(npc.areas or {}) do
      if not area.def.trigger then list[#list + 1] = area end
    end
    table.sort(list, by_size(true))
    return list[1]
  end

  function World:outer(area)
    local list = {}
    for _, other in ipairs(self.entities) do
      local is = other.def.area and other ~= area and not other.def.trigger and contains(other, area)
      if is and size_of(other) == size_of(area) then is = other.number < area.number end
      if is and size_of(other) >= size_of(area) then list[#list + 1] = other end
    end
    table.sort(list, by_size(true))
    return list[1]
  end

  -- S62: triggers first, then the others, each by size, the smallest first, of equal ones the one spawned first.
  function World:areas_to_ask(npc)
    local list, others = {}, {}
    for _, area in ipairs(npc.areas) do
      if area.def.trigger then list[#list + 1] = area else others[#others + 1] = area end
    end
    table.sort(list, by_size(false))
    table.sort(others, by_size(false))
    for _, area in ipairs(others) do list[#list + 1] = area end
    return list
  end

  function World:areas_by_size(npc)
    local list = {}
    for i, area in ipairs(npc.areas) do list[i] = area end
    table.sort(list, by_size(false))
    return list
  end

  ---- Entering and leaving ----

  -- `gone`: the area is being removed.
  function World:cross(npc, area, kind, gone)
    self:apply(area.def[kind], { npc = npc, target = not gone and area or nil, action = "", unreported = true, raiser = area })
    self:event(kind, npc, area.number, area.def.name, 0)
  end

  local function missing_in(list, other)
    local there, missing = {}, {}
    for _, area in ipairs(other) do there[area] = true end
    for _, area in ipairs(list) do
      if not there[area] then missing[#missing + 1] = area end
    end
    return missing
  end

  -- The NPC is in these areas now.
  function World:be_in(npc, areas)
    local left, entered = missing_in(npc.areas, areas), missing_in(areas, npc.areas)
    npc.areas = areas
    table.sort(left, by_size(false))
    table.sort(entered, function(a, b)
      if size_of(a) ~= size_of(b) then return size_of(a) > size_of(b) end
      return a.number < b.number
    end)
    for _, area in ipairs(left) do self:cross(npc, area, "exit") end
    for _, area in ipairs(entered) do self:cross(npc, area, "enter") end
  end

  function World:locate(npc) self:be_in(npc, self:areas_at(npc)) end

  -- First thing on a turn.
  function World:locate_queried(npc)
    if npc.def.position ~= "queried" or npc.def.static or not self.content.has_areas then return end
    self:ask_position(npc)
    self:locate(npc)
  end

  -- After what moved them is over.
  function World:locate_arrived()
    local arrived = self.arrived
    self.arrived = {}
    for _, npc in ipairs(arrived) do
      if self:entity(npc.number) == npc then self:locate(npc) end
    end
  end

  ---- Areas come and go ----

  function World:area_comes(area)
    for _, npc in ipairs(self.entities) do
      if npc.areas and npc ~= area and npc.def.position ~= "none" and contains(area, npc) then
        npc.areas[#npc.areas + 1] = area
        self:cross(npc, area, "enter")
      end
    end
  end

  function World:area_goes(area)
    for _, npc in ipairs(self.entities) do
      for i, other in ipairs(npc.areas or {}) do
        if other == area then
          table.remove(npc.areas, i)
          self:cross(npc, area, "exit", true)
          break
        end
      end
    end
  end

  ---- What can be asked ----

  local function numbers_of(list)
    local numbers = {}
    for i, entity in ipairs(list) do numbers[i] = entity.number end
    return numbers
  end

  function World:area_of(npc)
    local area = self:innermost(npc)
    return area and area.number
  end

  function World:areas_of(npc) return numbers_of(self:areas_by_size(npc)) end
  function World:inside(area) return numbers_of(self:linked(area, "inside")) end

  function World:outer_of(area)
    local outer = self:outer(area)
    return outer and outer.number
  end
end
