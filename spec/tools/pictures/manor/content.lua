-- For pictures and tables: plans with all that they may have, messages and a meeting.
state "wish" { min = 0, max = 5 }
link "table" {}
link "servant" {}
inbox "orders" { limit = 4, keep = 90 }
env "weather" { values = { "sunny", "rainy" } }

action "eat" { duration = { 5, 8 } }
action "dig" { duration = 10 }
action "read" { duration = 20 }
action "sleep" { duration = 30 }
action "stand" { duration = 1 }
action "pour" { duration = 3, targets = true }
action "lift" { duration = 1 }

sequence "breakfast" (chain { "eat" })
sequence "garden" (chain { "dig" })
sequence "study" (chain { "read" })
sequence "bed" (chain { "sleep" })
sequence "dinner" {
  entry = "order",
  order = { send = "orders", target = "servant", value = "self.wish", await = true, waiting = "stand", to = "toast",
    failed = "END" },
  toast = { meet = "toast", at = "table", count = 2, timeout = 20, waiting = "lift", to = "eat", failed = "eat" },
  eat = { action = "eat", to = "END" },
}
sequence "serve" {
  entry = "next",
  next = { take = "orders", when = "target.wish > 0", into = "wish", timeout = 600, waiting = "stand", to = "pour",
    failed = "tell" },
  pour = { action = "pour", target = "same", to = "next" },
  tell = { send = "orders", targets = "maid", prefer = "nearest", when = "target.orders < 3", to = "END", failed = "END" },
}

plan "gentleman" {
  { "08:00", "09:30", "breakfast", vary = 30 },
  { "09:30", "19:00", "study", vary = 15, skip = 60 },
  { "19:00", "23:00", "dinner", vary = 45, skip = 20 },
  { "23:00", "08:00", "bed", vary = 20 },
  { "14:00", "16:30", "garden", priority = 1, vary = 30, skip = 60 },
  { "15:00", "17:00", "bed", priority = 2, skip = 100 },
}
plan "indoors" {
  { "09:00", "21:00", "study", vary = 60 },
  { "21:00", "09:00", "bed" },
}

prop "dining_table" { static = true }
role "wet" { plan = "indoors", change = "now" }
role "at_ease" { plan = "gentleman" }
npc "gentleman" { roles = { { "wet", when = "env.weather == 'rainy'" }, "at_ease" }, fallback = "study",
  state = { wish = 2 }, tags = "person" }
npc "maid" { main = "serve", fallback = "study", inboxes = "orders", tags = { "maid", "person" }, state = { "wish" } }

place "dining_table" { name = "the long table" }
place "maid" { name = "Linda", x = 8 }
place "gentleman" { name = "Owen", x = 4, links = { table = "the long table", servant = "Linda" } }
place "gentleman" { name = "Paul", x = 2, links = { table = "the long table", servant = "Linda" } }
