--- Immediate effects that nothing takes back when the action is interrupted. A character that is called away would
-- leave them behind, and starting again would add to them (S32).
local reader = require "bustle.author.expression.reader"

-- By key: the effects on it, and the sum of what is added if that is all known beforehand.
local function grouped(ops)
  local groups, order = {}, {}
  for _, effect in ipairs(reader.changes(ops)) do
    local id = effect.subject .. "." .. effect.name
    local group = groups[id] or { id = id, effect = effect, sum = 0 }
    if not groups[id] then order[#order + 1] = group end
    groups[id] = group
    group.sum = group.sum and effect.kind ~= "set" and effect.value
      and group.sum + (effect.kind == "add" and effect.value or -effect.value)
  end
  return groups, order
end

local function has_functions(ops)
  for _, op in ipairs(ops) do
    if op.kind == "call" then return true end
  end
  return false
end

-- How often each state is changed by effects, and which states are lowered by one.
local function count_changes(ops, counts, lowered)
  for _, effect in ipairs(reader.changes(ops or {})) do
    counts[effect.name] = (counts[effect.name] or 0) + 1
    local grows = effect.kind == "set" or effect.kind == "add" and (effect.value or 1) >= 0
    lowered[effect.name] = lowered[effect.name] or not grows
  end
  return counts
end

-- Of an area or a role, and of what it offers.
local function count_own(made, counts, lowered)
  count_changes(made.enter, counts, lowered)
  count_changes(made.exit, counts, lowered)
  for _, offer in ipairs(made.offers or {}) do
    count_changes(offer.adopt, counts, lowered)
    count_changes(offer.drop, counts, lowered)
  end
end

local function all_changes(review)
  local counts, lowered = {}, {}
  for _, action in ipairs(review.tables.actions) do
    for _, part in ipairs { "start", "finish", "interrupted" } do count_changes(action[part], counts, lowered) end
  end
  for _, scene in ipairs(review.tables.scenes) do
    for _, part in ipairs(scene.parts) do
      count_changes(part.finish, counts, lowered)
      count_changes(part.broken, counts, lowered)
    end
  end
  for _, kind in ipairs { "entities", "roles" } do
    for _, made in ipairs(review.tables[kind]) do count_own(made, counts, lowered) end
  end
  -- What a message brings may be anything.
  for _, sequence in ipairs(review.tables.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.into then counts[node.into], lowered[node.into] = (counts[node.into] or 0) + 1, true end
    end
  end
  return counts, lowered
end

-- ---- Texts ----

local function written(review, action, effect)
  return ("%s.%s"):format(effect.subject, review:style("action", action.name).short("state", effect.name))
end

local function cure(review, action, group)
  local shown = written(review, action, group.effect)
  if not group.sum then return ("put %s back in interrupted"):format(shown) end
  local text = ('write "%s %s %d" in interrupted'):format(shown, group.sum < 0 and "+=" or "-=", math.abs(group.sum))
  local key = review.states[group.effect.name]
  if group.sum < 0 and group.effect.subject == "target" and (key.min or key.flag or key.values) then
    text = ('%s, or claim = %s'):format(text, group.sum == -1 and ('"%s"'):format(shown)
      or ('{ "%s", %d }'):format(shown, -group.sum))
  end
  return text
end

local function warn(review, action, group, text)
  review:warn("action", action.name, { code = "not-taken-back", spot = "start",
    text = text:format(written(review, action, group.effect)), cure = cure(review, action, group) })
end

-- ---- One action ----

-- A ticket that is drawn stays drawn: what content adds to and never takes from, but for setting it anew elsewhere,
-- counts something.
local function is_counter(review, group, finished)
  local closing = finished[group.id]
  return group.sum and group.sum > 0 and not review.lowered[group.effect.name] and (not closing or closing.sum)
end

-- Whether an effect that `interrupted` leaves alone is likely to be meant that way: a state is only set, and something
-- else changes it again.
local function may_stay(review, action, group, finished)
  if group.sum or finished[group.id] then return false end
  if group.effect.value == nil then return true end
  return review.changes[group.effect.name] > count_changes(action.start, {}, {})[group.effect.name]
end

local function check_group(review, action, group, taken, finished)
  if group.sum == 0 or is_counter(review, group, finished) then return end
  if not taken then
    if not may_stay(review, action, group, finished) then
      warn(review, action, group, "what it does to %s is not taken back when it is interrupted")
    end
  elseif group.sum and taken.sum and group.sum * taken.sum >= 0 then
    warn(review, action, group, "what it does to %s is done once more when it is interrupted, not taken back")
  elseif group.sum and taken.sum and group.effect.subject == "target" and group.sum + taken.sum ~= 0 then
    warn(review, action, group, ("of the %d of %%s that it %s, %d %s taken back when it is interrupted"):format(
      math.abs(group.sum), group.sum < 0 and "takes" or "gives", math.abs(taken.sum),
      math.abs(taken.sum) == 1 and "is" or "are"))
  end
end

local function check_action(review, action)
  if has_functions(action.interrupted) then return end
  local taken, finished = grouped(action.interrupted), grouped(action.finish)
  local _, started = grouped(action.start)
  for _, group in ipairs(started) do check_group(review, action, group, taken[group.id], finished) end
end

return function(review)
  review.changes, review.lowered = all_changes(review)
  for _, action in ipairs(review.tables.actions) do
    if review:is_sound("action", action.name) then check_action(review, action) end
  end
end
