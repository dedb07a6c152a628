--- What `bustle love-init` has written into a game before: a text file beside it, a line for each file. Any other file,
-- or one that was changed since, belongs to somebody else.
local files = require "bustle.tool.files"

local record = {}

record.NAME = "love-init.txt"

local HEAD = "Written by bustle love-init, to tell its files from others: a sum and a path each.\n"

-- Adler-32, and the length: enough to see that a file is as it was left.
local function sum(text)
  local a, b = 1, 0
  for i = 1, #text do
    a = a + text:byte(i)
    b = b + a
    -- Far from where doubles stop being exact.
    if i % 4096 == 0 then a, b = a % 65521, b % 65521 end
  end
  return ("%04x%04x-%d"):format(b % 65521, a % 65521, #text)
end

--- Reads what was written before.
-- @tparam string folder the game's `bustle`
-- @treturn table sums by path
function record.read(folder)
  local sums = {}
  for line in (files.read(("%s/%s"):format(folder, record.NAME)) or ""):gmatch("[^\n]+") do
    local value, path = line:match("^(%x+%-%d+) (.+)$")
    if path then sums[path] = value end
  end
  return sums
end

--- Writes it.
-- @tparam string folder
-- @tparam table sums by path
function record.write(folder, sums)
  local lines = {}
  for path, value in pairs(sums) do lines[#lines + 1] = ("%s %s\n"):format(value, path) end
  table.sort(lines, function(a, b) return a:match(" (.*)") < b:match(" (.*)") end)
  return files.write(("%s/%s"):format(folder, record.NAME), HEAD .. table.concat(lines))
end

--- Whether a file that is there may be written over: it is as we left it, or as we would write it.
-- @tparam string text what is in it
-- @tparam[opt] string known its sum in the record
-- @tparam[opt] string wanted what would be written
function record.is_ours(text, known, wanted)
  return text == wanted or (known ~= nil and sum(text) == known)
end

record.sum = sum

return record
