-- For `bustle plan`: roles by the hour, one of them without a plan.
action "nap" { duration = 5 }
action "patrol" { duration = 5 }
sequence "sleep" (chain { "nap" })
sequence "walk_the_wall" (chain { "patrol" })
sequence "stand_at_the_gate" (chain { "patrol" })
plan "by_night" { { "20:00", "04:00", "walk_the_wall", vary = 60 }, { "04:00", "20:00", "stand_at_the_gate" } }
plan "by_day" { { "08:00", "12:00", "stand_at_the_gate" }, { "12:00", "18:00", "walk_the_wall" },
  { "18:00", "08:00", "sleep" } }
role "night_watch" { plan = "by_night" }
role "drill" { main = "stand_at_the_gate" }
role "day_watch" { plan = "by_day" }
npc "guard" { fallback = "sleep", roles = { { "night_watch", when = "env.hour >= 20 or env.hour < 6" },
  { "drill", when = "env.hour == 9" }, "day_watch" } }
npc "dog" { main = "sleep", fallback = "sleep" }
