--- By which rule an NPC chose from what was open (S22, S27, S46). This counts the options as they come, and need not
-- keep them.
--
-- A rule is `{ rule=, among=, preferred= }`: "none" (nothing was open), "only" (one was), "preferred" (the action
-- prefers it to all others), "new" (one of those not remembered), "oldest" (all were remembered); `among` is how many
-- it was drawn from, if more than one; `preferred` is how many the action's preference left, of more.
local rules = {}

--- Begins to count.
-- @treturn table
function rules.tally()
  return { open = 0, new = 0, oldest = nil, equal = 0, known = {} }
end

--- Counts what is looked at, if it is open.
-- @tparam table tally
-- @param what it; what leads to the same is counted once
-- @tparam string verdict
-- @tparam number|nil remembered when it was taken last
function rules.count(tally, what, verdict, remembered)
  if verdict ~= "open" or tally.known[what] ~= nil then return end
  tally.known[what], tally.open = remembered or false, tally.open + 1
  if not remembered then
    tally.new = tally.new + 1
  elseif not tally.oldest or remembered < tally.oldest then
    tally.oldest, tally.equal = remembered, 1
  elseif remembered == tally.oldest then
    tally.equal = tally.equal + 1
  end
end

--- Takes back what was counted as open. It is remembered, and younger than all that count.
-- @tparam table tally
-- @param what
function rules.discount(tally, what)
  if not tally.known[what] then return end
  if tally.known[what] == tally.oldest then tally.equal = math.max(0, tally.equal - 1) end
  tally.known[what], tally.open = nil, tally.open - 1
end

local function more_than_one(number)
  return number > 1 and number or nil
end

--- The rule of a choice.
-- @tparam table tally
-- @param chosen nil: nothing
-- @tparam[opt] number best how many were left by the action's preference
-- @treturn table
function rules.of(tally, chosen, best)
  if chosen == nil then return { rule = "none" } end
  -- A node with one way that has no condition does not look at it.
  if tally.open <= 1 then return { rule = "only" } end
  if best == 1 then return { rule = "preferred" } end
  if best and best < tally.open then
    return { rule = tally.known[chosen] and "oldest" or "new", preferred = best }
  end
  if tally.new > 0 then return { rule = "new", among = more_than_one(tally.new) } end
  return { rule = "oldest", among = more_than_one(tally.equal) }
end

return rules
