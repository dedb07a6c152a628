--- JSON as text, made to be read and compared: keys in a given order, a line for each, short things on one line.
--
-- An object is a list of keys and values in turn, `{ "key", 1, "value", 2 }`; an array has `array = true`.
local writer = {}

local WIDEST = 120

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" }

local function text(value)
  return '"' .. value:gsub('[%c"\\]', function(character)
    return ESCAPES[character] or ("\\u%04x"):format(character:byte())
  end) .. '"'
end

local write

-- Each member or item as text.
local function parts_of(value, indent)
  local parts = {}
  if value.array then
    for i, item in ipairs(value) do parts[i] = write(item, indent) end
    return parts
  end
  for i = 1, #value, 2 do parts[#parts + 1] = ("%s: %s"):format(text(value[i]), write(value[i + 1], indent)) end
  return parts
end

local function fits(parts, indent)
  local width = #indent
  for _, part in ipairs(parts) do
    if part:find("\n", 1, true) then return false end
    width = width + #part + 2
  end
  return width <= WIDEST
end

function write(value, indent)
  if type(value) == "string" then return text(value) end
  if type(value) == "number" then return ("%d"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local opens, closes = "{", "}"
  if value.array then opens, closes = "[", "]" end
  local parts = parts_of(value, indent .. "  ")
  if #parts == 0 then return opens .. closes end
  if fits(parts, indent) then
    local space = value.array and "" or " "
    return opens .. space .. table.concat(parts, ", ") .. space .. closes
  end
  return ("%s\n%s  %s\n%s%s"):format(opens, indent, table.concat(parts, ",\n  " .. indent), indent, closes)
end

--- The text of a value, with a newline at its end.
-- @tparam table|string|number|boolean value
-- @treturn string
function writer.write(value)
  return write(value, "") .. "\n"
end

return writer
