--- Inboxes that nobody takes from or sends to, answers that cannot come, inboxes that are looked into again and again,
-- and meetings that cannot come about.
local keys = require "bustle.common.keys"

-- ---- Who sends, takes and counts ----

-- Calls `fn` with every operation in a value.
local function each_op(value, fn)
  if type(value.kind) == "string" then fn(value) end
  for _, each in pairs(value) do
    if type(each) == "table" then each_op(each, fn) end
  end
end

-- What is said of inboxes anywhere: sets of names.
local function use_of(review)
  local use = { sent = {}, taken = {}, counted = {} }
  for _, sequence in pairs(review.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "send" then use.sent[node.performs or 0] = true end
      if node.kind == "take" then use.taken[node.performs or 0] = true end
    end
  end
  each_op(review.tables, function(op)
    if op.kind == "send" or op.kind == "send_on_path" then
      use.sent[op.name or 0] = true
    elseif op.subject and op.name then
      use.counted[op.name] = true
    end
  end)
  return use
end

local function had_by_somebody(review)
  local had = {}
  for _, entity in pairs(review.entities) do
    for _, name in ipairs(entity.inboxes or {}) do had[name] = true end
  end
  return had
end

local function check_inbox(review, inbox, use)
  local name = inbox.name
  -- What is counted and goes by itself need not be taken.
  if not use.taken[name] and not (use.counted[name] and (inbox.keep_ms or 0) > 0) then
    review:warn("inbox", name, { code = "untaken-inbox", text = "no sequence takes from it",
      cure = ('let a node take what comes: { take = "%s", ... }'):format(review.compiled:thing("inbox", name).name) })
  elseif not use.sent[name] then
    review:warn("inbox", name, { code = "unsent-inbox", text = "nothing sends to it",
      cure = "send to it, by a node or an effect; if the game does, all is well" })
  end
end

local function check_inboxes(review)
  for _, kind in ipairs { "sequence", "entity", "role", "action", "scene" } do
    if not review:are_sound(kind) then return end
  end
  local use, had = use_of(review), had_by_somebody(review)
  for _, inbox in ipairs(review.tables.inboxes or {}) do
    -- One that nobody has is told of when content is sealed.
    if had[inbox.name] and review:is_sound("inbox", inbox.name) then check_inbox(review, inbox, use) end
  end
end

-- ---- Answers ----

local function nodes_of(sequence)
  local nodes = {}
  for _, node in ipairs(sequence.nodes) do nodes[node.name] = node end
  return nodes
end

-- Whether what a node has taken can be done with: the sequence takes again afterwards, or ends.
local function can_be_done(sequence, take)
  local nodes, seen, waiting = nodes_of(sequence), {}, { take }
  while #waiting > 0 do
    local node = table.remove(waiting)
    local ways = {}
    for i, transition in ipairs(node.transitions) do ways[i] = transition.to end
    -- A take that fails has taken nothing.
    if node ~= take then ways[#ways + 1] = node.failed end
    for _, to in ipairs(ways) do
      local next_node = nodes[to]
      if to == "END" or not next_node or next_node.kind == "end" or next_node.kind == "take" then return true end
      if not seen[to] then
        seen[to] = true
        waiting[#waiting + 1] = next_node
      end
    end
  end
  return false
end

-- By inbox: somebody who takes from it and is never done, and nil where somebody may be done.
local function endless_takers(review)
  local endless, done = {}, {}
  for _, name in ipairs(keys.names(review.sequences)) do
    local sequence = review.sequences[name]
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "take" and node.performs then
        if can_be_done(sequence, node) then done[node.performs] = true end
        endless[node.performs] = endless[node.performs] or { sequence = name, node = node.name }
      end
    end
  end
  for inbox in pairs(done) do endless[inbox] = nil end
  return endless
end

local function check_answers(review)
  if not review:are_sound("sequence") then return end
  local endless, told = endless_takers(review), {}
  for _, name in ipairs(keys.names(review.sequences)) do
    for _, node in ipairs(review.sequences[name].nodes) do
      local taker = node.kind == "send" and node.await and endless[node.performs]
      if taker and not told[taker] then
        told[taker] = true
        local style = review:style("sequence", taker.sequence)
        review:warn("sequence", taker.sequence, { code = "never-answered", spot = ('node "%s"'):format(taker.node),
          text = ('sequence "%s" awaits what becomes of its message, and afterwards this one neither ends nor takes '
            .. 'again'):format(style.short("sequence", name)),
          cure = "let a way lead to END, or back to the node" })
      end
    end
  end
end

-- ---- Looking again and again ----

local function has_no_effects(action)
  for _, part in ipairs { "start", "finish", "interrupted" } do
    if #(action[part] or {}) > 0 then return false end
  end
  return true
end

-- Whether an action could be what one is seen in while one waits.
local function can_be_waited_in(review, name)
  local action = review.actions[name]
  return action and not review.compiled.target_tags[name] and #(action.when or {}) == 0
    and #(action.claims or {}) == 0 and #(action.ends_on or {}) == 0 and not action.speed and not action.speed_state
    and has_no_effects(action)
end

local function check_polling(review)
  for _, name in ipairs(keys.names(review.sequences)) do
    local nodes = nodes_of(review.sequences[name])
    for _, node in ipairs(review:is_sound("sequence", name) and review.sequences[name].nodes or {}) do
      local idle = node.kind == "take" and (node.timeout_ms or 0) == 0 and nodes[node.failed or 0]
      local back = idle and idle.kind == "action" and #idle.transitions == 1 and idle.transitions[1].to == node.name
      if back and can_be_waited_in(review, idle.performs) then
        local shown = review:style("sequence", name).short("action", idle.performs)
        review:warn("sequence", name, { code = "looks-again", spot = ('node "%s"'):format(node.name),
          text = ('it does not wait for a message, and looks again after each "%s"'):format(shown),
          cure = ('let it wait, and see one come at once: timeout = 600, waiting = "%s"'):format(shown) })
      end
    end
  end
end

-- ---- Meetings ----

-- Whether the target of a sequence is all the time whom it began with.
local function keeps_its_target(sequence)
  for _, node in ipairs(sequence.nodes) do
    local chooses = node.kind == "take" or node.kind == "request" or node.kind == "scene"
      or (node.kind == "action" or node.kind == "send") and not node.same_target
    if chooses then return false end
  end
  return true
end

-- The sequences that are begun otherwise than by asking for an offer.
local function begun_otherwise(review)
  local begun, offered = {}, {}
  for _, offer in ipairs(review.reach.offers) do
    offered[offer.sequence or 0] = true
    begun[offer.undo or 0] = true
  end
  for _, list in ipairs { review.tables.entities, review.tables.roles } do
    for _, made in ipairs(list) do
      for _, root in ipairs(review.reach:roots(made)) do begun[root.sequence or 0] = true end
    end
  end
  for name, sequence in pairs(review.sequences) do
    -- The game may run what nobody offers.
    if not offered[name] then begun[name] = true end
    for _, nested in ipairs(review.reach:nested(sequence)) do begun[nested] = true end
  end
  return begun
end

local function meets_under(sequence, meeting)
  for _, node in ipairs(sequence and sequence.nodes or {}) do
    if node.kind == "meet" and node.performs == meeting then return true end
  end
  return false
end

-- How many can hold those offers of an entity or a role at once whose sequences meet under a name.
local function holders_of(review, made, meeting)
  local sum = 0
  for _, offer in ipairs(made.offers or {}) do
    if meets_under(review.sequences[offer.sequence], meeting) then
      sum = sum + (offer.holders == 0 and math.huge or offer.holders or 1)
    end
  end
  return sum
end

local function offers_sequence(made, name)
  for _, offer in ipairs(made.offers or {}) do
    if offer.sequence == name then return true end
  end
  return false
end

-- How many can ever wait at one that offers a sequence.
local function most_at_one(review, name, meeting)
  local in_role, most = 0, 0
  for _, role in ipairs(review.tables.roles) do
    in_role = math.max(in_role, holders_of(review, role, meeting))
    if offers_sequence(role, name) then return math.huge end
  end
  for _, entity in pairs(review.entities) do
    if offers_sequence(entity, name) then
      most = math.max(most, holders_of(review, entity, meeting) + (entity.npc and in_role or 0))
    end
  end
  return most
end

-- By the name of a meeting: whether all who meet under it do so at whoever offers them that.
local function all_are_held(review, meeting, begun)
  for name, sequence in pairs(review.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "meet" and node.performs == meeting
        and (begun[name] or not node.same_target or not keeps_its_target(sequence)) then
        return false
      end
    end
  end
  return true
end

local function check_meetings(review)
  for _, kind in ipairs { "sequence", "entity", "role", "scene" } do
    if not review:are_sound(kind) then return end
  end
  local begun = begun_otherwise(review)
  for _, name in ipairs(keys.names(review.sequences)) do
    for _, node in ipairs(review.sequences[name].nodes) do
      local held = node.kind == "meet" and node.count and all_are_held(review, node.performs, begun)
      local most = held and most_at_one(review, name, node.performs) or math.huge
      if held and most < node.count then
        review:warn("sequence", name, { code = "never-meets", spot = ('node "%s"'):format(node.name),
          text = ("it wants %d to meet at whoever offers this, and at most %d can hold the offer at once"):format(
            node.count, most),
          cure = ("say holders = %d where it is offered, or count = %d"):format(node.count, math.max(2, most)) })
      end
    end
  end
end

return function(review)
  check_inboxes(review)
  check_answers(review)
  check_polling(review)
  check_meetings(review)
end
