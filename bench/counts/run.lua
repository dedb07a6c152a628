--- Counts the instructions of the main paths under callgrind, and compares them with the kept figures. From the root of
-- the project, where it finds the modules beside it: run.lua BUILD [--keep] [--json] [--functions PATH]
local callgrind = require "bench.counts.callgrind"
local figures = require "bench.counts.figures"
local report = require "bench.counts.report"
local required = require "bench.counts.required"

local KEPT = "bench/instructions.txt"
local SHOWN_FUNCTIONS = 30

-- Nothing of the user's environment. Which of the C library's functions for memory and strings are used depends on the
-- processor, so AVX2 and fast string moves, which some lack, are turned off. Names of files are relative, because Lua
-- keeps them, and their length moves what comes after.
local ENVIRONMENT = "env -i PATH=\"$PATH\" LUA_PATH='?.lua;lua/?.lua;lua/?/init.lua' LUA_CPATH='%s/lua5.4/?.so' " ..
  "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-ERMS,-AVX_Fast_Unaligned_Load"
local CALLGRIND = "valgrind --quiet --tool=callgrind --instr-atstart=no --callgrind-out-file=%s"

-- The programs that walk the paths: the core's, and those of the Lua layer.
local PROGRAMS = { "%s/bench/counts/bench_counts", "%s/bench/counts/bench_counts_lua bench/counts/paths.lua" }

local function die(message)
  io.stderr:write("bench counts: ", message, "\n")
  os.exit(1)
end

local function read_options()
  local options, i = { build = arg[1] }, 2
  while arg[i] do
    if arg[i] == "--functions" then
      i = i + 1
      options.functions = arg[i]
    else
      options[arg[i]:match("^%-%-(.+)$")] = true
    end
    i = i + 1
  end
  return options
end

local function output_of(...)
  local pipe = assert(io.popen(table.concat({ ... }, " ")))
  local output = pipe:read("*a")
  pipe:close()
  return output
end

local function list_paths(build)
  local list, built = {}, {}
  for i, program in ipairs(PROGRAMS) do
    local command = program:format(build)
    for line in output_of(ENVIRONMENT:format(build), command):gmatch("[^\n]+") do
      local path, unit, only = line:match("^(.-)\t([^\t]+)\t?(.*)$")
      if path then
        list[#list + 1] = { path = path, unit = unit, only = only ~= "" and only or nil, command = command }
      else
        built[i] = line
      end
    end
    if not built[i] then die(command .. " does not run") end
  end
  list.built = table.concat(built, ", ")
  return list
end

-- What a call of one function costs, with all that it calls.
local function cost_of(name, functions)
  for _, each in ipairs(functions) do
    if each.name == name and each.calls > 0 then return each.inclusive / each.calls end
  end
  die(name .. " was not called")
end

local function count(build, each)
  io.stderr:write("counting ", each.path, "\n")
  local written = ("%s/bench/counts/%s.callgrind"):format(build, each.path)
  local output = output_of(ENVIRONMENT:format(build), CALLGRIND:format(written), each.command, each.path)
  each.done = tonumber(output) or die(each.path .. " could not be counted")
  local total, functions = callgrind.read(io.lines(written))
  if not total or total == 0 then
    die("callgrind counted nothing; was valgrind/callgrind.h there when the programs were built?")
  end
  local instructions = each.only and cost_of(each.only, functions) or total / each.done
  each.instructions, each.functions = math.floor(instructions * 10 + 0.5) / 10, functions
end

local function show_functions(build, paths, wanted)
  local names = {}
  for i, each in ipairs(paths) do
    names[i] = each.path
    if each.path == wanted then
      count(build, each)
      print(report.functions(each, SHOWN_FUNCTIONS))
      return
    end
  end
  die(("no path '%s'; there are %s"):format(wanted, table.concat(names, ", ")))
end

local function read_kept()
  local file = io.open(KEPT, "rb") or die(("%s is not there; --keep writes it"):format(KEPT))
  local text = file:read("*a")
  file:close()
  return text
end

local function keep(counted)
  local file = assert(io.open(KEPT, "wb"))
  file:write(figures.text(counted))
  assert(file:close())
  print(("%s%s\n\nKept in %s: commit it, and say why it changed"):format(report.counted(counted),
    required.text(required.of(counted)), KEPT))
end

local function compare(counted, as_json)
  local passed, said = report.verdict(counted, read_kept(), KEPT, as_json)
  if passed == nil then die(said) end
  print(said)
  if not passed then os.exit(1) end
end

local options = read_options()
local paths = list_paths(options.build)
if options.functions then
  show_functions(options.build, paths, options.functions)
else
  for _, each in ipairs(paths) do count(options.build, each) end
  if options.keep then keep(paths) else compare(paths, options.json) end
end
