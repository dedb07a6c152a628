-- What is said of packs that are wrong: one folder in `spec/packs/bad` for each finding, with the packs, and the whole
-- text in `said.txt`. All packs of the folder are given, or those that `given.txt` names.
local core = require "bustle.core"
local packs = require "bustle.packs"
local problems = require "bustle.problems"

local BAD = "spec/packs/bad"

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

local function sorted(folder)
  local names = assert(core.list_folder(folder))
  table.sort(names)
  return names
end

local function given_in(folder)
  local list, named = {}, read(folder .. "/given.txt")
  for name in (named or table.concat(sorted(folder), "\n")):gmatch("[^\n]+") do
    if not name:find("%.txt$") then list[#list + 1] = ("%s/%s"):format(folder, name) end
  end
  return list
end

-- Errors and warnings of loading and compiling, with paths from the folder on.
local function said_of(folder)
  local compiled, found = packs.compile(packs.load(given_in(folder), { search = {} }))
  local text = problems.format_all(found or compiled.problems)
  local prefix = (folder .. "/"):gsub("%p", "%%%0")
  -- The version of the library changes, and so do Lua's own words.
  text = text:gsub(prefix, ""):gsub("this is %d[%d.]*", "this is VERSION")
  return text:gsub("attempt to index a nil value %((%w+) '(%w+)'%)", "attempt to index %1 '%2' (a nil value)") .. "\n"
end

describe("a bad pack:", function()
  for _, name in ipairs(sorted(BAD)) do
    it(name, function()
      local folder = ("%s/%s"):format(BAD, name)
      assert.equal(read(folder .. "/said.txt"), said_of(folder))
    end)
  end
end)
