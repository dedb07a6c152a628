--- Counts the instructions of the main paths under callgrind, and compares them with the kept figures; from the root
-- of the project: run.lua BUILD [--keep] [--json] [--functions PATH]
local callgrind = require "bench.counts.callgrind"
local figures = require "bench.counts.figures"
local report = require "bench.counts.report"

local KEPT = "bench/instructions.txt"
local SHOWN_FUNCTIONS = 30

-- Which of the C library's functions for memory and strings are used depends on the processor: these are on all.
local TUNABLES = "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-ERMS,-AVX_Fast_Unaligned_Load"

local function die(message)
  io.stderr:write("bench counts: ", message, "\n")
  os.exit(1)
end

local function read_options()
  local options = { build = arg[1] }
  local i = 2
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

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function output_of(command)
  local pipe = assert(io.popen(command))
  local output = pipe:read("*a")
  return pipe:close() and output
end

-- Programs are run from their folder, so that its name is in nothing they see.
local function list_paths(folder)
  local output = output_of(("cd %s && ./bench_counts"):format(quoted(folder))) or die("bench_counts does not run")
  local list = {}
  for line in output:gmatch("[^\n]+") do
    local path, unit = line:match("^(.-)\t(.+)$")
    if path then list[#list + 1] = { path = path, unit = unit } else list.built = line end
  end
  return list
end

local function count(folder, each)
  io.stderr:write("counting ", each.path, "\n")
  local file = each.path .. ".callgrind"
  local output = output_of(("cd %s && env -i %s valgrind --quiet --tool=callgrind --instr-atstart=no " ..
    "--callgrind-out-file=%s ./bench_counts %s"):format(quoted(folder), TUNABLES, file, each.path))
  each.done = tonumber(output or "") or die(each.path .. " could not be counted")
  local lines = io.lines(folder .. "/" .. file)
  local total, functions = callgrind.read(lines)
  if not total or total == 0 then
    die("callgrind counted nothing; was valgrind/callgrind.h there when bench_counts was built?")
  end
  each.instructions, each.functions = total / each.done, functions
end

local function read_kept()
  local file = io.open(KEPT, "rb")
  if not file then return nil, ("%s: it is not there; --keep writes it"):format(KEPT) end
  local text = file:read("*a")
  file:close()
  return figures.read(text, KEPT)
end

local function keep(counted)
  local file = assert(io.open(KEPT, "wb"))
  file:write(figures.text(counted))
  assert(file:close())
  print(report.counted(counted))
  print(("\nKept in %s"):format(KEPT))
end

local function show_functions(folder, paths, wanted)
  for _, each in ipairs(paths) do
    if each.path == wanted then
      count(folder, each)
      print(report.functions(each, SHOWN_FUNCTIONS))
      return
    end
  end
  die(("no path '%s'; without --functions all are listed"):format(wanted))
end

local function compare(counted, as_json)
  local kept, problem = read_kept()
  if not kept then die(problem) end
  local comparable = kept.built == counted.built
  local rows = figures.compare(comparable and kept or { by_path = {} }, counted)
  if as_json then
    print(report.json(counted, kept, comparable, rows))
  elseif comparable then
    print(report.comparison(rows))
  else
    print(report.counted(counted))
    print(("\nNothing is compared: %s is for %s, and this is %s"):format(KEPT, kept.built, counted.built))
  end
  return not comparable or figures.pass(rows)
end

local options = read_options()
local folder = options.build .. "/bench/counts"
local counted = list_paths(folder)
if options.functions then
  show_functions(folder, counted, options.functions)
  return
end
for _, each in ipairs(counted) do count(folder, each) end
if options.keep then
  keep(counted)
elseif not compare(counted, options.json) then
  os.exit(1)
end
