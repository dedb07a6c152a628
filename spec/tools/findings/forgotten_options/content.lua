-- Four pastimes can be open at once, whatever the hour; the old man remembers one, his wife half of them: enough.
env "hour" { every = 60, min = 0, max = 23 }
action "idle" { duration = 1 }
sequence "pastimes" { entry = "choose",
  choose = { to = { "a", "b", "c", { "d", when = "env.hour < 12" }, { "e", when = "env.hour >= 12" },
    { "f", otherwise = true } } },
  a = { action = "idle", to = "END" }, b = { action = "idle", to = "END" }, c = { action = "idle", to = "END" },
  d = { action = "idle", to = "END" }, e = { action = "idle", to = "END" }, f = { action = "idle", to = "END" } }
sequence "idle" (chain { "idle" })
npc "old_man" { main = "pastimes", fallback = "idle", memory = { transitions = 1 } }
npc "wife" { main = "pastimes", fallback = "idle", memory = { transitions = 2 } }
npc "dice" { main = "pastimes", fallback = "idle", memory = { transitions = 0 } }
