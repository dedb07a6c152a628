--- Writes a file whole or not at all: first under another name beside it, then in its place, so that a full disk loses
-- nothing that was there. `bustle.packs.sources` reads files.
local core = require "bustle.core"

local file = {}

local NOT_THERE = 2 -- what io.open tells beside its words, on every system

-- What is wrong, without the path that stands before it.
local function reason(message)
  return (tostring(message):gsub("^.*: ", ""))
end

-- Writes to what is there, or makes it.
local function put(path, text)
  local handle, message = io.open(path, "wb")
  if not handle then return false, reason(message) end
  local written, problem = handle:write(text)
  local closed, late = handle:close()
  if written and closed then return true end
  return false, reason(problem or late)
end

local function is_protected(path)
  local handle, message, code = io.open(path, "r+b")
  if handle then handle:close() end
  return not handle and code ~= NOT_THERE, message
end

-- Windows replaces nothing by renaming. What cannot be put in place stays beside it: it may be all that is left.
local function take_place(from, to)
  if os.rename(from, to) then return true end
  os.remove(to)
  local renamed, message = os.rename(from, to)
  if renamed then return true end
  return nil, ("%s: %s; it is in %s"):format(to, reason(message), from)
end

local function replace(path, text)
  local protected, why = is_protected(path)
  if protected then return nil, why end
  local unfinished = path .. ".unfinished"
  local written, problem = put(unfinished, text)
  if written then return take_place(unfinished, path) end
  os.remove(unfinished)
  return nil, ("%s: %s"):format(path, problem)
end

--- Writes a file; under LÖVE into the save directory. A device, a pipe or a link is written to and stays what it is.
-- @tparam string path
-- @tparam string text
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function file.write(path, text)
  local love = _G.love
  if type(love) == "table" and love.filesystem then return love.filesystem.write(path, text) end
  if not core.is_special(path) then return replace(path, text) end
  local written, problem = put(path, text)
  if written then return true end
  return nil, ("%s: %s"):format(path, problem)
end

return file
