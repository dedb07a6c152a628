-- ./bustle bench variety [--quick] [--json] [--pictures FOLDER]: measures, and prints tables or one JSON object.
local line = require "bustle.json.line"
local pictures = require "bench.variety.pictures"
local report = require "bench.variety.report"
local run = require "bench.variety.run"

local HELP = [[
usage: ./bustle bench variety [--quick] [--json] [--pictures FOLDER]

Plays the market with several ways of choosing between what is open (the first, any, by weights, one after the other,
out of a bag) and with memory, over several seeds and capacities, and measures how varied it is; then how the capacity
of memory and the number of options interact. What is measured is told in docs/variety.md.

  --quick            fewer seeds, shorter runs
  --json             one JSON object, as told in bench/variety/run.lua, instead of tables
  --pictures FOLDER  writes variety-options.svg and variety-capacity.svg there, too
  --help             this text

Exit status: 0 when it has measured, whatever the figures; 1 when it could not, or when core and oracle decided
differently; 2 for an unknown option.]]

local function refuse(message)
  io.stderr:write(("bustle: bench variety: %s; --help lists the options\n"):format(message))
  os.exit(2)
end

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
      options.pictures = arguments[i] or refuse "--pictures wants a folder"
    else
      refuse(("no option '%s'"):format(option))
    end
    i = i + 1
  end
  return options
end

local function open(folder, name, mode)
  local file, message = io.open(("%s/%s"):format(folder, name), mode)
  if not file then
    io.stderr:write(("bustle: bench variety: %s\n"):format(message))
    os.exit(1)
  end
  return file
end

-- Whether there can be pictures, asked before the minutes of measuring.
local function check_folder(folder)
  for _, name in ipairs(pictures.NAMES) do open(folder, name, "ab"):close() end
end

local function write_pictures(folder, result)
  for name, text in pairs(pictures.of(result)) do
    local file = open(folder, name, "wb")
    file:write(text)
    file:close()
  end
end

local options = read_options(arg)
if options.help then
  print(HELP)
  os.exit(0)
end
if options.pictures then check_folder(options.pictures) end
local root = arg[0]:match("^(.*)/bench/variety/") or "."
local result = run(root, options.plan, function(text) io.stderr:write(text, "\n") end)
if options.pictures then write_pictures(options.pictures, result) end
print(options.json and line.encode(result) or table.concat(report.lines(result), "\n"))
if not result.same_decisions then
  io.stderr:write("bustle: bench variety: core and oracle decided differently: nothing to compare\n")
  os.exit(1)
end
