-- Compiles plain tables for specs: what comes out, and what is said when nothing does.
local content = require "bustle.author.content"
local pack = require "bustle.author.pack"

local compile = {}

-- Things that most packs of the specs need. A spec gives what differs.
local BASE = {
  name = "p",
  states = { energy = { default = 6, min = 0, max = 10 }, seats = { default = 2, min = 0 }, fed = { flag = true },
    mood = { values = { "sad", "happy" } }, speed = { default = 3 } },
  env = { hour = { every = 60 }, weather = { every = 5, values = { "sunny", "rainy" } }, open = { flag = true } },
  interruptions = { "served", "shout" },
  constants = { nearby = 41, two = 2 },
  actions = { idle = { duration = 1 } },
  sequences = { idle = { entry = "idle", idle = { action = "idle", to = "END" } } },
  props = {}, npcs = {}, places = {},
}

-- The base with more definitions: `with { actions = { nap = {...} } }`.
function compile.with(fields)
  local all = {}
  for key, value in pairs(BASE) do all[key] = value end
  for key, value in pairs(fields or {}) do
    if type(value) == "table" and type(BASE[key]) == "table" then
      local merged = {}
      for name, each in pairs(BASE[key]) do merged[name] = each end
      for name, each in pairs(value) do merged[name] = each end
      value = merged
    end
    all[key] = value
  end
  return all
end

-- Plain tables (or packs) compiled, whatever they lack.
local function compiled(list, options)
  local packs = {}
  for i, each in ipairs(list) do packs[i] = pack.is_pack(each) and each or pack.from_table(each) end
  return content.compile(packs, options)
end

-- The result; an error if there are problems that are errors.
function compile.packs(list, options)
  local result, problems = compiled(list, options)
  if not result then error(content.format_all(problems), 2) end
  return result
end

function compile.base(fields, options)
  return compile.packs({ compile.with(fields) }, options)
end

-- One definition of the normalised tables, by its qualified name.
function compile.made(result, list, name)
  for _, each in ipairs(result.tables[list]) do
    if each.name == name then return each end
  end
  error(("no %s in %s"):format(name, list), 2)
end

-- What is said, without the lines of this file and of the specs. Warnings only if nothing is wrong.
function compile.said(list, options)
  local result, problems = compiled(list, options)
  local lines = {}
  for _, problem in ipairs(problems or result.problems) do
    if not problems or problem.severity == "error" then
      lines[#lines + 1] = (content.format(problem):gsub("^[^\n]-%.lua:%d+: ", ""))
    end
  end
  return table.concat(lines, "\n")
end

function compile.said_of(fields, options)
  return compile.said({ compile.with(fields) }, options)
end

--- The operations of conditions that compare a key with a number: `{ operator, subject, name, number }` each.
function compile.comparisons(list)
  local ops = {}
  for _, each in ipairs(list) do
    ops[#ops + 1] = { kind = "push", subject = each[2], name = each[3] }
    ops[#ops + 1] = { kind = "push", subject = "constant", value = each[4] }
    ops[#ops + 1] = { kind = each[1], subject = "stack" }
  end
  return ops
end

return compile
