-- What can come of the rules of offers, links and areas (S42 S45 S46 S61 to S68), and how it is noticed: a part of outcomes.lua, in the same form.

local of_places = {}

of_places.list = [[
S7 area | link | count
S18 places come back
S19 a place in the running activity | a place of an interrupted activity | a kept claim of an interrupted activity
S42 a claim is kept | a kept claim goes on
S45 raised on a path | a path finds nobody | raised on a path by one who left | raised on itself by a path
S46 by a value | a value that is not there
S61 a role's offer | a definition's offer | several places | any number of places
S62 not offered | held already | lacks | when | while | full | the node does not allow it | one | several | by preference | none
S62 from the target | from a path | from areas | a trigger first | the next area | from tags | from everyone | any name | a second name
S62 at once | later | waits | too late | when it goes on | depth | an encounter is remembered | an encounter is replaced | an encounter goes
S62 chosen by encounters | positions are asked
S63 a body | no body | body: depth | dropped: done | dropped: failed | dropped: interrupted | dropped: revoked | dropped: given up
S63 dropped: left | by a hold | by a hold, kept
S63 by sinking | stays | left: without undo | left: kept | left: to be undone | left: urgent
S63 left: urgent and kept | left: of an activity below | a failure is forgotten | a part above is left
S63 a place above is given up | one above stays to be undone
S63 an undo begins | two are undone | an undo has ended | kept after its undo | an undo fails | a failure is caught in an undo
S63 an undo is broken off | an undo is broken off by a hold | an undo of what has left | not undone again | outside of the limit | below a lifted one
S63 a part is above what goes | retaken | stayed held | begins anew | cannot be had: it has left | cannot be had: not offered
S63 cannot be had: full | cannot be had, no node asked
S64 revoked by the game | revoked by an effect | nobody holds it | an action stops | a wait stops | between actions | of an interrupted activity
S64 only given back | on hold | no node asked
S64 while: of the offer | while: of the request | while: of a node | while: before a try | caught above its request | not caught above its request
S64 by the game: taken | by the game: refused | by the game: undoes others
S65 set | set again | a flag is unlinked | clamped | an effect sets | an effect increases | an effect decreases | an end is not there
S65 to itself | too many | unlinked | gone with its end | the default is read | a value is read
S65 built in: 1 | built in: 0
S66 found | nobody | where it begins is not there | a tag | + | several rounds | cut | count in | a target by a path | no target by a path
S66 from self | from the target | from an area | from a part
S67 enters at its spawn | enters by a move | exits by a move | by a journey | first thing on a turn | removed in an area | an area comes
S67 an area goes | two at once | equal sizes | a trigger apart
S67 innermost of two | an outer area | no outer area | raised by an area | its own area goes
S67 on hold
S68 no distance | nowhere in no area | not moved | not travelled to | the farthest
]]

---- Links and paths ----

local function watch_links(watch, saw)
  watch("write_link", function(world, from, kind, to)
    local _, exists = world:link_value(from, kind, to)
    return exists
  end, function(world, done, exists, from, kind, to, value)
    if not done then return saw("S65 " .. (from == to and "to itself" or "too many")) end
    local key = world.content.links[kind]
    if value < key.min or value > key.max then saw "S65 clamped" end
    if key.flag and value <= 0 then return saw "S65 a flag is unlinked" end
    saw(exists and "S65 set again" or "S65 set")
  end)
  watch("modify_link", nil, function(world, _, _, about, how, link)
    if not (world:whom(about, link[2]) and world:whom(about, link[3])) then return saw "S65 an end is not there" end
    saw("S65 an effect " .. (how == "set" and "sets" or how == "add" and "increases" or "decreases"))
  end)
  watch("cut_links", function(world, entity)
    for kind in pairs(world.content.links) do
      if #world:linked(entity, kind) > 0 then return true end
    end
  end, function(_, _, any) if any then saw "S65 gone with its end" end end)
  watch("unlink", nil, function(_, done) if done then saw "S65 unlinked" end end)
  watch("link_value", nil, function(world, value, _, _, kind)
    if world:is_built_in(kind) then saw("S65 built in: " .. value) end
  end)
  watch("value", nil, function(world, value, _, v, about)
    if v[1] ~= "link" or value == nil or world:is_built_in(v[2]) then return end
    local _, exists = world:link_value(world:whom(about, v[3]), v[2], world:whom(about, v[4]))
    saw(exists and "S65 a value is read" or "S65 the default is read")
  end)
  watch("follow_path", function(world) return world.paths_cut end, function(world, list, cut, parsed, begin)
    if not begin then return saw "S66 where it begins is not there" end
    saw(#list > 0 and "S66 found" or "S66 nobody")
    if world.paths_cut > cut then saw "S66 cut" end
    for _, step in ipairs(parsed.steps) do
      if step.tag then saw "S66 a tag" end
      if step.repeats then
        saw "S66 +"
        if #list > #world:linked(begin, step.kind) and #parsed.steps == 1 then saw "S66 several rounds" end
      end
    end
  end)
  watch("found_by", nil, function(world, _, _, path)
    local begin = world:parse_path(path).begin
    saw("S66 from " .. (begin == "self" and "self" or begin == "target" and "the target" or begin == "area" and "an area" or "a part"))
  end)
  watch("count_path", nil, function(_, _, _, _, within) if within then saw "S66 count in" end end)
  watch("choose_target", nil, function(_, target, _, _, _, _, found)
    if found then saw(target and "S66 a target by a path" or "S66 no target by a path") end
  end)
  watch("carry_to_found", nil, function(world, _, _, shout)
    local begin = shout.begin and world:entity(shout.begin)
    local any, itself = false, false
    for _, entity in ipairs(world:follow_path(world:parse_path(shout.path), begin)) do
      any, itself = any or entity.def.npc, itself or entity.number == shout.raiser
    end
    saw(any and "S45 raised on a path" or "S45 a path finds nobody")
    if itself then saw "S45 raised on itself by a path" end
  end)
  watch("carry_shouts", function(world)
    for _, shout in ipairs(world.shouts) do
      if shout.path and not world:entity(shout.raiser) then saw "S45 raised on a path by one who left" end
    end
  end, function() end)
  watch("preferred", nil, function(world, _, _, npc, def, candidates, of_part)
    if def.prefer and def.prefer.kind == "nearest" then
      for _, entity in ipairs(candidates) do
        if not world:distance_between(npc, entity) then saw "S68 the farthest" end
      end
    end
    if not (def.prefer and def.prefer.value) then return end
    saw "S46 by a value"
    for _, entity in ipairs(candidates) do
      if not of_part and not world:value(def.prefer.value, { npc = npc, target = entity, action = "" }) then saw "S46 a value that is not there" end
    end
  end)
end

---- Areas ----

local function watch_areas(watch, saw)
  local why = {}
  local function because(name, reason, when)
    watch(name, function(world, ...)
      if world.outside_call then return end -- it is refused, by an error
      why[#why + 1] = (not when or when(world, ...)) and reason or why[#why] or "none"
    end, function(world) if not world.outside_call then why[#why] = nil end end)
  end
  because("bring_to_life", "spawn")
  because("move", "move")
  because("locate_arrived", "journey")
  because("locate_queried", "turn")
  because("remove", "remove")
  because("area_comes", "comes")
  because("area_goes", "goes")
  local ENTERS = { spawn = "enters at its spawn", move = "enters by a move",
    journey = "by a journey", turn = "first thing on a turn", comes = "an area comes" }
  local EXITS = { move = "exits by a move",
    journey = "by a journey", turn = "first thing on a turn", goes = "an area goes", remove = "removed in an area" }
  watch("cross", function(world) return #world.shouts end, function(world, _, shouts, npc, area, kind)
    local reason = (kind == "enter" and ENTERS or EXITS)[why[#why]]
    if reason then saw("S67 " .. reason) end
    if #world.shouts > shouts then saw "S67 raised by an area" end
    if kind == "exit" and why[#why] == "goes" and area.def.npc then saw "S67 its own area goes" end
    if npc.held and why[#why] == "turn" then saw "S67 on hold" end
  end)
  watch("be_in", function(_, npc) return #npc.areas end, function(_, _, before, _, areas)
    if math.abs(#areas - before) > 1 then saw "S67 two at once" end
  end)
  watch("areas_at", nil, function(_, _, _, npc) if npc.def.position == "none" then saw "S68 nowhere in no area" end end)
  watch("innermost", nil, function(_, area, _, npc)
    if area and #npc.areas > 1 then
      saw "S67 innermost of two"
      for _, other in ipairs(npc.areas) do
        if other.def.trigger then saw "S67 a trigger apart" end
        if other ~= area and other.def == area.def then saw "S67 equal sizes" end
      end
    end
  end)
  watch("outer", nil, function(_, outer) saw(outer and "S67 an outer area" or "S67 no outer area") end)
  watch("move", nil, function(world) if world.refused_why == "nowhere" then saw "S68 not moved" end end)
  watch("distance", nil, function(_, distance, _, about) if about.target and not distance then saw "S68 no distance" end end)
  watch("permitted", nil, function(world, may, _, npc, action, target)
    if not may and action.travel and target and not world:distance_between(npc, target) then saw "S68 not travelled to" end
  end)
end

---- Offers and requests ----

local function watch_requests(watch, saw)
  watch("not_given", nil, function(_, why) if why then saw("S62 " .. why) end end)
  watch("node_allows", nil, function(_, may) if not may then saw "S62 the node does not allow it" end end)
  watch("candidates_for", nil, function(_, list, _, _, node)
    if #list == 1 then saw "S62 one" end
    if #list > 1 then saw(node.prefer and "S62 by preference" or "S62 several") end
    if node.uses_distance then saw "S62 positions are asked" end
  end)
  watch("choose_offer", nil, function(world, chosen, _, npc, _, node)
    if not chosen then return saw "S62 none" end
    saw("S62 from " .. (node.from_target and "the target" or node.path and "a path" or node.from_area and "areas"
      or node.targets and #node.targets > 0 and "tags" or "everyone"))
    if #(node.offers or {}) == 0 then saw "S62 any name" elseif chosen.name ~= node.offers[1] then saw "S62 a second name" end
    if node.from_area then
      local areas = world:areas_to_ask(npc)
      if areas[1] ~= chosen.entity then saw "S62 the next area" end
      if areas[1].def.trigger and areas[1] == chosen.entity then saw "S62 a trigger first" end
    end
  end)
  watch("select_offer", nil, function(world, chosen, _, npc)
    if world:offer_meeting(npc, chosen.name, chosen.entity) then saw "S62 chosen by encounters" end
  end)
  watch("try_request", nil, function(_, done, _, _, _, _, first) if done then saw(first and "S62 at once" or "S62 later") end end)
  watch("perform_request", nil, function(_, _, _, _, activity, frame)
    if frame.state == "awaiting" then saw "S62 waits" end
    if activity.pending then saw(activity.pending.cause == "depth" and "S62 depth" or "S62 too late") end
  end)
  watch("resume_wait", function(_, _, _, frame) return frame.sequence.nodes[frame.node].kind end, function(_, _, kind, _, _, frame)
    if kind == "request" and frame.state == "subsequence" then saw "S62 when it goes on" end
  end)
  watch("remember_offer", function(world, npc, name, entity)
    local list = 0
    for _, encounter in ipairs(npc.memory.encounters) do list = list + ((encounter.offer or encounter.scene) and 1 or 0) end
    return { same = world:offer_meeting(npc, name, entity), full = list == 16 }
  end, function(_, _, before)
    saw(before.same and "S62 an encounter is replaced" or "S62 an encounter is remembered")
    if before.full and not before.same then saw "S62 an encounter goes" end
  end)
  watch("offer", nil, function(_, offer, _, entity, name)
    if offer then saw(entity.role and entity.role.offer[name] and "S61 a role's offer" or "S61 a definition's offer") end
  end)
  watch("is_free", nil, function(world, free, _, entity, name)
    if not free then return end
    local holders = world:offer(entity, name).holders
    if world:count_holders(entity, name) > 0 then saw(holders == 0 and "S61 any number of places" or "S61 several places") end
  end)
  watch("perform_body", nil, function(_, _, _, activity, frame)
    saw(frame.state == "subsequence" and "S63 a body" or activity.pending and "S63 body: depth" or "S63 no body")
  end)
  watch("request", function(_, _) end, function(_, done, _, number)
    saw(done and "S64 by the game: taken" or "S64 by the game: refused")
    return number
  end)
end

---- Places ----

local WHY = { done = "done", failed = "failed", interrupted = "interrupted", revoked = "revoked", ["given up"] = "given up", left = "left" }

local function watch_holding(watch, saw)
  watch("give_back_place", function(_, place) return place.held end, function(_, _, held, _, why)
    if held then saw("S63 dropped: " .. WHY[why]) end
  end)
  watch("put_down_places", function(_, activity)
    for _, frame in ipairs(activity.frames) do
      if frame.place and frame.place.held then return frame.place end
    end
  end, function(_, _, place, activity)
    if not place then return end
    saw(not place.npc.held and "S63 by sinking" or place.held and "S63 by a hold, kept" or "S63 by a hold")
    return activity
  end)
  watch("leave_place", function(_, npc, activity, level)
    local place = activity.frames[level].place
    local before = { place = place, undone = place.undone, top = npc.activities[#npc.activities] == activity, pending = activity.pending,
      places = #npc.places, parts = #npc.parts }
    for i = level + 1, #activity.frames do
      local above = activity.frames[i].place
      if above and above.held then before[above.undone and "still" or "given_up"] = true end
    end
    return before
  end, function(_, _, before, npc, activity, level, urgent)
    local place = before.place
    if not before.top then saw "S63 left: of an activity below" end
    if not place.offer.undo then return saw(place.offer.kept and "S63 left: kept" or "S63 left: without undo") end
    if before.undone then return saw "S63 not undone again" end
    saw(not urgent and "S63 left: to be undone" or place.offer.kept and "S63 left: urgent and kept" or "S63 left: urgent")
    if before.pending and not activity.pending then saw "S63 a failure is forgotten" end
    if #npc.parts < before.parts then saw "S63 a part above is left" end
    if before.given_up then saw "S63 a place above is given up" end
    if before.still then saw "S63 one above stays to be undone" end
    return level
  end)
  watch("interrupt_for", function(_, npc)
    for _, place in ipairs(npc.places) do
      if place.held then return true end
    end
  end, function(_, _, held, _, ways) if held and ways.stays then saw "S63 stays" end end)
  watch("take_off_above", function(world, _, activity, level)
    local member, place = world:topmost_part(activity)
    return member and place > level
  end, function(_, _, part) if part then saw "S63 a part is above what goes" end end)
  watch("retake_place", function(_, _, activity, level)
    local place = activity.frames[level].place
    return { held = place.held, undone = place.undone, place = place }
  end, function(world, had, before, npc, activity, level)
    local place, provider = before.place, world:entity(before.place.provider)
    if before.undone and had then saw "S63 begins anew" end
    if before.held then return saw "S63 stayed held" end
    if had then return saw "S63 retaken" end
    if level == 1 then saw "S63 cannot be had, no node asked" end
    if not provider then return saw "S63 cannot be had: it has left" end
    if not world:offer(provider, place.name) then return saw "S63 cannot be had: not offered" end
    if not world:is_free(provider, place.name, place.offer) then saw "S63 cannot be had: full" end
    return npc, activity
  end)
end

local function watch_undo(watch, saw)
  watch("lay_undo", nil, function(world, _, _, npc, places)
    if #places == 0 then return end
    saw "S63 an undo begins"
    if #places > 1 then saw "S63 two are undone" end
    if #npc.activities > world.options.activities then saw "S63 outside of the limit" end
    local below = npc.activities[#npc.activities - 1]
    if below.by_request then saw "S64 by the game: undoes others" end
    if below.suspended then saw "S63 below a lifted one" end
  end)
  watch("end_undo", function(_, _, activity) return activity.undoes[1] end, function(world, _, place)
    saw "S63 an undo has ended"
    if place.held then saw "S63 kept after its undo" end
    if not world:entity(place.provider) then saw "S63 an undo of what has left" end
  end)
  watch("break_off_undo", nil, function(_, _, _, npc) saw(npc.held and "S63 an undo is broken off by a hold" or "S63 an undo is broken off") end)
  watch("fail_in_undo", nil, function(_, _, _, npc, activity)
    local top = activity.frames[#activity.frames]
    local caught = top and top.state == "failed" and npc.activities[#npc.activities] == activity
    saw(caught and "S63 a failure is caught in an undo" or "S63 an undo fails")
  end)
end

local function watch_revoking(watch, saw)
  watch("revoke_all", nil, function(world, _, _, entity, name)
    if world:count_holders(entity, name) == 0 then return saw "S64 nobody holds it" end
    saw(world.revoked_by_game and "S64 revoked by the game" or "S64 revoked by an effect")
    for _, npc in ipairs(world.entities) do
      if npc.held and world:holds_place(npc, entity, name) then saw "S64 on hold" end
    end
  end)
  watch("revoke", function(world) world.revoked_by_game = true end, function(world) world.revoked_by_game = false end)
  watch("deal_with_revoked", function(world, npc)
    for _, place in ipairs(npc.places) do
      if place.revoked and place.held then
        if place.undone then saw "S64 only given back" else
          for _, activity in ipairs(npc.activities) do
            for level, frame in ipairs(activity.frames) do
              if frame.place == place then
                if level == 1 then saw "S64 no node asked" end
                local runs = npc.activities[#npc.activities] == activity and not activity.suspended
                saw("S64 " .. (not runs and "of an interrupted activity" or npc.action and "an action stops"
                  or (world:awaits(npc) or world:at_phase(npc)) and "a wait stops" or "between actions"))
              end
            end
          end
        end
      end
    end
  end, function() end)
  watch("false_while", nil, function(world, which, _, npc, activity, level)
    if which == "offer" then saw "S64 while: of the offer" end
    if which == "node" then saw(activity.frames[level].place and "S64 while: of the request" or "S64 while: of a node") end
    if which and world:awaits(npc) then saw "S64 while: before a try" end
  end)
  watch("recover", function(_, _, activity)
    local failure = activity.pending
    return failure.above and #activity.frames > failure.level and failure
  end, function(_, done, failure, _, activity)
    if not failure or not done then return end
    local frame = activity.frames[failure.level]
    saw(frame and frame.state == "failed" and "S64 caught above its request" or "S64 not caught above its request")
  end)
end

local function watch_leaving(watch, saw)
  watch("give_back_all", function(_, npc, why)
    for _, place in ipairs(npc.places) do
      if place.held and why == "left" then saw "S18 places come back" end
    end
  end, function() end)
  watch("cancel_use", function(_, npc, entity)
    for i, activity in ipairs(npc.activities) do
      local runs = i == #npc.activities and not activity.suspended
      for _, frame in ipairs(activity.frames) do
        local place = frame.place
        if place and place.held and place.provider == entity.number then
          saw(runs and "S19 a place in the running activity" or "S19 a place of an interrupted activity")
        end
        if frame.claim_held and frame.claimed_on == entity.number and not runs then saw "S19 a kept claim of an interrupted activity" end
      end
    end
  end, function() end)
  watch("suspend", nil, function(_, _, _, npc)
    for _, frame in ipairs(npc.activities[#npc.activities].frames) do
      if frame.claim_held then saw "S42 a claim is kept" end
    end
  end)
  watch("resume", function(_, _, activity)
    for _, frame in ipairs(activity.frames) do
      if frame.claim_held then saw "S42 a kept claim goes on" end
    end
  end, function() end)
end

function of_places.watch(watch, saw)
  for _, part in ipairs { watch_links, watch_areas, watch_requests, watch_holding, watch_undo, watch_revoking, watch_leaving } do part(watch, saw) end
end

return of_places
