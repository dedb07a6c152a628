-- Packs in memory for specs: files by path, and what is said of them.
local packs = require "bustle.packs"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"

local support = {}

--- A folder of packs, as a map of paths: `{ market = { ["actions.lua"] = "..." } }`. A pack without manifest gets one.
function support.files(folder, folders)
  local texts = {}
  for name, files in pairs(folders) do
    if not files["pack.lua"] then
      texts[("%s/%s/pack.lua"):format(folder, name)] = ("return { name = %q, version = '1.0.0' }"):format(name)
    end
    for file, text in pairs(files) do texts[("%s/%s/%s"):format(folder, name, file)] = text end
  end
  return texts
end

--- A source of packs in the folder "b".
function support.source(folders)
  return sources.texts(support.files("b", folders))
end

--- Loads packs of the folder "b".
function support.load(folders, given, options)
  local all = { source = support.source(folders), search = {} }
  for key, value in pairs(options or {}) do all[key] = value end
  local paths = {}
  for i, name in ipairs(given) do paths[i] = type(name) == "string" and "b/" .. name or name end
  return packs.load(paths, all)
end

--- What is said of packs when they are loaded and compiled: errors, or warnings if there are none.
function support.said(folders, given, options)
  local compiled, found = packs.compile(support.load(folders, given, options))
  local lines = {}
  for _, problem in ipairs(found or compiled.problems) do
    if compiled or problem.severity == "error" then lines[#lines + 1] = problems.format(problem) end
  end
  return table.concat(lines, "\n")
end

--- Loads and compiles packs that have no errors.
function support.compiled(folders, given, options)
  local set = support.load(folders, given, options)
  local compiled, found = packs.compile(set)
  if not compiled then error(problems.format_all(found), 2) end
  return compiled, set
end

--- The names of the packs of a set, in load order.
function support.names(set)
  local names = {}
  for i, pack in ipairs(set.packs) do names[i] = pack.name end
  return table.concat(names, " ")
end

return support
