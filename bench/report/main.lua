--- ./bustle bench, when everything has been measured: main.lua FOLDER [--json] [--report FILE] [--into DOCUMENT]
--
-- Reads what was measured (core.json, parts.json, lua.json and variety.json in the folder; what is not there is left
-- out), writes the page, and prints tables or one JSON object. --into puts the tables into their places in a document.
local document = require "bustle.json.document"
local files = require "bustle.common.file"
local markdown = require "bench.report.markdown"
local page = require "bench.report.page"
local tables = require "bench.report.tables"

local PIECES = { "core", "parts", "lua", "variety" }

local function give_up(...)
  io.stderr:write("bustle: bench: ", ...)
  io.stderr:write("\n")
  os.exit(1)
end

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return (text:gsub("%s+$", ""))
end

local function write(path, text)
  local written, message = files.write(path, text)
  if not written then give_up("cannot be written: ", tostring(message)) end
end

-- The texts of what was measured, and what they say.
local function read_results(folder)
  local decode, texts, results = document.decoder(1), {}, {}
  for _, name in ipairs(PIECES) do
    local path = ("%s/%s.json"):format(folder, name)
    texts[name] = read(path)
    if texts[name] then
      local decoded, result = pcall(decode, texts[name])
      if not decoded then give_up(path, ": ", tostring(result)) end
      results[name] = result
    end
  end
  if not results.core then give_up(folder, "/core.json is not there: run ./bustle bench") end
  return results, texts
end

-- One object of all that was measured, each piece as it was printed.
local function joined(texts)
  local parts = {}
  for _, name in ipairs(PIECES) do
    if texts[name] then parts[#parts + 1] = ('"%s": %s'):format(name, texts[name]) end
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function machine()
  local model = (read("/proc/cpuinfo") or ""):match("model name%s*:%s*([^\n]+)")
  return model or "this machine"
end

local function insert(path, list)
  local text = read(path) or give_up(path, " cannot be read")
  local made, count = markdown.inserted(text .. "\n", list)
  if not made then give_up(path, ": ", count) end
  write(path, made)
  io.stderr:write(("%d tables put into %s\n"):format(count, path))
end

local folder, options, i = arg[1], {}, 2
while arg[i] do
  if arg[i] == "--json" then
    options.json = true
  else
    options[arg[i]], i = arg[i + 1], i + 1
  end
  i = i + 1
end

local results, texts = read_results(folder)
local list = tables.of(results)
if options["--report"] then write(options["--report"], page.of(results, machine())) end
if options["--into"] then insert(options["--into"], list) end
if options.json then
  print(joined(texts))
else
  for _, each in ipairs(list) do print(markdown.titled(each)) end
end
io.stdout:flush()
if options["--report"] then io.stderr:write(("The page is in %s\n"):format(options["--report"])) end
