-- How often everything occurs over many random worlds: event kinds, stop reasons, failure causes, calls, and what events
-- alone do not show, counted by looking over the oracle's shoulder.

local World = require "spec.oracle.world"
local random = require "spec.oracle.random"

local KINDS = { "spawn", "start", "stop", "fail", "fallback", "interrupt", "ignore", "halt", "restart", "remove", "error" }
local STOPS = { "done", "timed out", "failed", "interrupted", "cancelled", "removed" }
local CAUSES = { "no candidate", "condition", "no option", "same target", "game", "timeout", "claim", "target left", "depth", "steps" }

local function count(counts, key) counts[key] = (counts[key] or 0) + 1 end

-- Wraps methods of one world, so that what leaves no event is counted too.
local function look_over_shoulder(counts)
  return function(world)
    local function watch(name, before, after)
      local inner = World[name]
      world[name] = function(self, ...)
        local memo = before and before(...)
        local result, why = inner(self, ...)
        if after then after(memo, result, ...) end
        return result, why
      end
    end
    watch("handle", function(npc, entry)
      local ended = world:would_end(npc, entry.name)
      if ended then count(counts, ended == "running" and "ends_on: running" or "ends_on: interrupted") end
      return #npc.kept
    end, function(kept, _, npc) if #npc.kept > kept then count(counts, "kept") end end)
    watch("handle_kept", function(npc) return #npc.kept end, function(kept, _, npc)
      if kept > 0 and #npc.kept < kept then count(counts, "kept, then handled") end
    end)
    watch("recover", function(_, activity) return { failures = activity.failures, level = #activity.frames, main = activity.is_main,
      suspended = activity.suspended } end, function(memo, done, npc, activity)
      if not done then count(counts, "second failure kept")
      elseif activity.failures == memo.failures then count(counts, #activity.frames == memo.level and "caught by the node" or "caught by the caller")
      elseif activity.failures > world.options.failures and not memo.main then count(counts, "response given up")
      elseif npc.wait_until then count(counts, "wait") end
      if memo.suspended then count(counts, "failure on going on") end
    end)
    watch("raise", nil, function(_, became) count(counts, "raise: " .. became) end)
    watch("resume", nil, function(_, _, npc)
      count(counts, npc.action and "resume: action" or "resume: from scratch or between")
    end)
    watch("choose_target", nil, function(_, target) count(counts, target and "target found" or "no target") end)
    watch("select", nil, function() count(counts, "memory-driven selection") end)
    watch("take_sequence_claim", nil, function() count(counts, "sequence claim taken") end)
  end
end

local function print_table(title, names, counts)
  print(title)
  for _, name in ipairs(names) do print(string.format("  %-34s %d", name, counts[name] or 0)) end
end

local function sorted_keys(counts)
  local names = {}
  for name in pairs(counts) do names[#names + 1] = name end
  table.sort(names)
  return names
end

return function(run, seeds)
  local kinds, stops, causes, halts, calls, inside, starts = {}, {}, {}, {}, {}, {}, {}
  local dull, all_starts = 0, 0
  for seed = 1, seeds do
    local given = random(seed)
    local ok, answer = pcall(run, given, nil, look_over_shoulder(inside))
    assert(ok, "seed " .. seed .. ": " .. tostring(answer))
    local started = 0
    for _, e in ipairs(answer.events) do
      count(kinds, e.kind)
      if e.kind == "start" then
        started = started + 1
        count(starts, (e.target ~= 0 and "targeted" or "untargeted") .. (e.argument >= 2147483648 and ", resumed" or ""))
      elseif e.kind == "stop" then count(stops, STOPS[e.argument])
      elseif e.kind == "fail" then count(causes, CAUSES[e.argument])
      elseif e.kind == "halt" then count(halts, CAUSES[e.argument]) end
    end
    if started < 20 then dull = dull + 1 end
    all_starts = all_starts + started
    for i, op in ipairs(given.script) do count(calls, op.op .. (answer.accepted[i] and "" or ", refused")) end
  end
  print_table("event kinds", KINDS, kinds)
  print_table("stop reasons", STOPS, stops)
  print_table("failure causes", CAUSES, causes)
  print_table("halts by cause", CAUSES, halts)
  print_table("starts", sorted_keys(starts), starts)
  print_table("calls", sorted_keys(calls), calls)
  print_table("inside", sorted_keys(inside), inside)
  print(string.format("%d seeds, %.1f starts each, %d with fewer than 20 starts", seeds, all_starts / seeds, dull))
end
