--- Versions of packs and ranges of them: "1.4", ">= 1.0, < 2". Knows nothing of who needs which.
local versions = {}

-- ---- Versions ----

--- Reads a version: up to three numbers, and perhaps what comes before its release: "2", "1.4.0", "2.0-beta".
-- @tparam string text
-- @treturn table|nil `{ major, minor, patch, before= }`
function versions.parse(text)
  local numbers, before = text:match("^(%d+[%d.]*)%-(%w[%w.%-]*)$")
  numbers = numbers or text:match("^%d+[%d.]*$")
  if not numbers or #numbers > 40 or numbers:find("%.%.") or numbers:find("%.$") then return nil end
  local parsed = { 0, 0, 0, before = before }
  local count = 0
  for number in numbers:gmatch("%d+") do
    count = count + 1
    parsed[count] = tonumber(number)
  end
  return count <= 3 and parsed or nil
end

--- Below 0 if the first is the older, above 0 if the second is, else 0.
function versions.compare(a, b)
  for i = 1, 3 do
    if a[i] ~= b[i] then return a[i] < b[i] and -1 or 1 end
  end
  if a.before == b.before then return 0 end
  -- What comes before a release is older than that.
  if not a.before then return 1 end
  if not b.before then return -1 end
  return a.before < b.before and -1 or 1
end

-- ---- Ranges ----

-- "^1.4": whatever keeps what 1.4 promised. Before 1.0 each minor version is free to break it.
local function compatible(version, with)
  if versions.compare(version, with) < 0 or version[1] ~= with[1] then return false end
  return with[1] > 0 or version[2] == with[2]
end

local TESTS = {
  [">="] = function(a, b) return versions.compare(a, b) >= 0 end,
  [">"] = function(a, b) return versions.compare(a, b) > 0 end,
  ["<="] = function(a, b) return versions.compare(a, b) <= 0 end,
  ["<"] = function(a, b) return versions.compare(a, b) < 0 end,
  ["="] = function(a, b) return versions.compare(a, b) == 0 end,
  ["=="] = function(a, b) return versions.compare(a, b) == 0 end,
  ["~="] = function(a, b) return versions.compare(a, b) ~= 0 end,
  ["^"] = compatible,
}

--- Reads a range: one or more comparisons, all of which must hold: ">= 1.0, < 2.0".
-- @tparam string text
-- @treturn {table,...}|nil
function versions.range(text)
  local range = {}
  for part in text:gsub("([<>=~^]+)%s+", "%1"):gmatch("[^,%s]+") do
    local operator, version = part:match("^([<>=~^]+)(.*)$")
    local parsed = version and versions.parse(version)
    if not parsed or not TESTS[operator] then return nil end
    range[#range + 1] = { holds = TESTS[operator], version = parsed }
  end
  return #range > 0 and range or nil
end

--- Whether a version is in a range.
-- @tparam {table,...} range
-- @tparam table version
function versions.within(range, version)
  for _, part in ipairs(range) do
    if not part.holds(version, part.version) then return false end
  end
  return true
end

return versions
