-- What can come of the rules of scenes (S50 S51 S53 to S60), and how it is noticed: a part of outcomes.lua, in the same form.
-- That 64 looks are too many (S55), and what follows where all 16 encounters are young ones with nobody, is tested elsewhere. That a
-- stager is not available for its own scene (S56) cannot be seen: it is the host, and never a candidate.

local of_scenes = {}

of_scenes.list = [[
S50 sinks | sinks below another | lifted to the top | lifted below others | stays sunk | may not go on yet | a part on top
S50 a part below others | a part without a place | a main activity stands as high as a scene | something kept is handled after sinking
S51 a scene at once | a scene later | no cast yet | a scene when it goes on
S53 with a scene: cast | with a scene: no cast | may not cast | found for a part | only the reason | will not do for its part
S54 aimed at a member | aimed at a part | nobody to aim at | no scene to aim in | a part is read | nobody is there to read | an effect on a part
S54 raised on a part | nobody in the part | the role reacts | the definition reacts | does not react
S55 by a node | by a cue | by a stager | by the game | at a place | fails | alone | more than the least | one is given up
S55 nobody is left to give up | several candidates | depth | a second in an update | a young encounter with nobody
S55 a meeting is remembered | a meeting is replaced | a meeting goes
S55 refused: stale handle | refused: named twice | refused: is the place | refused: too many | refused: unavailable
S55 refused: does not react | refused: no cast
S56 held | halted | too many activities | yet to begin | not in its main activity | in a scene | in a scene, past its patience
S56 rests | no action since | rested | after a minute | never castable | not castable | castable | waits after a failure
S56 out of reach | the condition
S57 arrives and goes on | arrives and waits | arrives after a failure | not counted | calls who waits | ends and waits | ends and finishes
S57 the wait is over | interrupted | goes on and waits | goes on, nobody behind | its claim could not be retaken
S58 patience sinks it | past its patience | stuck | stuck no more | limit | longest | two limits at once
S59 broken by an interruption | broken by a hold | broken at a phase | not broken by sinking
S60 left: removed | left: halts | left: its part fails | left: a sequence below fails | left: set main | left: the game | left: no room
S60 left on its turn: finished | left on its turn: broken | left at once | an action stops | a wait fails | a wait is done | not begun
S60 below another activity | a part above is left first | an activity is over | a node is executed | a node fails | too few are left
S60 finished by leaving | others go on | the stager: finished | the stager: broken | the stager waits on | the stager goes on, over
S60 the stager has gone | caught in the part | fails down to the part | caught on the way down | steps in a part | removed when over
]]

---- The pile ----

local function count_sunk(npc)
  local count = 0
  for _, activity in ipairs(npc.activities) do count = count + (activity.sunk and 1 or 0) end
  return count
end

local function watch_pile(watch, saw)
  watch("sink", function(world, npc)
    local top = npc.activities[#npc.activities]
    for _, frame in ipairs(top.frames) do
      if frame.part and frame.part.scene.def.interrupted_breaks then saw "S59 not broken by sinking" end
    end
    return { sunk = count_sunk(npc), kept = #npc.kept, pile = #npc.activities, world = world }
  end, function(_, _, before, npc)
    saw "S50 sinks"
    saw "S58 patience sinks it"
    if before.sunk > 0 then saw "S50 sinks below another" end
    if #npc.kept < before.kept then saw "S50 something kept is handled after sinking" end
  end)
  watch("may_go_on", nil, function(_, may) if not may then saw "S50 may not go on yet" end end)
  watch("lift", nil, function(_, _, _, npc, activity)
    if activity.sunk then saw "S50 stays sunk"
    else saw(npc.activities[#npc.activities] == activity and "S50 lifted to the top" or "S50 lifted below others") end
  end)
  watch("begin_part", nil, function(_, _, _, member)
    if member.left then return end
    if not member.begun then return saw "S50 a part without a place" end
    saw(member.npc.activities[#member.npc.activities] == member.activity and "S50 a part on top" or "S50 a part below others")
  end)
  watch("priority_of", nil, function(_, standing, _, activity)
    if activity.is_main and standing > -math.huge then saw "S50 a main activity stands as high as a scene" end
  end)
end

---- Casting ----

local function watch_available(watch, saw)
  watch("can_take_part", function(world, npc)
    if npc.held then return "held" end
    if npc.halted then return "halted" end
    if #npc.activities >= world.options.activities then return "too many activities" end
    for _, member in ipairs(npc.parts) do
      if not member.begun then return "yet to begin" end
    end
    local top = npc.activities[#npc.activities]
    if not top.is_main then return "not in its main activity" end
    if world:topmost_part(top) then
      local frame = world:at_phase(npc)
      if not (frame and frame.wait.past) then return "in a scene" end
      saw "S56 in a scene, past its patience"
    end
    if npc.wait_until then saw "S56 waits after a failure" end
  end, function(_, can, why)
    assert(can == (why == nil))
    if why then saw("S56 " .. why) end
  end)
  watch("available", nil, function(world, can, _, npc, call)
    if not world:can_take_part(npc, call) then return end
    local since = npc.left_scene_at and world.now - npc.left_scene_at
    if since and since < call.def.rest_ms then return saw "S56 rests" end
    if since and not npc.acted_since_scene then
      if since < 60000 then return saw "S56 no action since" end
      saw "S56 after a minute"
    elseif since then saw "S56 rested" end
    if can then return saw "S56 castable" end
    for _, frame in ipairs(world:main_activity(npc).frames) do
      if frame.sequence.castable == "never" then return saw "S56 never castable" end
    end
    saw "S56 not castable"
  end)
  watch("suits", nil, function(world, suits, _, call, _, _, npc)
    if suits or not world:available(npc, call) then return end
    local host = call.initiator or call.stager or call.place
    local far = host and call.def.within >= 0 and not world:is_within(host, npc, call.def.within)
    saw(far and "S56 out of reach" or "S56 the condition")
  end)
  watch("sequence_in", nil, function(_, sequence, _, def, part, npc)
    if def.parts[part].sequence then return end
    if not sequence then return saw "S54 does not react" end
    saw(npc.role and npc.role.reaction[def.topic] and "S54 the role reacts" or "S54 the definition reacts")
  end)
end

local function watch_casting(watch, saw)
  watch("choose_cast", function(world, call)
    local caster = call.initiator or call.stager
    if not caster or world:may_cast(caster, call.def) then return end
    return caster.has_cast and "S55 a second in an update" or "S55 a young encounter with nobody"
  end, function(_, chosen, may_not, call)
    if may_not then return saw(may_not) end
    if not chosen then return saw "S55 fails" end
    local members = 0
    for index, part in ipairs(call.def.parts) do
      members = members + #chosen[index]
      if #chosen[index] > part.least then saw "S55 more than the least" end
    end
    if members == 1 then saw "S55 alone" end
  end)
  watch("give_up_chosen", nil, function(_, index) saw(index and "S55 one is given up" or "S55 nobody is left to give up") end)
  watch("select_member", nil, function(_, _, _, _, _, candidates) if #candidates > 1 then saw "S55 several candidates" end end)
  watch("cast", nil, function(_, _, _, call)
    saw("S55 by " .. (call.stager and "a stager" or not call.initiator and "the game" or call.by_cue and "a cue" or "a node"))
    if call.place then saw "S55 at a place" end
  end)
  watch("remember_meeting", function(world, npc, def, entity) return world:meeting(npc, def, entity) end, function(_, _, same)
    saw(same and "S55 a meeting is replaced" or "S55 a meeting is remembered")
  end)
  watch("evict_meeting", nil, function() saw "S55 a meeting goes" end)
  watch("try_scene", nil, function(_, done, _, _, _, _, first)
    if done then saw(first and "S51 a scene at once" or "S51 a scene later") else saw "S51 no cast yet" end
  end)
  watch("perform_scene", nil, function(_, _, _, _, activity)
    if activity.pending and activity.pending.cause == "depth" then saw "S55 depth" end
  end)
  watch("resume_wait", function(_, _, _, frame) return { stages = frame.stages, kind = frame.sequence.nodes[frame.node].kind } end,
    function(_, _, before, _, _, frame)
      if before.kind ~= "scene" then return end
      if not before.stages then
        if frame.state == "subsequence" or frame.stages then saw "S51 a scene when it goes on" end
      else saw(before.stages.over and "S60 the stager goes on, over" or "S60 the stager waits on") end
    end)
  watch("stage", nil, function(world, number)
    if not number then saw("S55 refused: " .. world.refused_why) end
  end)
  watch("begin_by_cue", nil, function(_, cast) saw(cast and "S53 with a scene: cast" or "S53 with a scene: no cast") end)
  watch("can_be_cast", nil, function(world, can, _, _, cue, entity)
    if not can then saw "S53 will not do for its part"
    else saw(world:part_for(cue, entity) and "S53 found for a part" or "S53 only the reason") end
  end)
end

---- Phases, limits, effects ----

local function watch_phases(watch, saw)
  watch("arrive_at_phase", function(_, _, _, frame) return frame.state end, function(_, _, state, _, _, frame)
    saw(frame.state == "at_phase" and "S57 arrives and waits" or "S57 arrives and goes on")
    if state == "failed" then saw "S57 arrives after a failure" end
  end)
  watch("is_to_arrive", nil, function(_, is, _, frame)
    if frame.part and not is and not frame.arrived and frame.state == "executed" then saw "S57 not counted" end
  end)
  watch("summon_waiting", nil, function(world, _, _, scene)
    for _, member in ipairs(scene.members) do
      if member.begun and member.frame.state == "at_phase" and not world:behind(member) then saw "S57 calls who waits" end
    end
  end)
  watch("end_part", nil, function(_, _, _, _, _, frame)
    saw(frame.part.left and "S57 ends and finishes" or "S57 ends and waits")
    if frame.part.left == 1 then saw "S60 left at once" end
  end)
  watch("end_phase", nil, function() saw "S57 the wait is over" end)
  watch("suspend", function(world, npc)
    local open = {}
    for _, member in ipairs(npc.parts) do
      if not member.scene.over then open[#open + 1] = member.scene end
    end
    return { at_phase = world:at_phase(npc), open = open }
  end, function(_, _, before, npc)
    if before.at_phase then saw "S57 interrupted" end
    for _, scene in ipairs(before.open) do
      if scene.over then
        saw(npc.held and "S59 broken by a hold" or "S59 broken by an interruption")
        if before.at_phase then saw "S59 broken at a phase" end
      end
    end
  end)
  watch("resume_phase", nil, function(_, _, _, _, _, frame)
    saw(frame.state == "at_phase" and "S57 goes on and waits" or "S57 goes on, nobody behind")
  end)
  watch("resume", function(_, _, activity) return activity.frames[#activity.frames].state == "at_phase" end,
    function(_, _, at_phase, _, activity)
      if at_phase and activity.pending then saw "S57 its claim could not be retaken" end
    end)
  watch("look_at_parts", nil, function(world, _, _, npc)
    local frame = world:at_phase(npc)
    if frame and frame.wait.past then saw "S58 past its patience" end
  end)
  watch("look_if_stuck", function(_, scene) return { since = scene.stuck_since, over = scene.over } end, function(_, _, before, scene)
    if scene.stuck_since and not before.since then saw "S58 stuck" end
    if before.since and not scene.stuck_since and not scene.over then saw "S58 stuck no more" end
  end)
  watch("handle_limits", function(world)
    local due = {}
    for _, scene in pairs(world.scenes) do
      if not scene.over and world:limit_of(scene) <= world.now then due[#due + 1] = scene end
    end
    if #due > 1 then saw "S58 two limits at once" end
    for _, scene in ipairs(due) do
      saw(world:limit_of(scene) < scene.cast_at + scene.def.longest_ms and "S58 limit" or "S58 longest")
    end
  end, function() end)
end

local function watch_effects(watch, saw)
  watch("apply", nil, function(_, _, _, effects, about)
    for _, effect in ipairs(effects or {}) do
      local name = effect[1] == "raise" and effect[3] == "part" and effect[4] or effect[2] == "part" and effect[5]
      if name then
        if not about.part(name) then saw "S54 nobody in the part"
        else saw(effect[1] == "raise" and "S54 raised on a part" or "S54 an effect on a part") end
      end
    end
  end)
  watch("aimed_at", nil, function(world, found, _, _, activity, node)
    if found then saw(node.at_member and "S54 aimed at a member" or "S54 aimed at a part")
    else saw(world:topmost_part(activity) and "S54 nobody to aim at" or "S54 no scene to aim in") end
  end)
end

---- Leaving ----

-- Why members leave while something is done.
local function watch_reasons(watch, reasons)
  local function because(name, why)
    watch(name, function(world, subject)
      if world.outside_call then return end -- it is refused, by an error
      local text = type(why) == "function" and why(subject) or why
      reasons[#reasons + 1] = text
    end, function() reasons[#reasons] = nil end)
  end
  because("remove", "removed")
  because("recover", "a sequence below fails")
  because("leave_all", function(npc) return npc.leaves_world and "removed" or "halts" end)
  because("fail_in_part", "its part fails")
  because("replace_main", "set main")
  because("leave_scene", "the game")
  because("begin_part", "no room")
end

local function watch_leaving(watch, saw)
  local reasons = {}
  watch_reasons(watch, reasons)
  watch("leave", function(world, member)
    local npc, scene = member.npc, member.scene
    local before = { over = scene.over, acts = npc.action, seen = npc.seen_in, on_top = world:top_activity(npc) == member.activity,
      why = reasons[#reasons] }
    for _, frame in ipairs(member.begun and member.activity.frames or {}) do
      if frame == member.frame then before.above = world:topmost_part(member.activity) ~= member end
    end
    reasons[#reasons + 1] = "nested"
    return before
  end, function(world, _, before, member)
    reasons[#reasons] = nil
    local npc, scene = member.npc, member.scene
    if member.left == 2 then
      if before.why and before.why ~= "nested" then saw("S60 left: " .. before.why) end
      saw(scene.over == "broken" and "S60 too few are left" or scene.over and "S60 finished by leaving" or "S60 others go on")
    elseif before.why == nil then
      saw(member.left == 1 and "S60 left on its turn: finished" or "S60 left on its turn: broken")
    elseif before.why == "removed" then saw "S60 removed when over" end
    if before.above then saw "S60 a part above is left first" end
    if not member.begun then return saw "S60 not begun" end
    if before.on_top and not member.activity.suspended then
      if before.acts and not npc.leaves_world then saw "S60 an action stops"
      elseif before.seen then saw(member.left == 1 and "S60 a wait is done" or "S60 a wait fails") end
    elseif not before.on_top then saw "S60 below another activity" end
    if #member.activity.frames == 0 then saw "S60 an activity is over"
    else saw(member.left == 1 and "S60 a node is executed" or "S60 a node fails") end
    assert(world:entity(npc.number) == npc)
  end)
  watch("end_staging", function(_, _, _, frame) return frame.stages end, function(_, _, scene)
    saw("S60 the stager: " .. scene.over)
  end)
  watch("end_scene", nil, function(world, _, _, scene)
    if scene.stager and not world:entity(scene.stager) then saw "S60 the stager has gone" end
  end)
  watch("fail_in_part", function(world, _, activity, failure)
    return { frames = #activity.frames, events = #world.events, cause = failure.cause }
  end, function(world, _, before, _, activity)
    if before.cause == "steps" then saw "S60 steps in a part" end
    local fails, left = 0, false
    for i = before.events + 1, #world.events do
      if world.events[i].kind == "fail" then fails = fails + 1 end
      if world.events[i].kind == "leave" then left = true end
    end
    if fails == 0 and #activity.frames == before.frames then saw "S60 caught in the part" end
    if fails > 1 and left then saw "S60 fails down to the part" end
    if fails > 0 and not left then saw "S60 caught on the way down" end
  end)
end

function of_scenes.watch(watch, saw)
  for _, part in ipairs { watch_pile, watch_available, watch_casting, watch_phases, watch_effects, watch_leaving } do part(watch, saw) end
end

return of_scenes
