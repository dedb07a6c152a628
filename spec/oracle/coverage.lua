-- How often everything occurs over many random worlds: what can come of each rule (outcomes.lua), event kinds, stop reasons,
-- failure causes, calls. Prints a table and the share that occurred; true if nothing is missing.

local outcomes = require "spec.oracle.outcomes"
local random = require "spec.oracle.random"

local KINDS = { "spawn", "start", "stop", "fail", "fallback", "interrupt", "ignore", "halt", "restart", "remove", "error",
  "join", "leave", "role", "adopt", "drop", "enter", "exit", "plan" }
local STOPS = { "done", "timed out", "failed", "interrupted", "cancelled", "removed" }
local CAUSES = { "no candidate", "condition", "no option", "same target", "game", "timeout", "claim", "target left", "depth", "steps",
  "no cast", "scene", "no offer", "revoked", "waited", "full", "message", "no meeting place" }
local LEAVES = { "finished", "left", "broken" }
local CALLS = { "spawn", "remove", "move", "set", "push", "interrupt", "complete", "fail", "hold", "release", "run", "set_main",
  "set_role", "stage", "leave_scene", "restart", "set_ending", "link", "unlink", "query", "request", "revoke", "send", "set_time", "patch", "unpatch",
  "save", "update" }
local NEVER_REFUSED = { push = true, set_ending = true, save = true, update = true }

local function expected()
  local list = {}
  for _, outcome in ipairs(outcomes.list) do list[#list + 1] = outcome end
  for _, cell in ipairs(outcomes.cells) do list[#list + 1] = cell end
  for _, kind in ipairs(KINDS) do list[#list + 1] = "S43 event " .. kind end
  for _, reason in ipairs(STOPS) do list[#list + 1] = "S43 stop: " .. reason end
  for _, reason in ipairs(LEAVES) do list[#list + 1] = "S43 leave: " .. reason end
  for number = 1, 18 do
    local cause = CAUSES[number]
    if cause then
      list[#list + 1] = "S43 fail: " .. cause
      list[#list + 1] = "S43 halt: " .. cause
    end
  end
  for _, call in ipairs(CALLS) do
    list[#list + 1] = "S40 " .. call
    if not NEVER_REFUSED[call] then list[#list + 1] = "S4 " .. call .. ", refused" end
  end
  return list
end

local function count_answer(given, answer, saw)
  for _, e in ipairs(answer.events) do
    saw("S43 event " .. e.kind)
    if e.kind == "stop" then saw("S43 stop: " .. STOPS[e.argument])
    elseif e.kind == "fail" or e.kind == "halt" then saw("S43 " .. e.kind .. ": " .. CAUSES[e.argument])
    elseif e.kind == "leave" then saw("S43 leave: " .. LEAVES[e.argument]) end
  end
  for i, op in ipairs(given.script) do
    saw(answer.accepted[i] and "S40 " .. op.op or "S4 " .. op.op .. ", refused")
  end
end

-- Of the worlds without nodes that wait, of those with them, of those with roles and cues, of those with scenes, of those with
-- links, areas and offers, and of those with messages and days: the first, and which share of the worlds asked for. What is
-- rarest wants scenes and offers.
local RANGES = { { 1, 1 / 4 }, { 2001, 1 / 4 }, { 4001, 1 / 4 }, { 20001, 1 / 2 }, { 40001, 9 / 10 }, { 60001, 9 / 10 } }

return function(run, seeds)
  local counts, worlds = {}, 0
  local function saw(outcome) counts[outcome] = (counts[outcome] or 0) + 1 end
  for _, range in ipairs(RANGES) do
    for seed = range[1], range[1] + math.ceil(seeds * range[2]) - 1 do
      local given = random(seed)
      count_answer(given, run(given, nil, function(world) outcomes.watch(world, saw) end), saw)
      worlds = worlds + 1
    end
  end
  local list, missing = expected(), {}
  local known = {}
  for _, outcome in ipairs(list) do
    known[outcome] = true
    print(("  %-48s %d"):format(outcome, counts[outcome] or 0))
    if not counts[outcome] and not outcomes.seldom[outcome] then missing[#missing + 1] = outcome end
  end
  for outcome in pairs(counts) do assert(known[outcome], "not listed: " .. outcome) end
  local occurred = 0
  for _ in pairs(counts) do occurred = occurred + 1 end
  print(("%d of %d outcomes occurred in %d worlds"):format(occurred, #list, worlds))
  for _, outcome in ipairs(missing) do print("  never: " .. outcome) end
  return #missing == 0
end
