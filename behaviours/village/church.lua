-- The church: bells at noon, a service on Sundays and feast days, confession on all others.

inbox "confessions" { limit = 6 }
interruption "bells" {}
state "rang" { default = -300 } -- when the priest last rang, in seconds
constant "earshot_of_bells" (250)

extend "prop church" { tags = "church" }
extend "npc priest" { inboxes = "confessions", state = { "rang" } }
for _, kind in ipairs { "farmer", "labourer", "baker", "smith", "wife", "elder", "child", "innkeeper", "server", "guard",
  "beggar", "rich_man" } do
  extend("npc " .. kind) { on = { bells = { sequence = "bow_the_head", stays = true } } } -- those who sit stay seated
end

action "ring_the_bells" { duration = 4, finish = "self.rang = now; raise bells within earshot_of_bells",
  show = { pose = "work", says = "Ding, dong" } }
action "bow_the_head" { duration = { 2, 4 }, show = { pose = "pray" } }
sequence "bow_the_head" (chain { "bow_the_head" })

-- ---- The service: one row after the other, all of them in step ----

action "light_the_candles" { duration = { 6, 12 }, show = { pose = "work" } }
action "read_aloud" { duration = { 8, 12 }, show = { pose = "talk", says = "In the beginning ..." } }
action "preach" { duration = { 10, 16 }, show = { pose = "talk", says = "Love thy neighbour!" } }
action "sing_a_psalm" { duration = { 8, 10 }, show = { pose = "sing", says = "Alleluia" } }
action "bless" { duration = 3, show = { pose = "wave", says = "Peace be with you." } }
action "listen_to_the_priest" { duration = { 6, 8 }, show = { pose = "listen" } }
action "kneel_down" { duration = 2, show = { pose = "kneel" } }

scene "service" { within = 20, stays = true, patience = 20, limit = 40, rest = 1, waiting = "bow_the_head",
  parts = { { "preacher" },
    { "flock", count = { 2, 24 }, who = "person", when = "self.sitting", finish = "self.mood += 1" } },
  { preacher = "read_aloud",   flock = "listen_to_the_priest" },
  { preacher = "sing_a_psalm", flock = "sing_a_psalm" },
  { preacher = "preach",       flock = "listen_to_the_priest" },
  { preacher = "bless",        flock = "kneel_down" },
}

-- A pew knows how one sits in it; whoever comes to church knows until when.
action "pray" { duration = { 8, 16 }, resumable = true, finish = "self.mood += 1", show = { pose = "pray" } }
action "stand_at_the_back" { duration = { 6, 12 }, show = { pose = "listen" } }
sequence "sit_in_a_pew" { same = true,
  entry = "go", go = { action = "step_to", to = "pray" }, pray = { action = "pray", to = "pray" } }
extend "prop pew" { offers = { worship = { sequence = "sit_in_a_pew", holders = 2,
  adopt = "self.sitting = true", drop = "self.sitting = false" } } }

sequence "go_to_church" {
  entry = "sit",
  sit = { request = "worship", only_while = "env.hour < 11", to = "stand", failed = "stand" },
  stand = { action = "stand_at_the_back", to = "sit" },
}

-- ---- Confession: one after the other, in the order in which they have come ----

action "walk_to_church" { travel = "self.speed", near = 4, resumable = true, targets = "church", show = { pose = "walk" } }
action "wait_on_the_knees" { duration = 1, show = { pose = "kneel" } } -- seen while one waits for the priest
action "hear_a_confession" { duration = { 6, 12 }, targets = "person", show = { pose = "listen" } }
action "absolve" { duration = 2, targets = "person", finish = "target.mood += 3", show = { pose = "wave", says = "Go in peace." } }

sequence "go_to_confession" {
  entry = "go",
  go = { action = "walk_to_church", to = "confess" },
  confess = { send = "confessions", targets = "priest", within = 20, when = "not target.dead", await = true, timeout = 60,
    waiting = "wait_on_the_knees", to = "pray", failed = "pray" },
  pray = { action = "pray", to = "END" },
}
extend "errands" { choose = { to = "confess" }, confess = { sequence = "go_to_confession", to = "choose", failed = "rest" } }

-- ---- What the priest does all day: the church offers it (map.lua) ----

local FEAST = "(env.feast or env.weekday == 'sunday')"

sequence "tend_the_church" {
  entry = "go",
  go = { action = "step_to", target = "has(altar) of target", to = "choose" },
  choose = { to = {
    { "ring", when = "now - self.rang > 300 and (env.hour == 12 or env.hour == 9 and " .. FEAST .. ")" },
    { "serve", when = "env.hour >= 9 and env.hour < 11 and " .. FEAST },
    { "hear", when = "self.confessions > 0" },
    { "tidy", otherwise = true } } },
  ring = { action = "ring_the_bells", to = "END" },
  serve = { scene = "service", as = "preacher", to = "END", failed = "tidy" },
  hear = { take = "confessions", to = "listen", failed = "tidy" },
  listen = { action = "hear_a_confession", target = "same", to = "absolve" },
  absolve = { action = "absolve", target = "same", to = "END" },
  tidy = { to = { "candles", "sweep", "pray" } },
  candles = { action = "light_the_candles", to = "END" },
  sweep = { action = "sweep", to = "END" },
  pray = { action = "pray", to = "END" },
}
