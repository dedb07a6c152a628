--- Reads what callgrind writes: the instructions of a run, and of each function in it.
local callgrind = {}

-- Names are given once, with a number that stands for them from then on: "fn=(12) take_turn", later "fn=(12)".
local function named(names, text)
  local number, name = text:match("^(%b()) ?(.*)$")
  if not number then return text end
  if name ~= "" then names[number] = name end
  return names[number]
end

local function function_named(functions, name)
  functions[name] = functions[name] or { name = name, own = 0, calls = 0, inclusive = 0 }
  return functions[name]
end

-- What a line of a callgrind file does to what has been read so far.
local function read_line(reading, line)
  local key, value = line:match("^(%l+)=(.*)$")
  if key == "fn" then
    reading.current = function_named(reading.functions, named(reading.names, value))
  elseif key == "cfn" then
    reading.called = function_named(reading.functions, named(reading.names, value))
  elseif key == "calls" then
    reading.called.calls = reading.called.calls + tonumber(value:match("^%d+"))
    reading.is_call = true
  elseif line:find("^[%d+*-]") then
    local cost = tonumber(line:match("^%S+ (%d+)$") or 0)
    if reading.is_call then
      reading.called.inclusive = reading.called.inclusive + cost
    else
      reading.current.own = reading.current.own + cost
    end
    reading.is_call = false
  elseif line:find("^totals: ") then
    reading.total = tonumber(line:match("^totals: (%d+)"))
  end
end

--- Reads the lines of a file, given as an iterator.
-- @treturn[1] number instructions in all
-- @treturn[1] table functions, those with most of their own first: `name`, `own` instructions, `calls`, and
--   `inclusive` instructions, of those calls and all that they call
-- @treturn[2] nil these are not the lines of callgrind, or not all of them
function callgrind.read(lines)
  local reading = { names = {}, functions = {} }
  for line in lines do read_line(reading, line) end
  if not reading.total then return nil end
  local list = {}
  for _, each in pairs(reading.functions) do list[#list + 1] = each end
  table.sort(list, function(a, b)
    if a.own ~= b.own then return a.own > b.own end
    return a.name < b.name
  end)
  return reading.total, list
end

return callgrind
