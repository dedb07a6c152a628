--- By which rule something was chosen from a list of options or candidates (S22, S27, S46), told from what is known of
-- each: whether it was open, and since when it was remembered.
--
-- A rule is `{ rule=, among=, preferred= }`: "none" (nothing was open), "only" (one was), "preferred" (the action
-- prefers it to the others), "new" (one of those not remembered), "oldest" (all were remembered); `among` is how many
-- it was drawn from, if more than one; `preferred` is how many the action's preference left, of more.
local rules = {}

-- What was open, each destination once.
local function open_ones(list)
  local open, known = {}, {}
  for _, each in ipairs(list) do
    local name = each.to or each.target
    if each.verdict == "open" and not (each.to and known[name]) then
      known[name] = true
      open[#open + 1] = each
    end
  end
  return open
end

local function count(list, remembered)
  local found = 0
  for _, each in ipairs(list) do
    if each.remembered == remembered then found = found + 1 end
  end
  return found
end

local function find(list, name)
  for _, each in ipairs(list) do
    if (each.to or each.target) == name then return each end
  end
end

local function more_than_one(number)
  return number > 1 and number or nil
end

--- The rule of a way or of the choice of a target.
-- @tparam table entry of kind "way" or "target"
-- @treturn table
function rules.of(entry)
  local chosen = entry.kind == "way" and entry.to or entry.target
  if not chosen then return { rule = "none" } end
  local open = open_ones(entry.options or entry.candidates)
  -- A node with one way that has no condition does not look at it.
  if #open <= 1 then return { rule = "only" } end
  local preferred = entry.best and entry.best < entry.open and entry.best or nil
  if preferred == 1 then return { rule = "preferred" } end
  local remembered = find(open, chosen).remembered
  return { rule = remembered and "oldest" or "new", preferred = preferred,
    among = not preferred and more_than_one(count(open, remembered)) or nil }
end

return rules
