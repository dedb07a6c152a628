-- What a run of the core's benchmark counted, without what depends on the machine: times, and what is made of them.
-- lua5.4 bench/counts.lua FILE.json          prints it, to be kept in counts.txt
-- lua5.4 bench/counts.lua FILE.json KEPT     compares it with what was kept; 1 where it differs
local cjson = require "cjson"

-- Decisions and what follows from them are always the same. What is held may change a little with every line of code:
-- it may be less, and a little more.
local EXACT = { "starts", "updates", "core_hash", "plain_hash", "halted" }
local BOUNDED = { "bytes_per_npc", "saved_bytes_per_npc" }
local SLACK = 1.02

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

local function line_of(kind, row)
  local words = { ("%s %.0f"):format(kind, row.npcs) }
  local function add(key, form)
    if row[key] ~= nil then words[#words + 1] = ("%s %s"):format(key, form:format(row[key])) end
  end
  for _, key in ipairs(EXACT) do add(key, type(row[key]) == "number" and "%.0f" or "%s") end
  for _, key in ipairs(BOUNDED) do add(key, "%.0f") end
  return table.concat(words, ", ")
end

local function lines_of(result)
  local lines = {}
  for _, row in ipairs(result.compared) do lines[#lines + 1] = line_of("compared", row) end
  for _, row in ipairs(result.core) do lines[#lines + 1] = line_of("core", row) end
  return lines
end

local function fields_of(line)
  local fields = {}
  for key, value in line:gmatch("([%w_]+) (%w+)") do fields[key] = value end
  return fields
end

-- What is wrong with a line, beside the one that was kept; nil if nothing.
local function difference(line, kept)
  local now, before = fields_of(line), fields_of(kept)
  for key, value in pairs(before) do
    local fits = now[key] == value
    if key:find("bytes", 1, true) then fits = now[key] and tonumber(now[key]) <= tonumber(value) * SLACK end
    if not fits then return ("%s is %s, was %s"):format(key, tostring(now[key]), value) end
  end
  for key, value in pairs(now) do
    if before[key] == nil then return ("%s is %s, and was not kept"):format(key, value) end
  end
end

local function compare(lines, kept)
  local same, i = true, 0
  for line in kept:gmatch("[^\n]+") do
    i = i + 1
    local wrong = difference(lines[i] or "", line)
    if wrong then print(("%s\n  %s"):format(line, wrong)) end
    same = same and not wrong
  end
  if i ~= #lines then print(("%d lines were counted, %d are kept"):format(#lines, i)) end
  return same and i == #lines
end

local lines = lines_of(cjson.decode(read(arg[1])))
if arg[2] then
  os.exit(compare(lines, read(arg[2])) and 0 or 1)
end
print(table.concat(lines, "\n"))
