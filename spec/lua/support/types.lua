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

-- What follows a type: types are words, texts and things in brackets, joined by bars.
local function after_type(text)
  local rest = text
  repeat
    rest = rest:gsub("^fun", ""):gsub('^"[^"]*"', ""):gsub("^[%w_.]+", "")
    local before
    repeat
      before = rest
      rest = rest:gsub("^%b<>", ""):gsub("^%b{}", ""):gsub("^%b()", ""):gsub("^%[%]", ""):gsub("^: [%w_.]+", "")
    until rest == before
    local joined, count = rest:gsub("^ | ", "")
    rest = joined
  until count == 0
  return rest
end

-- The fields of classes that are not explained, as "class.field".
function types.unexplained(path)
  local list, class = {}, nil
  for line in io.lines(path) do
    class = line:match("^%-%-%-@class ([%w.]+)") or class
    local field, rest = line:match("^%-%-%-@field ([%w_]+)%?? (.*)$")
    if field and not after_type(rest):find("%S") then list[("%s.%s"):format(class, field)] = true end
  end
  return list
end

-- What a file declares as a global function, and the type that the function it returns takes.
function types.words(path)
  local made, takes = {}, nil
  for line in io.lines(path) do
    takes = line:match("^%-%-%-@return fun%(%w+: (.*)%)$") or line:match("^%-%-%-@return (.*)$") or takes
    local name = line:match("^function ([%w_]+)%(")
    if name then made[name] = takes end
  end
  return made
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
