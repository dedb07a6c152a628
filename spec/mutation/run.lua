-- Plants the faults of faults.lua in a copy of the sources, one at a time, and sees whether random worlds (spec/oracle) or
-- the core's tests notice. From the project's folder: `./bustle mutate`, which see for the arguments.

package.path = "./?.lua;" .. package.path
local faults = require "spec.mutation.faults"

local TREE = "build/mutation/tree"
local BUILD = TREE .. "/build"
local WORLDS, LIMIT_S = 250, 240

local function run(command)
  local result = os.execute(command)
  return result == true or result == 0
end

local function must(command)
  if not run(command) then error("failed: " .. command, 0) end
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  assert(file:close())
end

---- Planting ----

-- The source with the fault in it, or nil and what is wrong with the fault.
local function planted(fault, text)
  local first, last = text:find(fault.right, 1, true)
  if not first then return nil, "its text is not there" end
  if text:find(fault.right, last + 1, true) then return nil, "its text is there twice" end
  if fault.right == fault.wrong then return nil, "it changes nothing" end
  return text:sub(1, first - 1) .. fault.wrong .. text:sub(last + 1)
end

local function label(fault) return ("%3d  %-4s %-15s %s"):format(fault.name, fault.rule, fault.file, fault.title) end

-- Whether every fault can still be planted.
local function check()
  local bad = 0
  for _, fault in ipairs(faults) do
    local _, problem = planted(fault, read("core/src/" .. fault.file))
    if problem then
      bad = bad + 1
      print(label(fault) .. ": " .. problem)
    end
  end
  print(("%d faults, %d that cannot be planted"):format(#faults, bad))
  return bad == 0
end

---- Seeing ----

local function build(target)
  return run(("cmake --build %s --target %s --parallel >build/mutation/build.log 2>&1"):format(BUILD, target))
end

local function prepare(with_tests)
  must("rm -rf build/mutation && mkdir -p " .. TREE)
  must("cp -R CMakeLists.txt CMakePresets.json cmake core lua spec " .. TREE)
  must(("cd %s && cmake --preset debug -B build -DBUSTLE_WERROR=OFF -DBUSTLE_BUILD_BENCH=OFF -DBUSTLE_BUILD_EXAMPLES=OFF "
    .. "-DBUSTLE_LUA_ABIS=luajit -DCMAKE_C_FLAGS_DEBUG=-O0 >../configure.log 2>&1"):format(TREE))
  if not (build "bustle_core_luajit" and (not with_tests or build "bustle_tests")) then
    io.stderr:write(read "build/mutation/build.log")
    error("the sources do not build", 0)
  end
end

-- From the first seed whose worlds have what the fault is about.
local function worlds_notice(first)
  return not run(("cd %s && LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH='./build/luajit/?.so;;' timeout %d luajit spec/oracle/compare.lua %d %d first >../worlds.log 2>&1")
    :format(TREE, LIMIT_S, first, first + WORLDS - 1))
end

-- xargs ends with the first program that fails.
local function tests_notice()
  return not run(("cd %s && BUSTLE_QUICK=1 xargs -P 2 -I '{}' sh -c 'timeout %d {} >/dev/null 2>&1 || { echo {} >>failed; exit 255; }' "
    .. "<build/test-programs.txt >/dev/null 2>&1"):format(TREE, LIMIT_S))
end

-- By whom the fault was noticed; nil: by nobody.
local function noticed_by(fault, with_tests)
  if not build "bustle_core_luajit" then error("it does not build: " .. read "build/mutation/build.log", 0) end
  if worlds_notice(fault.worlds) then return "random worlds" end
  if not with_tests then return nil end
  if not build "bustle_tests" then error("the tests do not build: " .. read "build/mutation/build.log", 0) end
  run("rm -f " .. TREE .. "/failed")
  if tests_notice() then
    return (read(TREE .. "/failed"):match "bustle_tests_[%w_]+")
  end
end

local function try(fault, with_tests)
  local path = TREE .. "/core/src/" .. fault.file
  local right = read(path)
  write(path, (assert(planted(fault, right))))
  local ok, by = pcall(noticed_by, fault, with_tests)
  write(path, right)
  if not ok then error(label(fault) .. ": " .. tostring(by), 0) end
  print(label(fault) .. ": " .. (by and "noticed by " .. by or "SURVIVED"))
  io.stdout:flush()
  return by
end

-- Of all worlds that are played for these faults.
local function first_seeds(chosen)
  local seeds = {}
  for _, fault in ipairs(chosen) do seeds[fault.worlds] = true end
  return seeds
end

local function score(chosen, with_tests)
  prepare(with_tests)
  for first in pairs(first_seeds(chosen)) do
    if worlds_notice(first) then error("random worlds differ without a fault: " .. read "build/mutation/worlds.log", 0) end
  end
  if with_tests and tests_notice() then error("the tests fail without a fault", 0) end
  local noticed, by_worlds = 0, 0
  for _, fault in ipairs(chosen) do
    local by = try(fault, with_tests)
    noticed = noticed + (by and 1 or 0)
    by_worlds = by_worlds + (by == "random worlds" and 1 or 0)
  end
  print(("mutation score: %d of %d faults noticed, %d by random worlds, %d by the tests of the core")
    :format(noticed, #chosen, by_worlds, noticed - by_worlds))
  return noticed == #chosen
end

---- The arguments ----

-- Some from all over the list, for a quick look by random worlds alone.
local function sample(count)
  local common, chosen = {}, {}
  for _, fault in ipairs(faults) do
    if not fault.rare then common[#common + 1] = fault end
  end
  for i = 1, count do chosen[i] = common[math.floor((i - 0.5) * #common / count) + 1] end
  return chosen
end

local function main(mode, ...)
  if mode == "--check" then return check() end
  if not check() then return false end
  if mode == "--sample" then return score(sample(tonumber((...)) or 5), false) end
  local chosen = {}
  for _, name in ipairs { mode, ... } do chosen[#chosen + 1] = assert(faults[tonumber(name)], "no fault " .. name) end
  return score(#chosen > 0 and chosen or faults, true)
end

local ok, result = pcall(main, ...)
if not ok then io.stderr:write("mutate: ", tostring(result), "\n") end
os.exit(ok and result and 0 or 1)
