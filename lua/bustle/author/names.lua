--- What a name means where it is written: first the names of the pack itself, then those of the packs it depends on,
-- then those of the packs that these depend on, and so forth; and `pack.name` everywhere.
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"

local names = {}

local Names = {}
Names.__index = Names

-- Comparing with all names costs time: not for content that is wrong from end to end.
local ENOUGH_QUESTIONS = 200

local SHOWN = { environment = "env" }

--- Kinds of links that follow from what is going on (S65). They belong to no pack.
names.BUILT_IN_LINKS = { holder = true, provider = true, inside = true, around = true, outer = true, inner = true,
  member = true }

--- All kinds of things that have names, in the order in which questions name them.
names.KINDS = { "state", "environment", "link", "inbox", "interruption", "constant", "action", "sequence", "plan",
  "role", "scene", "entity" }

--- Gathers the things of packs.
-- @tparam {table,...} packs of different names
-- @treturn table with `find` and `things` (by kind and qualified name)
function names.new(packs)
  local self = setmetatable({ packs = {}, order = packs, things = {}, made = {}, levels = {}, questions = 0 }, Names)
  for _, kind in ipairs(names.KINDS) do self.things[kind] = {} end
  for _, pack in ipairs(packs) do
    self.packs[pack.name] = pack
    for kind, by_name in pairs(pack.named) do
      if self.things[kind] then
        for _, thing in pairs(by_name) do self.things[kind][thing.qualified] = thing end
      end
    end
  end
  return self
end

-- What a pack has under a name: what it declares, or what is made of that.
local function of_pack(self, pack, kind, name)
  local made = self.made[pack]
  return pack.named[kind][name] or made and made[kind] and made[kind][name]
end

--- Adds a thing that no pack declares, but that is made of what one declares. Packs themselves stay as they are: they
-- may be compiled more than once.
-- @tparam table thing
function Names:add(thing)
  local made = self.made[thing.pack] or {}
  self.made[thing.pack] = made
  made[thing.kind] = made[thing.kind] or {}
  made[thing.kind][thing.name] = thing
  self.things[thing.kind][thing.qualified] = thing
end

-- ---- Questions ----

local function quoted(list)
  local texts = {}
  for i, thing in ipairs(list) do texts[i] = ('"%s"'):format(thing.qualified) end
  return table.concat(texts, " or ")
end

-- The same name in a pack that is not seen from here.
local function elsewhere(self, kind, name)
  for _, pack in ipairs(self.order) do
    local thing = pack.named[kind][name]
    if thing then return ('did you mean "%s"?'):format(thing.qualified) end
  end
end

-- The packs that somebody depends on directly, those that these depend on, and so forth, each once.
local function levels_of(self, from)
  if self.levels[from] then return self.levels[from] end
  local levels, seen, level = {}, { [from] = true }, { from }
  while #level > 0 do
    local further = {}
    for _, each in ipairs(level) do
      for _, dependency in ipairs(each.depends) do
        local pack = self.packs[dependency.name]
        if pack and not seen[pack] then
          seen[pack] = true
          further[#further + 1] = pack
        end
      end
    end
    level = further
    levels[#levels + 1] = level
  end
  self.levels[from] = levels
  return levels
end

local function visible_names(self, kind, from)
  local list = from.named and keys.names(from.named[kind]) or {}
  for _, level in ipairs(levels_of(self, from)) do
    for _, pack in ipairs(level) do
      for _, name in ipairs(keys.names(pack.named[kind])) do list[#list + 1] = name end
    end
  end
  return list
end

local function question(self, kind, name, from)
  self.questions = self.questions + 1
  if self.questions > ENOUGH_QUESTIONS then return nil end
  if name:find(".", 1, true) then return nearest.question(name, keys.names(self.things[kind])) end
  return elsewhere(self, kind, name) or nearest.question(name, visible_names(self, kind, from))
    or nearest.question(name, keys.names(self.things[kind]))
end

-- ---- Finding ----

-- What the pack itself, or else the nearest packs, have under the name: one thing, several, or none.
local function candidates(self, kind, name, from)
  local whole = self.things[kind][name] or from.named and of_pack(self, from, kind, name)
  if whole then return { whole } end
  local list = {}
  for _, level in ipairs(levels_of(self, from)) do
    for _, pack in ipairs(level) do
      list[#list + 1] = of_pack(self, pack, kind, name)
    end
    if #list > 0 then break end
  end
  return list
end

-- By what is wanted: what else may have the name, and what to write then.
local OTHERS = {
  action = { "sequence", 'it is a sequence: write { sequence = "%s" }' },
  sequence = { "action", 'it is an action: make a sequence of it, chain { "%s" }' },
}

local function of_another_kind(self, kind, name, from)
  local other = OTHERS[kind]
  if other and candidates(self, other[1], name, from)[1] then return other[2]:format(name) end
end

--- Finds what a name means.
-- @tparam string kind one of `names.KINDS`
-- @tparam string name `name` or `pack.name`
-- @tparam table from the pack in which it is written, or `{ depends = { { name= }, ... } }` for somebody without names
-- @treturn[1] table the thing
-- @treturn[2] nil
-- @treturn[2] table `{ code=, text=, cure= }`
function Names:find(kind, name, from)
  local list = candidates(self, kind, name, from)
  if #list == 1 then return list[1] end
  local shown = SHOWN[kind] or kind
  if #list > 1 then
    return nil, { code = "ambiguous-name", text = ('%s "%s" is ambiguous: %s'):format(shown, name, quoted(list)),
      cure = "write the one that is meant with its pack" }
  end
  return nil, { code = "unknown-" .. kind, text = ('unknown %s "%s"'):format(shown, name),
    cure = of_another_kind(self, kind, name, from) or question(self, kind, name, from) }
end

--- Whether a pack depends on another, directly or through others.
-- @tparam table pack
-- @tparam table other
function Names:depends(pack, other)
  for _, level in ipairs(levels_of(self, pack)) do
    for _, each in ipairs(level) do
      if each == other then return true end
    end
  end
  return false
end

return names
