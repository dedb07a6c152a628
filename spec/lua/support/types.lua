-- What the files with types for editors declare.
local types = {}

-- The fields and methods of each class.
function types.declared(path)
  local file = assert(io.open(path))
  local classes, current, locals = {}, nil, {}
  for line in file:lines() do
    local class, parent = line:match("^%-%-%-@class ([%w.]+) ?:? ?([%w.]*)")
    if class then
      current = {}
      for name in pairs(parent ~= "" and classes[parent] or {}) do current[name] = true end
      classes[class] = current
    end
    local field = line:match("^%-%-%-@field ([%w_]+)")
    if field then current[field] = true end
    local name = line:match("^local (%w+) = {}")
    if name then locals[name] = current end
    local owner, method = line:match("^function (%w+)[.:]([%w_]+)")
    local members = locals[owner]
    if members then members[method] = true end
  end
  file:close()
  return classes
end

-- The names in a map that are for everybody, in order.
function types.names(map)
  local list = {}
  for name in pairs(map) do
    if type(name) == "string" and not name:find("^_") then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

return types
