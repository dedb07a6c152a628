-- What can come of each rule while a world runs, and how it is noticed: by looking over the oracle's shoulder, so that what
-- leaves no event is seen too. `outcomes.list` is all of them; `outcomes.watch(world, saw)` calls saw(outcome) for each.
-- What is decided when content is sealed (S6 S11 S12 S20 S35), what is a matter of the interface (S5 S38 S39), and that a
-- queue survives a halt (S34: it is empty then but for one turn in millions) is tested elsewhere; so is that the end of a
-- main sequence settles a change that is due (S52: only a claim that was lost below a subsequence leads there).

local World = require "spec.oracle.world"
local content = require "spec.oracle.content"
local of_scenes = require "spec.oracle.outcomes_scenes"
local of_places = require "spec.oracle.outcomes_places"
local of_days = require "spec.oracle.outcomes_days"
local of_wins = require "spec.oracle.outcomes_wins"

local outcomes = { list = {}, cells = of_wins.list, seldom = of_wins.seldom }

for line in (of_scenes.list .. of_places.list .. of_days.list .. [[
S1 an NPC is a target
S2 a write is clamped
S2 a value saturates at 32 bits
S3 a comparison with what is not there
S3 a change of what is not there, reported
S3 a change of what is not there, again
S3 a change by what is not there
S7 and | or | not | == | ~= | < | > | <= | >= | call | const | self | target | env | distance | now | + | - | *
S8 a condition errs
S8 an effect errs
S8 an error is reported once in an update
S9 asked | asked again too early | an answer | no answer | an error | nonsense | a name | a boolean | rounded | clamped
S10 asked | asked again too early | a position | no position | an error | not a number | rounded | beyond the end
S10 by Euclid | by Manhattan | compared alone | in arithmetic | with a fraction
S13 no candidate | one candidate | several candidates
S14 recorded | not recorded when resumed
S16 done by time | done by the game | timed out | a timeout fails | the game ends it | timed by the action
S17 failed by the game
S18 an NPC leaves in mid-action
S18 an NPC leaves between actions with a claim
S19 the target of an action leaves
S19 the same target leaves
S19 a claimed entity leaves
S22 no option | one option | several options | two ways to one node
S22 a target in a transition | no target in a transition
S23 back to the caller | the main sequence again | a response ends
S24 depth | steps | steps while resuming | held up for a second | a failure's wait is enough | held up after a fallback
S25 a new record | a record replaced | the oldest pushed out | capacity 0
S26 a record of one who left
S27 some without a record | the oldest | equally old
S28 a named stream
S29 queued | ignored | present | full
S30 resumable | not resumable | between actions | from another | from itself | from one who left | from nobody
S31 dropped: responds already | dropped: priority | dropped: no room | kept | kept, then handled | vanished from the queue
S31 vanished when kept | a full queue takes what has a condition
S32 resumed | the entity has left | it may not | without a memory | between actions
S32 the last millisecond
S33 caught by the node | caught by the caller | with what is above | a caller goes on | the main sequence again | a response over
S34 a second failure waits | a wait | no wait with a fallback | a minute | a response given up | halted | restarted by the game
S34 restarted by an interruption | restarted by itself | restarted by a release | a response ends a wait
S36 a step of nothing | a long step
S37 two endings in an update | one time, two endings | more ready than the batch
S41 the same target | none there | it may not
S42 an action claims | two claims | a sequence claims | the claim is tested and fails | held counts as free | retaken
S42 cannot be retaken | writing beside what is taken
S44 a choice | otherwise | failed is followed
S45 becomes true | becomes false | tested at a push | raised on the spawned | an effect raises on self | an effect raises on target
S45 ends the running action | ends an interrupted one | raised within | nobody within | raised by one who left
S46 nearest | least | most | a tie | one without the property
S47 by a constant | by a property | no speed | arrives | was moved | static | queried | resumed | stops short
S47 is near already
S48 hold in an action | hold between actions | a second hold | a release drops what is old | run | run gives way | run on hold
S48 run after a halt | set main while acting | set main between actions | set main under a response | set main on hold
S48 set main after a halt
S48 the game said that it ends it | the game said that it is timed
S51 came at once | came | waited too long | no timeout | waited on | a turn before its time | a late try | begins seen in an action
S51 begins unseen | a minute | interrupted | interrupted with no time left | went on | came when it went on | too late when it went on
S51 its claim could not be retaken | held | left | set main | a claimed entity leaves | it cannot be completed
S51 it cannot be failed | a second failure
S52 at the spawn | at the end | at the end, the same | at the end, but set | tested once in a turn | after a failure
S52 by the environment | by the environment, the same | by the environment, but set | by the environment, held
S52 by the environment, halted | by the game | by the game, on hold | by the game, after a halt | by the game, not listed
S52 by the game, the one it has | by the game, none | by the game, no role left
S52 a main sequence of the role | a main sequence of the definition | a handler of the role | a handler beside the role
S52 a fallback of the role | a fallback beside the role | a cue of the role | a cue beside the role
S52 gone from the queue | gone from what was kept | effects raise | due: node | due: action | due: now | the one it began with
S52 not yet: node | not yet: action | replaced: node | replaced: action | replaced: now | replaced at the call
S52 replaced under a response | an action stops | a wait at a node stops | a wait ends | a failure is forgotten
S52 settled by a later one | settled by set main | settled by a halt
S53 found one | found nobody, with reason | nobody will do | no reason | again too early | by preference
S53 several times at once | late | due on hold | due after a halt | joins | is among the deciders | the same time
S53 in the pile | limit | priority | all are young | above a response | two in a turn | no longer due after a role
S53 an action is interrupted | between actions | during a wait | at a wait node | remembered | replaced | one goes | with one who left
S72 a target | no target
]]):gmatch "[^\n]+" do
  local rule, rest = line:match "^(S%d+) (.*)$"
  for what in (rest .. " | "):gmatch "(.-) | " do outcomes.list[#outcomes.list + 1] = rule .. " " .. what end
end

---- State, environment, positions ----

local function watch_state(watch, saw)
  watch("write", nil, function(_, _, _, entity, property, value)
    if entity.state[property] ~= value then saw "S2 a write is clamped" end
    if (entity.taken[property] or 0) > 0 then saw "S42 writing beside what is taken" end
  end)
  watch("value", nil, function(_, result, _, v)
    saw(v[1] == "part" and (result and "S54 a part is read" or "S54 nobody is there to read") or "S7 " .. v[1])
    if v[1]:find "^[+*-]$" and (result == 2147483647 or result == -2147483648) then saw "S2 a value saturates at 32 bits" end
    if v[1] == "distance" and result then saw "S10 in arithmetic" end
  end)
  watch("side", nil, function(_, result, _, v)
    if v[1] == "distance" then saw "S7 distance" end
    if type(result) == "table" then saw "S10 compared alone" end
  end)
  watch("distance_between", nil, function(world, d)
    saw(world.options.metric == "manhattan" and "S10 by Manhattan" or "S10 by Euclid")
    if d and math.sqrt(d.square or d.sum * d.sum) % 16 ~= 0 then saw "S10 with a fraction" end
  end)
  watch("test", nil, function(_, _, _, e) saw("S7 " .. e[1]) end)
  watch("property", nil, function(world, result, _, about, who, property)
    if result == nil and about.testing then saw "S3 a comparison with what is not there" end
    if about.testing and who == "target" and result and world:held_by(about.npc, about.target, property) > 0 then
      saw "S42 held counts as free"
    end
  end)
  watch("modify", function(world) return #world.events end, function(world, _, before, entity, _, property, value)
    if value == nil then return saw "S3 a change by what is not there" end
    if entity.state[property] == nil then
      saw("S3 a change of what is not there, " .. (#world.events > before and "reported" or "again"))
    end
  end)
  watch("call_function", function(world) return #world.events end, function(world, ok, before, _, _, may_write)
    if ok then return end
    saw(may_write and "S8 an effect errs" or "S8 a condition errs")
    if #world.events == before then saw "S8 an error is reported once in an update" end
  end)
  watch("read_env", function(world, name) return world:env_due(world.env[name]) end, function(_, _, due)
    if not due then saw "S9 asked again too early" end
  end)
  watch("claimable", nil, function(_, result, _, _, claims)
    if #claims > 1 then saw "S42 two claims" end
    if not result then saw "S42 the claim is tested and fails" end
  end)
end

-- What the game is asked, and answers.
local function watch_answers(world, saw)
  local env, position = world.query_env, world.query_position
  world.query_env = function(name)
    saw "S9 asked"
    local ok, answer = pcall(env, name)
    if not ok then saw "S9 an error"; error(answer, 0) end
    local value = content.to_value(world.env[name].key, answer)
    if answer == nil then saw "S9 no answer" elseif value == nil then saw "S9 nonsense" else saw "S9 an answer" end
    if type(answer) == "boolean" then saw "S9 a boolean" end
    if value and type(answer) == "string" then saw "S9 a name" end
    if value and type(answer) == "number" and answer ~= value then
      saw(math.abs(answer - value) < 1 and "S9 rounded" or "S9 clamped")
    end
    return answer
  end
  world.query_position = function(number)
    saw "S10 asked"
    local ok, x, y, z = pcall(position, number)
    if not ok then saw "S10 an error"; error(x, 0) end
    if x == nil then saw "S10 no position" elseif y ~= y then saw "S10 not a number" else saw "S10 a position" end
    if x and x * 16 ~= math.floor(x * 16) then saw "S10 rounded" end
    if x and math.abs(x) > 1048576 then saw "S10 beyond the end" end
    return x, y, z
  end
end

---- Actions ----

local function watch_choosing(watch, saw)
  watch("choose_target", function(_, npc) return npc.stream.counter end, function(_, target, drawn, npc)
    if not target then saw "S13 no candidate" elseif npc.stream.counter == drawn then saw "S13 one candidate" end
  end)
  watch("ask_position", function(world, entity)
    return entity.def.position == "queried" and entity.asked_at and world.now - entity.asked_at < math.max(entity.def.position_every_ms or 0, 1)
  end, function(_, _, early) if early then saw "S10 asked again too early" end end)
  watch("preferred", nil, function(_, left, _, _, action, candidates)
    if not action.prefer then return end
    saw("S46 " .. action.prefer.kind)
    if #left > 1 then saw "S46 a tie" end
    for _, entity in ipairs(candidates) do
      if action.prefer.property and entity.state[action.prefer.property] == nil then saw "S46 one without the property" end
    end
  end)
  watch("select_target", nil, function() saw "S13 several candidates" end)
  watch("permitted", nil, function(_, result, _, npc, action)
    if not action.travel then return end
    local speed = action.travel.speed or npc.state[action.travel.property] or 0
    if not result and speed <= 0 then saw "S47 no speed" end
  end)
  watch("select", nil, function(_, _, _, _, times)
    local known, oldest, ties = 0, math.huge, 0
    for i = 1, times.n do
      if times[i] then
        known = known + 1
        if times[i] < oldest then oldest, ties = times[i], 0 end
        if times[i] == oldest then ties = ties + 1 end
      end
    end
    if known > 0 and known < times.n then saw "S27 some without a record" end
    if known == times.n then saw(ties > 1 and "S27 equally old" or "S27 the oldest") end
  end)
  watch("perform_action", nil, function(world, done, _, _, _, frame)
    local node = frame.sequence.nodes[frame.node]
    if not node.same_target then return end
    if done then saw "S41 the same target"
    elseif frame.target and world:entity(frame.target) then saw "S41 it may not"
    else saw "S41 none there" end
  end)
  watch("begin", nil, function(world, _, _, npc, _, _, action, target, run)
    if target and target.def.npc then saw "S1 an NPC is a target" end
    if target then saw(run.resumed and "S14 not recorded when resumed" or "S14 recorded") end
    if target and #action.claims > 0 then saw "S42 an action claims" end
    local said, own = world.endings[action.name], action.ends or world.options.ends
    if said and said ~= own then
      saw(said == "game" and "S48 the game said that it ends it" or "S48 the game said that it is timed")
    elseif action.ends and action.ends ~= world.options.ends then
      saw(action.ends == "game" and "S16 the game ends it" or "S16 timed by the action")
    end
    if action.travel then
      saw(action.travel.speed and "S47 by a constant" or "S47 by a property")
      if run.resumed then saw "S47 resumed" end
    end
    if run.resumed and npc.action.remaining == 1 then saw "S32 the last millisecond" end
  end)
  watch("take_sequence_claim", nil, function() saw "S42 a sequence claims" end)
  watch("remember_action", function(world, npc, action, entity)
    for _, r in ipairs(npc.memory.actions) do
      if not world:entity(r.entity) then saw "S26 a record of one who left" end
      if r.action == action and r.entity == entity then return "a record replaced" end
    end
    if npc.capacity.actions == 0 then return "capacity 0" end
    return #npc.memory.actions == npc.capacity.actions and "the oldest pushed out" or "a new record"
  end, function(_, _, became) saw("S25 " .. became) end)
end

local function watch_ending(watch, saw)
  watch("arrive", function(_, npc) return npc.x + npc.y * 4 end, function(_, _, before, npc, _, stop)
    if stop > 0 then saw(npc.x + npc.y * 4 ~= before and "S47 stops short" or "S47 is near already") end
  end)
  watch("finish", function(_, npc)
    if not npc.action.def.travel then return end
    if npc.def.static then return "S47 static" end
    if npc.def.position == "queried" then return "S47 queried" end
    return npc.action.moved and "S47 was moved" or "S47 arrives"
  end, function(_, _, travel) if travel then saw(travel) end end)
  watch("handle_ending", function(world, npc, what)
    if what == "action" then
      local _, how = world:action_due(npc)
      return how == "done" and "S16 done by time" or npc.action.def.timeout_fails and "S16 a timeout fails" or "S16 timed out"
    end
    return what == "halt" and "S34 restarted by itself" or nil
  end, function(_, _, what) if what then saw(what) end end)
  watch("complete", nil, function(_, ok) if ok then saw "S16 done by the game" end end)
  watch("fail", nil, function(_, ok) if ok then saw "S17 failed by the game" end end)
  watch("remove", function(world, number)
    local npc = world:npc(number)
    if not npc then return end
    if npc.action then return "S18 an NPC leaves in mid-action" end
    for _, activity in ipairs(npc.activities) do
      for _, frame in ipairs(activity.frames) do
        if frame.claim_held then return "S18 an NPC leaves between actions with a claim" end
      end
    end
  end, function(_, _, what) if what then saw(what) end end)
  watch("cancel_use", function(_, npc, entity)
    local running = npc.action
    if not running or running.target ~= entity.number then return "S19 a claimed entity leaves" end
    return running.frame.sequence.nodes[running.frame.node].same_target and "S19 the same target leaves" or "S19 the target of an action leaves"
  end, function(_, _, what) saw(what) end)
end

---- Sequences ----

local function watch_sequences(watch, saw)
  watch("open_options", nil, function(world, nodes, _, _, frame)
    local node = frame.sequence.nodes[frame.node]
    saw(#nodes == 0 and "S22 no option" or #nodes == 1 and "S22 one option" or "S22 several options")
    if node.kind == "choice" then saw "S44 a choice" end
    local seen = {}
    for _, transition in ipairs(node.to) do
      if seen[transition.node] then saw "S22 two ways to one node" end
      seen[transition.node] = true
      if transition.otherwise and nodes[1] == transition.node and #nodes == 1 then saw "S44 otherwise" end
      if content.mentions(transition.when, { target = true, distance = true }) then
        saw(frame.target and world:entity(frame.target) and "S22 a target in a transition" or "S22 no target in a transition")
      end
    end
  end)
  watch("after_top_left", nil, function(_, _, _, _, activity)
    saw(#activity.frames > 1 and "S23 back to the caller" or activity.is_main and "S23 the main sequence again" or "S23 a response ends")
  end)
  watch("step", function(_, _, activity) return activity.frames[#activity.frames].state end, function(_, _, state)
    if state == "failed" then saw "S44 failed is followed" end
  end)
  watch("keep_failure", nil, function(_, _, _, activity, failure)
    if failure.cause == "depth" or failure.cause == "steps" then saw("S24 " .. failure.cause) end
    if failure.cause == "claim" then saw "S42 cannot be retaken" end
    if failure.level < #activity.frames then saw "S33 with what is above" end
  end)
  watch("turn", nil, function(_, _, _, npc)
    local top = npc.activities and npc.activities[#npc.activities]
    if top and top.suspended and not (npc.held or npc.halted or npc.wait_until or top.pending) then saw "S24 steps while resuming" end
  end)
  watch("resume", function(world, npc, activity)
    local frame = activity.frames[#activity.frames]
    local before = { stood = frame.state == "waiting", awaited = frame.state == "awaiting" or frame.state == "at_phase",
      retakes = false }
    for _, m in ipairs(npc.memory.interruptions) do
      if m.activity == activity.id then before.remembers, before.entity = true, m.entity end
    end
    before.gone = before.entity and not world:entity(before.entity)
    for _, f in ipairs(activity.frames) do before.retakes = before.retakes or f.claimed_on ~= nil end
    return before
  end, function(_, _, before, npc, activity)
    if before.retakes and not activity.pending then saw "S42 retaken" end
    if before.awaited then return end
    if not before.stood then saw "S32 between actions"
    elseif not before.remembers then saw "S32 without a memory"
    elseif npc.action then saw "S32 resumed"
    else saw(before.gone and "S32 the entity has left" or "S32 it may not") end
  end)
end

---- Interruptions ----

local function watch_interruptions(watch, saw)
  watch("raise", function(world, npc) return npc.def.npc and #npc.queue >= world.options.queue end, function(_, became, full)
    saw("S29 " .. became)
    if full and became == "queued" then saw "S31 a full queue takes what has a condition" end
  end)
  watch("suspend", function(_, npc) return npc.action and (npc.action.def.resumable and "resumable" or "not resumable") or "between actions" end,
    function(_, _, what) saw("S30 " .. what) end)
  watch("handle", function(world, npc, entry)
    local ended = world:would_end(npc, entry.name)
    local handler = world:handler(npc, entry.name)
    local before = { ended = ended, kept = #npc.kept, waits = npc.wait_until, events = #world.events }
    if not ended and handler then
      for _, activity in ipairs(npc.activities) do before.responds = before.responds or activity.interruption == entry.name end
      before.room = #npc.activities < world.options.activities
    end
    return before
  end, function(world, _, before, npc, entry)
    if before.ended then return saw(before.ended == "running" and "S45 ends the running action" or "S45 ends an interrupted one") end
    if #npc.kept > before.kept then return saw "S31 kept" end
    local event = world.events[#world.events]
    if #world.events == before.events then return end
    if event.kind == "ignore" then
      saw("S31 dropped: " .. (before.responds and "responds already" or before.room and "priority" or "no room"))
    elseif event.kind == "interrupt" then
      if before.waits then saw "S34 a response ends a wait" end
      saw("S30 " .. (entry.source == nil and "from nobody" or event.target == 0 and "from one who left"
        or entry.source == npc.number and "from itself" or "from another"))
    end
  end)
  watch("handle_kept", function(_, npc) return #npc.kept end, function(_, _, kept, npc)
    if #npc.kept < kept then saw "S31 kept, then handled" end
  end)
  watch("test_watched", function(world)
    local before = { holds = {}, waiting = {} }
    for i, watched in ipairs(world.watched) do before.holds[i] = watched.holds end
    for i, npc in ipairs(world.entities) do before.waiting[i] = npc.def.npc and { #npc.queue, #npc.kept } end
    return before
  end, function(world, _, before)
    for i, watched in ipairs(world.watched) do
      if watched.holds ~= before.holds[i] then saw(watched.holds and "S45 becomes true" or "S45 becomes false") end
    end
    for i, npc in ipairs(world.entities) do
      if npc.def.npc and #npc.queue < before.waiting[i][1] then saw "S31 vanished from the queue" end
      if npc.def.npc and #npc.kept < before.waiting[i][2] then saw "S31 vanished when kept" end
    end
  end)
  watch("carry_shouts", function(world)
    local there = {}
    for _, shout in ipairs(world.shouts) do
      if not world:entity(shout.npc) then saw "S45 raised by one who left" end
      for _, npc in ipairs(world.entities) do there[#there + 1] = npc.def.npc and { npc = npc, queued = #npc.queue } or nil end
    end
    return there
  end, function(_, _, there)
    local heard = false
    for _, each in ipairs(there) do heard = heard or #each.npc.queue > each.queued end
    if #there > 0 then saw(heard and "S45 raised within" or "S45 nobody within") end
  end)
  watch("push_env", nil, function(world) if #world.watched > 0 then saw "S45 tested at a push" end end)
  watch("raise_what_holds", nil, function(_, _, _, npc)
    if #npc.queue > 0 then saw "S45 raised on the spawned" end
  end)
  watch("apply", nil, function(_, _, _, effects)
    for _, effect in ipairs(effects or {}) do
      if effect[1] == "raise" and effect[3] ~= "part" then saw("S45 an effect raises on " .. effect[3]) end
    end
  end)
end

---- Waiting ----

local function watch_tries(watch, saw)
  watch("perform_wait", nil, function(_, _, _, npc, _, frame)
    if frame.state == "executed" then return saw "S51 came at once" end
    if frame.state ~= "awaiting" then return saw "S51 no timeout" end
    saw(npc.seen_in and "S51 begins seen in an action" or "S51 begins unseen")
    if frame.sequence.nodes[frame.node].timeout_ms == 60000 then saw "S51 a minute" end
  end)
  watch("resume_wait", nil, function(_, _, _, _, _, frame)
    if frame.sequence.nodes[frame.node].kind == "scene" then return end
    saw(frame.state == "executed" and "S51 came when it went on" or frame.state == "awaiting" and "S51 went on"
      or "S51 too late when it went on")
  end)
  watch("try_again", function(world, npc)
    local frame = world:awaits(npc)
    return frame and not frame.stages and { frame = frame, due = world.try_due(frame), kind = frame.sequence.nodes[frame.node].kind }
  end, function(world, _, before)
    if not before or before.kind == "scene" then return end
    if world.now < before.due then return saw "S51 a turn before its time" end
    if world.now > before.due then saw "S51 a late try" end
    local state = before.frame.state
    saw(state == "executed" and "S51 came" or state == "awaiting" and "S51 waited on" or "S51 waited too long")
  end)
  watch("has_come", nil, function(world, _, _, _, frame)
    if content.mentions(frame.sequence.nodes[frame.node].when, { target = true, distance = true }) then
      saw(frame.target and world:entity(frame.target) and "S72 a target" or "S72 no target")
    end
  end)
end

local function watch_waits(watch, saw)
  local function while_waiting(name, what)
    watch(name, function(world, whom)
      local npc = type(whom) == "table" and whom or world:npc(whom)
      local frame = npc and world:awaits(npc)
      return frame and { npc = npc, frame = frame, seen = npc.seen_in }
    end, function(world, ok, waits) if waits then what(world, waits, ok) end end)
  end
  while_waiting("suspend", function(world, waits)
    saw(waits.frame.wait.deadline > world.now and "S51 interrupted" or "S51 interrupted with no time left")
  end)
  while_waiting("hold", function() saw "S51 held" end)
  while_waiting("remove", function() saw "S51 left" end)
  while_waiting("set_main", function() saw "S51 set main" end)
  while_waiting("cancel_use", function() saw "S51 a claimed entity leaves" end)
  while_waiting("complete", function(_, waits) if waits.seen then saw "S51 it cannot be completed" end end)
  while_waiting("fail", function(_, waits) if waits.seen then saw "S51 it cannot be failed" end end)
  watch("resume", function(_, _, activity) return activity.frames[#activity.frames].state == "awaiting" end,
    function(_, _, awaited, _, activity)
      if awaited and activity.pending and not activity.pending.of_node then saw "S51 its claim could not be retaken" end
    end)
  watch("recover", nil, function(_, done, _, _, activity)
    if not done and activity.pending.cause == "waited" then saw "S51 a second failure" end
  end)
  watch("hold_up", function(_, npc) return npc.wait_until end, function(_, _, waits, npc, activity)
    if waits and activity.passed_wait then saw "S24 a failure's wait is enough" end
    if not waits and npc.wait_until then saw "S24 held up for a second" end
  end)
  watch("step", function(_, npc, activity) return #npc.activities == 1 and activity.frames[1].is_fallback end,
    function(_, _, fallback, npc, activity)
      if fallback and npc.wait_until and not activity.frames[1].is_fallback then saw "S24 held up after a fallback" end
    end)
end

---- Recovery, control, the update ----

local function watch_recovery(watch, saw)
  watch("recover", function(_, _, activity)
    return { failures = activity.failures, depth = #activity.frames }
  end, function(world, done, before, npc, activity)
    if not done then return saw "S34 a second failure waits" end
    if activity.failures == before.failures then
      return saw(#activity.frames == before.depth and "S33 caught by the node" or "S33 caught by the caller")
    end
    if npc.halted then saw "S34 halted"
    elseif activity.failures > world.options.failures then saw "S34 a response given up"
    elseif npc.wait_until then
      saw(npc.wait_until - world.now == 60000 and "S34 a minute" or "S34 a wait")
    else saw "S34 no wait with a fallback" end
    if #world:fallbacks(npc) == 0 and not npc.halted then
      saw(#activity.frames > 1 and "S33 a caller goes on" or activity.is_main and "S33 the main sequence again" or "S33 a response over")
    end
  end)
  watch("hear", function(_, npc) return npc.halted end, function(_, _, halted, npc)
    if halted and not npc.halted then saw "S34 restarted by an interruption" end
  end)
  watch("restart", nil, function(_, ok) if ok then saw "S34 restarted by the game" end end)
end

local function watch_control(watch, saw)
  watch("hold", function(world, number)
    local npc = world:npc(number)
    return npc and (npc.held and "a second hold" or npc.action and "hold in an action" or "hold between actions")
  end, function(_, _, what) if what then saw("S48 " .. what) end end)
  watch("release", function(world, number)
    local npc = world:npc(number)
    return npc and { queue = #npc.queue, halted = npc.halted }
  end, function(world, _, before, number)
    if not before then return end
    if #world:npc(number).queue < before.queue then saw "S48 a release drops what is old" end
    if before.halted and not world:npc(number).halted then saw "S34 restarted by a release" end
  end)
  watch("run", function(world, number)
    local npc = world:npc(number)
    return npc and { held = npc.held, halted = npc.halted }
  end, function(_, ok, before)
    if not before then return end
    saw("S48 " .. (ok and "run" or before.held and "run on hold" or before.halted and "run after a halt" or "run gives way"))
  end)
  watch("set_main", function(world, number)
    local npc = world:npc(number)
    return npc and (npc.halted and "after a halt" or npc.held and "on hold" or #npc.activities > 1 and "under a response"
      or npc.action and "while acting" or "between actions")
  end, function(_, _, what) if what then saw("S48 set main " .. what) end end)
end

local function watch_world(watch, saw)
  watch("bring_to_life", nil, function(_, _, _, npc) if npc.name then saw "S28 a named stream" end end)
  watch("update", function(world, dt, batch)
    if dt == 0 then saw "S36 a step of nothing" end
    if dt > 60000 then saw "S36 a long step" end
    local times, due = {}, 0
    for _, npc in ipairs(world.entities) do
      local time = npc.def.npc and world:due(npc)
      if time and time <= world.now + dt then
        due = due + 1
        if times[time] then saw "S37 one time, two endings" end
        times[time] = true
      end
    end
    if due > 1 then saw "S37 two endings in an update" end
    return batch
  end, function(world, _, batch) if batch and batch >= 0 and #world.deciders > batch then saw "S37 more ready than the batch" end end)
end

---- Roles and cues ----

local function watch_roles(watch, saw)
  watch("change_role", function(_, npc)
    return { queue = #npc.queue, kept = #npc.kept, due = npc.change_due, main = npc.main }
  end, function(_, changed, before, npc, role)
    if not changed then return end
    if before.due then saw "S52 settled by a later one" end
    if npc.change_due then saw("S52 due: " .. npc.change_due)
    elseif npc.main ~= before.main and #npc.activities > 0 then saw "S52 the one it began with" end
    if role then saw(role.main and "S52 a main sequence of the role" or "S52 a main sequence of the definition") end
    if #npc.queue > before.queue then saw "S52 effects raise" end
    if #npc.queue < before.queue then saw "S52 gone from the queue" end
    if #npc.kept < before.kept then saw "S52 gone from what was kept" end
  end)
  watch("first_role", nil, function(_, _, _, npc) if npc.role then saw "S52 at the spawn" end end)
  watch("role_at_end", function(_, npc)
    return { role = npc.role, tested = npc.tested_at_end }
  end, function(_, _, before, npc)
    if #npc.def.roles == 0 then return end
    if npc.role_set then return saw "S52 at the end, but set" end
    if before.tested then return saw "S52 tested once in a turn" end
    saw(npc.role == before.role and "S52 at the end, the same" or "S52 at the end")
    if npc.failure_handled then saw "S52 after a failure" end
  end)
  watch("refresh_roles", function(world)
    local set = {}
    for _, npc in ipairs(world.entities) do
      for name in pairs(world.roles_watch[npc.def.name]) do
        if npc.role_set and world.env[name].value ~= world.roles_saw[name] then set[#set + 1] = npc end
      end
    end
    return set
  end, function(_, _, set) if #set > 0 then saw "S52 by the environment, but set" end end)
  watch("role_by_environment", function(_, npc) return { role = npc.role } end, function(_, _, before, npc)
    if npc.role == before.role then return saw "S52 by the environment, the same" end
    saw(npc.held and "S52 by the environment, held" or npc.halted and "S52 by the environment, halted" or "S52 by the environment")
  end)
  watch("set_role", function(world, number)
    local npc = world:npc(number)
    return npc and { npc = npc, role = npc.role, due = npc.change_due }
  end, function(world, ok, before, _, name)
    if not before or not ok then return end
    local npc, listed = before.npc, false
    for _, each in ipairs(npc.def.roles) do listed = listed or each.role == name end
    if not name then saw(npc.role and "S52 by the game, none" or before.role and "S52 by the game, no role left" or "S52 by the game")
    elseif npc.role == before.role then saw "S52 by the game, the one it has"
    elseif not listed then saw "S52 by the game, not listed"
    else saw(npc.held and "S52 by the game, on hold" or npc.halted and "S52 by the game, after a halt" or "S52 by the game") end
    local main = world:main_activity(npc)
    if npc.role ~= before.role and main and main.frames[1].state == "uninitialized" then saw "S52 replaced at the call" end
  end)
end

local function watch_main(watch, saw)
  watch("change_main", function(_, npc) return npc.change_due end, function(_, _, due, npc)
    if due and not npc.halted then saw((npc.change_due and "S52 not yet: " or "S52 replaced: ") .. due) end
  end)
  watch("replace_main", function(world, npc)
    if not npc.change_due then return end
    if #npc.activities > 1 then saw "S52 replaced under a response"
    elseif npc.action then saw "S52 an action stops"
    elseif world:awaits(npc) then saw "S52 a wait at a node stops" end
    if npc.wait_until and #npc.activities == 1 then saw "S52 a wait ends" end
    if world:main_activity(npc).pending then saw "S52 a failure is forgotten" end
  end, function() end)
  watch("set_main", function(world, number)
    local npc = world:npc(number)
    return npc and npc.change_due
  end, function(_, _, due) if due then saw "S52 settled by set main" end end)
  watch("turn", function(_, npc) return npc.change_due end, function(_, _, due, npc)
    if due and npc.halted then saw "S52 settled by a halt" end
  end)
  watch("handle", function(world, npc, entry)
    return { handler = world:handler(npc, entry.name), role = npc.role, events = #world.events }
  end, function(world, _, before, npc, entry)
    if not before.role or not before.handler or #world.events == before.events then return end
    if world.events[#world.events].kind ~= "interrupt" then return end
    saw(before.role.handler[entry.name] and "S52 a handler of the role" or npc.def.handler[entry.name] and "S52 a handler beside the role")
  end)
  watch("recover", function(world) return #world.events end, function(world, _, before, npc)
    for i = before + 1, #world.events do
      if world.events[i].kind == "fallback" and npc.role then
        saw(#npc.role.fallbacks > 0 and "S52 a fallback of the role" or "S52 a fallback beside the role")
      end
    end
  end)
end

local function watch_cues(watch, saw)
  watch("join_for_cues", function(world)
    local times, there = {}, {}
    for _, npc in ipairs(world.deciders) do there[npc] = true end
    for _, npc in ipairs(world.entities) do
      local list, time
      if npc.def.npc then list, time = world:due_cues(npc) end
      if list and #list > 0 then
        if npc.held then saw "S53 due on hold"
        elseif npc.halted then saw "S53 due after a halt"
        else
          saw(there[npc] and "S53 is among the deciders" or "S53 joins")
          if times[time] then saw "S53 the same time" end
          times[time] = true
        end
      end
    end
  end, function() end)
  watch("change_role", function(world, npc) return npc.looked_at and #(world:due_cues(npc)) > 0 end, function(_, changed, due)
    if changed and due then saw "S53 no longer due after a role" end
  end)
  watch("test_cues", function(world, npc)
    for _, cue in ipairs(npc.halted and {} or world:due_cues(npc)) do
      local time = world:cue_time(npc, cue)
      if time < world.now then saw "S53 late" end
      if time + cue.every_ms <= world.now then saw "S53 several times at once" end
    end
    return { activities = #npc.activities, response = #npc.activities > 1 }
  end, function(_, _, before, npc)
    if #npc.activities > before.activities and before.response then saw "S53 above a response" end
    if #npc.activities > before.activities + 1 then saw "S53 two in a turn" end
  end)
  watch("passed_over", nil, function(_, why) if why then saw("S53 " .. why) end end)
  watch("can_be_found", nil, function(world, can, _, npc, cue, entity)
    local encounter = world:encounter(npc, cue, entity)
    if not can and encounter and world.now - encounter.time < cue.again_ms then saw "S53 again too early" end
    if not can and not cue.targeted then saw "S53 no reason" end
  end)
  watch("look_for", nil, function(world, found, _, npc, cue)
    if not cue.targeted then return end
    if not found then return saw "S53 nobody will do" end
    if cue.prefer then saw "S53 by preference" end
    for _, encounter in ipairs(npc.memory.encounters) do
      if not (encounter.entity and world:entity(encounter.entity)) then saw "S53 with one who left" end
    end
  end)
  watch("respond_to_cue", function(world, npc, cue, entity)
    saw(entity and "S53 found one" or "S53 found nobody, with reason")
    saw(npc.action and "S53 an action is interrupted" or npc.wait_until and "S53 during a wait"
      or world:awaits(npc) and "S53 at a wait node" or "S53 between actions")
    if npc.role then saw(npc.role.cue[cue.name] and "S52 a cue of the role" or "S52 a cue beside the role") end
  end, function() end)
  watch("remember_encounter", function(world, npc, cue, entity) return world:encounter(npc, cue, entity) end,
    function(_, _, same) saw(same and "S53 replaced" or "S53 remembered") end)
  watch("evict_encounter", nil, function() saw "S53 one goes" end)
end

-- Wraps the methods of one world, and of the copies that are made of it.
function outcomes.watch(world, saw)
  local function watch(name, before, after)
    local inner = rawget(world, name) or World[name]
    world[name] = function(self, ...)
      local memo = before and before(self, ...)
      local a, b = inner(self, ...)
      self.refused_why = b -- of a call that was refused
      after(self, a, memo, ...)
      return a, b
    end
  end
  watch_answers(world, saw)
  for _, part in ipairs { watch_state, watch_choosing, watch_ending, watch_sequences, watch_interruptions, watch_tries,
    watch_waits, watch_recovery, watch_control, watch_world, watch_roles, watch_main, watch_cues, of_scenes.watch, of_places.watch,
    of_days.watch, of_wins.watch } do
    part(watch, saw)
  end
end

return outcomes
