--- Runs the specs of packs with busted, in a process of its own, and brings back what they exercised.
local shell = require "bustle.tool.shell"

local specs = {}

local CURE = "Debian and Ubuntu: apt-get install lua-busted; LuaRocks: luarocks install busted"

--- The files of specs of a pack.
-- @tparam table source of `bustle.packs.sources`
-- @tparam string path the pack's folder
-- @treturn {string,...}
function specs.of(source, path)
  local list, names = {}, source:list(path .. "/spec") or {}
  table.sort(names)
  for _, name in ipairs(names) do
    if name:find("_spec%.lua$") then list[#list + 1] = ("%s/spec/%s"):format(path, name) end
  end
  return list
end

-- The Lua that is running: the first of the words with which it was started.
local function interpreter()
  local words, first = _G.arg or {}, 0
  while words[first - 1] do first = first - 1 end
  return first < 0 and words[first] or "lua"
end

local function command_of(files, counts)
  local found, path = shell.capture("command -v busted")
  if not found then return nil, ("busted is needed to run specs (%s)"):format(CURE) end
  local parts = { "env", "LUA_PATH=" .. package.path, "LUA_CPATH=" .. package.cpath, "BUSTLE_COVERAGE=" .. counts,
    interpreter(), (path:gsub("%s+$", "")), "--helper=bustle.testing.collect", "--output=plainTerminal" }
  for _, file in ipairs(files) do parts[#parts + 1] = file end
  for i = 2, #parts do parts[i] = shell.quote(parts[i]) end
  return table.concat(parts, " ")
end

-- Lines of a count and a key.
local function read_counts(path)
  local hits = {}
  for line in io.lines(path) do
    local count, key = line:match("^(%d+) (.*)$")
    if key then hits[key] = tonumber(count) end
  end
  return hits
end

--- Runs files of specs.
-- @tparam {string,...} files
-- @treturn[1] table `passed` (a boolean), `output` (of busted), `hits` (counts by keys; see `bustle.testing.coverage`)
-- @treturn[2] nil
-- @treturn[2] string why they could not be run
function specs.run(files)
  local counts = os.tmpname()
  local command, message = command_of(files, counts)
  if not command then
    os.remove(counts)
    return nil, message
  end
  local passed, output = shell.capture(command)
  local hits = read_counts(counts)
  os.remove(counts)
  return { passed = passed, output = output, hits = hits }
end

return specs
