--- Explanations in words.
local distance = require "bustle.common.distance"
local lines = require "bustle.observe.happenings.lines"

local text = {}

local seconds = lines.seconds

local function spoken(name)
  return (name:gsub("_", " "))
end

-- ---- Reasons ----

local function value_words(read)
  if read.value == nil then return "not there" end
  return type(read.value) == "number" and distance.text(read.value) or tostring(read.value)
end

local function read_words(reads)
  if #reads == 1 then return ("it is %s"):format(value_words(reads[1])) end
  local parts = {}
  for i, read in ipairs(reads) do parts[i] = ("%s is %s"):format(read.name, value_words(read)) end
  return table.concat(parts, ", ")
end

--- A reason in words.
-- @tparam table reason of `bustle.observe.explain.reasons`
-- @treturn string
function text.reason(reason)
  if reason.where then return ("the function at %s says no"):format(reason.where:match("[^/]*$")) end
  if reason.wants then
    return ("claims %d of %s: %s"):format(reason.wants, reason.text,
      reason.free and ("%d free"):format(reason.free) or "it has none")
  end
  if #reason.reads == 0 then return reason.text end
  return ("%s: %s"):format(reason.text, read_words(reason.reads))
end

local function list_words(names)
  if #names < 2 then return names[1] or "nobody" end
  return ("%s and %s"):format(table.concat(names, ", ", 1, #names - 1), names[#names])
end

local AGAINST = { condition = "a condition is false", claim = "what it claims is not to be had",
  speed = "it cannot travel", gone = "its target has left", again = "found too lately", answered = "it is at it",
  priority = "what it is at has no lower priority", limit = "it has as many activities as it may have",
  nobody = "nobody is there for it", busy = "busy", resting = "it left a scene too lately",
  not_castable = "what it does does not allow it", no_reaction = "it has no reaction to the topic",
  given_up = "tried in vain", not_offered = "does not offer it now", lacks = "needs a state that it lacks",
  holds = "held already", full = "full", far = "too far", offer = "not offered to it",
  ["while"] = "not offered to it", behind = "not yet" }

local function against_words(verdict, reasons)
  local parts = {}
  for i, reason in ipairs(reasons or {}) do parts[i] = text.reason(reason) end
  if #parts == 0 then return AGAINST[verdict] end
  return table.concat(parts, "; ")
end

-- ---- Choices ----

local BY = { none = "nothing was open", only = "the only one open", preferred = "which it prefers" }

local function rule_words(rule, word)
  if BY[rule.rule] then return BY[rule.rule] end
  local of = rule.preferred and (" of the %d that it prefers"):format(rule.preferred) or ""
  if rule.rule == "new" then
    return rule.among and ("drawn among the %d not %s lately"):format(rule.among, word)
      or rule.preferred and ("not %s lately,%s"):format(word, of) or ("the only one not %s lately"):format(word)
  end
  return rule.among and ("drawn among the %d %s longest ago"):format(rule.among, word)
    or ("%s longest ago%s"):format(word, rule.preferred and "," .. of or "")
end

-- The words for having done it, of a way and of a target.
local DONE = { way = "taken", target = "used", cue = "found", cast = "met", request = "used", send = "sent to" }

--- The rule of a choice in words.
-- @tparam table entry of kind "way", "target", "request" or "cue"
-- @treturn string
function text.rule(entry)
  return rule_words(entry.rule, DONE[entry.kind])
end

--- What an option or candidate was, in words: open, and since when it is remembered, or closed, and why.
-- @tparam table entry of kind "way" or "target"
-- @tparam table each of its list
-- @treturn string
function text.looked(entry, each)
  local old = each.age and (", %s old"):format(seconds(each.age)) or ""
  if each.verdict ~= "open" then return "closed: " .. against_words(each.verdict, each.against) .. old end
  if each.age then return "open" .. old end
  if not each.remembered then return "open" end
  return ("open, %s %s before"):format(DONE[entry.kind], seconds(entry.time - each.remembered))
end

local LONGEST_LIST = 8

local function name_of(entry, each)
  return each.to or entry.kind == "request" and lines.provider_name(entry, each) or each.target
end

-- What was looked at, a line each; those of one name stand under each other.
local function listed(entry, list, count)
  local made, width = {}, 0
  for _, each in ipairs(list) do width = math.max(width, #name_of(entry, each)) end
  for i = 1, math.min(#list, LONGEST_LIST) do
    made[i] = ("%-" .. width .. "s  %s"):format(name_of(entry, list[i]), text.looked(entry, list[i]))
  end
  if count > LONGEST_LIST then made[#made + 1] = ("and %d more"):format(count - LONGEST_LIST) end
  return made
end

-- ---- Decisions ----

-- The line of an entry, and lines about it.
local SAY = {}

function SAY.way(entry)
  if not entry.to then
    return ("%s: no way on from %s"):format(entry.sequence, entry.node),
      listed(entry, entry.options, #entry.options)
  end
  local way = ("%s: from %s to %s"):format(entry.sequence, entry.node, entry.to)
  if #entry.options == 0 then return way end
  return ("%s, %s"):format(way, text.rule(entry)), listed(entry, entry.options, #entry.options)
end

local function out_of_reach(entry)
  local count = entry.accepting - entry.reached
  local why = entry.reach and #entry.reach > 0 and (" (%s)"):format(table.concat(entry.reach, ", ")) or ""
  return ("%d out of reach%s"):format(count, why)
end

-- Where a condition was false whoever it is, nobody was looked for.
function SAY.target(entry, before)
  local hopeless = before and before.kind == "action" and before.verdict ~= "open"
  local about = listed(entry, entry.candidates, entry.reached)
  if entry.accepting == 0 then
    about[1] = lines.nobody(entry)
  elseif entry.reached < entry.accepting and not hopeless then
    about[#about + 1] = out_of_reach(entry)
  end
  local what = ("%s: %s with %s"):format(entry.sequence, entry.action, entry.target or "nobody")
  return entry.target and ("%s, %s"):format(what, text.rule(entry)) or what, about
end

local function impossible(entry, what)
  if entry.verdict == "open" then return nil end
  return ("%s: %s is not possible"):format(entry.sequence, what), { against_words(entry.verdict, entry.against) }
end

function SAY.action(entry)
  return impossible(entry, entry.action)
end

local function with_target(entry)
  return entry.target and ("%s with %s"):format(entry.action, entry.target) or entry.action
end

function SAY.same_target(entry)
  return impossible(entry, entry.target and with_target(entry) or ("%s with the same target"):format(entry.action))
end

function SAY.resumption(entry)
  return impossible(entry, ("going on to %s"):format(with_target(entry)))
end

function SAY.try(entry)
  return lines.try(entry), entry.verdict ~= "open" and { against_words(entry.verdict, entry.against) } or nil
end

-- What is said of those who could have been found.
local function found_lines(entry)
  local about = listed(entry, entry.candidates or {}, entry.reached or 0)
  if entry.accepting == 0 then
    about[1] = "nobody has its tags"
  elseif entry.accepting and entry.reached < entry.accepting and not entry.against then
    about[#about + 1] = out_of_reach(entry)
  end
  if entry.against then about[#about + 1] = against_words(entry.verdict, entry.against) end
  return about
end

function SAY.cue(entry)
  if entry.verdict ~= "open" then
    return ("cue %s: %s"):format(entry.cue, AGAINST[entry.verdict]), found_lines(entry)
  end
  if not entry.target then return ("cue %s: its condition holds"):format(entry.cue) end
  return ("cue %s: finds %s, %s"):format(entry.cue, entry.target, text.rule(entry)), found_lines(entry)
end

-- Those who might have taken the part that found nobody, or all who might have been chosen.
local function cast_lines(entry)
  local about = {}
  for _, search in ipairs(entry.parts) do
    if entry.verdict == "open" or search.part == entry.part then
      for _, line in ipairs(listed(entry, search.candidates, search.reached)) do about[#about + 1] = line end
    end
  end
  return about
end

function SAY.cast(entry)
  return lines.words(entry), cast_lines(entry)
end

-- ---- Requests ----

-- "full", or "not offered to it (target.open: it is false)"
local function provided_words(each)
  local parts = {}
  for i, reason in ipairs(each.against or {}) do parts[i] = text.reason(reason) end
  return #parts > 0 and ("closed (%s)"):format(table.concat(parts, "; ")) or lines.provided(each)
end

--- Why a request found nothing, in words: "sit: chair 1 full, chair 2 closed (target.broken == 0: it is 1)".
-- @tparam table entry of kind "request"
-- @treturn string
function text.unanswered(entry)
  return lines.unanswered(entry, provided_words)
end

function SAY.request(entry)
  local list = entry.providers or {}
  local about = listed(entry, list, #list)
  if #list == 0 then about[1] = "nobody offers it there" end
  if not entry.target then return ("%s: asks for %s, finds none%s"):format(entry.sequence, lines.asked(entry),
    entry.tries and (", %d tries"):format(entry.tries) or ""), about end
  return ("%s: asks for %s, takes %s of %s, %s"):format(entry.sequence, lines.asked(entry), entry.offer, entry.target,
    text.rule(entry)), about
end

-- ---- Messages and meetings ----

function SAY.send(entry)
  local list, line = entry.receivers or {}, lines.sent(entry)
  return entry.target and #list > 0 and ("%s, %s"):format(line, text.rule(entry)) or line,
    listed(entry, list, #list)
end

-- The only message needs no line of its own.
function SAY.take(entry)
  local list = entry.messages or {}
  return lines.taken(entry), not (entry.target and #list == 1) and listed(entry, list, #list) or nil
end

function SAY.place(entry)
  if entry.verdict == "open" then return nil end
  return ("%s: its place is gone: %s, %s"):format(entry.sequence, entry.offer, entry.target or "which has left"),
    { against_words(entry.verdict, entry.against) }
end

SAY["while"] = function(entry)
  return lines.words(entry), entry.against and #entry.against > 0 and { against_words("while", entry.against) } or nil
end

--- What was decided or happened, in words.
-- @tparam table entry of the decisions
-- @tparam[opt] table before the entry before it
-- @treturn string|nil nil where it says nothing that others do not say
-- @treturn {string,...}|nil lines about it
function text.decision(entry, before)
  local say = SAY[entry.kind] or lines.words
  return say(entry, before)
end

local function add_decision(made, entry, before)
  local line, about = text.decision(entry, before)
  if not line then return end
  made[#made + 1] = ("  %8s  %s"):format(seconds(entry.time), line)
  for _, each in ipairs(about or {}) do made[#made + 1] = (" "):rep(14) .. each end
end

local HOW = "What it decided before is kept by worlds that are made with explain = true."

local function add_decisions(made, e, count)
  if not e.decisions then
    made[#made + 1] = HOW
    return
  end
  if #e.decisions == 0 then
    made[#made + 1] = "It has decided nothing yet."
    return
  end
  made[#made + 1] = "What it decided, and what happened, newest last:"
  local first = math.max(1, #e.decisions - (count or #e.decisions) + 1)
  for i = first, #e.decisions do add_decision(made, e.decisions[i], e.decisions[i - 1]) end
end

-- ---- Now ----

local MOODS = { deciding = "decides on its next turn", held = "is held by the game" }

local function acting(now)
  local words = ("does %s"):format(now.action)
  if now.target then words = ("%s with %s"):format(words, now.target) end
  if now.since then words = ("%s, since %s"):format(words, seconds(now.since)) end
  return now.remaining and ("%s, %s left"):format(words, seconds(now.remaining)) or words
end

-- `env.weather ~= 'rainy' (it is rainy)`
local function awaited_words(reason)
  if reason.where then return ("the function at %s"):format(reason.where:match("[^/]*$")) end
  return #reason.reads == 0 and reason.text or ("%s (%s)"):format(reason.text, read_words(reason.reads))
end

--- What an NPC waits for, in words.
-- @tparam {table,...} awaits of an explanation
-- @treturn string
function text.awaited(awaits)
  local parts = {}
  for i, reason in ipairs(awaits) do parts[i] = awaited_words(reason) end
  return table.concat(parts, " and ")
end

local function awaiting(now)
  local seen = now.action and (", seen in %s"):format(now.action) or ""
  return ("waits at %s for %s%s, %s left"):format(now.node, text.awaited(now.awaits), seen, seconds(now.remaining))
end

--- What an NPC waits for that is a scene, or somebody in it, in words.
-- @tparam table now of an explanation
-- @treturn string
function text.awaited_scene(now)
  local scene = now.scene
  if scene.kind == "phase" then return list_words(scene.waiting) end
  if scene.kind == "end" then return "its end" end
  return scene.why and ("a cast (%s)"):format(scene.why) or "a cast"
end

local AWAITED = {}

function AWAITED.phase(scene)
  local done = scene.ended and "has ended its part in" or ("has done phase %d of"):format(scene.phase)
  return ("%s %s and waits for %s"):format(done, scene.scene, list_words(scene.waiting))
end

function AWAITED.cast(scene, now)
  return ("waits at %s for a cast of %s%s"):format(now.node, scene.scene,
    scene.why and (" (%s)"):format(scene.why) or "")
end

AWAITED["end"] = function(scene, now) return ("waits at %s for the end of %s"):format(now.node, scene.scene) end

local function awaiting_scene(now)
  local seen = now.action and (", seen in %s"):format(now.action) or ""
  local left = now.remaining and (now.scene.kind == "phase" and ", for %s more" or ", %s left"):format(
    seconds(now.remaining)) or ""
  return AWAITED[now.scene.kind](now.scene, now) .. seen .. left
end

local function awaiting_offer(now)
  local seen = now.action and (", seen in %s"):format(now.action) or ""
  local last = now.request.last
  local why = last and not last.target and (" (%s)"):format(text.unanswered(last)) or ""
  return ("waits at %s for %s%s%s, %s left"):format(now.node, lines.asked(now.request), why, seen,
    seconds(now.remaining))
end

local EXCHANGED = {}

-- "Ada closed (self.busy < 3: it is 4), oldest 12.0 s", of those that lie there.
local function untaken_words(message)
  local parts, last = {}, message.last
  if message.lying == 0 then return "it is empty" end
  for i, each in ipairs(last and not last.target and last.messages or {}) do
    parts[i] = ("%s closed (%s)"):format(each.target, against_words(each.verdict, each.against))
  end
  if #parts == 0 then parts[1] = ("%d there"):format(message.lying) end
  return ("%s, oldest %s"):format(table.concat(parts, ", "), seconds(message.oldest))
end

function EXCHANGED.take(message)
  return ("a message in %s (%s)"):format(message.inbox, untaken_words(message))
end

function EXCHANGED.send(message)
  local words = ("what becomes of its message in %s of %s"):format(message.inbox,
    message.target or "somebody who has left")
  if message.sequence then
    return ("%s, who has it in hand (%s at %s)"):format(words, message.sequence, message.node)
  end
  if message.place == 1 then return words .. ", where it is next" end
  return message.place and ("%s, where %d are before it"):format(words, message.place - 1) or words
end

function EXCHANGED.meet(message)
  local there = message.present and ("%d of %d are there"):format(message.present, message.count)
    or ("%d in all"):format(message.count)
  local with = #message.with > 0 and (", with %s"):format(list_words(message.with)) or ""
  return ("others (%s%s: %s%s)"):format(message.meeting, message.place and " at " .. message.place or "", there, with)
end

--- What an NPC waits for that is a message, what becomes of one, or a meeting, in words.
-- @tparam table message of `now` of an explanation
-- @treturn string
function text.awaited_message(message)
  return EXCHANGED[message.kind](message)
end

local function awaiting_message(now)
  local seen = now.action and (", seen in %s"):format(now.action) or ""
  return ("waits at %s for %s%s, %s left"):format(now.node, text.awaited_message(now.message), seen,
    seconds(now.remaining))
end

local function until_then(now, what)
  return now.remaining and (" and %s in %s"):format(what, seconds(now.remaining)) or ""
end

--- What an NPC does, in words.
-- @tparam table now of an explanation
-- @treturn string
function text.now(now)
  if now.scene then return awaiting_scene(now) end
  if now.request then return awaiting_offer(now) end
  if now.message then return awaiting_message(now) end
  if now.awaits then return awaiting(now) end
  if now.action then return acting(now) end
  if now.mood == "halted" then
    return ("has halted, as %s failed too often (%s)%s"):format(now.failed or "a sequence", spoken(now.halted),
      until_then(now, "restarts"))
  elseif now.mood == "waiting" then
    return ("waits after %d failure%s in a row%s"):format(now.failures, now.failures == 1 and "" or "s",
      until_then(now, "goes on"))
  end
  return MOODS[now.mood]
end

local function waiting_words(now)
  if now.waiting == 0 then return nil end
  return ("%d interruption%s waiting for its next turn"):format(now.waiting, now.waiting == 1 and " is" or "s are")
end

-- ---- Activities ----

local function why_words(activity)
  if activity.main then return "its main activity" end
  local lowest = activity.sequences[1]
  if activity.undo then
    return activity.undo == true and "first, an undo"
      or ("first, undo of %s at %s"):format(activity.undo, lowest.target or "what has left")
  end
  local why = activity.interruption and ("on %s"):format(activity.interruption)
    or activity.cue and ("on the cue %s"):format(activity.cue)
    or lowest.scene and ("as %s in %s"):format(lowest.part, lowest.scene)
    or lowest.offer and ("made to take %s of %s"):format(lowest.offer, lowest.provider or "what has left")
    or "run by the game"
  return ("%s, priority %d"):format(why, activity.priority)
end

local function sequence_words(each)
  local words = each.node and ("%s at %s"):format(each.sequence, each.node) or each.sequence
  if each.offer then words = ("%s (%s, %s)"):format(words, each.offer, each.provider or "which has left") end
  return each.fallback and words .. " (a fallback)" or words
end

local function add_stack(made, stack)
  if #stack == 0 then return end
  made[#made + 1] = "Its activities, the running one first:"
  for _, activity in ipairs(stack) do
    local parts = {}
    for i, each in ipairs(activity.sequences) do parts[i] = sequence_words(each) end
    made[#made + 1] = ("  %s: %s%s"):format(why_words(activity), table.concat(parts, ", in it "),
      activity.running and "" or activity.sunk and " (sunk: it waited too long for others)" or " (interrupted)")
  end
end

-- ---- Roles and cues ----

local function joined(list)
  local parts = {}
  for i, reason in ipairs(list or {}) do parts[i] = awaited_words(reason) end
  return table.concat(parts, " and ")
end

--- Why an NPC is in its role, in words.
-- @tparam table role of an explanation
-- @treturn string
function text.role(role)
  if role.set then return "the game has set it" end
  if #role.why > 0 then return joined(role.why) end
  local parts = {}
  for i, each in ipairs(role.others) do parts[i] = ("not %s: %s"):format(each.role, against_words("condition",
    each.against)) end
  return #parts > 0 and table.concat(parts, "; ") or "it needs no condition"
end

local function add_role(made, role)
  if role then made[#made + 1] = ("Its role is %s (%s)."):format(role.role, text.role(role)) end
end

--- What came of the last test of a cue, in words.
-- @tparam table cue of an explanation
-- @tparam number now seconds
-- @treturn string
function text.cue(cue, now)
  if not cue.tested then return "no test is known" end
  local ago = ("%s ago"):format(seconds(now - cue.tested))
  if cue.verdict == "open" then
    return cue.target and ("found %s %s"):format(cue.target, ago) or ("its condition held %s"):format(ago)
  end
  local cast = cue.test and cue.test.cast
  if cast and cast.verdict ~= "open" then return ("tested %s: %s"):format(ago, lines.no_cast(cast)) end
  local why = cue.verdict == "nobody" and table.concat(found_lines(cue.test), "; ") or ""
  return ("tested %s: %s"):format(ago, why ~= "" and why or against_words(cue.verdict, cue.against))
end

local function add_cues(made, e)
  if #e.cues == 0 then return end
  made[#made + 1] = "Its cues:"
  for _, cue in ipairs(e.cues) do
    local leads = cue.sequence or ("%s as %s"):format(cue.scene, cue.part)
    made[#made + 1] = ("  %s, priority %d, leads to %s: %s"):format(cue.cue, cue.priority, leads,
      text.cue(cue, e.time))
  end
end

-- ---- Scenes ----

--- Who is in a scene with an NPC, in words: "with Linda (server)".
-- @tparam table scene of an explanation
-- @tparam string npc what the NPC is called
-- @treturn string
function text.company(scene, npc)
  local parts = {}
  for _, member in ipairs(scene.members) do
    if member.npc ~= npc then parts[#parts + 1] = ("%s (%s)"):format(member.npc, member.part) end
  end
  return #parts > 0 and "with " .. list_words(parts) or "alone"
end

--- How far an NPC is in a scene, in words: "1 phase done, waits for Linda".
-- @tparam table scene of an explanation
-- @treturn string
function text.progress(scene)
  if scene.over then return "it is over" end
  if not scene.begun then return "has yet to begin" end
  local done = scene.ended and "has ended its part" or ("%d phase%s done"):format(scene.phase,
    scene.phase == 1 and "" or "s")
  local away = scene.sunk and ", at something else meanwhile" or scene.away and ", away" or ""
  return done .. (scene.waits and #scene.waiting > 0 and ", waits for " .. list_words(scene.waiting) or "") .. away
end

local function add_scenes(made, e)
  if #e.scenes > 0 then made[#made + 1] = "Its scenes:" end
  for _, scene in ipairs(e.scenes) do
    made[#made + 1] = ("  %s, as %s, %s: %s"):format(scene.scene, scene.part, text.company(scene, e.npc),
      text.progress(scene))
  end
end

--- What came of the last cast of a scene, in words.
-- @tparam table cast of an explanation
-- @tparam number now seconds
-- @treturn string
function text.cast(cast, now)
  local ago = ("%s ago"):format(seconds(now - cast.time))
  return cast.verdict == "open" and "was cast " .. ago or ("found no cast %s: %s"):format(ago, lines.no_cast(cast))
end

local function add_casts(made, e)
  if #e.casts > 0 then made[#made + 1] = "Scenes that it looked for members for:" end
  for _, cast in ipairs(e.casts) do made[#made + 1] = ("  %s %s"):format(cast.scene, text.cast(cast, e.time)) end
end

-- ---- Offers and areas ----

local function add_area(made, e)
  if not e.area and #e.areas == 0 then return end
  made[#made + 1] = e.area and #e.areas == 1 and ("It is in %s."):format(e.area)
    or ("It is in %s."):format(list_words(e.areas))
end

--- What becomes of a place, in words.
-- @tparam table place of an explanation
-- @treturn string
function text.place(place)
  if place.revoked then return "revoked" end
  if place.undone then return place.held and "held, and undone" or "undone; begins anew" end
  return place.held and "held" or "to be taken again"
end

local function add_places(made, e)
  if #e.places > 0 then made[#made + 1] = "Its places at offers:" end
  for _, place in ipairs(e.places) do
    made[#made + 1] = ("  %s, %s: %s"):format(place.offer, place.provider or "which has left", text.place(place))
  end
end

local function add_offers(made, e)
  if #e.offers > 0 then made[#made + 1] = "It offers:" end
  for _, offer in ipairs(e.offers) do
    local room = offer.holders and ("%d of %d taken"):format(offer.taken, offer.holders)
      or ("%d taken"):format(offer.taken)
    made[#made + 1] = ("  %s: %s%s"):format(offer.name, room, #offer.by > 0 and ", by " .. list_words(offer.by) or "")
  end
end

--- What came of the last request at a node, in words.
-- @tparam table request of an explanation
-- @tparam number now seconds
-- @treturn string
function text.request(request, now)
  local ago = ("%s ago"):format(seconds(now - request.time))
  if request.target then return ("took %s of %s %s"):format(request.offer, request.target, ago) end
  return ("found none %s: %s"):format(ago, text.unanswered(request))
end

local function add_requests(made, e)
  if #e.requests > 0 then made[#made + 1] = "What it asked for:" end
  for _, request in ipairs(e.requests) do
    made[#made + 1] = ("  at %s of %s %s"):format(request.node, request.sequence, text.request(request, e.time))
  end
end

-- ---- Inboxes and plans ----

local function add_inboxes(made, e)
  if #e.inboxes > 0 then made[#made + 1] = "Its messages, the oldest first:" end
  for _, each in ipairs(e.inboxes) do
    made[#made + 1] = ("  %s: %d from %s, %s ago%s"):format(each.inbox, each.value, each.sender,
      seconds(e.time - each.time), each.awaited and ", awaited" or "")
  end
end

local ENTRIES = { open = "holds", later = "later", over = "over", short = "too little time is left",
  below = "another one counts more" }

--- What an entry of a plan is at the moment, in words: "holds", "below visit_the_mill", "skipped: 12 min left, and it
-- wants 30".
-- @tparam table entry of `plan` of an explanation
-- @treturn string
function text.planned(entry)
  if entry.ended then return "goes on: nothing else has begun" end
  if entry.below then return (entry.later and "%s began later" or "below %s"):format(entry.below) end
  if not entry.skip then return ENTRIES[entry.why] end
  return ("skipped: %d min left, and it wants %d"):format(math.floor(entry.left), entry.skip)
end

local function add_plan(made, plan)
  if not plan then return end
  made[#made + 1] = ("Its plan is %s%s. It is %s of day %d:"):format(plan.plan,
    plan.role and (", by its role %s"):format(plan.role) or "", plan.time, plan.day)
  for _, each in ipairs(plan.entries) do
    made[#made + 1] = ("  %s to %s  %s%s: %s"):format(each.from, each.to, each.sequence,
      each.patch and (" (patch %d)"):format(each.patch) or "", text.planned(each))
  end
end

-- ---- Memories ----

local function memory_words(memory)
  local met = memory.cue or memory.scene or memory.offer or memory.inbox
  if met then
    return ("%s%s, %s ago"):format(met, memory.target and " with " .. memory.target or "", seconds(memory.age))
  end
  local what = memory.action and with_target(memory)
    or ("%s, %s to %s"):format(memory.sequence, memory.from, memory.node)
  return ("%s, %s ago"):format(what, seconds(memory.age))
end

local WIDEST = 110

-- A list after a word, on lines that are not too long.
local function add_wrapped(made, word, list)
  local line, indent = ("  %s: %s"):format(word, list[1]), (" "):rep(#word + 4)
  for i = 2, #list do
    if #line + #list[i] + 2 > WIDEST then
      made[#made + 1] = line .. ";"
      line = indent .. list[i]
    else
      line = ("%s; %s"):format(line, list[i])
    end
  end
  made[#made + 1] = line
end

local KINDS = { { "transitions", "ways" }, { "actions", "actions" }, { "interruptions", "interrupted" },
  { "encounters", "encounters" } }

local function add_memories(made, memories)
  local first = #made + 1
  for _, kind in ipairs(KINDS) do
    local list = {}
    for i, memory in ipairs(memories[kind[1]]) do list[i] = memory_words(memory) end
    if #list > 0 then add_wrapped(made, kind[2], list) end
  end
  if made[first] then table.insert(made, first, "It remembers, newest first:") end
end

--- An explanation in words.
-- @tparam table e of `bustle.observe.explain.explanation`
-- @tparam[opt] number count how many of the last decisions
-- @treturn string without a newline at the end
function text.of(e, count)
  local made = { ("%s (%s) at %s"):format(e.npc, e.kind, seconds(e.time)), ("It %s."):format(text.now(e.now)) }
  made[#made + 1] = waiting_words(e.now) and waiting_words(e.now) .. "."
  add_role(made, e.role)
  add_area(made, e)
  add_scenes(made, e)
  add_places(made, e)
  add_offers(made, e)
  add_stack(made, e.stack)
  add_cues(made, e)
  add_casts(made, e)
  add_requests(made, e)
  add_inboxes(made, e)
  add_plan(made, e.plan)
  add_decisions(made, e, count)
  add_memories(made, e.memories)
  return table.concat(made, "\n")
end

return text
