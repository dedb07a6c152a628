-- What can come of the rules of messages, meetings, the clock, plans and patches (S24 S51 S69 to S71 S73 to S75), and how it is noticed: a
-- part of outcomes.lua, in the same form.

local of_days = {}

of_days.list = [[
S24 held up after sending | having taken is enough
S51 called, and it has come | called in vain | called, and interrupted before its turn
S52 a plan of the role | a plan of the definition
S69 sent by an effect | sent by a node | sent by the game | sent to a path | a path finds nobody | to a path by one who left | to itself | to nobody
S69 no inbox | full | a value that is not there | waits for it | limit 0: waits for it | limit 0: does not wait | limit 0: holds one
S69 read of self | read of the target | read of an area | read of a part | read where there is none
S69 receiver: one | receiver: several | receiver: by preference | receiver: by encounters | receiver: none | receiver: full
S69 receiver: by tags | receiver: by a path | receiver: the same target | receiver: not the same target | receiver: a member | receiver: a part
S69 receiver: the same is full | positions are asked | no value to send | an encounter | an encounter is replaced | an encounter goes
S69 nothing from one who leaves | goes: kept | goes: its receiver leaves | goes: its sender leaves | two go at once | an awaited one goes
S70 taken at once | taken later | taken when it goes on | none | not by its sender | by preference | into | into, clamped | positions are asked
S70 in hand | done: takes again | done: ends | done: a part ends | failed: taken off | failed: begins anew | failed: halts | failed: leaves
S70 in hand while interrupted | its sender is called | its sender is interrupted | it is done | it has failed | it went untaken | waits on
S70 found out when it goes on | withdrawn: too late | withdrawn: taken off | withdrawn: begins anew
S70 withdrawn: something below failed | awaited no more
S71 comes about | of three | of four | not yet | nobody is there | its place leaves | it had come about | interrupted after it had come about
S71 waits there again | at the target | at an area | at what a path finds | at itself | on coming back | with another count
S73 says the hour | says the minute | the game says it | set forward | set back | another day | no clock | usual | of a length
S74 at the spawn | by a role | afresh, another | afresh, the same | another | of another day | found another, but not now
S74 by priority | by when it began | too short: its end | too short: a higher one | goes on without being open | none held: too short
S74 none held: ended | over midnight | before its day | varied | of an earlier day | due: node | due: action | due: now
S74 the same sequence | on hold | after a halt
S74 ends what set main put in | long ago | no plan any more
S75 holds at once | holds later | not yet | taken away while it holds | taken away | its days are over | no plan | too many | overlaps
S75 cannot be | for ever
S75 on other days | without a plan meanwhile | with another plan
]]

---- Inboxes and messages ----

local SUBJECTS = { self = "self", target = "the target", area = "an area" }

local function watch_inboxes(watch, saw)
  watch("value", nil, function(world, result, _, v)
    local name = v[1] == "part" and v[3] or v[2]
    if not world.content.inboxes[name] or not (SUBJECTS[v[1]] or v[1] == "part") then return end
    saw(result == nil and "S69 read where there is none" or "S69 read of " .. (SUBJECTS[v[1]] or "a part"))
  end)
  watch("accepts_message", nil, function(world, accepts, _, entity, inbox)
    if world.content.inboxes[inbox].limit > 0 then return end
    saw("S69 limit 0: " .. (accepts and "waits for it" or world:count_messages(entity, inbox) > 0 and "holds one" or "does not wait"))
  end)
  watch("put_message", nil, function(world, message, _, _, inbox, receiver)
    if not message then return saw(world.refused_why == "leaves" and "S69 nothing from one who leaves" or "S69 " .. world.refused_why) end
    if world:waits_to_take(receiver, inbox) then saw "S69 waits for it" end
  end)
  watch("send", nil, function(world, message)
    if message then saw "S69 sent by the game" elseif world.refused_why == "to itself" then saw "S69 to itself" end
  end)
  watch("send_by_effect", function(world) return world.sent end, function(world, _, sent, about, effect)
    if world.sent > sent then return saw "S69 sent by an effect" end
    if effect[4] and not world:value(effect[4], about) then saw "S69 a value that is not there" end
    if effect[3] ~= "part" and not world:whom(about, effect[3]) then saw "S69 to nobody" end
  end)
  watch("carry_message", function(world) return world.sent + world.messages_refused end, function(world, _, before)
    saw(world.sent + world.messages_refused > before and "S69 sent to a path" or "S69 a path finds nobody")
  end)
  watch("carry_shouts", function(world)
    for _, shout in ipairs(world.shouts) do
      if shout.inbox and not world:entity(shout.raiser) then saw "S69 to a path by one who left" end
    end
  end, function() end)
  watch("handle_messages", function(world) return #world.messages end, function(world, _, before)
    if #world.messages < before then saw "S69 goes: kept" end
    if #world.messages < before - 1 then saw "S69 two go at once" end
  end)
  watch("go_untaken", nil, function(_, _, _, message) if message.awaited then saw "S69 an awaited one goes" end end)
  watch("messages_of_leaving", function(world, entity)
    world.is_leaving = true
    for _, message in ipairs(world.messages) do
      if message.receiver == entity.number then saw "S69 goes: its receiver leaves" end
      if message.sender == entity.number then saw "S69 goes: its sender leaves" end
    end
  end, function(world) world.is_leaving = false end)
end

local function watch_sending(watch, saw)
  watch("named_receiver", nil, function(world, receiver, _, _, _, _, node)
    if receiver then saw("S69 receiver: " .. (node.same_target and "the same target" or node.at_member and "a member" or "a part"))
    else saw(world.refused_why == "full" and "S69 receiver: the same is full" or "S69 receiver: not the same target") end
  end)
  watch("choose_receiver", function(_, npc) return npc.stream.counter end, function(world, receiver, drawn, npc, _, node)
    if node.uses_distance then saw "S69 positions are asked" end
    if not receiver then return saw(world.refused_why == "full" and "S69 receiver: full" or "S69 receiver: none") end
    if node.path then saw "S69 receiver: by a path" elseif node.targets then saw "S69 receiver: by tags" end
    if node.prefer then saw "S69 receiver: by preference" elseif npc.stream.counter == drawn then saw "S69 receiver: one" end
  end)
  watch("select_receiver", nil, function(world, receiver, _, npc, inbox)
    saw "S69 receiver: several"
    if world:inbox_meeting(npc, inbox, receiver) then saw "S69 receiver: by encounters" end
  end)
  watch("remember_inbox", function(world, npc, inbox, entity)
    local count = 0
    for _, encounter in ipairs(npc.memory.encounters) do count = count + (encounter.cue and 0 or 1) end
    return { same = world:inbox_meeting(npc, inbox, entity), full = count == 16 }
  end, function(_, _, before)
    saw(before.same and "S69 an encounter is replaced" or "S69 an encounter")
    if before.full and not before.same then saw "S69 an encounter goes" end
  end)
  watch("perform_send", function(world) return world.sent end, function(world, _, sent, _, activity)
    if world.sent > sent then saw "S69 sent by a node" end
    if activity.pending and activity.pending.cause == "condition" then saw "S69 no value to send" end
  end)
  watch("hold_up", function(_, npc) return npc.wait_until end, function(_, _, waits, npc, activity)
    local node = activity.began and npc.wait_until and not waits
    if node then saw "S24 held up after sending" end
  end)
  watch("try_take", function(_, _, activity) return activity.spent_time end, function(_, done, spent, _, activity)
    if done and not spent and activity.is_main then saw "S24 having taken is enough" end
  end)
end

local function watch_taking(watch, saw)
  local resuming, is_failing
  watch("resume", function(_, npc) resuming = npc end, function() resuming = nil end)
  watch("try_take", function(world, npc, _, frame)
    local node = frame.sequence.nodes[frame.node]
    return { count = world:count_messages(npc, node.inbox) or 0, node = node }
  end, function(world, done, before, npc, _, frame, first)
    local node = before.node
    if node.uses_distance then saw "S70 positions are asked" end
    if not done then return saw(before.count == 0 and "S70 none" or "S70 not by its sender") end
    saw(resuming == npc and "S70 taken when it goes on" or first and "S70 taken at once" or "S70 taken later")
    if node.prefer and before.count > 1 then saw "S70 by preference" end
    if frame.in_hand then saw "S70 in hand" end
    local key = node.into and npc.state[node.into] and world.content.states[node.into]
    if key then saw(key.max < 2147483647 and npc.state[node.into] == key.max and "S70 into, clamped" or "S70 into") end
  end)
  watch("perform_take", function(_, _, _, frame) if frame.in_hand then saw "S70 done: takes again" end end, function() end)
  watch("take_off_top", function(_, _, activity, why)
    local frame = activity.frames[#activity.frames]
    if frame.in_hand then saw(why == "done" and "S70 done: ends" or "S70 failed: taken off") end
    local message = frame.wait and frame.wait.message
    if message and message.state == "untaken" then saw "S70 withdrawn: taken off" end
  end, function() end)
  watch("end_part", function(_, _, _, frame) if frame.in_hand then saw "S70 done: a part ends" end end, function() end)
  watch("leave_place", function(_, _, activity, level)
    local frame = activity.frames[level]
    local message = frame.wait and frame.wait.message
    return { in_hand = frame.in_hand, message = message and message.state == "untaken", frame = frame }
  end, function(_, _, before)
    if before.in_hand and not before.frame.in_hand then saw "S70 failed: begins anew" end
    if before.message and not before.frame.wait then saw "S70 withdrawn: begins anew" end
  end)
  watch("end_all_messages", function(world, activities)
    for _, activity in ipairs(activities) do
      for _, frame in ipairs(activity.frames) do
        if frame.in_hand then saw(world.is_leaving and "S70 failed: leaves" or "S70 failed: halts") end
      end
    end
  end, function() end)
  watch("suspend", nil, function(_, _, _, npc)
    for _, frame in ipairs(npc.activities[#npc.activities].frames) do
      if frame.in_hand then saw "S70 in hand while interrupted" end
    end
  end)
  watch("try_answer", function(_, _, _, frame) return frame.wait.message end, function(_, done, message, npc, _, frame)
    if not done then return saw "S70 waits on" end
    saw(frame.state == "executed" and "S70 it is done" or message.taken and "S70 it has failed" or "S70 it went untaken")
    if resuming == npc then saw "S70 found out when it goes on" end
  end)
  watch("end_in_hand", function(world, frame)
    local message = frame.in_hand
    if not message then return end
    message.taken = true
    local sender = message.awaited and world:entity(message.sender)
    local waits = sender and world:awaits(sender)
    if sender then saw(waits and waits.wait.message == message and "S70 its sender is called" or "S70 its sender is interrupted") end
  end, function() end)
  watch("forget_answer", function(_, frame)
    local message = frame.wait and frame.wait.message
    if message and message.state == "in hand" then saw "S70 awaited no more" end
    return message and message.state == "untaken"
  end, function(_, _, untaken, frame)
    if not untaken or frame.state ~= "processing" or not frame.wait then return end
    saw(is_failing and "S70 withdrawn: something below failed" or "S70 withdrawn: too late")
  end)
  for _, name in ipairs { "cancel_use", "deal_with_revoked", "test_whiles" } do
    watch(name, function() is_failing = true end, function() is_failing = false end)
  end
end

local function watch_calls(watch, saw)
  watch("try_again", function(world, npc)
    local frame = world:awaits(npc)
    return frame and not frame.stages and frame.wait.called and frame
  end, function(_, _, frame)
    if frame then saw(frame.state == "executed" and "S51 called, and it has come" or "S51 called in vain") end
  end)
  watch("suspend", function(world, npc)
    local frame = world:awaits(npc)
    if not frame or not frame.wait.called then return end
    saw "S51 called, and interrupted before its turn"
    if frame.wait.met then saw "S71 interrupted after it had come about" end
  end, function() end)
end

local function watch_meetings(watch, saw)
  local resuming
  watch("resume", function(_, npc) resuming = npc end, function() resuming = nil end)
  watch("perform_meet", nil, function(_, _, _, npc, activity, frame)
    local node = frame.sequence.nodes[frame.node]
    if activity.pending and activity.pending.cause == "no meeting place" then return saw "S71 nobody is there" end
    saw("S71 at " .. (node.same_target and "the target" or node.from_area and "an area" or "what a path finds"))
    if frame.wait.place == npc.number then saw "S71 at itself" end
  end)
  watch("try_meeting", function(_, _, _, frame) return { met = frame.wait.met, wait = frame.wait, node = frame.sequence.nodes[frame.node] } end,
    function(world, done, before, npc, _, frame)
      if before.met then return saw "S71 it had come about" end
      if not done then return saw(resuming == npc and "S71 waits there again" or "S71 not yet") end
      if frame.state ~= "executed" then return saw "S71 its place leaves" end
      saw "S71 comes about"
      if before.node.count == 3 then saw "S71 of three" elseif before.node.count > 3 then saw "S71 of four" end
      if resuming == npc then saw "S71 on coming back" end
      for _, other in ipairs(world.entities) do
        local waits = other ~= npc and other.def.npc and world:awaits(other)
        if waits and waits.wait.met and waits.sequence.nodes[waits.node].count ~= before.node.count then saw "S71 with another count" end
      end
    end)
end

---- The clock, plans and patches ----

local function watch_clock(watch, saw)
  watch("ask_env", nil, function(world, _, _, env)
    if not world.clock or not env.key.name:find "^common" then return end
    local ok, answer = true, nil
    if world.query_env then ok, answer = pcall(world.query_env, env.key.name) end
    if not ok or answer ~= nil then return saw "S73 the game says it" end
    saw(env.key.name == "common.hour" and "S73 says the hour" or "S73 says the minute")
  end)
  watch("set_time", function(world) return world.clock and world:clock_time() end, function(world, _, before, day)
    if not before then return saw "S73 no clock" end
    if world:clock_time() > before then saw "S73 set forward" elseif world:clock_time() < before then saw "S73 set back" end
    if day then saw "S73 another day" end
  end)
  watch("bring_to_life", nil, function(world)
    if world.clock then saw(world.options.day_ms > 0 and "S73 of a length" or "S73 usual") end
  end)
end

-- What is told of the entries that are open at a time, and of the one that holds.
local function tell_of_choice(world, npc, held, saw)
  local now, open, why = world:clock_time(), {}, {}
  for _, one in ipairs(world:plan_on(npc, world:clock_day())) do
    if one.begins <= now and one.ends > now then open[#open + 1] = one end
    why[one.why] = true
  end
  local holds = npc.entry
  local is_open = holds.begins <= now and holds.ends > now
  if not is_open then saw(held and "S74 goes on without being open" or "S74 none held: ended") end
  if why.short then
    for _, one in ipairs(open) do
      local by_end = one.ends - now < world:minute(npc.entry_of(one.entry).skip)
      if one.why == "short" then saw(by_end and "S74 too short: its end" or "S74 too short: a higher one") end
    end
  end
  for _, one in ipairs(open) do
    if is_open and one.why == "below" then
      saw(one.priority < holds.entry.priority and "S74 by priority" or "S74 by when it began")
    end
  end
  if math.floor((holds.ends - 1) / world.clock.day) > holds.day then saw "S74 over midnight" end
  if holds.begins < holds.day * world.clock.day then saw "S74 before its day" end
  if holds.begins ~= holds.day * world.clock.day + world:minute(holds.entry.from) then saw "S74 varied" end
  if holds.day < 0 then saw "S74 of an earlier day" end
end

local function watch_looks(watch, saw)
  watch("look_at_plan", function(world, npc, afresh, another_plan)
    npc.entry_of = function(number)
      for _, list in ipairs { world.content.plans[npc.plan].entries, npc.patches } do
        for _, entry in ipairs(list) do
          if entry.number == number then return entry end
        end
      end
    end
    return { held = npc.entry, afresh = afresh or npc.look_afresh, by_clock = npc.look_afresh and not another_plan, patches = #npc.patches,
      another_plan = another_plan, spawned = #npc.activities == 0 and not npc.halted, looked = npc.looked_at_plan }
  end, function(world, changed, before, npc)
    if before.by_clock then saw(changed and "S74 afresh, another" or "S74 afresh, the same")
    elseif before.another_plan then saw(before.spawned and "S74 at the spawn" or "S74 by a role")
    elseif changed then saw "S74 another"
    elseif before.held and npc.entry.day ~= before.held.day then saw "S74 of another day" end
    if changed and npc.held then saw "S74 on hold" end
    if changed and npc.halted then saw "S74 after a halt" end
    if before.looked and world:clock_time() - before.looked > 3 * world.clock.day and not before.by_clock then saw "S74 long ago" end
    if #npc.patches < before.patches then saw "S75 its days are over" end
    if changed and npc.entry.number > 255 then saw "S75 holds later" end
    local held = not before.afresh and before.held
    tell_of_choice(world, npc, held, saw)
    if not held and npc.entry.begins <= world:clock_time() and npc.entry.ends > world:clock_time()
      and npc.entry.ends - world:clock_time() < world:minute(npc.entry.entry.skip) then saw "S74 none held: too short" end
  end)
  watch("look_in_update", function(_, npc) return { entry = npc.entry, afresh = npc.look_afresh } end, function(_, _, before, npc)
    local same = npc.entry.number == before.entry.number and npc.entry.day == before.entry.day
    if not before.afresh and same then saw "S74 found another, but not now" end
  end)
  watch("change_by_plan", function(_, npc) return npc.main end, function(_, _, main, npc)
    local holds = npc.entry.entry
    if npc.change_due then saw("S74 due: " .. npc.change_due) elseif main == holds.sequence then saw "S74 the same sequence" end
    if main ~= holds.sequence and npc.set_by_game then saw "S74 ends what set main put in" end
    npc.set_by_game = nil
  end)
  watch("set_main", nil, function(world, ok, _, number) if ok then world:npc(number).set_by_game = world:npc(number).plan end end)
end

local function watch_patches(watch, saw)
  watch("main_of", function(_, npc) return { plan = npc.plan } end, function(_, _, before, npc)
    if npc.plan then
      saw(npc.role and npc.role.plan == npc.plan and "S52 a plan of the role" or "S52 a plan of the definition")
    elseif before.plan then saw "S74 no plan any more" end
    if #npc.patches > 0 and npc.plan ~= before.plan then saw(npc.plan and "S75 with another plan" or "S75 without a plan meanwhile") end
  end)
  local WHY = { ["no plan"] = "no plan", limit = "too many", overlap = "overlaps", ["bad argument"] = "cannot be" }
  watch("patch_plan", nil, function(world, number, _, npc_number, given)
    if not number then
      if WHY[world.refused_why] then saw("S75 " .. WHY[world.refused_why]) end
      return
    end
    local npc = world:npc(npc_number)
    if npc.entry.number == 255 + number then saw "S75 holds at once" else saw "S75 not yet" end
    if (given.days or 0) == 0 then saw "S75 for ever" end
    for _, patch in ipairs(npc.patches) do
      local length = patch.to > patch.from and patch.to - patch.from or patch.to + 1440 - patch.from
      local within = given.from >= patch.from and given.from < patch.from + length
      if patch.patch ~= number and patch.priority == (given.priority or 1) and within then saw "S75 on other days" end
    end
  end)
  watch("unpatch_plan", function(world, number, patch)
    local npc = world:npc(number)
    return npc and npc.entry and npc.entry.number == 255 + patch
  end, function(_, ok, held) if ok then saw(held and "S75 taken away while it holds" or "S75 taken away") end end)
end

function of_days.watch(watch, saw)
  for _, part in ipairs { watch_inboxes, watch_sending, watch_taking, watch_calls, watch_meetings, watch_clock, watch_looks, watch_patches } do
    part(watch, saw)
  end
end

return of_days
