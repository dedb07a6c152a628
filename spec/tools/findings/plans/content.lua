-- What can be loaded of plans and is hardly meant.
action "nap" { duration = 3 }
action "toil" { duration = 3 }
sequence "sleep" (chain { "nap" })
sequence "work" (chain { "toil" })
sequence "feast" (chain { "toil" })
sequence "lunch" (chain { "nap" })
plan "smith" {
  { "06:00", "12:00", "work", vary = 20 }, { "12:30", "18:00", "work" }, { "18:00", "23:00", "feast" },
  { "23:00", "06:00", "sleep" },
}
plan "lord" {
  { "00:00", "24:00", "feast" }, { "12:00", "12:45", "lunch", skip = 30, priority = 1 },
  { "12:15", "14:00", "sleep", vary = 10, priority = 2 }, { "23:00", "01:00", "work", priority = 3 },
  { "23:15", "00:30", "sleep", vary = 5, priority = 2 },
}
npc "smith" { plan = "smith", fallback = "sleep" }
npc "lord" { plan = "lord", fallback = "sleep" }
