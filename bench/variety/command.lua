--- The command `./bustle bench variety`: reads its arguments, measures, and prints tables or one JSON object.
local writer = require "bustle.json.writer"
local pictures = require "bench.variety.pictures"
local report = require "bench.variety.report"
local run = require "bench.variety.run"

local command = {}

local HELP = [[
usage: ./bustle bench variety [--quick] [--json] [--pictures FOLDER]

Plays the market with several ways of choosing between what is open (the first, any, by weights, one after the other,
out of a bag) and with memory, over several seeds and capacities, and measures how varied it is; and a day of the
village with memory and by chance. Then measures how the capacity of memory and the number of options interact.
docs/variety.md explains the measures.

  --quick            use fewer seeds and shorter runs
  --json             print one JSON object instead of tables; bench/variety/run.lua describes it
  --pictures FOLDER  also write variety-options.svg and variety-capacity.svg to FOLDER
  --help             print this text

Exit status: 0 when it has measured, whatever the figures; 1 when it could not, or when core and oracle decided
differently; 2 for an unknown option.]]

-- ---- Arguments ----

-- nil and what is wrong where they make no sense.
local function read_options(arguments)
  local options, i = { plan = run.PLANS.full }, 1
  while arguments[i] do
    local option = arguments[i]
    if option == "--quick" then
      options.plan = run.PLANS.quick
    elseif option == "--json" or option == "--help" then
      options[option:sub(3)] = true
    elseif option == "--pictures" then
      i = i + 1
      options.pictures = arguments[i]
      if not options.pictures then return nil, "--pictures wants a folder" end
    else
      return nil, ("no option '%s'"):format(option)
    end
    i = i + 1
  end
  return options
end

-- ---- Pictures ----

-- Whether there can be pictures, asked before the minutes of measuring. nil and why not.
local function can_write(folder)
  for _, name in ipairs(pictures.NAMES) do
    local file, message = io.open(("%s/%s"):format(folder, name), "ab")
    if not file then return nil, message end
    file:close()
  end
  return true
end

local function write_pictures(folder, result)
  for name, text in pairs(pictures.of(result)) do
    local file = assert(io.open(("%s/%s"):format(folder, name), "wb"))
    file:write(text)
    file:close()
  end
end

-- ---- All of it ----

--- Runs the command.
-- @tparam {string,...} arguments
-- @tparam string root the folder of the project
-- @tparam table streams `out` and `err`
-- @treturn number the exit status
function command.run(arguments, root, streams)
  local function complain(status, text, ...)
    streams.err:write("bustle: bench variety: ", text:format(...), "\n")
    return status
  end
  local options, message = read_options(arguments)
  if not options then return complain(2, "%s; --help lists the options", message) end
  if options.help then
    streams.out:write(HELP, "\n")
    return 0
  end
  if options.pictures then
    local ready, why = can_write(options.pictures)
    if not ready then return complain(1, "%s", why) end
  end
  local result = run(root, options.plan, function(text) streams.err:write(text, "\n") end)
  if options.pictures then write_pictures(options.pictures, result) end
  streams.out:write(options.json and writer.line(result) or table.concat(report.lines(result), "\n"), "\n")
  return result.same_decisions and 0 or complain(1, "core and oracle decided differently: nothing to compare")
end

return command
