--- What is written for people to see: colours on a terminal, unless NO_COLOR is set, and nothing that a pack could use
-- to command the terminal.
local terminal = {}

local CODES = { red = "31", yellow = "33", dim = "2", bold = "1", reversed = "7" }

-- Lua cannot tell what a stream is, the shell can.
local function is_terminal(number)
  local result = os.execute(("test -t %d"):format(number))
  return result == true or result == 0
end

-- A terminal that shows colours says what it is; the command prompt of Windows does not.
local function wanted()
  local set, kind = os.getenv("NO_COLOR"), os.getenv("TERM") or "dumb"
  return not (set and set ~= "") and kind ~= "dumb"
end

local function plain(_, text)
  return text
end

local function painted(colour, text)
  return ("\27[%sm%s\27[0m"):format(CODES[colour], text)
end

local function harmless(character)
  return character == "\n" and "\n" or "?"
end

--- A text without control characters. What packs say of themselves may hold anything.
-- @tparam string text
-- @treturn string
function terminal.clean(text)
  return (text:gsub("%c", harmless):gsub("\194[\128-\159]", "?"))
end

--- A function that takes the name of a colour and a text, for what is written to a stream.
-- @tparam table stream
-- @treturn function
function terminal.painter(stream)
  return stream == io.stdout and wanted() and is_terminal(1) and painted or plain
end

return terminal
