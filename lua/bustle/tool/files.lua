--- Whole files of this machine: whether they exist, what is in them, and writing them.
local file = require "bustle.common.file"
local shell = require "bustle.tool.shell"
local sources = require "bustle.packs.sources"

local files = {}

--- The text of a file.
-- @tparam string path
-- @treturn[1] string
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function files.read(path)
  return sources.disk():read(path)
end

--- Whether there is a file or a folder.
-- @tparam string path
-- @treturn boolean
function files.exists(path)
  local handle = io.open(path, "rb")
  if handle then handle:close() end
  return handle ~= nil or sources.disk():list(path) ~= nil
end

--- Makes a folder and those above it.
-- @tparam string path
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function files.make_folder(path)
  return shell.run(("mkdir -p %s"):format(shell.path(path)))
end

--- Writes a file, whole or not at all; see `bustle.common.file`.
files.write = file.write

--- The files in a folder and in those below it, in byte order.
-- @tparam string folder
-- @treturn {string,...} paths from that folder; none if there is no such folder
function files.below(folder)
  local disk, list = sources.disk(), {}
  local function walk(path, prefix)
    local names = disk:list(path) or {}
    table.sort(names)
    for _, name in ipairs(names) do
      local inner = ("%s/%s"):format(path, name)
      if disk:list(inner) then walk(inner, prefix .. name .. "/") else list[#list + 1] = prefix .. name end
    end
  end
  walk(folder, "")
  return list
end

return files
