-- Compares the core with the oracle on random worlds: every event, every refusal, every value at the end.
-- From the project's folder, on LuaJIT:  luajit spec/oracle/compare.lua LIBRARY FIRST LAST

package.path = "./?.lua;./?/init.lua;" .. package.path
local random = require "spec.oracle.random"
local run_oracle = require "spec.oracle.run"

local library = assert(arg[1], "compare.lua LIBRARY FIRST LAST")
local first, last = tonumber(arg[2] or 1), tonumber(arg[3] or 200)
local run_core = require "spec.oracle.core"(library, "core/include/bustle.h")

local function line(e)
  if not e then return "nothing" end
  return string.format("%s at %.0f, NPC %d, target %d, %s, argument %.0f", e.kind, e.time, e.npc, e.target, e.name, e.argument)
end

local function decisions(events)
  local list = {}
  for _, e in ipairs(events) do
    if e.kind ~= "error" then list[#list + 1] = e end
  end
  return list
end

-- The first difference as text, or nil.
local function difference(given, expected, actual)
  local a, b = decisions(expected.events), decisions(actual.events)
  for i = 1, math.max(#a, #b) do
    -- The oracle's list ends with the script, the core's with one more update that brings the last events.
    if line(a[i]) ~= line(b[i]) and (a[i] or b[i].op) then
      return string.format("event %d\n  oracle: %s\n  core:   %s", i, line(a[i]), line(b[i]))
    end
  end
  for i, op in ipairs(given.script) do
    if expected.accepted[i] ~= actual.accepted[i] then
      return string.format("call %d (%s): %s by the oracle, %s by the core", i, op.op,
        expected.accepted[i] and "accepted" or "refused", actual.accepted[i] and "accepted" or "refused")
    end
  end
  for i, v in ipairs(expected.values) do
    local w = actual.values[i] or {}
    if v[1] ~= w[1] or v[2] ~= w[2] or v[3] ~= w[3] then
      return string.format("%s of entity %d: %s by the oracle, %s by the core", v[2], v[1], v[3], tostring(w[3]))
    end
  end
  for i, p in ipairs(expected.positions) do
    local q = actual.positions[i] or {}
    if p[2] ~= q[2] or p[3] ~= q[3] or p[4] ~= q[4] then return "the position of entity " .. p[1] end
  end
  if expected.hash ~= actual.hash then return "the hash" end
  return nil
end

local different, refused = 0, 0
for seed = first, last do
  local given = random(seed)
  local expected = run_oracle(given)
  local ok, actual = pcall(run_core, given)
  local what
  if ok then what = difference(given, expected, actual)
  elseif tostring(actual):find "^not sealed" then refused = refused + 1 -- the core's checks see more
  else what = tostring(actual) end
  if what then
    different = different + 1
    print(string.format("seed %d: %s", seed, what))
    if different >= tonumber(arg[4] or 20) then break end
  end
  if (seed - first + 1) % 500 == 0 then io.stderr:write(string.format("%d worlds compared\n", seed - first + 1)) end
end
print(string.format("%d worlds, %d different, %d refused as content", last - first + 1, different, refused))
os.exit(different == 0 and refused * 50 <= last - first and 0 or 1)
