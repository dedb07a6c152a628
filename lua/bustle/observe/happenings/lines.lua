--- Entries of a history and decisions in words, one line each: for messages that say what happened.
local lines = {}

local LONGEST_LIST = 6

--- A time. Lua and LuaJIT round halves differently, so they are rounded here.
local function seconds(number)
  return ("%.1f s"):format(math.floor(number * 10 + 0.5) / 10)
end
lines.seconds = seconds

local function with_target(entry)
  return entry.target and ("%s with %s"):format(entry.action, entry.target) or entry.action
end

local function words(text)
  return (text:gsub("_", " "))
end

-- ---- Lists of what was looked at ----

local function option(each)
  local name = each.to or each.target
  if each.verdict ~= "open" then return ("%s: %s"):format(name, each.verdict) end
  if each.remembered then return ("%s: open, last at %s"):format(name, seconds(each.remembered)) end
  return ("%s: open"):format(name)
end

local function listed(list)
  local parts = {}
  for i = 1, math.min(#list, LONGEST_LIST) do parts[i] = option(list[i]) end
  if #list > LONGEST_LIST then parts[#parts + 1] = ("%d more"):format(#list - LONGEST_LIST) end
  return parts
end

local function in_parentheses(parts)
  return #parts > 0 and (" (%s)"):format(table.concat(parts, "; ")) or ""
end

-- ---- Decisions ----

local SAY = {}

function SAY.begin(entry)
  return ("begins %s at %s"):format(entry.sequence, entry.node)
end

function SAY.way(entry)
  return ("%s: from %s to %s%s"):format(entry.sequence, entry.node, entry.to or "nowhere",
    in_parentheses(listed(entry.options)))
end

function SAY.failed(entry)
  return ("%s: %s failed, so to %s"):format(entry.sequence, entry.node, entry.to)
end

local AGAINST = { condition = "a condition is false", claim = "a claim cannot be had", speed = "it cannot travel",
  gone = "its target has left" }

local function impossible(entry, what)
  if entry.verdict == "open" then return nil end
  return ("%s: %s is not possible, %s"):format(entry.sequence, what, AGAINST[entry.verdict])
end

function SAY.action(entry)
  return impossible(entry, entry.action)
end

function SAY.same_target(entry)
  local target = entry.target and (", %s,"):format(entry.target) or ""
  return impossible(entry, ("%s with the same target%s"):format(entry.action, target))
end

function SAY.resumption(entry)
  return impossible(entry, ("resuming %s"):format(with_target(entry)))
end

--- Why nobody could be the target of an action.
-- @tparam table entry of kind "target"
-- @treturn string
function lines.nobody(entry)
  return entry.path and ("%s leads to nobody"):format(entry.path) or "nobody accepts it"
end

function SAY.target(entry)
  local parts = listed(entry.candidates)
  if entry.accepting == 0 then
    parts[1] = lines.nobody(entry)
  elseif entry.reached < entry.accepting and entry.reached > 0 then
    parts[#parts + 1] = ("%d out of reach"):format(entry.accepting - entry.reached)
  elseif entry.reached == 0 then
    parts[#parts + 1] = ("%d accept it, none of them is in reach, or a condition of its own is false")
      :format(entry.accepting)
  end
  return ("%s: %s with %s%s"):format(entry.sequence, entry.action, entry.target or "nobody", in_parentheses(parts))
end

--- That an NPC waits at a node, or need not any more.
function lines.try(entry)
  if entry.verdict == "open" then return ("%s: what it waits for at %s has come"):format(entry.sequence, entry.node) end
  local tries = entry.tries and (", %d tries"):format(entry.tries) or ""
  return ("%s: waits at %s%s"):format(entry.sequence, entry.node, tries)
end
SAY.try = lines.try

-- That a cue found a reason is told by the event.
local CUE = { answered = "it is at it", priority = "what it is at has no lower priority",
  limit = "it has as many activities as it may have", again = "found too lately", nobody = "nobody is there for it",
  condition = "a condition is false" }

function SAY.cue(entry)
  if entry.verdict == "open" then return nil end
  if entry.cast then return ("cue %s: %s"):format(entry.cue, lines.no_cast(entry.cast)) end
  return ("cue %s: %s%s"):format(entry.cue, CUE[entry.verdict], in_parentheses(listed(entry.candidates or {})))
end

-- ---- Scenes ----

-- What was against those who might have taken a part: of one and of several.
local HINDERED = {
  { "busy", "%d busy" }, { "resting", "%d resting after another scene" },
  { "not_castable", "%d at something that does not allow it" }, { "no_reaction", "%d without a reaction to its topic" },
  { "condition", "%d does not want to", "%d do not want to" },
  { "given_up", "%d tried in vain" },
}

local function add_hindered(parts, counts)
  for _, each in ipairs(HINDERED) do
    local count = counts[each[1]]
    if count then parts[#parts + 1] = (count > 1 and each[3] or each[2]):format(count) end
  end
end

-- "no server: 3 busy, 1 too far, 2 do not want to"
local function lacking_words(search)
  local parts = {}
  add_hindered(parts, search.counts)
  if search.reached < search.accepting then
    local far = ("%d too far"):format(search.accepting - search.reached)
    table.insert(parts, search.counts.busy and 2 or 1, far)
  end
  if #parts == 0 then parts[1] = "there is nobody for it" end
  return ("no %s: %s"):format(search.part, table.concat(parts, ", "))
end

--- Why a scene found no cast, in words.
-- @tparam table entry of kind "cast"
-- @treturn string
function lines.no_cast(entry)
  for i = #entry.parts, 1, -1 do
    if entry.parts[i].part == entry.part then return lacking_words(entry.parts[i]) end
  end
  return ("no %s: nobody is looked for"):format(entry.part)
end

local function found_words(search)
  return ("%s %s"):format(search.part, #search.found > 0 and table.concat(search.found, ", ") or "nobody")
end

function SAY.cast(entry)
  if entry.verdict ~= "open" then
    local tries = entry.tries and (", %d tries"):format(entry.tries) or ""
    return ("scene %s: no cast%s (%s)"):format(entry.scene, tries, lines.no_cast(entry))
  end
  local parts = {}
  for i, search in ipairs(entry.parts) do parts[i] = found_words(search) end
  return ("scene %s: is cast%s"):format(entry.scene, in_parentheses(parts))
end

function SAY.arrival(entry)
  if entry.verdict == "open" then return nil end
  return ("%s: has done phase %d, waits for %s"):format(entry.scene, entry.phase or 0,
    table.concat(entry.waiting or { "others" }, ", "))
end

function SAY.join(entry)
  return ("joins %s as %s%s"):format(entry.scene, entry.part,
    #entry.with > 0 and ", with " .. table.concat(entry.with, ", ") or "")
end

function SAY.leave(entry)
  return ("leaves %s: %s"):format(entry.scene, entry.reason)
end

-- ---- Offers and areas ----

-- What is against somebody whom a request asks.
local PROVIDED = { condition = "not wanted", offer = "not offered to it", ["while"] = "not offered to it",
  not_offered = "does not offer it now", lacks = "needs a state that it lacks", holds = "held already", full = "full",
  far = "too far" }

--- What a request asks for, in words.
-- @tparam table entry of kind "request"
-- @treturn string
function lines.asked(entry)
  if not entry.asked or #entry.asked == 0 then return entry.offer or "any offer" end
  return table.concat(entry.asked, " or ")
end

--- What is against somebody who was asked, in a word or two.
-- @tparam table each of the providers of a request
-- @treturn string
function lines.provided(each)
  return PROVIDED[each.verdict] or each.verdict
end

-- Whose offer of several: "bench 1 (sleep)".
local function provider_name(entry, each)
  return each.offer and #(entry.asked or {}) ~= 1 and ("%s (%s)"):format(each.target, each.offer) or each.target
end
lines.provider_name = provider_name

--- Why a request found nothing: "sit: chair 1 full, chair 2 too far".
-- @tparam table entry of kind "request"
-- @tparam[opt] function against takes a provider and returns what is against it
-- @treturn string
function lines.unanswered(entry, against)
  local parts, list = {}, entry.providers or {}
  for i = 1, math.min(#list, LONGEST_LIST) do
    parts[i] = ("%s %s"):format(provider_name(entry, list[i]), (against or lines.provided)(list[i]))
  end
  if #list > LONGEST_LIST then parts[#parts + 1] = ("%d more"):format(#list - LONGEST_LIST) end
  if #parts == 0 then parts[1] = "nobody offers it there" end
  return ("%s: %s"):format(lines.asked(entry), table.concat(parts, ", "))
end

function SAY.request(entry)
  if entry.target then return nil end -- the event tells it
  local tries = entry.tries and (", %d tries"):format(entry.tries) or ""
  return ("%s: %s finds no offer%s (%s)"):format(entry.sequence, entry.node, tries, lines.unanswered(entry))
end

local function at_provider(entry)
  return entry.provider and ("%s, %s"):format(entry.offer, entry.provider) or entry.offer
end

function SAY.place(entry)
  if entry.verdict == "open" then return nil end
  return ("%s: its place is gone: %s, %s, %s"):format(entry.sequence, entry.offer, entry.target or "which has left",
    lines.provided(entry))
end

SAY["while"] = function(entry)
  local whose = entry.offer and ("the offer %s"):format(entry.offer) or entry.node
  return ("%s: %s is over, its while is false"):format(entry.sequence, whose)
end

function SAY.adopt(entry) return ("takes a place: %s"):format(at_provider(entry)) end

function SAY.drop(entry)
  return ("gives its place back: %s%s"):format(at_provider(entry), entry.reason ~= "done"
    and (" (%s)"):format(entry.reason) or "")
end

-- ---- Messages, meetings and plans ----

--- To whom a message was sent, or that nobody was found for it.
function lines.sent(entry)
  if entry.target then return ("%s: sends %s to %s"):format(entry.sequence, entry.inbox, entry.target) end
  return ("%s: %s finds nobody for %s"):format(entry.sequence, entry.node, entry.inbox)
end

function SAY.send(entry)
  return lines.sent(entry) .. in_parentheses(listed(entry.receivers or {}))
end

--- Whose message was taken, or that there was none.
function lines.taken(entry)
  if entry.target then
    local age
    for _, each in ipairs(entry.messages or {}) do
      if not age and each.verdict == "open" and each.target == entry.target then age = each.age end
    end
    return ("%s: takes %s from %s%s"):format(entry.sequence, entry.inbox, entry.target,
      age and (", %s old"):format(seconds(age)) or "")
  end
  return ("%s: %s finds nothing in %s%s"):format(entry.sequence, entry.node, entry.inbox,
    entry.tries and (", %d tries"):format(entry.tries) or "")
end

function SAY.take(entry)
  return lines.taken(entry) .. (entry.target and "" or in_parentheses(listed(entry.messages or {})))
end

local ANSWERS = { open = "%s: its message to %s is dealt with", gone = "%s: nothing comes of its message to %s",
  behind = "%s: waits for what becomes of its message to %s" }

function SAY.answer(entry)
  return ANSWERS[entry.verdict]:format(entry.sequence, entry.target or "somebody who has left")
end

function SAY.meeting(entry)
  if not entry.target and entry.verdict ~= "open" then
    return ("%s: nobody is where it would meet for %s"):format(entry.sequence, entry.meeting)
  elseif entry.verdict == "open" then
    return ("%s: meets for %s%s"):format(entry.sequence, entry.meeting, entry.target and " at " .. entry.target or "")
  end
  return ("%s: waits at %s for %s, %d of %d are there"):format(entry.sequence, entry.target, entry.meeting,
    entry.reached, entry.accepting)
end

function SAY.plan(entry)
  return ("its plan turns to %s%s"):format(entry.sequence, entry.patch and (" (patch %d)"):format(entry.patch) or "")
end

function SAY.enter(entry) return ("enters %s"):format(entry.area) end
function SAY.exit(entry) return ("leaves %s"):format(entry.area) end

function SAY.ended(entry)
  return ("%s ends %s"):format(entry.interruption, entry.action)
end

-- ---- Events ----

-- Names stand where they read well whatever they are: as what is done, and without an article.

function SAY.spawn(entry) return ("enters the world (%s)"):format(entry.definition) end
function SAY.remove() return "leaves the world" end

function SAY.start(entry)
  if entry.awaits then return ("is seen in %s while it waits"):format(entry.action) end
  return ("%s %s, for %s"):format(entry.resumed and "resumes" or "starts", with_target(entry),
    seconds(entry.remaining))
end

function SAY.stop(entry)
  if entry.reason == "done" then return "finishes " .. with_target(entry) end
  local why = entry.why and (" (%s)"):format(entry.why) or ""
  return ("stops %s: %s%s"):format(with_target(entry), words(entry.reason), why)
end

function SAY.fail(entry) return ("%s fails: %s"):format(entry.sequence, words(entry.cause)) end
function SAY.halt(entry) return ("halts, as %s failed too often: %s"):format(entry.sequence, words(entry.cause)) end
function SAY.fallback(entry) return ("falls back on %s"):format(entry.sequence) end
function SAY.restart(entry) return ("restarts with %s"):format(entry.sequence) end

local function from(entry)
  return entry.source and (" from %s"):format(entry.source) or ""
end

function SAY.role(entry)
  return entry.role and ("is %s from now on"):format(entry.role) or "has no role any more"
end

function SAY.interrupt(entry)
  if entry.cue then
    local whom = entry.target and (" at %s"):format(entry.target) or ""
    return ("takes the cue %s%s, runs %s"):format(entry.cue, whom, entry.sequence)
  end
  if not entry.interruption then
    local offered = entry.source and (", offered by %s"):format(entry.source) or ""
    return ("is made to run %s%s"):format(entry.sequence, offered)
  end
  return ("is interrupted by %s%s, runs %s"):format(entry.interruption, from(entry), entry.sequence)
end

local IGNORED = { answered = "it answers one already", priority = "what it is at has a higher priority",
  limit = "it has as many activities as it may have", old = "it waited too long for the release" }

function SAY.ignore(entry)
  local why = entry.verdict and ": " .. IGNORED[entry.verdict] or ""
  return ("ignores %s%s%s"):format(entry.interruption, from(entry), why)
end

function SAY.error(entry)
  return ("error in %s: %s"):format(entry.where, entry.message:match("[^\n]*"))
end

--- What an entry says.
-- @treturn string|nil nil where it says nothing that others do not say
function lines.words(entry)
  local say = SAY[entry.kind]
  return say and say(entry)
end

--- An entry in words, with its time.
-- @treturn string|nil as of `words`
function lines.of(entry)
  local text = lines.words(entry)
  return text and ("%8s  %s"):format(seconds(entry.time), text) or nil
end

--- The last of a list of entries, one line each.
-- @tparam {table,...} entries
-- @tparam number count
-- @treturn string without a newline at the end; "" if there are none
function lines.last(entries, count)
  local found = {}
  for i = #entries, 1, -1 do
    local line = lines.of(entries[i])
    if line then table.insert(found, 1, line) end
    if #found == count then break end
  end
  return table.concat(found, "\n")
end

return lines
