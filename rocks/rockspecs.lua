-- Writes the rockspecs beside it: which files a rock is made of, and the version that bustle.h says.
--
--     lua5.4 rocks/rockspecs.lua            writes them
--     lua5.4 rocks/rockspecs.lua --check    says which are not as they would be written
local here = arg[0]:match("^(.*)/[^/]*$") or "."
local root = here .. "/.."

-- ---- Files ----

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

-- The paths under folders that end in a text, from the top, in byte order.
local function files(ending, ...)
  local paths = {}
  for _, folder in ipairs { ... } do
    local listing = assert(io.popen(("cd '%s' && find %s -type f -name '*%s'"):format(root, folder, ending)))
    for path in listing:lines() do paths[#paths + 1] = path end
    listing:close()
  end
  table.sort(paths)
  return paths
end

local function version()
  local header, parts = assert(read(root .. "/core/include/bustle.h")), {}
  for i, part in ipairs { "MAJOR", "MINOR", "PATCH" } do
    parts[i] = assert(header:match("#define BUSTLE_VERSION_" .. part .. " (%d+)"), "bustle.h says no " .. part)
  end
  return table.concat(parts, ".")
end

-- ---- What is in a rock ----

local function c_sources(write)
  for _, path in ipairs(files(".c", "core/src", "lua/binding")) do
    if not path:find("/test/", 1, true) then write(('        "%s",\n'):format(path)) end
  end
end

local function module_of(path)
  return (path:gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", "."))
end

-- Packs are installed as modules are, so that they stand beside the files that look for them.
local function lua_modules(write)
  for _, path in ipairs(files(".lua", "lua/bustle")) do
    write(('    ["%s"] = "%s",\n'):format(module_of(path:gsub("^lua/", "")), path))
  end
  for _, path in ipairs(files(".lua", "behaviours")) do
    if not path:find("/spec/", 1, true) then
      write(('    ["bustle.%s"] = "%s",\n'):format(module_of(path), path))
    end
  end
end

local function refuse_other_files()
  for _, path in ipairs(files("", "behaviours")) do
    assert(path:find("%.lua$") or path:find("/spec/", 1, true), path .. ": a rock can carry Lua files alone")
  end
end

local HEAD = [[
-- Written by rocks/rockspecs.lua. To build and install from a checkout, at its top: luarocks make rocks/%s
rockspec_format = "3.0"
package = "bustle"
version = "%s-1"
source = { url = "%s", dir = "%s" }
description = {
  summary = "Behaviour for the background characters of a game",
  detailed = "What each character does next, what interrupts it and what it takes up again afterwards. Behaviours are "
    .. "data, apart from the code of the game, and are checked before they run.",
  license = "MIT",
  labels = { "game", "ai", "npc", "behaviour", "love" },
}
dependencies = { "lua >= 5.1, ~= 5.2, < 5.6" }
build = {
  type = "builtin",
  modules = {
    bustle_core = {
      defines = { "BUSTLE_CHECKS=0", "BUSTLE_HIDDEN" },
      incdirs = { "core/include", "core/src" },
      sources = {
]]

local MIDDLE = [[
      },
    },
]]

local TAIL = [[
  },
  install = { bin = { bustle = "lua/bin/bustle.lua" } },
}
]]

local function rockspec(name, number, url, folder)
  local pieces = { HEAD:format(name, number, url, folder) }
  local function write(text) pieces[#pieces + 1] = text end
  c_sources(write)
  write(MIDDLE)
  lua_modules(write)
  write(TAIL)
  return table.concat(pieces)
end

-- ---- Writing and checking ----

-- A release is packed with the archive of its sources beside it.
local function all()
  local release, texts = version(), {}
  refuse_other_files()
  local archive = "bustle-" .. release
  for _, each in ipairs { { "scm", "git+file://.", "bustle" },
    { release, ("file://%s.tar.gz"):format(archive), archive } } do
    local name = ("bustle-%s-1.rockspec"):format(each[1])
    texts[#texts + 1] = { name = name, text = rockspec(name, each[1], each[2], each[3]) }
  end
  return texts
end

local function stale(texts)
  local expected, list = {}, {}
  for _, each in ipairs(texts) do
    expected["rocks/" .. each.name] = true
    if read(("%s/%s"):format(here, each.name)) ~= each.text then list[#list + 1] = each.name .. " is not up to date" end
  end
  for _, path in ipairs(files(".rockspec", "rocks")) do
    if not expected[path] then list[#list + 1] = path .. " is of another version" end
  end
  return list
end

local texts = all()
if arg[1] == "--check" then
  local list = stale(texts)
  if #list > 0 then
    io.stderr:write(table.concat(list, "\n"), "\n",
      "To mend it: lua5.4 rocks/rockspecs.lua, and delete those of other versions\n")
    os.exit(1)
  end
else
  for _, each in ipairs(texts) do
    local file = assert(io.open(("%s/%s"):format(here, each.name), "wb"))
    file:write(each.text)
    file:close()
    print("rocks/" .. each.name)
  end
end
