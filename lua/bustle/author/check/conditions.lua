--- Conditions that are never true: by themselves, together, or with those of the action that comes next.
local ranges = require "bustle.author.check.ranges"
local reader = require "bustle.author.expression.reader"

-- ---- What the core tells already ----

local function is_outside(key, value, bounds)
  local low, high = bounds(key)
  return value < low or value > high
end

-- A comparison with a constant outside the bounds is told when content is sealed.
local function is_told(condition, bounds)
  if condition.type == "not" then return is_told(condition[1], bounds) end
  local key, _, value = reader.key_with_number(condition)
  return key and is_outside(key, value, bounds)
end

local function any_told(conditions, bounds)
  for _, condition in ipairs(conditions) do
    if is_told(condition, bounds) then return true end
  end
  return false
end

-- ---- What contradicts what ----

-- The first condition that is never true, or the first two that are never true together; nil: it takes more of them.
local function culprits(conditions, bounds)
  for _, condition in ipairs(conditions) do
    if not ranges.possible({ condition }, bounds) then return { condition } end
  end
  for j = 2, #conditions do
    for i = 1, j - 1 do
      if not ranges.possible({ conditions[i], conditions[j] }, bounds) then return { conditions[i], conditions[j] } end
    end
  end
end

-- What the side of a comparison that is no number can be.
local function range_of(condition, style, bounds)
  if condition.type ~= "compare" then return "mend it" end
  local side = condition.left.type == "number" and condition.right or condition.left
  local low, high = ranges.interval(side, bounds)
  return ("%s is from %d to %d"):format(reader.text(side, style), low, high)
end

local function shown(condition, style)
  return condition.claim and "the claim" or ('"%s"'):format(reader.text(condition, style))
end

local function finding_of(found, spot, style, bounds)
  if found and #found == 1 then
    return { code = "never-true", spot = spot, text = ("%s is never true"):format(shown(found[1], style)),
      cure = range_of(found[1], style, bounds) }
  end
  local text = found and ("%s and %s are never true together"):format(shown(found[1], style), shown(found[2], style))
    or "its conditions are never true together"
  return { code = "never-together", spot = spot, text = text, cure = "mend one of them, or join them by or" }
end

-- Whether there is nothing wrong with the condition itself.
local function check(review, kind, name, spot, ops, more)
  local conditions, bounds = reader.conditions(ops), review:bounds()
  for _, condition in ipairs(more or {}) do conditions[#conditions + 1] = condition end
  if ranges.possible(conditions, bounds) then return true end
  if any_told(conditions, bounds) then return false end
  review:warn(kind, name, finding_of(culprits(conditions, bounds), spot, review:style(kind, name), bounds))
  return false
end

-- ---- Actions ----

-- What an action claims must be free (S42).
local function claims_of(review, action)
  local list = {}
  for _, claim in ipairs(action.claims) do
    local low = review:bounds() { subject = "target", name = claim.state }
    list[#list + 1] = { type = "compare", op = ">=", left = { type = "key", subject = "target", name = claim.state },
      right = { type = "number", value = low + claim.amount }, claim = true }
  end
  return list
end

local function check_action(review, action)
  return check(review, "action", action.name, "when", action.when, claims_of(review, action))
end

-- ---- Transitions ----

-- What stays as it is between the test of a transition and that of the action it leads to.
local function stays(node, same_target)
  if node.type == "key" then
    local about_target = node.subject == "target" or node.to == "target" or node.subject == "distance"
    return node.subject ~= "count" and (not about_target or same_target)
  elseif node.type == "compare" then
    return stays(node.left, same_target) and stays(node.right, same_target)
  end
  for _, part in ipairs(node) do
    if not stays(part, same_target) then return false end
  end
  return true
end

local function lasting(ops, same_target)
  local list = {}
  for _, condition in ipairs(reader.conditions(ops)) do
    if stays(condition, same_target) then list[#list + 1] = condition end
  end
  return list
end

local function check_destination(review, sequence, spot, transition, node)
  local action = node and node.kind == "action" and review.actions[node.performs]
  if not action or not review.possible_actions[action] then return end
  local bounds, all = review:bounds(), lasting(transition.when, node.same_target)
  if #all == 0 then return end
  for _, condition in ipairs(lasting(action.when, node.same_target)) do all[#all + 1] = condition end
  if ranges.possible(all, bounds) then return end
  local found, style = culprits(all, bounds), review:style("sequence", sequence.name)
  review:warn("sequence", sequence.name, { code = "never-together", spot = spot, cure = "mend one of the two",
    text = ('when it is open, action "%s" never starts%s'):format(action.name,
      found and (": %s and %s"):format(shown(found[1], style), shown(found[2], style)) or "") })
end

-- What is asked of senders and receivers.
local ASKS = { take = true, send = true }

-- What is known when a node is left: what it has waited for, which nothing changes before the ways are tested.
local function known_after(review, sequence, node)
  if ASKS[node.kind] then
    check(review, "sequence", sequence.name, ('node "%s", when'):format(node.name), node.when or {})
  end
  if node.kind ~= "wait" then return {} end
  local possible = check(review, "sequence", sequence.name, ('node "%s", wait'):format(node.name), node.when)
  return possible and reader.conditions(node.when) or {}
end

local function check_sequence(review, sequence)
  local nodes = {}
  for _, node in ipairs(sequence.nodes) do nodes[node.name] = node end
  for _, node in ipairs(sequence.nodes) do
    local known = known_after(review, sequence, node)
    for i, transition in ipairs(node.transitions) do
      local spot = ('node "%s", transition %d'):format(node.name, i)
      if check(review, "sequence", sequence.name, spot .. ", when", transition.when, known) then
        check_destination(review, sequence, spot, transition, nodes[transition.to])
      end
    end
  end
end

-- ---- Scenes ----

local function check_scene(review, scene)
  for _, part in ipairs(scene.parts) do
    check(review, "scene", scene.name, ('part "%s", when'):format(part.name), part.when)
  end
end

-- ---- All of it ----

return function(review)
  review.possible_actions = {}
  for _, interruption in ipairs(review.tables.interruptions) do
    if review:is_sound("interruption", interruption.name) then
      check(review, "interruption", interruption.name, "when", interruption.when)
    end
  end
  for _, action in ipairs(review.tables.actions) do
    if review:is_sound("action", action.name) then
      review.possible_actions[action] = check_action(review, action)
    end
  end
  for _, sequence in ipairs(review.tables.sequences) do
    if review:is_sound("sequence", sequence.name) then check_sequence(review, sequence) end
  end
  for _, scene in ipairs(review.tables.scenes) do
    if review:is_sound("scene", scene.name) then check_scene(review, scene) end
  end
end
