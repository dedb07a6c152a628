-- A week of the village with nobody in charge, and how often each of the things happens in it that one may come to see.
-- For week_spec.lua, and for the page docs/village.md.
local sim = require "bustle.testing"

local week = { DAY = 1440, DAYS = 7 } -- seconds; the first is a Monday and begins at six

-- Seconds from the beginning of the week.
local function at(day, hour) return day * week.DAY + (hour - 6) * week.DAY / 24 end

--- Rain on Monday afternoon and all Wednesday, a feast on Friday; so it is in the demo, too.
week.ENV = {
  weather = { [0] = "sunny", [at(0, 15)] = "rainy", [at(0, 17)] = "sunny", [at(2, 9)] = "rainy", [at(2, 18)] = "sunny" },
  feast = { [0] = false, [at(4, 6)] = true, [at(5, 4)] = false },
}

local function did(action, npc) return { kind = "stop", action = action, reason = "done", npc = npc } end
local function took(scene, part, npc) return { kind = "join", scene = scene, part = part, npc = npc } end
local function was(role) return { kind = "role", role = role } end

--- What there is to see: in words, and as what the history keeps of it (once each time).
week.SIGHTS = {
  -- At home
  { "a family at supper, called to the table by who cooked", took("family_supper", "cook") },
  { "a bucket of water from the well", did "carry_water_home" },
  { "bread from the bakery, after waiting one's turn", did "carry_bread_home" },
  -- At work
  { "ploughing in the fields", did "plough" },
  { "kneading at the bakery", did "knead" },
  { "hammering at the smithy", did "hammer" },
  { "dishes carried at the manor", did "carry_dishes" },
  { "somebody who rolls a barrel together with another", did "roll_a_barrel" },
  { "a soldier who fences with another", did "fence" },
  { "a guard at a post", did "stand_guard" },
  -- At the taverns
  { "a guest who waits at the door before six", { kind = "start", action = "wait_at_the_door" } },
  { "an ale ordered, drawn and brought", did "hand_over" },
  { "a talk at the table", took("tavern_talk", "speaker") },
  { "a game of cards", took("cards", "dealer") },
  { "a song", took("song", "singer") },
  { "a toast", took("toast", "speaker") },
  { "a dance", took("dance", "fiddler") },
  { "a guest who finds the tavern full", did "sigh" },
  { "... and goes to the other one", did "walk_to_the_other" },
  { "a guest who is still there when it shuts at midnight", { kind = "drop", offer = "drink", reason = "revoked" } },
  { "a quarrel of two with a feud, ended by a guard who sends them home",
    { kind = "leave", scene = "quarrel", reason = "finished", definition = "guard" } },
  { "a guest who gapes at it", did "gape" },
  { "... or has had enough for that day", did "call_it_a_night" },
  { "a drunkard who wakes his wife, and they argue", took("rude_awakening", "scold") },
  { "... Brian", took("rude_awakening", "drunkard", "Brian") },
  -- In the streets and on the green
  { "a game of tag", took("tag", "it") },
  { "two friends who have a word", took("chat", "speaker") },
  { "two enemies who insult each other", took("spat", "insulter") },
  { "... or hurry past", did "hurry_past" },
  { "the beggar, who asks somebody", took("plea", "beggar") },
  { "the rich man, who gives him a penny", did("give_a_penny", "Roland") },
  { "... or scorns him", did("scorn", "Roland") },
  { "a loaf that the beggar buys", did "eat_a_loaf" },
  -- At church
  { "the bells", did "ring_the_bells" },
  { "a service", took("service", "preacher") },
  { "a confession", did "absolve" },
  -- On Tuesday evening
  { "old Gregor, who dies", did("clutch_the_heart", "Gregor") },
  { "... somebody who cries out", did "cry_out" },
  { "... or comes upon the body and starts back", did "start_back" },
  { "... and stands around it", did "stare" },
  { "... or fetches a guard", did "report" },
  { "a guard who carries him away", did "say_a_prayer" },
  { "bad news among friends", took("bad_news", "teller") },
  -- Other days
  { "somebody who stays in because of the rain", was "rained_in" },
  { "a child that is kept in", was "kept_in" },
  { "somebody whose day is a feast day", was "feasting" },
  { "somebody on the green for the feast", did "walk_on_the_green" },
}

local played

--- Plays the week, once: all who look at it look at the same.
-- @treturn table the world when it is over
-- @treturn {number,...} how often each of the sights was seen
function week.play()
  if not played then
    local w = sim.world { packs = { "behaviours/village" }, seed = 3, step = 0.5, env = week.ENV,
      clock = { day = week.DAY, start = "06:00" } }
    w:run(week.DAYS * week.DAY)
    played = { w, {} }
    for i, sight in ipairs(week.SIGHTS) do played[2][i] = #w:happened(sight[2]) end
  end
  return played[1], played[2]
end

return week
