--- What a game in LÖVE needs of the library: its Lua files without the tools, the packs that come with it, a native
-- module for each platform, and the `core.lua` that chooses among these.
local binary = require "bustle.tool.love.binary"
local core = require "bustle.core"
local files = require "bustle.tool.files"
local native = require "bustle.love.native"
local packs = require "bustle.packs"

local shipment = {}

local FOR_LOVE = "Lua 5.1 and LuaJIT"

local CORE = [[
-- Written by bustle love-init: chooses the native module for the platform.
return require("bustle.love.native").load("%s")
]]

local function here()
  return debug.getinfo(1, "S").source:match("^@(.*)[/\\]tool[/\\]love[/\\]shipment%.lua$")
end

-- ---- Lua ----

local function add_files(list, folder, prefix, wanted)
  for _, path in ipairs(files.below(folder)) do
    if wanted(path) then list[#list + 1] = { path = prefix .. path, from = ("%s/%s"):format(folder, path) } end
  end
end

local function is_library(path)
  return path:find("%.lua$") and not path:find("^tool[/.]") and not path:find("^behaviours/") and path ~= "core.lua"
end

local function add_packs(list)
  for _, folder in ipairs(packs.SEARCH) do
    local before = #list
    add_files(list, folder, "behaviours/", function(path) return not path:find("/spec/", 1, true) end)
    if #list > before then return end
  end
end

-- ---- Machine code ----

local function add_module(list, path)
  local bytes, message = files.read(path)
  if not bytes then return nil, message end
  local lua = binary.lua(bytes)
  if not lua then return nil, ("%s is no build of bustle.core"):format(path) end
  if lua ~= FOR_LOVE then
    return nil, ("%s was built for %s, but LÖVE runs LuaJIT: give one that was built for LuaJIT or Lua 5.1 "
      .. "(with LuaRocks: install with --lua-version 5.1)"):format(path, lua)
  end
  local names = binary.names(bytes)
  if #names == 0 then return nil, ("%s is for a system or processor that is not known here"):format(path) end
  for _, name in ipairs(names) do list[#list + 1] = { path = "native/" .. name, from = path, text = bytes } end
  return true
end

-- A build of this very library for this platform, unless another was given.
local function add_modules(list, given)
  local paths = {}
  for i, path in ipairs(given) do paths[i] = path end
  if #paths == 0 then
    paths[1] = native.installed()
    if not paths[1] then return nil, "the native module of this bustle is not found: give it with --module FILE" end
  end
  for _, path in ipairs(paths) do
    local added, message = add_module(list, path)
    if not added then return nil, message end
  end
  return true
end

--- All of it.
-- @tparam {string,...} modules files of machine code; empty: that of the running library
-- @treturn[1] {table,...} `path` (in the game's `bustle`), `text`, and `from`, where it was read
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function shipment.collect(modules)
  local list = { { path = "core.lua", text = CORE:format(core.version) } }
  local added, message = add_modules(list, modules)
  if not added then return nil, message end
  add_files(list, here(), "", is_library)
  add_packs(list)
  for _, item in ipairs(list) do
    if not item.text then
      item.text, message = files.read(item.from)
      if not item.text then return nil, message end
    end
  end
  return list
end

return shipment
