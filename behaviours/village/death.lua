-- Death in the streets. A game kills anybody with `npc:set_role "dead"`. Content kills those whose `roles` begin with `dead`,
-- with `self.dead = true` at the end of a main sequence, where roles are tested anew: so old Gregor dies, on a Tuesday
-- evening on his way to the tavern, beside the well. Whoever is to be found dead needs the states of a body, below.

state "dead" { flag = true } -- a body
state "reported" { flag = true } -- ... for which somebody has gone to fetch a guard
state "buried" { flag = true } -- ... which a guard has taken up
state "frail" { flag = true } -- dies on the next Tuesday evening
state "shaken" { default = -1800 } -- when one has seen or heard of a death last, in seconds
constant "mourning" (1800) -- for so long one does not feel like a tavern: this evening and the next
link "saw" {} -- from people to the bodies that they have seen

interruption "murder" {} -- from a body, when it falls: to itself, and to those near it
interruption "alarm" {} -- from whoever fetches a guard
interruption "taken_up" {} -- from a guard, to the body

-- Walls hide a body: one sees it in the same building, or out of doors.
local SEES = "(count(around(building) in around(building) of target) > 0"
  .. " or not any(around(building)) and not any(around(building) of target))"

-- ---- A body lies where it fell, until somebody takes it up ----

-- To lie there is a response above all others: so the dead hear no bells, join no scenes and follow no plans.
role "dead" { main = "lie_dead", enter = "self.dead = true; raise murder on self; raise murder within 20",
  on = { murder = { sequence = "lie_dead", priority = 100, urgent = true },
         taken_up = { sequence = "lie_in_the_churchyard", priority = 100 } },
  offers = { look_into_it = { sequence = "look_into_it", when = "not target.buried" } } }
role "dying" { main = "walk_for_the_last_time", change = "action" }

action "walk_with_a_stick" { travel = 2, near = 3, targets = "well", show = { pose = "walk" } }
action "clutch_the_heart" { duration = { 2, 4 }, finish = "self.dead = true", show = { pose = "startle", says = "Oh ..." } }
action "lie_still" { duration = { 60, 90 }, show = { pose = "dead" } }
action "be_carried" { travel = 3, near = 2, targets = "churchyard", show = { pose = "dead" } }

sequence "walk_for_the_last_time" {
  entry = "go",
  go = { action = "walk_with_a_stick", to = "rest", failed = "clutch" },
  rest = { action = "have_a_rest", to = "clutch" },
  clutch = { action = "clutch_the_heart", to = "END" },
}
sequence "lie_dead" { entry = "lie", lie = { action = "lie_still", to = "lie" } }
sequence "lie_in_the_churchyard" {
  entry = "go",
  go = { action = "be_carried", to = "lie" },
  lie = { action = "lie_still", to = "lie" },
}

-- ---- A guard looks into it, and carries it to the churchyard ----

action "hurry_to" { travel = 6, near = 1, targets = true, when = "not target.buried", show = { pose = "run" } }
action "kneel_beside" { duration = { 4, 6 }, targets = true, show = { pose = "kneel" } }
action "look_for_traces" { duration = { 8, 14 }, show = { pose = "look", says = "Hm." } }
action "send_them_home" { duration = { 2, 4 }, show = { pose = "call", says = "Go home, good people!" } }
action "take_up" { duration = { 1, 2 }, targets = true, finish = "target.buried = true; raise taken_up on target",
  show = { pose = "work" } }
action "carry_away" { travel = 3, targets = "churchyard", show = { pose = "walk" } }
action "say_a_prayer" { duration = { 4, 6 }, show = { pose = "pray", says = "Rest in peace." } }

-- What a body offers. It comes along beside whoever carries it.
sequence "look_into_it" (chain { { action = "hurry_to", target = "same" }, { action = "kneel_beside", target = "same" },
  "look_for_traces", "send_them_home", { action = "take_up", target = "same" }, "carry_away", "say_a_prayer" })
sequence "see_to_a_body" (chain { { request = "look_into_it", from = "target", failed = "END" } })
-- The target here is whoever fetches a guard, and has seen the body; earlier ones too, maybe.
sequence "see_about_the_alarm" (chain { { action = "hurry_to", target = "saw of target", failed = "END" } })
extend "npc guard" {
  on = { alarm = { sequence = "see_about_the_alarm", priority = 2 } },
  cues = { body = { targets = "person", within = 10, when = "target.dead and not target.buried and " .. SEES,
    sequence = "see_to_a_body", stays = false, priority = 1, every = 2 } },
}

-- ---- Citizens cry out, gather, talk and drift off; some fetch a guard ----

local UNREPORTED = "not target.reported and not any(holder of target)"
local SHAKEN = "self.saw(target) = true; self.shaken = now"

action "cry_out" { duration = { 1, 2 }, targets = true, finish = SHAKEN, show = { pose = "startle", says = "Help!" } }
action "start_back" { duration = { 1, 2 }, targets = true, finish = SHAKEN, show = { pose = "startle", says = "Is he ...?" } }
action "call_for_a_guard" { duration = 1, targets = true, finish = "target.reported = true",
  show = { pose = "call", says = "A guard!" } }
action "run_for_a_guard" { travel = 6, near = 1, targets = "guard", when = "not any(provider(bed) of target)",
  prefer = "nearest", show = { pose = "run" } }
action "report" { duration = { 1, 2 }, targets = "guard", finish = "raise alarm on target",
  show = { pose = "talk", says = "Somebody is dead!" } }
action "come_closer" { travel = "self.speed", near = 2, targets = true, show = { pose = "walk" } }
action "stare" { duration = { 4, 8 }, show = { pose = "look" } }
action "stand_and_stare" { duration = 1, show = { pose = "look" } } -- seen while nobody else stands there
action "whisper" { duration = { 3, 6 }, show = { pose = "talk", says = "Poor soul." } }
action "shake_ones_head" { duration = { 2, 3 }, finish = "self.mood -= 2; self.going_home = true", show = { pose = "cry" } }
action "run_home_crying" { travel = "self.speed", near = 1, targets = true, show = { pose = "cry" } }

-- Whoever is near when it happens cries out on the spot; those who sit stay seated.
sequence "witness_a_death" {
  entry = "hub",
  hub = { to = { { "cry", when = SEES }, { "END", otherwise = true } } },
  cry = { action = "cry_out", target = "same", to = "END" },
}
-- Whoever sees a body comes closer. Those who have not seen it fall start back first.
sequence "see_a_body" {
  entry = "hub",
  hub = { to = { { "choose", when = "self.saw(target)" }, { "start", otherwise = true } } },
  start = { action = "start_back", target = "same", to = "choose" },
  choose = { to = { "closer", { "call", when = UNREPORTED } } },
  call = { action = "call_for_a_guard", target = "same", to = "fetch" },
  fetch = { sequence = "fetch_a_guard", to = "END", failed = "closer" },
  closer = { action = "come_closer", target = "same", to = "stare" },
  stare = { action = "stare", to = "gather" },
  gather = { meet = "around a body", at = "target", count = 2, timeout = 15,
    waiting = "stand_and_stare", to = "whisper", failed = "drift" },
  whisper = { action = "whisper", to = { "stare", "drift", { "call", when = UNREPORTED } } },
  drift = { action = "shake_ones_head", to = "END" },
}
sequence "fetch_a_guard" (chain { "run_for_a_guard", { action = "report", target = "same" } })
sequence "see_a_body_as_a_child" (chain { { action = "start_back", target = "same" },
  { action = "run_home_crying", target = "home", failed = "END" } })

-- Nothing is said of soldiers: they do not care.
local CITIZENS = { "farmer", "labourer", "baker", "smith", "wife", "elder", "innkeeper", "server", "priest", "beggar", "rich_man" }

local function sees(sequence)
  return { targets = "person", within = 20, when = "target.dead and not target.buried and " .. SEES, sequence = sequence,
    stays = false, priority = 1, every = 2, again = 1440 }
end
for _, kind in ipairs(CITIZENS) do
  extend("npc " .. kind) { on = { murder = { sequence = "witness_a_death", stays = true, priority = 2 } },
    cues = { body = sees "see_a_body" } }
end
extend "npc child" { on = { murder = { sequence = "witness_a_death", stays = true, priority = 2 } },
  cues = { body = sees "see_a_body_as_a_child" } }

-- ---- The news spreads from friend to friend, and keeps people out of the taverns (free_evening) ----

action "break_the_news" { duration = { 2, 4 }, targets = "person", show = { pose = "talk", says = "There is one dead ..." } }
action "cross_oneself" { duration = { 1, 2 }, show = { pose = "pray" } }

scene "bad_news" { within = 8, stays = true, patience = 8, limit = 20, rest = 5, waiting = "hear_out",
  parts = { { "teller" }, { "hearer", who = "person", finish = "self.shaken = teller.shaken" } },
  { teller = "break_the_news", hearer = "listen" },
  { teller = "cross_oneself",  hearer = "cross_oneself" },
}
for _, kind in ipairs(CITIZENS) do
  extend("npc " .. kind) { cues = { news = { targets = "person", within = 4, scene = "bad_news", as = "teller", every = 2,
    when = "now - self.shaken < mourning and now - target.shaken >= mourning and (self.friend(target) > 0 or self.spouse(target))",
    again = 1440 } } }
end
