-- Whom one meets by the way: the beggar and those he asks, friends, enemies.

local VILLAGERS = { "farmer", "labourer", "baker", "smith", "wife", "elder", "innkeeper", "server", "guard", "soldier",
  "priest", "rich_man" }

-- ---- The beggar asks whoever passes; what comes of it is up to them: each kind brings its own reaction ----

state "coins" { min = 0 }
extend "npc beggar" { state = { "coins" },
  cues = { beg = { targets = "person", within = 6, scene = "plea", as = "beggar", every = 2, again = 240,
    when = "env.hour >= 7 and env.hour < 20" } } } -- not in his sleep
extend "npc rich_man" { reacts = { alms = "give_or_scorn" } }
for _, kind in ipairs { "farmer", "labourer", "baker", "smith", "wife", "elder", "innkeeper", "server", "priest" } do
  extend("npc " .. kind) { reacts = { alms = "spare_a_penny" } }
end

action "hold_out_a_hand" { duration = { 2, 3 }, show = { pose = "call", says = "A penny ..." } }
action "sit_and_beg" { duration = { 8, 16 }, show = { pose = "sit" } }
action "bow_low" { duration = 2, show = { pose = "kneel" } }
action "give_a_penny" { duration = 2, targets = "beggar", finish = "target.coins += 1; self.mood += 1",
  show = { pose = "wave", says = "Here." } }
action "scorn" { duration = 2, targets = "beggar", finish = "target.mood -= 1", show = { pose = "talk", says = "Work, man!" } }
action "shake_the_head" { duration = 1, targets = "beggar", show = { pose = "look" } }

scene "plea" { topic = "alms", within = 10, limit = 15, rest = 60,
  parts = { { "beggar" }, { "passer" } }, -- nothing is said of the passer: whoever reacts to alms
  { beggar = "hold_out_a_hand" }, { beggar = "bow_low" },
}
sequence "give_or_scorn" {
  entry = "choose",
  choose = { to = { "give", "scorn" } },
  give = { action = "give_a_penny", target = "beggar", to = "END" },
  scorn = { action = "scorn", target = "beggar", to = "END" },
}
sequence "spare_a_penny" {
  entry = "choose",
  choose = { to = { { "give", when = "self.mood > 6" }, "shake" } },
  give = { action = "give_a_penny", target = "beggar", to = "END" },
  shake = { action = "shake_the_head", target = "beggar", to = "END" },
}

action "walk_to_green" { travel = "self.speed", near = 5, resumable = true, targets = "green", show = { pose = "walk" } }
action "eat_a_loaf" { duration = { 8, 12 }, resumable = true, finish = "self.coins -= 3; self.energy += 3",
  show = { pose = "eat", carries = "bread" } }

sequence "beg" {
  entry = "choose",
  choose = { to = {
    { "bread", when = "self.coins >= 3" },
    { "church", when = "env.hour < 12 and (env.feast or env.weekday == 'sunday')" },
    { "green", otherwise = true } } },
  bread = { action = "walk_to_shop", to = "eat" },
  eat = { action = "eat_a_loaf", to = "choose" },
  church = { action = "walk_to_church", to = "sit" },
  green = { action = "walk_to_green", to = "sit" },
  sit = { action = "sit_and_beg", to = { "sit", "look", "choose" } },
  look = { sequence = "idle", to = "sit" },
}
sequence "sleep_rough" { castable = false,
  entry = "go",
  go = { action = "walk", target = "home", to = "sleep", failed = "sleep" },
  sleep = { action = "slumber", to = "sleep" },
}
-- The rich man shows himself.
sequence "take_the_air" {
  entry = "choose",
  choose = { to = { "green", "church", "bakery" } },
  green = { action = "walk_to_green", to = "stroll" },
  church = { action = "walk_to_church", to = "stroll" },
  bakery = { action = "walk_to_shop", to = "stroll" },
  stroll = { sequence = "stroll", to = { "stroll", "choose" } },
}

-- ---- Friends have a word with each other, by the way and wherever else they meet ----

action "hail" { duration = 1.5, targets = "person", show = { pose = "wave", says = "Good day!" } }
action "tell" { duration = { 3, 6 }, targets = "person", show = { pose = "talk", says = "Have you heard ..." } }
action "listen" { duration = { 2, 4 }, targets = "person", show = { pose = "listen" } }
action "reply" { duration = { 2, 4 }, targets = "person", show = { pose = "talk", says = "You don't say!" } }
action "laugh" { duration = 1.5, targets = "person", show = { pose = "stand", says = "Ha ha!" } }
action "hear_out" { duration = 1, show = { pose = "listen" } } -- seen while one waits for the other

scene "chat" { within = 8, stays = true, patience = 8, limit = 20, rest = 60, waiting = "hear_out",
  parts = { { "speaker", finish = "self.mood += 1" },
    { "listener", who = "person", when = "speaker.friend(self) > 0", finish = "self.mood += 1" } },
  { speaker = "hail",   listener = "hail" },
  { speaker = "tell",   listener = "listen" },
  { speaker = "listen", listener = "reply" },
  { speaker = "laugh",  listener = "laugh" },
}

-- ---- Who has a feud says so, or looks the other way ----

action "insult" { duration = 2, targets = "person", show = { pose = "talk", says = "Blockhead!" } }
action "answer_back" { duration = 2, targets = "person", show = { pose = "talk", says = "Say that again!" } }
action "swallow_it" { duration = 2, targets = "person", finish = "self.mood -= 1", show = { pose = "look" } }
action "turn_away" { duration = 1, targets = "person", show = { pose = "stand" } }
action "hurry_past" { duration = { 2, 4 }, tags = "roam", show = { pose = "walk" } }

scene "spat" { within = 8, limit = 10, rest = 10,
  parts = { { "insulter" }, { "insulted", who = "person", when = "insulter.feud(self) > 0" } },
  { insulter = "insult" },
  { insulted = "take_offence" },
  { insulter = "turn_away", insulted = "turn_away" },
}
sequence "take_offence" {
  entry = "choose",
  choose = { to = { "answer", "swallow" } },
  answer = { action = "answer_back", target = "insulter", to = "END" },
  swallow = { action = "swallow_it", target = "insulter", to = "END" },
}
sequence "meet_an_enemy" {
  entry = "choose",
  choose = { to = { "spat", "avoid" } },
  spat = { scene = "spat", as = "insulter", to = "END", failed = "avoid" },
  avoid = { action = "turn_away", target = "same", to = "hurry" },
  hurry = { action = "hurry_past", to = "END" },
}

-- By day: nobody talks in their sleep.
for _, kind in ipairs(VILLAGERS) do
  extend("npc " .. kind) { cues = {
    chat = { targets = "person", within = 4, when = "env.hour >= 7 and env.hour < 22 and self.friend(target) > 0",
      scene = "chat", as = "speaker", every = 2, again = 240 },
    enemy = { targets = "person", within = 7, sequence = "meet_an_enemy", every = 2, again = 180,
      when = "env.hour >= 7 and env.hour < 22 and not self.sitting and not target.dead and self.feud(target) > 0" },
  } }
end

-- ---- A feast ----

action "walk_on_the_green" { travel = "self.speed", near = 4, targets = "green", show = { pose = "walk" } }
sequence "feast_on_the_green" {
  entry = "choose",
  choose = { to = { "bench", "walk", { "dance", when = "self.plays" } } },
  bench = { sequence = "sit_on_the_green", to = "idle", failed = "walk" },
  walk = { action = "walk_on_the_green", to = "idle", failed = "idle" },
  idle = { sequence = "stroll", to = "choose" },
  dance = { scene = "dance", as = "fiddler", to = "idle", failed = "walk" },
}
