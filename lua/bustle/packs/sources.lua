--- Where the files of packs come from. A source has two methods, and anybody can make another one:
--
-- - `source:list(folder)`: the names in a folder, in any order; nil and a message if there is no such folder
-- - `source:read(path)`: the text of a file; nil and a message if there is none
--
-- Paths are written with slashes.
local sources = {}

-- ---- Folders on disk ----

local Disk = {}
Disk.__index = Disk

function Disk:list(folder)
  return self.core.list_folder(folder)
end

function Disk.read(_, path)
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local text, problem = file:read("*a")
  file:close()
  if not text then return nil, ("%s: %s"):format(path, problem or "it cannot be read") end
  return text
end

--- The folders of this machine.
function sources.disk()
  return setmetatable({ core = require "bustle.core" }, Disk)
end

-- ---- LÖVE ----

local Love = {}
Love.__index = Love

function Love:list(folder)
  local found = self.filesystem.getInfo(folder)
  if not found or (found.type ~= "directory" and found.type ~= "symlink") then
    return nil, ("%s: there is no such folder"):format(folder)
  end
  return self.filesystem.getDirectoryItems(folder)
end

function Love:read(path)
  if not self.filesystem.getInfo(path, "file") then return nil, ("%s: there is no such file"):format(path) end
  local text, message = self.filesystem.read(path)
  if type(text) ~= "string" then return nil, ("%s: %s"):format(path, tostring(message)) end
  return text
end

--- LÖVE's file system: what is in the game's folder or .love file, in mounted archives and in the save directory.
-- @tparam[opt] table filesystem `love.filesystem`
function sources.love(filesystem)
  return setmetatable({ filesystem = filesystem or _G.love.filesystem }, Love)
end

-- ---- Texts ----

local Texts = {}
Texts.__index = Texts

function Texts:list(folder)
  local names, seen, prefix = {}, {}, folder .. "/"
  for path in pairs(self.texts) do
    local name = path:sub(1, #prefix) == prefix and path:match("^[^/]+", #prefix + 1)
    if name and not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end
  if #names == 0 then return nil, ("%s: there is no such folder"):format(folder) end
  return names
end

function Texts:read(path)
  if not self.texts[path] then return nil, ("%s: there is no such file"):format(path) end
  return self.texts[path]
end

--- Texts in memory, by path.
-- @tparam table texts
function sources.texts(texts)
  return setmetatable({ texts = texts }, Texts)
end

-- ---- Recording ----

local Recording = {}
Recording.__index = Recording

local function note(self, path)
  if not self.seen[path] then
    self.seen[path] = true
    self.paths[#self.paths + 1] = path
  end
end

function Recording:list(folder)
  note(self, folder)
  return self.source:list(folder)
end

function Recording:read(path)
  note(self, path)
  return self.source:read(path)
end

--- Another source, and in `paths` what was asked of it, each once.
function sources.recording(source)
  return setmetatable({ source = source, paths = {}, seen = {} }, Recording)
end

-- ---- Several ----

local Either = {}
Either.__index = Either

function Either:list(folder)
  local names, message
  for _, source in ipairs(self) do
    names, message = source:list(folder)
    if names then return names end
  end
  return nil, message
end

function Either:read(path)
  local text, message
  for _, source in ipairs(self) do
    text, message = source:read(path)
    if text then return text end
  end
  return nil, message
end

--- The first of several sources that has what is asked for.
function sources.either(...)
  return setmetatable({ ... }, Either)
end

--- What is read where nobody says otherwise: in LÖVE its file system, then the folders of this machine.
function sources.default()
  local love = _G.love
  if type(love) == "table" and love.filesystem and love.filesystem.getDirectoryItems then
    return sources.either(sources.love(), sources.disk())
  end
  return sources.disk()
end

--- Whether something can be a source.
function sources.is_source(value)
  return type(value) == "table" and type(value.list) == "function" and type(value.read) == "function"
end

return sources
