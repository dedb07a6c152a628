-- People.
state "energy" { default = 6, min = 0, max = 10 }
state "mood" { default = 5, min = 0, max = 10 }
state "speed" { default = 3, min = 0 } -- units a second
state "sitting" { flag = true }

-- Things.
state "seats" { default = 2, min = 0 }
state "cover" { default = 4, min = 0 } -- how many more a roof or a tree keeps dry

env "weather" { every = 5, values = { "sunny", "rainy" } }
env "hour" { every = 5, default = 9, min = 0, max = 23 }
env "minute" { every = 1, min = 0, max = 59 } -- of the hour
env "day" { every = 5, min = 0 } -- since the first, which is 0 and a Monday
env "weekday" { every = 5, values = { "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday" } }
-- These four are answered by the clock, unless the game answers.

interruption "player_shouts" {}
interruption "rain_starts" { when = "env.weather == 'rainy'" }
interruption "rain_stops" { when = "env.weather ~= 'rainy'" }

-- Units are metres. A game with other units sets these two, and `speed`.
constant "nearby" (5) -- close enough to touch or to talk
constant "sight" (90) -- as far as anybody goes for something
