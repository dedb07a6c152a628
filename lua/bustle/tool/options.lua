--- The arguments of a command, and its help. A command says what it takes:
--
--     { name = "check", arguments = "PATH...", least = 1, most = nil, summary = "...", about = "...",
--       options = { { "json", "the findings as JSON" },
--         { "seconds", "run for S seconds", value = "S", read = tonumber, takes = "a number" } } }
--
-- `read` turns the text of an option into what the command wants, or returns nil: the option `takes` something else.
local nearest = require "bustle.common.nearest"

local options = {}

local HELP = { "help", "print this text" }

local function all_of(command)
  local list = {}
  for i, option in ipairs(command.options) do list[i] = option end
  list[#list + 1] = HELP
  return list
end

-- "--seconds", or "-o" for a name of one letter.
local function written(option)
  return (#option[1] == 1 and "-" or "--") .. option[1]
end

-- ---- Reading ----

local function find(command, text)
  local names = {}
  for i, option in ipairs(all_of(command)) do
    if written(option) == text then return option end
    names[i] = written(option)
  end
  return nil, ("no option '%s' (%s)"):format(text,
    nearest.question(text, names, "there are " .. table.concat(names, ", ")))
end

local function value_of(option, text)
  if text == nil then return nil, ("%s wants a value: %s %s"):format(written(option), written(option), option.value) end
  if not option.read then return text end
  local value = option.read(text)
  if value == nil then
    return nil, ("%s cannot be '%s': it takes %s"):format(written(option), text, option.takes)
  end
  return value
end

-- `--name=value` and `--name value`: the option, its value, and the number of the argument after it.
local function read_option(command, arguments, i)
  local name, attached = arguments[i]:match("^(%-%-[^=]+)=(.*)$")
  local option, message = find(command, name or arguments[i])
  if not option then return nil, message end
  if not option.value then
    if attached then return nil, ("%s takes no value"):format(written(option)) end
    return option, true, i + 1
  end
  local value, problem = value_of(option, attached or arguments[i + 1])
  if value == nil then return nil, problem end
  return option, value, attached and i + 1 or i + 2
end

local function check_count(command, given)
  if given.help then return given end
  if #given < (command.least or 0) then return nil, ("%s is missing"):format(command.missing) end
  if command.most and #given > command.most then return nil, ("'%s' is too much"):format(given[command.most + 1]) end
  return given
end

--- Reads arguments.
-- @tparam table command
-- @tparam {string,...} arguments
-- @treturn[1] table options by name, the other arguments as a list; values of an option that may come often are a list
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function options.read(command, arguments)
  local given, i, only_names = {}, 1, false
  for _, option in ipairs(command.options) do
    if option.often then given[option[1]] = {} end
  end
  while i <= #arguments do
    local text = arguments[i]
    if text == "--" and not only_names then
      only_names, i = true, i + 1
    elseif only_names or text == "-" or not text:find("^%-") then
      given[#given + 1], i = text, i + 1
    else
      local option, value, following = read_option(command, arguments, i)
      if not option then return nil, value end
      if option.often then table.insert(given[option[1]], value) else given[option[1]] = value end
      i = following
    end
  end
  return check_count(command, given)
end

-- ---- Help ----

--- The help of a command.
-- @tparam table command
-- @treturn string
function options.help(command)
  local lines = { ("usage: bustle %s [OPTIONS] %s"):format(command.name, command.arguments), "", command.about, "" }
  for _, option in ipairs(all_of(command)) do
    local left = written(option) .. (option.value and " " .. option.value or "")
    lines[#lines + 1] = ("  %-16s %s"):format(left, option[2])
  end
  return table.concat(lines, "\n") .. "\n"
end

return options
