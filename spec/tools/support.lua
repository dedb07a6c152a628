-- Runs the commands for specs: within this process, and as a process of its own.
local shell = require "bustle.tool.shell"
local tool = require "bustle.tool"

local support = {}

local LUA = rawget(_G, "jit") and "luajit" or "lua5.4"

local function stream()
  local parts = {}
  return { write = function(self, ...)
    for i = 1, select("#", ...) do parts[#parts + 1] = (select(i, ...)) end
    return self
  end, text = function() return table.concat(parts) end }
end

--- Runs a command: `run("check", "--strict", path)`.
-- @treturn number the exit status
-- @treturn string what it wrote to standard output
-- @treturn string and to standard error
function support.run(...)
  local out, err = stream(), stream()
  local status = tool.main({ ... }, { out = out, err = err })
  return status, out.text(), err.text()
end

--- Runs a command of the shell.
-- @treturn number the exit status
-- @treturn string what it wrote
function support.shell(command)
  local pipe = io.popen(("{ %s\n} 2>&1 </dev/null; echo \"status $?\""):format(command))
  local text = pipe:read("*a")
  pipe:close()
  local output, status = text:match("^(.*)status (%d+)\n$")
  return tonumber(status), output
end

--- The command as a process of this Lua.
function support.command(...)
  local words = { LUA, "lua/bin/bustle.lua" }
  for i = 1, select("#", ...) do words[#words + 1] = shell.quote((select(i, ...))) end
  return table.concat(words, " ")
end

function support.process(...)
  return support.shell(support.command(...))
end

--- This Lua, and busted on it.
support.LUA = LUA

--- A folder that does not exist yet.
function support.new_folder()
  local path = os.tmpname()
  os.remove(path)
  return path .. "_folder"
end

function support.remove_folder(path)
  assert(path:find("_folder$"))
  os.execute("rm -rf " .. shell.quote(path))
end

function support.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function support.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

return support
