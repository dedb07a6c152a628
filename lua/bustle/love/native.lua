--- The native part of the library, for games in LÖVE. `bustle love-init` puts a file for each platform into
-- `bustle/native/`, and a `bustle/core.lua` that asks here for the one that fits. LÖVE loads no native module out of a
-- `.love` file, so this file copies the module into the save directory and loads it from there.
local native = {}

local FOLDER = "bustle/native"
local UNPACKED = "bustle-native"
local OPEN = "luaopen_bustle_core"
local CURE = "./bustle love-init FOLDER, in a checkout of bustle, puts the right one there"

local SYSTEMS = { Linux = "linux", Windows = "windows", OSX = "macos" }
local ENDINGS = { windows = "dll" }

--- The name of the file for a platform.
-- @tparam string system "linux", "windows" or "macos"
-- @tparam string processor "x64", "arm64", "x86" and so on, as LuaJIT calls them
-- @treturn string
function native.file_name(system, processor)
  return ("%s-%s.%s"):format(system, processor, ENDINGS[system] or "so")
end

local function this_platform()
  local jit = _G.jit
  if not jit then error("bustle: this LÖVE runs without LuaJIT, so the platform cannot be told", 0) end
  return native.file_name(SYSTEMS[jit.os] or jit.os:lower(), jit.arch)
end

-- ---- From the game to a file that can be loaded ----

local function is_on_disk(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

-- Written only where it differs: another copy of the game may be using it.
local function unpack_file(filesystem, path, name)
  local target = ("%s/%s"):format(UNPACKED, name)
  local wanted = assert(filesystem.read(path))
  if filesystem.getInfo(target, "file") and filesystem.read(target) == wanted then return target end
  filesystem.createDirectory(UNPACKED)
  local written, message = filesystem.write(target, wanted)
  if not written then
    error(("bustle: %s cannot be unpacked to %s/%s: %s; close other copies of this game, or make room there"):format(
      path, filesystem.getSaveDirectory(), target, tostring(message)), 0)
  end
  return target
end

local function refuse_absent(filesystem, name)
  local there = filesystem.getDirectoryItems(FOLDER)
  table.sort(there)
  error(("bustle: %s/%s is not in this game, which so cannot run on this platform (there %s); %s"):format(FOLDER, name,
    #there == 0 and "is none at all" or (#there == 1 and "is " or "are ") .. table.concat(there, ", "), CURE), 0)
end

--- Where on disk the file for this platform is, put there if need be.
-- @tparam table filesystem `love.filesystem`
-- @tparam string name of the file
-- @treturn string
function native.locate(filesystem, name)
  local path = ("%s/%s"):format(FOLDER, name)
  if not filesystem.getInfo(path, "file") then refuse_absent(filesystem, name) end
  local real = ("%s/%s"):format(filesystem.getRealDirectory(path), path)
  if is_on_disk(real) then return real end
  return ("%s/%s"):format(filesystem.getSaveDirectory(), unpack_file(filesystem, path, name))
end

-- ---- Outside LÖVE ----

--- Where the module that is installed for this Lua is: `package.searchpath`, which Lua 5.1 lacks.
-- @treturn string|nil
function native.installed()
  for template in package.cpath:gmatch("[^;]+") do
    local path = template:gsub("%?", "bustle_core")
    if is_on_disk(path) then return path end
  end
end

-- In the folder of a game, the `bustle` command and other programs meet its `core.lua` before the module they need.
local function load_installed()
  local path = native.installed()
  if not path then
    error("bustle: the bustle in this folder is for LÖVE, and this Lua finds no other: install it, or let LUA_CPATH "
      .. "lead to it", 0)
  end
  return assert(package.loadlib(path, OPEN))("bustle.core")
end

-- ---- Loading ----

local function refuse_foreign(path, message)
  error(("bustle: %s cannot be loaded: %s\nLÖVE runs LuaJIT, so it has to be built for LuaJIT or Lua 5.1: %s"):format(
    path, tostring(message), CURE), 0)
end

--- Loads the module for this platform; outside LÖVE the one that is installed for the Lua that asks. Raises with a cure
-- if there is none, or one that does not fit.
-- @tparam string version of the Lua files, which the module must have too
-- @treturn table `bustle.core`
function native.load(version)
  if not _G.love then return load_installed() end
  local path = native.locate(_G.love.filesystem, this_platform())
  local open, message = package.loadlib(path, OPEN)
  if not open then refuse_foreign(path, message) end
  local opened, core = pcall(open, "bustle.core")
  if not opened then refuse_foreign(path, core) end
  if core.version ~= version then
    error(("bustle: %s is of version %s, the Lua files beside it are of version %s; %s"):format(path, core.version,
      version, CURE), 0)
  end
  return core
end

return native
