--- Other programs: quoting for the shell, and whether they succeeded, which every Lua reports in its own way.
local shell = {}

--- A word that the shell takes as it is.
-- @tparam string text
-- @treturn string
function shell.quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- A path for a program, which would take one with a dash in front for an option.
-- @tparam string path
-- @treturn string
function shell.path(path)
  return shell.quote(path:find("^%-") and "./" .. path or path)
end

--- Whether a command succeeds. What it writes is dropped.
-- @tparam string command
-- @treturn boolean
function shell.succeeds(command)
  local result = os.execute(command .. " >/dev/null 2>&1 </dev/null")
  return result == true or result == 0
end

--- Runs a command.
-- @tparam string command
-- @treturn boolean whether it succeeded
-- @treturn string what it wrote
function shell.capture(command)
  local log = os.tmpname()
  local result = os.execute(("%s >%s 2>&1 </dev/null"):format(command, shell.path(log)))
  local file = io.open(log, "rb")
  local text = file and file:read("*a") or ""
  if file then file:close() end
  os.remove(log)
  return result == true or result == 0, text
end

--- Runs a command that only speaks when something is wrong.
-- @tparam string command
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string what it wrote
function shell.run(command)
  local succeeded, text = shell.capture(command)
  if succeeded then return true end
  return nil, (text:gsub("%s+$", ""))
end

return shell
