-- Two who do what the time or the weather is for.
env "hour" { every = 0, min = 0, max = 23 }
env "minute" { every = 0, min = 0, max = 59 }
env "weather" { every = 0, values = { "sunny", "cloudy", "rainy" } }
env "open" { every = 0, flag = true }

for _, name in ipairs { "sleep", "wake", "work", "tan", "read", "swim", "shop" } do action(name) { duration = 10 } end
sequence "by_the_hour" (choice {
  { "sleep", when = "env.hour < 6" },
  { "wake", when = "env.hour == 6 and env.minute < 30" },
  { "work", when = "env.hour > 6 or env.hour == 6 and env.minute >= 30" },
})
sequence "by_the_weather" (choice {
  { "tan", when = "env.weather == 'sunny'" },
  { "read", when = "env.weather == 'cloudy'" },
  { "swim", when = "env.weather == 'rainy' and not env.open" },
  { "shop", when = "env.weather == 'rainy' and env.open" },
})
npc "clerk" { main = "by_the_hour" }
npc "guest" { main = "by_the_weather" }
place "clerk" { name = "Ann" }
place "guest" { name = "Bob" }
