-- Links between entities, what leads from one to another without being written, and the paths that follow both: S65 S66.
-- world.links[from][kind][to] is the value of a link; all three are names or spawn numbers. A shout of world.shouts that has a path is
-- { raiser=spawn number, name=, begin=spawn number, path= }.

local u32 = require "spec.oracle.u32"

return function(World)
  local MOST_OF_A_KIND, MOST, MOST_LOOKED_AT, MOST_ROUNDS = 255, 1048576, 256, 16

  ---- Ends ----

  -- Whom `self`, `target`, `area` or "part:NAME" stands for, or nil.
  function World:whom(about, word)
    if word == "self" then return about.npc end
    if word == "target" then return about.target end
    if word == "area" then return about.npc.def.npc and self:innermost(about.npc) or nil end
    local part = word:match "^part:(.*)$"
    return part and about.part and about.part(part) or nil
  end

  ---- What follows from what is going on ----

  local BUILT_IN = {}

  local function with_numbers(world, numbers)
    local list = {}
    for _, entity in ipairs(world.entities) do
      if numbers[entity.number] then list[#list + 1] = entity end
    end
    return list
  end

  function BUILT_IN.holder(world, entity)
    local numbers = {}
    for _, npc in ipairs(world.entities) do
      for _, place in ipairs(npc.places or {}) do
        if place.held and place.provider == entity.number then numbers[npc.number] = true end
      end
    end
    return with_numbers(world, numbers)
  end

  function BUILT_IN.provider(world, npc)
    local numbers = {}
    for _, place in ipairs(npc.places or {}) do
      if place.held then numbers[place.provider] = true end
    end
    return with_numbers(world, numbers)
  end

  function BUILT_IN.inside(world, area)
    local numbers = {}
    for _, npc in ipairs(world.entities) do
      for _, other in ipairs(npc.areas or {}) do
        if other == area then numbers[npc.number] = true end
      end
    end
    return with_numbers(world, numbers)
  end

  function BUILT_IN.around(world, npc) return { npc.def.npc and world:innermost(npc) or nil } end

  function BUILT_IN.outer(world, area) return { area.def.area and world:outer(area) or nil } end

  function BUILT_IN.inner(world, area)
    local numbers = {}
    for _, other in ipairs(world.entities) do
      if other.def.area and world:outer(other) == area then numbers[other.number] = true end
    end
    return with_numbers(world, numbers)
  end

  function BUILT_IN.member(world, npc)
    local activity = npc.def.npc and world:top_activity(npc)
    local member = activity and world:topmost_part(activity)
    local numbers = {}
    for _, other in ipairs(member and member.scene.members or {}) do
      if other.npc ~= npc and not other.left then numbers[other.npc.number] = true end
    end
    return with_numbers(world, numbers)
  end

  function World.is_built_in(_, kind) return BUILT_IN[kind] ~= nil end

  -- Whomever the links of a kind lead to from an entity, by spawn number.
  function World:linked(entity, kind)
    if BUILT_IN[kind] then return BUILT_IN[kind](self, entity) end
    local links = self.links[entity.number]
    return with_numbers(self, links and links[kind] or {})
  end

  ---- Reading and writing (S65) ----

  -- The value, or the default; whether there is one.
  function World:link_value(from, kind, to)
    if BUILT_IN[kind] then
      for _, other in ipairs(self:linked(from, kind)) do
        if other == to then return 1, true end
      end
      return 0, false
    end
    local links = self.links[from.number]
    local value = links and links[kind] and links[kind][to.number]
    if value then return value, true end
    return self.content.links[kind].default, false
  end

  function World:cut_link(from, kind, to)
    local links = self.links[from.number]
    if links and links[kind] then links[kind][to.number] = nil end
  end

  function World:count_links()
    local count = 0
    for _, kinds in pairs(self.links) do
      for _, others in pairs(kinds) do
        for _ in pairs(others) do count = count + 1 end
      end
    end
    return count
  end

  -- nil and why it is refused.
  function World:write_link(from, kind, to, value)
    local key = self.content.links[kind]
    if from == to then return nil, "to itself" end
    value = u32.clamp(value, key.min, key.max)
    if key.flag and value == 0 then
      self:cut_link(from, kind, to)
      return true
    end
    local _, exists = self:link_value(from, kind, to)
    if not exists and (#self:linked(from, kind) >= MOST_OF_A_KIND or self:count_links() >= MOST) then
      self.links_refused = self.links_refused + 1
      return nil, "too many"
    end
    local links = self.links[from.number] or {}
    self.links[from.number] = links
    links[kind] = links[kind] or {}
    links[kind][to.number] = value
    return true
  end

  -- An effect.
  function World:modify_link(about, how, link, value)
    local from, to = self:whom(about, link[2]), self:whom(about, link[3])
    if not (from and to and value) then return end
    local old = self:link_value(from, link[1], to)
    if how == "add" then value = u32.saturate(old + value) end
    if how == "sub" then value = u32.saturate(old - value) end
    self:write_link(from, link[1], to, value)
  end

  -- With an entity that leaves.
  function World:cut_links(entity)
    self.links[entity.number] = nil
    for _, links in pairs(self.links) do
      for _, kind in pairs(links) do kind[entity.number] = nil end
    end
  end

  local function ends(world, from, kind, to)
    if not world.content.links[kind] and not BUILT_IN[kind] then return nil, "unknown kind" end
    from, to = world:entity(from), world:entity(to)
    if not (from and to) then return nil, "stale handle" end
    if BUILT_IN[kind] then return nil, "read only" end
    return from, to
  end

  -- The game's own. A value of nil is 1.
  function World:link(from_number, kind, to_number, value)
    self:guard()
    local from, to = ends(self, from_number, kind, to_number)
    if not from then return nil, to end
    if from == to then return nil, "to itself" end
    return self:write_link(from, kind, to, value or 1)
  end

  function World:unlink(from_number, kind, to_number)
    self:guard()
    local from, to = ends(self, from_number, kind, to_number)
    if not from then return nil, to end
    self:cut_link(from, kind, to)
    return true
  end

  ---- Paths (S66) ----

  -- { begin=word, steps={ { kind=, tag=, repeats=bool }, ... } in the order of going }.
  local function parse(path, is_kind)
    local words = {}
    for word in (path .. " of "):gmatch "(.-) of " do table.insert(words, 1, word) end
    local parsed = { begin = "self", steps = {} }
    local first = words[1]
    if first == "self" or first == "target" or first == "area" then
      parsed.begin = table.remove(words, 1)
    elseif not is_kind(first:match "^[^(+]+") then
      parsed.begin = "part:" .. table.remove(words, 1)
    end
    for i, word in ipairs(words) do
      parsed.steps[i] = { kind = word:match "^[^(+]+", tag = word:match "%((.-)%)", repeats = word:find("+", 1, true) ~= nil }
    end
    return parsed
  end

  function World:parse_path(path)
    return parse(path, function(kind) return BUILT_IN[kind] ~= nil or self.content.links[kind] ~= nil end)
  end

  -- One step: from these, in this order, whom it finds, in the order found. `budget.left`: links that may still be looked at.
  local function take_step(world, step, from, budget)
    local reached, found, gone_on_from = {}, {}, {}
    local round, rounds = from, 0
    while #round > 0 and rounds < (step.repeats and MOST_ROUNDS or 1) do
      local newly = {}
      for _, entity in ipairs(round) do
        if not gone_on_from[entity] then
          gone_on_from[entity] = true
          for _, other in ipairs(world:linked(entity, step.kind)) do
            if budget.left == 0 then
              budget.cut = true
              return found
            end
            budget.left = budget.left - 1
            if not reached[other] then
              reached[other] = true
              newly[#newly + 1] = other
              if not step.tag or world:has_tag(other.def, { step.tag }) then found[#found + 1] = other end
            end
          end
        end
      end
      round, rounds = newly, rounds + 1
    end
    return found
  end

  -- Whom a path finds that begins at this entity (nil: it is not there), by spawn number.
  function World:follow_path(parsed, begin)
    if not begin then return {} end
    local budget, list = { left = MOST_LOOKED_AT, cut = false }, { begin }
    for _, step in ipairs(parsed.steps) do list = take_step(self, step, list, budget) end
    if budget.cut then self.paths_cut = self.paths_cut + 1 end
    table.sort(list, function(a, b) return a.number < b.number end)
    return list
  end

  function World:found_by(path, about)
    local parsed = self:parse_path(path)
    return self:follow_path(parsed, self:whom(about, parsed.begin))
  end

  -- count(PATH), count(PATH in PATH).
  function World:count_path(path, within, about)
    local list = self:found_by(path, about)
    if not within then return #list end
    local there, count = {}, 0
    for _, entity in ipairs(self:found_by(within, about)) do there[entity] = true end
    for _, entity in ipairs(list) do count = count + (there[entity] and 1 or 0) end
    return count
  end

  -- Does a path name kinds that there are, and begin at the entity or its area?
  local function is_known(world, parsed)
    if parsed.begin ~= "self" and parsed.begin ~= "area" then return false end
    for _, step in ipairs(parsed.steps) do
      if not BUILT_IN[step.kind] and not world.content.links[step.kind] then return false end
    end
    return true
  end

  -- Asked by the game: a list of spawn numbers.
  function World:query(number, path)
    local entity = self:entity(number)
    if not entity then return nil, "stale handle" end
    if not is_known(self, self:parse_path(path)) then return nil, "bad path" end
    local list = {}
    for i, found in ipairs(self:found_by(path, { npc = entity })) do list[i] = found.number end
    return list
  end

  -- S45: where it begins is looked up now, whom it finds later.
  function World:shout_on_path(about, name, path)
    local begin = self:whom(about, self:parse_path(path).begin)
    self.shouts[#self.shouts + 1] = { raiser = (about.raiser or about.npc).number, name = name, begin = begin and begin.number, path = path }
  end

  function World:carry_to_found(shout)
    local begin = shout.begin and self:entity(shout.begin)
    for _, entity in ipairs(self:follow_path(self:parse_path(shout.path), begin)) do
      if entity.def.npc then self:raise(entity, shout.name, shout.raiser) end
    end
  end
end
