-- Messages, meetings and plans that look wrong and are not: nothing is said of any of them.
state "heard" {}
inbox "shouts" { keep = 10 } -- only counted: they go by themselves
inbox "orders" {}
inbox "hints" { allow = "unsent-inbox" } -- sent by the game
action "nap" { duration = 3 }
action "toil" { duration = 3, finish = "self.heard += 1" }
action "shout" { duration = 1, targets = "smith", finish = "send shouts to target" }
action "start" { duration = 1, when = "self.shouts > 2" }
sequence "sleep" (chain { "nap" })
sequence "call" { entry = "a", a = { action = "shout", to = "b" },
  b = { send = "orders", targets = "smith", await = true, to = "c", failed = "c" },
  c = { request = "feast", to = "d", failed = "d" }, d = { meet = "toast", at = "area", count = 9, to = "END", failed = "END" } }
sequence "work" { entry = "take",
  take = { take = "orders", to = "toil", failed = "idle" }, -- has other things to do
  idle = { action = "toil", to = "take" }, toil = { action = "toil", to = "again" },
  again = { take = "hints", to = "toil", failed = "END" } }
sequence "leap" { entry = "a", a = { action = "start", to = "END", failed = "b" }, b = { action = "nap", to = "END" } }
sequence "feast" { entry = "clink", clink = { meet = "toast", at = "target", count = 4, to = "END", failed = "END" } }
prop "table" { static = true, offers = { feast = { sequence = "feast", holders = 2 } } }
-- The smith's lunch is early on some days; it is never covered for good.
plan "smith" {
  { "22:00", "06:00", "sleep", vary = 60 }, { "06:00", "22:00", "work", skip = 60 },
  { "12:00", "13:00", "sleep", vary = 30, priority = 1 }, { "12:15", "13:00", "leap", priority = 2, skip = 15 },
}
npc "smith" { plan = "smith", fallback = "sleep", tags = "smith", inboxes = { "shouts", "orders", "hints" }, state = { "heard" } }
npc "guest" { main = "call", fallback = "sleep" }
