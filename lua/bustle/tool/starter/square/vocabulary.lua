-- What conditions and effects are about.
state "energy" { default = 5, min = 0, max = 10 }
state "seats" { default = 2, min = 0 }
env "weather" { every = 1, values = { "sunny", "rainy" } }
interruption "noise" {}
interruption "rain_starts" { when = "env.weather == 'rainy'" }
interruption "rain_stops" { when = "env.weather == 'sunny'" }
constant "pace" (3)
