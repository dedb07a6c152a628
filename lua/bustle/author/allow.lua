--- Warnings that the author of a definition has looked at and means: `allow = "unused-sequence"` in it, or a list of
-- codes. Errors cannot be allowed.
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local problems = require "bustle.problems"

local allow = {}

local Allowed = {}
Allowed.__index = Allowed

local function identity(kind, qualified)
  return ("%s %s"):format(kind, qualified)
end

local function read_layer(layer, codes)
  local given = type(layer.value) == "table" and layer.value.allow
  if not given or fields.names(given) then return end
  for _, code in ipairs(fields.list(given)) do codes[code] = codes[code] or { layer = layer, used = false } end
end

--- What definitions, and changes to them, allow.
-- @tparam {table,...} things
-- @tparam table layers of `bustle.author.content.layers`
-- @treturn table with the methods `without` and `tell_unneeded`
function allow.read(things, layers)
  local self = setmetatable({ by_thing = {} }, Allowed)
  for _, thing in ipairs(things) do
    local codes = {}
    for _, layer in ipairs(layers[thing] or { thing }) do read_layer(layer, codes) end
    if next(codes) then self.by_thing[identity(thing.kind, thing.qualified)] = { thing = thing, codes = codes } end
  end
  return self
end

--- Problems without the warnings that are allowed.
-- @tparam {table,...} list
-- @treturn {table,...}
function Allowed:without(list)
  local kept = {}
  for _, problem in ipairs(list) do
    local entry = problem.severity == "warning" and self.by_thing[identity(problem.kind, problem.thing)]
    local allowed = entry and entry.codes[problem.code]
    if allowed then allowed.used = true else kept[#kept + 1] = problem end
  end
  return kept
end

--- Adds a warning for each code that is allowed and was not found.
-- @tparam {table,...} list
-- @tparam table held_back a set of things about which not everything can be said
function Allowed:tell_unneeded(list, held_back)
  for _, id in ipairs(keys.names(self.by_thing)) do
    local entry = self.by_thing[id]
    for _, code in ipairs(held_back[entry.thing] and {} or keys.names(entry.codes)) do
      if not entry.codes[code].used then
        problems.add(list, entry.codes[code].layer, { severity = "warning", code = "unneeded-allow", spot = "allow",
          text = ('there is no warning "%s" to allow'):format(code), cure = "leave it out, or mend the code" })
      end
    end
  end
end

return allow
