--- Files of this machine, read and written whole.
local files = {}

--- Reads a file.
-- @tparam string path
-- @treturn[1] string
-- @treturn[2] nil
-- @treturn[2] string why not, with the path
function files.read(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local text, problem = file:read("*a")
  file:close()
  if not text then return nil, ("%s: %s"):format(path, problem or "it cannot be read") end
  return text
end

--- Writes a file.
-- @tparam string path
-- @tparam string text
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not, with the path
function files.write(path, text)
  local file, message = io.open(path, "wb")
  if not file then return nil, message end
  local written, problem = file:write(text)
  local closed, late = file:close()
  if written and closed then return true end
  return nil, ("%s: %s"):format(path, problem or late or "it cannot be written")
end

return files
