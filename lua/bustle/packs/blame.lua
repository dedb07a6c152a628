--- Compiles a set of packs. Leaves out mods with mistakes, and the mods that need them: a player's mod must not keep
-- the game from starting.
local content = require "bustle.author.content"
local order = require "bustle.packs.order"
local problems = require "bustle.problems"

local blame = {}

local function is_mod(set, name)
  local entry = set.entries[name]
  return entry ~= nil and entry.mod
end

-- ---- Leaving out ----

local function needs_missing(missing, pack)
  for _, dependency in ipairs(pack.depends) do
    if not dependency.optional and missing[dependency.name] then return dependency.name end
  end
end

-- The packs that stay if those of some names go, and those that go with them because they need them. These stand behind
-- them, because packs are in load order.
local function split(packs, gone)
  local kept, lost, missing = {}, {}, {}
  for name in pairs(gone) do missing[name] = true end
  for _, pack in ipairs(packs) do
    local needed = not missing[pack.name] and needs_missing(missing, pack)
    if needed then
      lost[#lost + 1] = { pack = pack, needed = needed }
      missing[pack.name] = true
    elseif not missing[pack.name] then
      kept[#kept + 1] = pack
    end
  end
  return kept, lost
end

local function tell_lost(set, lost, told)
  for _, each in ipairs(lost) do
    problems.add(told, each.pack.thing, { code = "needs-refused", spot = "depends",
      origin = each.pack.origin_of("depends"), text = ('pack "%s" cannot be loaded: %s'):format(each.needed,
        order.way(set.entries[each.pack.name], each.needed)) })
    told[#told].left_out = is_mod(set, each.pack.name) or nil
  end
end

-- ---- Whose fault it is ----

-- The mod that a problem is about, or else the last one that changed what it is about.
local function culprit(set, problem)
  if problem.severity ~= "error" then return nil end
  if is_mod(set, problem.pack) then return problem.pack end
  local changed_by = problem.changed_by or {}
  for i = #changed_by, 1, -1 do
    if is_mod(set, changed_by[i]) then return changed_by[i] end
  end
end

local function keep(told, problem)
  problem.left_out, problem.number = true, #told
  told[#told + 1] = problem
end

-- Adds the mods that are plainly to blame to those that go. Returns whether there were any.
local function blame_named(set, found, gone, told)
  local any = false
  for _, problem in ipairs(found) do
    local name = not problem.by_core and culprit(set, problem)
    if name then
      any, gone[name] = true, true
      keep(told, problem)
    end
  end
  return any
end

-- What the core finds wrong with one definition may come of what somebody changed in another. So those mods may be to
-- blame that it names and those that change things.
local function suspects_of(set, found, gone)
  local named, list = {}, {}
  for _, problem in ipairs(found) do named[culprit(set, problem) or ""] = true end
  for _, pack in ipairs((split(set.packs, gone))) do
    if is_mod(set, pack.name) and (named[pack.name] or #pack.changes > 0) then list[#list + 1] = pack end
  end
  return list
end

local function tell_broken(set, pack, found, told)
  local others, any
  for _, problem in ipairs(found) do
    if culprit(set, problem) == pack.name then
      any = true
      keep(told, problem)
    elseif problem.severity == "error" then
      others = others or problems.format(problem)
    end
  end
  if any then return end
  problems.add(told, pack.thing, { code = "breaks-others",
    text = "what it changes makes something else wrong:\n" .. others })
  told[#told].left_out = true
end

-- The suspects are tried one after the other; the first with which it goes wrong is to blame.
local function blame_by_trial(set, found, gone, told, try)
  local suspects, without = suspects_of(set, found, gone), {}
  for name in pairs(gone) do without[name] = true end
  for _, pack in ipairs(suspects) do without[pack.name] = true end
  if #suspects == 0 or not try((split(set.packs, without))) then return false end
  for _, pack in ipairs(suspects) do
    without[pack.name] = nil
    local compiled, problems_with = try((split(set.packs, without)))
    if not compiled then
      gone[pack.name] = true
      tell_broken(set, pack, problems_with, told)
      return true
    end
  end
  return false
end

-- ---- All of it ----

-- Progress never goes back, although content may be compiled more than once.
local function half(progress)
  if not progress then return nil end
  local furthest = 0
  return function(done, what)
    if done <= furthest then return end
    furthest = done
    progress((1 + done) / 2, what)
  end
end

local function joined(...)
  local all = {}
  for _, list in ipairs { ... } do
    for _, problem in ipairs(list) do
      problem.number = #all
      all[#all + 1] = problem
    end
  end
  return problems.sort(all)
end

local function is_fatal(list)
  for _, problem in ipairs(list) do
    if problem.severity == "error" and not problem.left_out then return true end
  end
  return false
end

--- Compiles what was loaded. This is `packs.compile`.
-- @tparam table set of `packs.load`
-- @tparam[opt] table options `constants`, `places`, `progress` and `core` as for `content.compile`; `progress` is
-- told the second half of the work
-- @treturn[1] table as of `content.compile`; `problems` has those of the set, too, and what was wrong with mods
-- @treturn[2] nil
-- @treturn[2] {table,...} all problems, in order
function blame.compile(set, options)
  options = options or {}
  local settings = { constants = options.constants, core = options.core, view = set.given,
    progress = half(options.progress), functions_from = options.functions_from, places = options.places }
  local function try(packs)
    return content.compile(packs, settings)
  end
  local gone, told = {}, {}
  local kept, lost = split(set.packs, gone)
  local compiled, found = try(kept)
  while not compiled and (blame_named(set, found, gone, told) or blame_by_trial(set, found, gone, told, try)) do
    kept, lost = split(set.packs, gone)
    compiled, found = try(kept)
  end
  tell_lost(set, lost, told)
  local all = joined(set.problems, told, found or compiled.problems)
  if is_fatal(all) then return nil, all end
  compiled.problems = all
  return compiled
end

return blame
