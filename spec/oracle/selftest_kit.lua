-- What the checks are written in: short forms of content, a log of events as text, and the counting of checks.

local oracle = require "spec.oracle"

local kit = { u32 = oracle.u32, passed = 0, failed = 0 }

function kit.check(title, run)
  local ok, why = xpcall(run, function(message) return tostring(message) end)
  if ok then kit.passed = kit.passed + 1
  else
    kit.failed = kit.failed + 1
    print("FAILED " .. title .. "\n  " .. why)
  end
end

function kit.finish()
  print(string.format("%d passed, %d failed", kit.passed, kit.failed))
  os.exit(kit.failed == 0 and 0 or 1)
end

function kit.same(got, wanted)
  if got ~= wanted then error("got " .. tostring(got) .. "\n  wanted " .. tostring(wanted), 2) end
end

---- Content ----

-- An action of one second, unless `more` says otherwise.
function kit.action(name, more)
  local action = { name = name, duration = { 1000, 1000 } }
  for key, value in pairs(more or {}) do action[key] = value end
  if action.travel then action.duration = nil end
  return action
end

-- A sequence from node texts, the first being the entry: "a:walk>b,c!d" is node a, doing walk, to b or c, failed d;
-- "a:walk=" asks for the same target, "a:(other)" nests, "a:?" is a choice, "a:~walk" waits, seen in walk, "a:~" waits
-- unseen; "a:{talk first}" casts a scene as one of its parts, "a:{talk}" stages it, "a:walk@" is aimed at a member, "a:walk@first" at
-- a part, "a:<orders" takes from an inbox, "a:!orders" sends to one, "a:!!orders" awaits what becomes of it, "a:&toast2" meets another, with
-- "=" the current target or at it, "a:[sit lie]" requests one of these offers, "a:+" performs the body of a request, "a:-" passes; "end" is
-- always there.
function kit.sequence(name, nodes, more)
  local sequence = { name = name, nodes = {} }
  for _, text in ipairs(nodes) do
    local node_name, what, rest = text:match("^(%w+):([^>]+)>(.*)$")
    local to, failed = rest:match("^([^!]*)!?(%w*)$")
    local node = { name = node_name, to = {}, failed = failed ~= "" and failed or nil }
    if what == "?" then node.kind = "choice"
    elseif what:match("^~") then node.kind, node.waiting = "wait", what:match("%w+")
    elseif what:match("^%[") then
      node.kind, node.offers = "request", {}
      for offer in what:gmatch("%w+") do node.offers[#node.offers + 1] = offer end
    elseif what:match("^<") then
      node.kind, node.inbox, node.same_target = "take", what:match("%w+"), nil
    elseif what:match("^!") then
      node.kind, node.inbox, node.await, node.same_target = "send", what:match("%w+"), what:match("^!!") ~= nil, what:match("=$") ~= nil
    elseif what:match("^&") then
      node.kind, node.meeting, node.count, node.same_target = "meet", what:match("%a+"), tonumber(what:match("%d+")), what:match("=$") ~= nil
    elseif what == "+" then node.kind = "body"
    elseif what == "-" then node.kind = "pass"
    elseif what:match("^{") then node.kind, node.scene, node.as = "scene", what:match("^{(%w+) ?(%w*)}")
    elseif what:match("^%(") then node.kind, node.sequence = "sequence", what:match("%((%w+)%)")
    else
      node.kind, node.action, node.same_target = "action", what:match("^(%w+)"), what:match("=$") ~= nil
      node.at_member, node.at_part = what:match("@$") ~= nil, what:match("@(%w+)$")
    end
    if node.as == "" then node.as = nil end
    for destination in to:gmatch("%w+") do node.to[#node.to + 1] = { node = destination } end
    sequence.nodes[#sequence.nodes + 1] = node
    sequence.entry = sequence.entry or node_name
  end
  sequence.nodes[#sequence.nodes + 1] = { name = "end", kind = "end" }
  for key, value in pairs(more or {}) do sequence[key] = value end
  return sequence
end

function kit.node(sequence, name)
  for _, node in ipairs(sequence.nodes) do
    if node.name == name then return node end
  end
end

function kit.npc(name, main, more)
  local def = { name = name, npc = true, main = main }
  for key, value in pairs(more or {}) do def[key] = value end
  return def
end

function kit.prop(name, state, accepts, more)
  local def = { name = name, state = state, accepts = accepts }
  for key, value in pairs(more or {}) do def[key] = value end
  return def
end

function kit.world(content, options)
  return oracle.new(content, options)
end

---- Reading what happened ----

local STOPS = { "done", "timed out", "failed", "interrupted", "cancelled", "removed" }
local CAUSES = { "no candidate", "condition", "no option", "same target", "game", "timeout", "claim", "target left", "depth", "steps",
  "no cast", "scene", "no offer", "revoked", "waited", "full", "message", "no meeting place" }
local DROPS = { "done", "failed", "interrupted", "revoked", "given up", "left" }
local LEAVES = { "finished", "left", "broken" }

local function text(e)
  local words = e.kind .. " " .. tostring(e.name)
  if e.target ~= 0 then words = words .. "@" .. string.format("%d", e.target) end
  if e.kind == "start" and e.argument >= 2147483648 then words = words .. " resumed" end
  if e.kind == "stop" then words = words .. " " .. STOPS[e.argument] end
  if e.kind == "fail" or e.kind == "halt" then words = words .. " " .. CAUSES[e.argument] end
  if e.kind == "drop" then words = words .. " " .. DROPS[e.argument] end
  if e.kind == "join" then words = words .. " part " .. e.argument end
  if e.kind == "plan" then words = words .. string.format(" %d", e.argument) end
  if e.kind == "leave" then words = words .. " " .. LEAVES[e.argument] end
  return words
end

-- The events since the last call as one text, without spawns: of one NPC if a number is given.
function kit.log(world, number)
  local words = {}
  for i = (world.read_so_far or 0) + 1, #world.events do
    local e = world.events[i]
    if e.kind ~= "spawn" and (number == nil or e.npc == number) then words[#words + 1] = text(e) end
  end
  world.read_so_far = #world.events
  return table.concat(words, "; ")
end

-- The same, with whose event it is, of all NPCs.
function kit.all(world)
  local words = {}
  for i = (world.read_so_far or 0) + 1, #world.events do
    local e = world.events[i]
    if e.kind ~= "spawn" then words[#words + 1] = string.format("%d %s", e.npc, text(e)) end
  end
  world.read_so_far = #world.events
  return table.concat(words, "; ")
end

-- Updates with this step, n times (once without n), then the log.
function kit.go(world, dt, n)
  for _ = 1, n or 1 do assert(world:update(dt)) end
  return kit.log(world)
end

return kit
