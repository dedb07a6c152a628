--- Common shapes of sequences. They return ordinary tables, which can be changed, merged and passed to other functions
-- before they are declared: nothing here is known to the rest.
local shapes = {}

-- What stands for a node in a shape: the name of an action, or a node without its `to`.
local function node_of(step, level)
  if type(step) == "string" then return { action = step } end
  if type(step) ~= "table" then
    error(("a step is the name of an action or a node, not a %s"):format(type(step)), level + 1)
  end
  local copy = {}
  for key, value in pairs(step) do copy[key] = value end
  return copy
end

local function name_of(step, fallback)
  if type(step) == "string" then return step end
  for _, kind in ipairs { "take", "send", "meet" } do
    if type(step[kind]) == "string" then return ("%s_%s"):format(kind, step[kind]) end
  end
  return step.action or step.sequence or step.scene or step.wait and "wait" or step.pass and "pass"
    or type(step.request) == "string" and step.request or step.request and "request" or step.body and "body"
    or fallback
end

-- Options of sequences are no names of nodes.
local TAKEN = { entry = true, claim = true, castable = true, same = true, allow = true, END = true }

-- "sweep", "sweep_2", "sweep_3": an action may be taken more than once.
local function unused(taken, name)
  if TAKEN[name] then name = name .. "_1" end
  local made, count = name, 1
  while taken[made] ~= nil do
    count = count + 1
    made = ("%s_%d"):format(name, count)
  end
  return made
end

local function check_list(steps, what, level)
  if type(steps) ~= "table" or #steps == 0 then
    error(("%s takes a list of at least one step"):format(what), level + 1)
  end
end

-- Options of the sequence that may stand in the table of steps.
local function options_of(steps)
  return { claim = steps.claim, castable = steps.castable, same = steps.same, allow = steps.allow }
end

-- The sequence, and its last node.
local function chained(steps, level)
  local made, names = options_of(steps), {}
  for i, step in ipairs(steps) do
    local node = node_of(step, level)
    names[i] = unused(made, name_of(step, "step"))
    made[names[i]] = node
  end
  local last = made[names[#names]]
  local leads_on = last.to ~= nil
  for i, name in ipairs(names) do made[name].to = made[name].to or names[i + 1] or "END" end
  made.entry = names[1]
  return made, not leads_on and last or nil
end

--- One thing after the other, then the end.
--
--     sequence "morning" (shapes.chain { "wake_up", "wash", { action = "eat", failed = "END" }, { sequence = "walk" }
-- })
--
-- Nodes have the names of their actions (a second one of the same name is called `wash_2`), and those that wait are
-- called `wait`, requests have the name of what they ask for, and the others are called as in `take_orders`,
-- `send_orders` and `meet_toast`; each goes on to the next, or where its own `to` says.
-- `claim`, `castable` and `same` in the table are the sequence's.
-- @tparam table steps names of actions, or nodes
-- @treturn table a sequence
function shapes.chain(steps)
  check_list(steps, "chain", 2)
  return (chained(steps, 3))
end

-- `{ "swim", when = "..." }` or `{ action = "swim", when = "...", otherwise = true }`: the edge and the node.
local function option_of(option, level)
  if type(option) == "string" then return { action = option }, {} end
  local node = node_of(option, level + 1)
  local edge = { when = node.when, otherwise = node.otherwise }
  if node[1] then node.action = node[1] end
  node[1], node.when, node.otherwise = nil, nil, nil
  return node, edge
end

--- One of several things, as memory and conditions decide, then the end.
--
--     sequence "pastime" (shapes.choice { "read", { "swim", when = "env.weather == 'sunny'" },
--                                         { sequence = "visit", when = "self.mood > 3" }, { "idle", otherwise = true
-- } })
--
-- The entry is a choice node called `choose`.
-- @tparam table options names of actions, `{ action, when=, otherwise= }`, or nodes with `when` and `otherwise`
-- @treturn table a sequence
function shapes.choice(options)
  check_list(options, "choice", 2)
  local made, edges = options_of(options), {}
  made.entry, made.choose = "choose", { to = edges }
  for _, option in ipairs(options) do
    local node, edge = option_of(option, 2)
    edge[1] = unused(made, name_of(node, "option"))
    node.to = node.to or "END"
    made[edge[1]] = node
    edges[#edges + 1] = edge
  end
  return made
end

--- The same steps again and again until a condition holds after the last of them.
--
--     sequence "work" (shapes.loop_until("self.energy <= 2 or env.hour >= 18", { "hammer", "look_around" }))
--
-- At least once in any case; a step before the last whose `to` is "END" leaves the loop. The condition is tested in a
-- choice node called `again`.
-- @tparam string|function|table condition as in `when`
-- @tparam table steps as for `chain`
-- @treturn table a sequence
function shapes.loop_until(condition, steps)
  check_list(steps, "loop_until", 2)
  local made, last = chained(steps, 3)
  if not last then error("the last step of loop_until says where it goes: then nothing is repeated", 2) end
  local again = unused(made, "again")
  last.to = again
  -- Two edges, of which the second is an option only when the first is not: no choice is left to memory (S44).
  made[again] = { to = { { "END", when = condition }, { made.entry, otherwise = true } } }
  return made
end

return shapes
