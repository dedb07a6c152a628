-- What can be loaded of scenes and is hardly meant.
state "mood" { default = 5, min = 0, max = 10 }
action "idle" { duration = 1 }
action "sit" { duration = 3, targets = "seat" }
action "bow" { duration = 1, targets = "person" }
sequence "idle" (chain { "idle" })
sequence "doze" (chain { "idle" })
sequence "day" { entry = "tea", tea = { scene = "tea", as = "host", to = "END", failed = "END" } }
scene "tea" { topic = "weather", parts = { "host", { "caller", who = "person", when = "self.mood > 3 and self.mood < 2" },
    { "servant", who = "person", when = "caller.mood + self.mood > 30" } },
  { host = "bow", caller = "sit", servant = { action = "idle" } },
  { host = { "sit", target = "any" }, caller = { "sit", target = "host" }, servant = { wait = "self.mood + 5 > 30" } } }
scene "farewell" { parts = { { "host", sequence = "doze" }, { "caller", who = "person" } }, { caller = "bow" } }
scene "meant" { allow = { "unused-scene", "never-true" }, parts = { { "one", who = "person", when = "self.mood + 1 > 20" },
    { "two", who = "person" } }, { one = "bow", two = "bow" } }
prop "chair" { static = true, tags = "seat" }
npc "guest" { main = "day", fallback = "idle", tags = "person", state = { "mood" }, reacts = { wether = "idle" } }
place "chair" { x = 1, y = 1 }
sequence "chat" { entry = "a", a = { action = "bow", target = "member", to = "b", failed = "b" },
  b = { action = "bow", target = "caller", to = "c", failed = "c" },
  c = { action = "idle", to = "END" } }
npc "hermit" { main = "chat", fallback = "idle" }
