--- The command line for authors: `bustle check`, `compile`, `editor`, `graph`, `inspect`, `love-init`, `new`,
-- `plan`, `replay`, `run`, `test`. Each command is a file of `bustle.tool.*`; here one is chosen and its arguments are
-- read.
--
-- Exit status: 0 all is well, 1 something is wrong, 2 the command was not understood.
local nearest = require "bustle.common.nearest"
local options = require "bustle.tool.options"

local tool = {}

--- The commands, in the order of their names.
tool.COMMANDS = { "check", "compile", "editor", "graph", "inspect", "love-init", "new", "plan", "replay", "run",
  "test" }

local function command_of(name)
  for _, each in ipairs(tool.COMMANDS) do
    if each == name then return require("bustle.tool." .. name:gsub("%-", "_")) end
  end
end

local function help()
  local lines = { "usage: bustle COMMAND [ARGUMENTS]", "" }
  for _, name in ipairs(tool.COMMANDS) do
    lines[#lines + 1] = ("  %-10s%s"):format(name, command_of(name).summary)
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "bustle COMMAND --help says more about each, bustle --version which version this is."
  return table.concat(lines, "\n") .. "\n"
end

local function usage_error(streams, name, message)
  streams.err:write(("bustle%s: %s\n"):format(name and " " .. name or "", message))
  return 2
end

-- Of a program that somebody has ended with Ctrl-C, as shells have it.
local INTERRUPTED = 130

-- What nobody foresaw is told with where it happened; for whoever called, it is an error like others.
local function guarded(streams, fn, ...)
  local ran, result = xpcall(fn, function(message) return debug.traceback(tostring(message), 2) end, ...)
  if ran then return result end
  if result:find("^[^\n]*interrupted!\n") then return INTERRUPTED end
  streams.err:write(("bustle: this is a mistake in bustle itself: %s\n"):format(result))
  return 1
end

local function run(name, command, arguments, streams)
  local given, message = options.read(command, arguments)
  if not given then
    return usage_error(streams, name, ("%s; bustle %s --help says more"):format(message, name))
  end
  if given.help then
    streams.out:write(options.help(command))
    return 0
  end
  return guarded(streams, function() return command.run(given, streams) end)
end

--- Runs a command.
-- @tparam {string,...} arguments the command's name and what follows it
-- @tparam table streams `out` and `err`, each with a method `write`
-- @treturn number the exit status
function tool.main(arguments, streams)
  local name = arguments[1]
  if name == nil or name == "help" or name == "--help" or name == "-h" then
    streams.out:write(help())
    return name and 0 or 2
  elseif name == "--version" then
    streams.out:write(("bustle %s\n"):format(require("bustle.core").version))
    return 0
  end
  local command = command_of(name)
  if not command then
    return usage_error(streams, nil, ("no command '%s' (%s)"):format(name, nearest.question(name, tool.COMMANDS,
      "there are " .. table.concat(tool.COMMANDS, ", "))))
  end
  local rest = {}
  for i = 2, #arguments do rest[i - 1] = arguments[i] end
  return run(name, command, rest, streams)
end

return tool
