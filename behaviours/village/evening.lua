-- What people do together of an evening. A row of a scene is a phase: nobody begins the next before all are done with
-- this one. `stays`: those who sit stay seated.

-- ---- At a table ----

action "chat" { duration = { 3, 5 }, targets = true, show = { pose = "talk" } }
action "answer" { duration = { 2, 4 }, targets = true, show = { pose = "talk" } }
action "nod_along" { duration = 1, show = { pose = "listen" } } -- seen while one waits for the others

scene "tavern_talk" { within = 3, stays = true, patience = 8, waiting = "nod_along",
  parts = { { "speaker" }, { "hearer", who = "person", prefer = "most self.friend(speaker)" } },
  { speaker = "chat",   hearer = "listen" },
  { speaker = "listen", hearer = "answer" },
  { speaker = "laugh",  hearer = "laugh" },
}

action "deal" { duration = { 2, 4 }, targets = true, show = { pose = "cards", carries = "cards" } }
action "study_the_cards" { duration = { 2, 4 }, show = { pose = "cards", carries = "cards" } }
action "play_a_card" { duration = { 1, 3 }, targets = true, show = { pose = "cards", says = "Ha!", carries = "cards" } }
action "take_the_pot" { duration = { 1, 2 }, finish = "self.mood += 1", show = { pose = "cards", says = "Mine!" } }
action "groan" { duration = { 1, 2 }, finish = "self.mood -= 1", show = { pose = "cry", says = "Not again!" } }

scene "cards" { within = 3, stays = true, patience = 8, waiting = "study_the_cards",
  parts = { { "dealer" }, { "player", who = "person", count = { 1, 3 }, when = "self.sitting" } },
  { dealer = "deal",            player = "study_the_cards" },
  { dealer = "study_the_cards", player = "play_a_card" },
  { dealer = "play_a_card",     player = "study_the_cards" },
  { dealer = "take_the_pot",    player = "groan" },
}

-- ---- The whole house: the tavern lets them, and is no member itself ----

action "strike_up" { duration = { 2, 3 }, show = { pose = "call", says = "All together!" } }
action "hush" { duration = { 2, 3 }, show = { pose = "listen" } }
action "sing_a_verse" { duration = { 5, 8 }, show = { pose = "sing", says = "La la" } }
action "sway" { duration = { 4, 7 }, show = { pose = "listen" } }
action "sing_the_refrain" { duration = { 5, 8 }, finish = "self.mood += 1", show = { pose = "sing", says = "Hey ho!" } }
action "cheer" { duration = { 1, 2 }, show = { pose = "wave", says = "Hurrah!" } }

scene "song" { within = 15, stays = true, patience = 10, rest = 5, waiting = "sway",
  parts = { { "singer", who = "person", when = "self.drunk > 1" }, { "chorus", who = "person", count = { 2, 8 } } },
  { singer = "strike_up",        chorus = "hush" },
  { singer = "sing_a_verse",     chorus = "sway" },
  { singer = "sing_the_refrain", chorus = "sing_the_refrain" },
  { singer = "cheer",            chorus = "cheer" },
}

action "propose_a_toast" { duration = { 3, 5 }, show = { pose = "talk", says = "To the harvest!", carries = "mug" } }
action "raise_the_mug" { duration = { 1, 2 }, show = { pose = "wave", says = "To the harvest!", carries = "mug" } }
action "drain_the_mug" { duration = { 3, 5 }, finish = "self.ale -= 1; self.mood += 1",
  show = { pose = "drink", carries = "mug" } }

scene "toast" { within = 15, stays = true, patience = 8, rest = 5, waiting = "hush",
  parts = { { "speaker", who = "person", when = "self.ale > 0" },
            { "guest", who = "person", count = { 3, 12 }, when = "self.ale > 0" } },
  { speaker = "propose_a_toast", guest = "hush" },
  { speaker = "raise_the_mug",   guest = "raise_the_mug" },
  { speaker = "drain_the_mug",   guest = "drain_the_mug" },
}

-- Dancers get up, and sit down again afterwards; so does whoever plays.
action "tune_the_lute" { duration = { 3, 5 }, show = { pose = "sing", carries = "lute" } }
action "play_the_lute" { duration = { 8, 12 }, show = { pose = "sing", says = "Tra la", carries = "lute" } }
action "take_the_floor" { travel = "self.speed", near = 2, targets = "dance_floor", within = 16, show = { pose = "walk" } }
action "dance" { duration = { 6, 10 }, targets = true, show = { pose = "dance" } }
action "bow" { duration = { 1, 2 }, targets = true, finish = "self.mood += 1", show = { pose = "kneel", activity = "revel" } }

scene "dance" { within = 15, patience = 12, rest = 20, waiting = "cheer",
  parts = { { "fiddler", who = "person", when = "self.plays" }, { "dancer", who = "person", count = { 2, 6 } } },
  { fiddler = "tune_the_lute", dancer = { "take_the_floor", target = "any" } },
  { fiddler = "play_the_lute", dancer = { "dance", target = "dancer" } },
  { fiddler = "play_the_lute", dancer = { "dance", target = "dancer" } },
  { fiddler = "bow",           dancer = { "bow", target = "dancer" } },
}

-- ---- A quarrel: two who cannot stand each other, and a guard who ends it ----

action "get_in_the_way" { travel = "self.speed", near = 1, targets = true, show = { pose = "walk" } }
action "prick_the_ears" { duration = 5, show = { pose = "look" } }
action "bristle" { duration = { 2, 3 }, targets = true, show = { pose = "startle" } }
action "bellow" { duration = { 2, 3 }, targets = true, finish = "raise brawl within 12",
  show = { pose = "talk", says = "You thief!" } }
action "shove" { duration = { 2, 3 }, targets = true, show = { pose = "fight" } }
action "trade_blows" { duration = 1, show = { pose = "fight" } } -- seen while the guard is on the way
action "rush_in" { travel = 7, near = 2, targets = true, show = { pose = "run" } }
action "part_them" { duration = { 2, 3 }, targets = true, show = { pose = "call", says = "Enough! Home with you!" } }
action "look_ashamed" { duration = { 2, 3 }, show = { pose = "listen" } }

-- Its priority is above that of those who only hear the brawl.
scene "quarrel" { within = 120, priority = 3, patience = 20, rest = 0, waiting = "trade_blows",
  parts = { { "hothead", finish = "self.going_home = true; self.mood -= 2" },
            { "rival", who = "person", finish = "self.going_home = true; self.mood -= 2" },
            { "guard", who = "guard", when = "not self.sitting", prefer = "nearest" } },
  { hothead = "get_in_the_way", rival = "bristle",      guard = "prick_the_ears" },
  { hothead = "bellow",         rival = "bellow" },
  { hothead = "shove",          rival = "shove",        guard = "rush_in" },
  { hothead = "look_ashamed",   rival = "look_ashamed", guard = "part_them" },
}

-- The others: most gape, some have had enough for today.
action "gape" { duration = { 2, 4 }, show = { pose = "startle", says = "!" } }
action "call_it_a_night" { duration = { 1, 2 }, finish = "self.going_home = true", show = { pose = "talk", says = "I am off." } }
sequence "gape_at_the_brawl" (chain { "gape" })
sequence "leave_because_of_the_brawl" (chain { "gape", "call_it_a_night" })

-- ---- Late: whoever comes home drunk wakes his wife, and hears about it ----

action "stagger" { travel = 2, near = 1, targets = true, show = { pose = "stroll", says = "Hic" } }
action "knock_over_a_stool" { duration = { 2, 3 }, finish = "raise racket on spouse", show = { pose = "startle", says = "Oops" } }
action "sing_in_the_dark" { duration = { 4, 6 }, show = { pose = "sing", says = "La la ... hic" } }
action "wake_with_a_start" { duration = { 1, 2 }, show = { pose = "startle", says = "Who is there?" } }
action "scold" { duration = { 3, 5 }, targets = true, show = { pose = "talk", says = "At this hour!" } }
action "mumble" { duration = { 2, 3 }, targets = true, show = { pose = "talk", says = "Only one ale ..." } }
action "point_to_the_bed" { duration = { 1, 2 }, targets = true, show = { pose = "call", says = "To bed!" } }
action "sulk" { duration = { 1, 2 }, show = { pose = "listen" } }

sequence "stagger_home" (chain { { action = "stagger", target = "home", failed = "END" }, "knock_over_a_stool", "sing_in_the_dark",
  "sing_in_the_dark" })
-- The target is whoever makes the racket. A wife who is not at home sleeps on.
sequence "see_about_the_racket" {
  entry = "hub",
  hub = { to = { { "wake", when = "distance < 8" }, { "END", otherwise = true } } },
  wake = { action = "wake_with_a_start", to = "argue" },
  argue = { scene = "rude_awakening", as = "scold", timeout = 6, waiting = "look_out", to = "END", failed = "END" },
}
scene "rude_awakening" { within = 8, patience = 10, waiting = "sulk",
  parts = { { "scold", finish = "self.mood -= 2" },
            { "drunkard", who = "person", when = "self.spouse(scold)", finish = "self.mood -= 1" } },
  { scold = "scold",            drunkard = "sulk" },
  { scold = "sulk",             drunkard = "mumble" },
  { scold = "scold",            drunkard = "mumble" },
  { scold = "point_to_the_bed", drunkard = "sulk" },
}
