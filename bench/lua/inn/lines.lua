--- Counts the lines of a Lua file that say something: comments and blank lines apart.
local lines = {}

-- Where a long bracket that begins at a place in the text ends; nil if none begins there.
local function after_long_bracket(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil end
  local _, last = text:find("]" .. level .. "]", at, true)
  return (last or #text) + 1
end

-- Where a string in quotes ends.
local function after_quotes(text, at)
  local quote, i = text:sub(at, at), at + 1
  while i <= #text and text:sub(i, i) ~= quote do i = i + (text:sub(i, i) == "\\" and 2 or 1) end
  return i + 1
end

-- Where the next piece ends, and whether it is a comment.
local function next_piece(text, at)
  if text:find("^%-%-", at) then
    return after_long_bracket(text, at + 2) or text:find("\n", at, true) or #text + 1, true
  end
  if text:find("^[\"']", at) then return after_quotes(text, at), false end
  return after_long_bracket(text, at) or at + 1, false
end

--- The number of lines of a text on which there is something but comments.
-- @tparam string text Lua
-- @treturn number
function lines.count(text)
  local count, at, counted = 0, 1, false
  while at <= #text do
    local after, is_comment = next_piece(text, at)
    local piece = text:sub(at, after - 1)
    for line, ending in (piece .. "\0"):gmatch("([^\n%z]*)([\n%z])") do
      if not counted and not is_comment and line:find("%S") then count, counted = count + 1, true end
      if ending == "\n" then counted = false end
    end
    at = after
  end
  return count
end

--- Of a file.
-- @tparam string path
function lines.of_file(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return lines.count(text)
end

return lines
