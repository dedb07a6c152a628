--- The steps of decisions with names instead of numbers, for the `trace` of a world.
--
-- A step is `{ kind=, time=, npc=, sequence=, node= }`, who decides and where, and by its kind:
--
-- - "begin": the sequence begins at the node
-- - "option": a transition that leaves the node is looked at: `transition` (from 1, as written), `to`, `verdict`,
-- `remembered`
-- - "way": the node is left: `transition`, `to` (none was open: neither), `open` (how many nodes it could go to)
-- - "failed": the node failed and says where to go then: `to`
-- - "action": an action without a target, or one whose conditions are false whoever it is: `action`, `verdict`
-- - "candidate": an entity in reach: `action`, `target`, `verdict`, `remembered`
-- - "target": who was chosen, or nobody: `action`, `target`, `accepting` (how many accept it, or its path finds),
-- `reached` (of these), `open` (of these, those that nothing was against), `best` (of these, those that the action
-- prefers)
-- - "same_target": `action`, `target`, `verdict`
-- - "resumption": whether an interrupted action goes on: `action`, `target`, `verdict`
-- - "ended": an interruption ends an action as done: `action`, `interruption`
-- - "try": whether what the node waits for has come: `verdict`
-- - "watch": an interruption's own condition is tested: `interruption`, `verdict`; without npc, sequence and node
-- - "role": a role that the NPC may be in: `role`, `verdict`; the first that is open applies; without sequence and node
-- - "cue": a cue that is due: `cue`, `target`, `verdict`; without sequence and node, as are the "candidate", "action"
-- and "target" steps before it, which have `cue` instead of `action`
-- - "member": somebody in reach who might take a part in a scene: `scene`, `part`, `target`, `verdict`, `remembered`;
-- without sequence and node, as the next two, and without npc where the game stages the scene
-- - "part": who was chosen, or nobody: `scene`, `part`, `target`, `accepting`, `reached`, `open`, `best`
-- - "cast": whether a scene found its members: `scene`, `verdict`; `part`, which found nobody
-- - "arrival": the end of a phase: `scene`, `part`, `verdict`
-- - "provider": somebody whom a request asks: `offer` (none: the node's own conditions are against it), `target`,
-- `verdict`, `remembered`
-- - "request": whose offer was taken, or nobody's: `offer`, `target`, `accepting`, `reached`, `open`, `best`
-- - "place": whether a place at an offer is had again when an activity goes on: `offer`, `target`, `verdict`
-- - "while": one is false: `offer`, if it is that one's; sequence and node: whose call is over
-- - "receiver": somebody to whom the node might send: `inbox`, `target`, `verdict`, `remembered`
-- - "send": who was chosen, or nobody: `inbox`, `target`, `verdict`, `accepting`, `reached`, `open`, `best`
-- - "message": one that the node might take: `inbox`, `target` (who sent it), `verdict`
-- - "take": the one that was taken, or none: `inbox`, `target`, `verdict`, `open`
-- - "answer": what has become of a message that is awaited: `inbox`, `target` (who received it), `verdict`: "open"
-- (done), "gone" (failed) or "behind" (not yet)
-- - "meeting": whether enough are there: `meeting`, `target` (the place), `verdict`, `reached` (who wait there),
-- `accepting` (how many there have to be)
-- - "plan": an entry of the NPC's plan, when that is looked at: `plan`, `entry` (from 1, as written) or `patch` (its
-- number), `verdict`; the one that is open holds; without sequence and node
-- - "ignored": an interruption is dropped: `interruption`, `verdict`; without sequence and node
--
-- `verdict` is "open", "condition" (one is false), "claim" (it cannot be had), "speed" (it cannot travel) or "gone"; of
-- what is ignored it is "answered" (a response to it is going on), "priority" (what runs has a higher one), "limit"
-- (there are as many activities as there may be) or "old" (it waited too long for a release). Of a cue it may also be
-- "answered" (its activity is under way), "priority", "limit", "again" (it was found too lately) or "nobody" (there is
-- none). Of a member it may be "busy" (at something else, or in a scene), "resting" (it left a scene too lately),
-- "not_castable" (what it does does not allow it), "no_reaction" (to the topic), "condition" or "given_up" (with it
-- other parts found nobody); of a scene "nobody"; of an arrival "behind" (somebody has not arrived yet). Of a
-- provider it may be "not_offered" (in its role, at the moment), "lacks" (the NPC has not the states that it needs),
-- "holds" (the NPC does already), "offer" (the offer's `when` is false), "while" or "full"; a receiver may be "full"
-- too. Of an entry of a plan it is "later" (it has not begun yet), "over", "short" (too little time is left) or "below"
-- (another one counts more, or began later).
-- `remembered` is when the NPC last took it, if it remembers. Times are in seconds.
local plans = require "bustle.world.plans"

local steps = {}

local KINDS = { "sequence", "action", "interruption", "role", "cue", "scene", "offer", "inbox", "meeting", "plan" }

local function name_all(world, step)
  local names = world._names
  local node_of = names.content
  if step.node then step.node = node_of:node_name(step.sequence, step.node) end
  if step.to then step.to = node_of:node_name(step.sequence, step.to) end
  if step.part then step.part = node_of:part_name(step.scene, step.part) end
  for _, kind in ipairs(KINDS) do
    if step[kind] then step[kind] = names.shown[kind][step[kind]] end
  end
end

--- What the core tells, told on.
-- @tparam table world
-- @tparam function listener takes a step
-- @treturn function
function steps.teller(world, listener)
  return function(step)
    name_all(world, step)
    step.time = world._core:now() / 1000
    step.npc = step.npc and world:_object(step.npc)
    step.target = step.target and world:_object(step.target)
    step.transition = step.transition and step.transition + 1
    if step.entry then step.entry, step.patch = plans.entry(step.entry) end
    step.remembered = step.remembered and step.remembered / 1000
    listener(step)
  end
end

return steps
