--- The parts of content that are about messages, meetings and plans: nodes that take, send and meet should succeed once
-- and be in vain once, inboxes be taken from, entries of plans hold.
local exchanges = {}

local function is_given(condition)
  return condition ~= nil and #condition > 0
end

-- ---- The parts ----

-- What has to be said of a node: that it succeeds, and, where it may wait or has somewhere to go, that it does not.
local SAID = {
  take = { "taken", "never took anything", "always took something" },
  send = { "sent", "never sent", "always sent" },
  meet = { "met", "never met", "always met" },
}

--- Adds the parts of a node.
-- @tparam function add takes a group, a key, a spot and what is missing
-- @tparam function add_outcomes takes a key and a spot
-- @tparam table node
-- @tparam string at "SEQUENCE/NODE"
-- @tparam string spot
function exchanges.add_node(add, add_outcomes, node, at, spot)
  local said = SAID[node.kind]
  if not said then return end
  local key = ("%s %s"):format(node.kind, at)
  spot = ("%s, %s"):format(spot, node.kind)
  add("messages", ("%s %s"):format(key, said[1]), spot, said[2])
  if node.failed then add("messages", key .. " in vain", spot, said[3]) end
  if node.await then add("messages", key .. " answered", spot .. ", await", "never answered") end
  if is_given(node.when) then add_outcomes("when " .. key, spot .. ", when") end
end

--- Adds an inbox.
function exchanges.add_inbox(add, inbox)
  add("messages", "inbox " .. inbox.name, nil, "never taken from")
end

--- Adds the entries of a plan.
-- @tparam function short gives the name of a sequence as the plan's pack writes it
function exchanges.add_plan(add, plan, short)
  for i, entry in ipairs(plan.entries) do
    add("plans", ("entry %s %d"):format(plan.name, i), ('entry %d, "%s"'):format(i, short(entry.sequence)),
      "never held")
  end
end

-- ---- Counting ----

-- What is asked before the condition says nothing of it.
local ASKED = { open = "true", full = "true", condition = "false" }

--- What the steps of decisions tell, by kind: each takes what counts, the step, "SEQUENCE/NODE", and a function that
-- gives the full name of what the world shows.
exchanges.COUNT = {}

local COUNT = exchanges.COUNT

function COUNT.receiver(hit, step, at)
  if ASKED[step.verdict] then hit("when send", at, ASKED[step.verdict]) end
end

-- Who is out of reach fails a condition on distance without being looked at.
function COUNT.send(hit, step, at)
  if step.reached < step.accepting then hit("when send", at, "false") end
  hit("send", at, step.target and "sent" or "in vain")
end

function COUNT.message(hit, step, at)
  if ASKED[step.verdict] then hit("when take", at, ASKED[step.verdict]) end
end

function COUNT.take(hit, step, at, full_name)
  hit("take", at, step.target and "taken" or "in vain")
  if step.target then hit("inbox", full_name("inbox", step.inbox)) end
end

function COUNT.answer(hit, step, at)
  if step.verdict == "open" then hit("send", at, "answered") end
end

function COUNT.meeting(hit, step, at)
  hit("meet", at, step.verdict == "open" and "met" or "in vain")
end

function COUNT.plan(hit, step, _, full_name)
  if step.verdict == "open" and step.entry then hit("entry", full_name("plan", step.plan), step.entry) end
end

return exchanges
