-- A folder to follow a page in: empty, but for the packs and examples of the project and a folder for mods. Commands and
-- programs run there as they would for a reader who has installed the library.
local shell = require "bustle.tool.shell"
local support = require "spec.tools.support"

local folder = {}

local function root()
  local _, path = support.shell("pwd")
  return shell.quote((path:gsub("\n", "")))
end

--- Calls a function with a new folder, and removes that whatever happens.
function folder.within(fn)
  local path = support.new_folder()
  os.execute(("mkdir -p %s/mods && ln -s %s/behaviours %s/examples %s"):format(path, root(), root(), path))
  local ok, problem = pcall(fn, path)
  support.remove_folder(path)
  if not ok then error(problem, 0) end
end

--- Writes a file, and the folders that it is in.
function folder.write(path, name, text)
  local whole = ("%s/%s"):format(path, name)
  os.execute("mkdir -p " .. shell.quote((whole:gsub("/[^/]*$", ""))))
  support.write(whole, text)
end

--- Runs a command of a page: `bustle`, `lua` and `busted` are those of this Lua.
-- @treturn number the exit status
-- @treturn string what it wrote
function folder.run(path, command)
  local lua, project = support.LUA, root()
  local script = {
    "busted_itself=$(command -v busted)",
    ("bustle() { %s %s/lua/bin/bustle.lua \"$@\"; }"):format(lua, project),
    ("lua() { %s \"$@\"; }"):format(lua),
    ("busted() { %s \"$busted_itself\" \"$@\"; }"):format(lua),
    "cd " .. shell.quote(path),
    command,
  }
  return support.shell(table.concat(script, "\n"))
end

return folder
