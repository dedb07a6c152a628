--- The calls and types of the Lua module: types from the annotations, words from where the functions are written.
local annotations = require "docs.make.annotations"
local comments = require "docs.make.comments"

local model = {}

-- Whose functions are written where.
local WRITTEN = { World = "lua/bustle/world.lua", Entity = "lua/bustle/world/entity.lua",
  Explanation = "lua/bustle/observe/explain/explanation.lua", Log = "lua/bustle/observe/log.lua" }

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function add_words(each, said)
  if not said then return end
  if each.text == "" then each.text = said.text end
  for _, param in ipairs(each.params) do
    if param.text == "" then param.text = said.params[param.name] or "" end
  end
end

--- Everything in meta.lua, in order. A function has `owner`, `params`, `returns` and `call`, which is such as
-- "world:spawn(kind, options?)".
function model.read()
  local found, said = annotations.read(read "lua/bustle/meta.lua"), {}
  for owner, path in pairs(WRITTEN) do said[owner] = comments.read(read(path)) end
  for _, each in ipairs(found) do
    if each.kind == "function" then
      local owner, mark, name = each.name:match("^(.*)([.:])([%w_]+)$")
      each.owner, each.short = owner, name
      add_words(each, said[owner] and said[owner][name])
      local params = {}
      for i, param in ipairs(each.params) do params[i] = param.name .. (param.optional and "?" or "") end
      each.call = ("%s%s%s(%s)"):format(owner:lower(), mark, name, table.concat(params, ", "))
    end
  end
  return found
end

return model
