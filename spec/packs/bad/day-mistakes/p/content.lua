action "idle" { duration = 1 }
sequence "rest" (chain { "idle" })
sequence "work" (chain { "idle" })
plan "unknown" { { "06:00", "12:00", "breakfst" } }
plan "english" { { "6am", "12:00", "rest" } }
plan "late" { { "12:00", "25:00", "rest" } }
plan "minutes" { { 360, 720, "rest" } }
plan "flat" { "06:00", "12:00", "rest" }
plan "open" { { "06:00", "rest" } }
plan "free" {}
plan "unsteady" { { "06:00", "07:00", "rest", vary = 45 } }
plan "impatient" { { "06:00", "07:00", "rest", skip = 90 } }
plan "busy" { { "06:00", "12:00", "rest" }, { "11:30", "18:00", "work" } }
plan "all_night" { { "22:00", "06:00", "rest" }, { "05:00", "09:00", "work" } }
plan "lane" { { "06:00", "12:00", "rest" }, { "11:30", "18:00", "work", priority = 1 } }
plan "abrupt" { { "06:00", "12:00", "rest", change = "at once" } }
plan "wordy" { { "06:00", "12:00", "rest", varies = 10 } }
npc "farmer" { main = "work", plan = "lane", fallback = "rest" }
npc "miller" { plan = "mller", fallback = "rest" }
role "guard" { main = "work", plan = "lane" }
npc "smith" { roles = { "guard" }, fallback = "rest" }
npc "nobody" { fallback = "rest" }
prop "mill" { plan = "lane" }
