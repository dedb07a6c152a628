-- A bit of everything that is drawn, listed and run.
state "energy" { default = 6, min = 0, max = 10 }
state "seats" { default = 2, min = 0 }
state "fed" { flag = true }
env "weather" { every = 5, values = { "sunny", "rainy" } }
env "hour" { every = 60, min = 0, max = 23, default = 7 }
interruption "shout" {}
interruption "rain_starts" { when = "env.weather == 'rainy'" }
constant "nearby" (41)
action "rest" { duration = 4, finish = "self.energy += 1" }
action "sit" { duration = { 6, 10 }, resumable = true, targets = "seat", when = "distance < nearby",
  claim = "target.seats" }
action "walk" { travel = 3, targets = { "seat", "shop" }, ends = "game" }
action "wave" { duration = 1.5, targets = "seat" }
sequence "day" { entry = "hub", claim = "target.seats",
  hub = { to = { { "sit", when = "env.weather ~= 'rainy' and (self.energy < 3 or not self.fed)" },
    { "shop", when = { "self.energy >= 7", function() return true end } }, { "rest", otherwise = true } } },
  sit = { action = "sit", to = "greet", failed = "rest" },
  greet = { action = "wave", target = "same", to = "END" },
  shop = { sequence = "corner.buy", to = { "rest", "END" }, failed = "END" },
  rest = { action = "rest", to = "END" },
}
sequence "flee" (chain { { sequence = "go" }, "rest" })
sequence "go" (chain { "walk" })
sequence "unused" (chain { { sequence = "flee" } })
prop "bench" { static = true, tags = "seat", state = { "seats" } }
npc "walker" { main = "day", fallback = { "idle", "flee" }, state = { "energy", "fed" }, tags = { "person" },
  on = { shout = "idle", rain_starts = { sequence = "flee", priority = 2 } } }
place "bench" { name = "the bench", x = 10, y = -3 }
place "walker" { name = "Ada" }
