-- Runs one world through the oracle and the core. `agree.difference(given, every)` is what differs, or nil; `agree.spec` is
-- the world as a spec to paste into found_spec.lua, which calls `agree.check`.

local run_oracle = require "spec.oracle.run"
local run_core = require "spec.oracle.core"
local difference = require "spec.oracle.difference"

local agree = {}

-- Says what differs. Second: true if the core refused the content; its checks see more than the oracle's. Third: the
-- oracle's answer. `every`: pictures after every so many calls.
function agree.difference(given, every)
  local expected = run_oracle(given, every)
  local actual = run_core(given, every)
  if not actual then return nil, true, expected end
  return difference(given, expected, actual), false, expected
end

-- The same for a world that may be nonsense, which does not differ then.
function agree.differs(given)
  local ok, what = pcall(agree.difference, given, 1)
  return ok and what or nil
end

---- As text ----

local function event_line(e)
  return string.format("%.0f %s %.0f %.0f %s %.0f", e.time, e.kind, e.npc, e.target, e.name == "" and "-" or e.name, e.argument)
end

-- The oracle's events, one in a line: time, kind, NPC, target, name, argument.
function agree.events(given)
  local lines = {}
  for i, e in ipairs(run_oracle(given).events) do lines[i] = event_line(e) end
  return table.concat(lines, "\n")
end

local function key_text(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" and key ~= "and" and key ~= "or" and key ~= "not" and key ~= "end" then
    return key .. " = "
  end
  return "[" .. (type(key) == "string" and ("%q"):format(key) or tostring(key)) .. "] = "
end

local function scalar(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "number" then
    return value == math.floor(value) and ("%.0f"):format(value) or ("%.17g"):format(value)
  end
  return tostring(value)
end

local function ordered(t)
  local keys = {}
  for key in pairs(t) do
    if not (type(key) == "number" and key >= 1 and key <= #t) then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

-- A value as Lua. What is short stays on one line.
local function literal(value, indent)
  if type(value) ~= "table" then return scalar(value) end
  local parts, inner = {}, indent .. "  "
  for _, key in ipairs(ordered(value)) do parts[#parts + 1] = key_text(key) .. literal(value[key], inner) end
  for _, each in ipairs(value) do parts[#parts + 1] = literal(each, inner) end
  if #parts == 0 then return "{}" end
  local line = "{ " .. table.concat(parts, ", ") .. " }"
  if #line + #indent < 100 and not line:find "\n" then return line end
  return "{\n" .. inner .. table.concat(parts, ",\n" .. inner) .. "\n" .. indent .. "}"
end

-- A busted spec of this world: that core and oracle agree, and on what.
function agree.spec(given, title)
  return ('it(%q, function()\n  agree.check(%s, [[\n%s]])\nend)'):format(title, literal(given, "  "), agree.events(given))
end

-- For specs: raises unless both agree on everything, and the events are those.
function agree.check(given, events)
  local what, refused = agree.difference(given, 1)
  if what then error(what, 2) end
  if refused then error("the core refuses the content", 2) end
  if agree.events(given) ~= events then error("both agree, but on\n" .. agree.events(given), 2) end
end

return agree
