--- The packs that a command is about.
local content = require "bustle.author.content"
local folder = require "bustle.packs.folder"
local packs = require "bustle.packs"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"
local terminal = require "bustle.tool.terminal"

local load = {}

-- A folder of packs stands for all of them.
local function expand(source, path)
  path = path:gsub("(.)/+$", "%1"):gsub("(.)/pack%.lua$", "%1")
  if folder.is_pack(source, path) then return { path } end
  local list, names = {}, source:list(path) or {}
  table.sort(names)
  for _, name in ipairs(names) do
    local inner = ("%s/%s"):format(path, name)
    if folder.is_pack(source, inner) then list[#list + 1] = inner end
  end
  return #list > 0 and list or { path }
end

--- Loads packs, with those that they need.
-- @tparam {string,...} paths folders of packs, or folders of such folders
-- @treturn table of `packs.load`, and `names`, a set of the names of those that were asked for, and
-- `paths`, their folders
function load.packs(paths)
  local source, list = sources.disk(), {}
  for _, path in ipairs(paths) do
    for _, each in ipairs(expand(source, path)) do list[#list + 1] = each end
  end
  local set = packs.load(list, { source = source })
  set.names, set.paths = {}, list
  for _, name in ipairs(set.given) do set.names[name] = true end
  return set
end

--- Compiles what was loaded, whatever is wrong with some of it; see `content.compile`.
function load.compile_set(set)
  return content.compile(set.packs, { view = set.given })
end

--- Loads and compiles packs; tells what is wrong if that cannot be done.
-- @tparam {string,...} paths
-- @tparam table streams
-- @tparam string command its name
-- @treturn[1] table as of `content.compile`
-- @treturn[1] table the set
-- @treturn[2] nil
-- @treturn[2] table the set: what could be read of them
function load.compile(paths, streams, command)
  local set = load.packs(paths)
  local compiled, found = load.compile_set(set)
  if compiled and not problems.has_errors(set.problems) then return compiled, set end
  streams.err:write(("bustle %s: the pack cannot be loaded:\n"):format(command))
  for _, list in ipairs { set.problems, found or {} } do
    for _, problem in ipairs(list) do
      if problem.severity == "error" then streams.err:write(terminal.clean(problems.format(problem)), "\n") end
    end
  end
  return nil, set
end

return load
