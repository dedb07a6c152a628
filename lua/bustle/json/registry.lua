--- What the files define, kind by kind: which id or name of theirs is which name in the pack. In the files a name may
-- be any text, be missing or be there twice; in a pack it may not.
local keys = require "bustle.common.keys"
local core = require "bustle.core"
local nearest = require "bustle.common.nearest"

local registry = {}

local Registry = {}
Registry.__index = Registry

-- Comparing with all names costs time: not for files that are wrong from end to end.
local ENOUGH_COMPARISONS = 20000

--- For one kind of thing.
-- @tparam table kind `kind` and `shown` for problems, `pack`, `file` that defines it, `words = true` if names of it are
-- written in expressions
function registry.new(kind)
  return setmetatable({ kind = kind, by_id = {}, by_name = {}, taken = {}, complete = true, compared = 0 }, Registry)
end

--- What problems are about: a thing of the pack.
function Registry:thing(name, word)
  local kind = self.kind
  return { kind = kind.kind, word = word or kind.shown, name = name, pack = kind.pack,
    qualified = ("%s.%s"):format(kind.pack.name, name) }
end

-- ---- Names ----

-- The name as the pack can have it.
local function usable(self, name)
  if not self.kind.words then return (name:gsub("[%c%.]", "_")) end
  name = name:gsub("[^%w_\128-\255]", "_")
  return core.is_word(name) and name or "_" .. name
end

-- Of things of one name the first has it, the others get their id behind it.
local function unused(self, name, id)
  if not self.taken[name] then return name end
  name = ("%s_%d"):format(name, id)
  while self.taken[name] do name = name .. "_" end
  return name
end

local function tell_renamed(self, at, wanted, name)
  local plain = wanted:gsub("%c", "?")
  at:report { severity = "warning", code = "renamed", text = ('"%s" is called "%s" in the pack'):format(plain, name),
    cure = self.taken[wanted] and "give it a name of its own" or "use letters, digits and _" }
end

-- ---- Defining ----

--- Takes up a definition.
-- @tparam table at cursor of the entry; what is wrong with it is told about the thing from now on
-- @tparam string id_key the key of its id
-- @tparam string name_key the key of its name
-- @tparam[opt] string word as the pack declares it
-- @treturn string|nil its name in the pack; nil if it has no id, or one that is there already
function Registry:define(at, id_key, name_key, word)
  local id_at, name_at = at:at(id_key), at:at(name_key)
  local id = id_at and id_at.value
  if type(id) ~= "number" or id ~= math.floor(id) or math.abs(id) > 2147483648 then
    self.complete = false
    return nil
  end
  id = math.floor(id) + 0
  local wanted = name_at and type(name_at.value) == "string" and name_at.value ~= "" and name_at.value
    or ("%s_%d"):format(self.kind.kind, id)
  local name = unused(self, usable(self, wanted), id)
  at:about(self:thing(name, word))
  if self.by_id[id] then
    id_at:report { code = "duplicate-id", cure = "give it an id of its own",
      text = ('%d is the id of %s "%s" too'):format(id, self.kind.shown, self.by_id[id]) }
    return nil
  end
  if name ~= wanted then tell_renamed(self, name_at or at, wanted, name) end
  self.by_id[id], self.taken[name] = name, true
  return name
end

--- The same for a definition whose name is used by the other files, so that it may be there only once.
function Registry:define_named(at, id_key, name_key)
  local written = at.value[name_key]
  local first = type(written) == "string" and self.by_name[written]
  if first then
    at:about(self:thing(first))
    at:at(name_key):report { code = "duplicate-name", text = "there is another one of this name",
      cure = "rename one of the two" }
    return nil
  end
  local name = self:define(at, id_key, name_key)
  if name and type(written) == "string" then self.by_name[written] = name end
  return name
end

-- ---- Finding ----

local function meant_name(self, written, names)
  if self.compared >= ENOUGH_COMPARISONS then return nil end
  local known = names(self)
  self.compared = self.compared + #known
  return nearest.name(written, known)
end

-- `names` lists what there is; `shown` puts one of that as it is written in the file.
local function tell_unknown(self, at, written, names, shown)
  -- With a definition missing that could not be read, this may well be the one. That has been told, so nothing is said
  -- here; what is missing in the thing for that reason is not to be told either.
  if not self.complete then
    at:subject().incomplete = true
    return
  end
  local meant = meant_name(self, written, names)
  at:report { code = "unknown-" .. self.kind.kind,
    text = ("there is no %s %s"):format(self.kind.shown, shown(self, written)),
    cure = meant and ("did you mean %s?"):format(shown(self, meant)) or ("define it in %s"):format(self.kind.file) }
end

local function ids(self)
  local list = {}
  for i, id in ipairs(keys.ordered(self.by_id)) do list[i] = ("%d"):format(id) end
  return list
end

local function with_name(self, id)
  local name = self.by_id[tonumber(id)]
  return name and ('%s, "%s"'):format(id, name) or id
end

--- What an id stands for; reported if there is none.
-- @tparam table at cursor of the id
-- @treturn string|nil the name in the pack
function Registry:find(at)
  local name = self.by_id[at.value]
  if not name then tell_unknown(self, at, ("%d"):format(at.value), ids, with_name) end
  return name
end

local function names_written(self)
  return keys.names(self.by_name)
end

local function quoted(_, name)
  return ('"%s"'):format(name:gsub("%c", "?"))
end

--- What a name in the files stands for; reported if it stands for nothing.
-- @tparam string written
-- @tparam table at cursor
-- @treturn string|nil the name in the pack
function Registry:find_name(written, at)
  local name = self.by_name[written]
  if not name then tell_unknown(self, at, written, names_written, quoted) end
  return name
end

return registry
