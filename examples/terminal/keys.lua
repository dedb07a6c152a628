-- Keys as they are pressed, without Enter.
local keys = {}

local function does(command)
  local ok = os.execute(command)
  return ok == true or ok == 0
end

--- Lets keys be read; returns what gives the terminal back as it was, or nil where nobody can press any.
function keys.open()
  if not does "test -t 0" then return nil end
  local pipe = io.popen "stty -g"
  local before = pipe:read "*l"
  pipe:close()
  if not does "stty -icanon -echo min 0 time 1" then return nil end
  return function() os.execute("stty " .. before) end
end

--- The next key; nil if none comes within a tenth of a second.
function keys.read() return io.read(1) end

return keys
