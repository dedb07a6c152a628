-- Scenes of all kinds: in rows, by a sequence, by what everybody does about a topic, and one in another.
state "thirst" { default = 6, min = 0, max = 10 }
state "mood" { default = 5, min = 0, max = 10 }
state "busy" { default = 0, min = 0, max = 9 }
constant "hearing" (40)

action "walk_up_to" { travel = 3, near = 1 }
action "turn_to" { duration = 1, targets = true }
action "ask_for_ale" { duration = { 2, 4 }, targets = "server" }
action "nod" { duration = 1 }
action "fetch_ale" { duration = 5, targets = "barrel" }
action "pay" { duration = 2, targets = "server" }
action "hand_over" { duration = 2, targets = true }
action "look_about" { duration = 2 }
action "hum" { duration = 4 }
action "talk" { duration = 4, targets = "person" }
action "bow" { duration = 1 }
action "dance" { duration = { 6, 9 } }
action "shout_at" { duration = 2, targets = "person" }

sequence "idle" (chain { "look_about" })
sequence "evening" (chain { castable = true, "hum" })
sequence "work" (chain { castable = { "order" }, "hum" })
sequence "prayer" (chain { castable = false, "hum" })
sequence "talk_about_weather" { entry = "talk", talk = { action = "talk", target = "member", to = "think" },
  think = { action = "hum", free = true, to = "END" } }
sequence "listen_politely" (chain { "nod" })
sequence "turn_away" (chain { "look_about" })
sequence "keep_house" { entry = "lively",
  lively = { scene = "round_dance", timeout = 10, every = 2, waiting = "look_about", to = "END", failed = "fight" },
  fight = { scene = "quarrel", to = "END", failed = "END" } }

scene "order" { within = "hearing", patience = 4, limit = 90, waiting = "look_about", interrupted = "break",
  parts = { { "patron", finish = "self.thirst = 0", broken = "self.mood -= 1; server.busy -= 1" },
    { "server", who = "server", when = "self.busy < 3", prefer = "nearest" } },
  { patron = "walk_up_to", server = "turn_to" },
  { patron = "ask_for_ale", server = "nod" },
  { server = { action = "fetch_ale", target = "any" } },
  { patron = { "pay", failed = "next" }, server = { action = "hand_over", target = "patron" } },
  { patron = { scene = "chat", as = "speaker", failed = "END" } },
}
scene "chat" { topic = "weather", within = 15, parts = { { "speaker", sequence = "talk_about_weather" }, "listener" } }
scene "round_dance" { parts = { { "dancer", count = { 2, 8 }, who = "person", when = "self.mood > 5" } },
  { dancer = "bow" }, { dancer = "dance" }, { dancer = "bow" } }
scene "quarrel" { parts = { { "aggressor", who = "person", when = "self.thirst < 4" },
    { "victim", who = "person", when = "aggressor.mood < self.mood", prefer = "least self.mood",
      finish = { { "aggressor", "mood", "+=", 1 } } },
    { "onlooker", count = { 1, 4 }, who = "person", sequence = "turn_away" } },
  { aggressor = "shout_at" },
  { victim = { wait = "self.mood > 2", timeout = 5, failed = 3 } },
  { aggressor = { "shout_at", target = "same" }, victim = { "shout_at", target = "aggressor" } },
}

role "guest" { main = "evening", fallback = "idle", reacts = { weather = "listen_politely" },
  cues = { thirsty = { targets = "server", within = 20, when = "self.thirst > 5", scene = "order", as = "patron" } } }
prop "barrel" { static = true, tags = "barrel" }
npc "townsman" { roles = { "guest" }, tags = "person", state = { "thirst", "mood", "busy" } }
npc "maid" { main = "work", fallback = "idle", tags = { "server", "person" }, state = { "thirst", "mood", "busy" },
  reacts = { weather = "turn_away" } }
npc "monk" { main = "prayer", fallback = "idle", state = { "thirst", "mood", "busy" } }
npc "house" { main = "keep_house", fallback = "idle" }
place "barrel" { x = 3, y = 1 }
