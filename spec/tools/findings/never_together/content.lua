-- Conditions that exclude each other: in one condition, with a claim, and on the way to an action.
state "energy" { default = 6, min = 0, max = 10 }
state "mood" { default = 3 }
state "seats" { default = 1, min = 0 }
state "tired" { flag = true }
env "hour" { every = 60, min = 0, max = 23 }
env "weather" { values = { "sunny", "rainy" } }
interruption "noon" { when = "env.hour == 12 and (env.hour < 6 or env.hour > 18)" }
action "run" { duration = 1, when = "self.energy > 5 and not self.tired and self.energy < 3" }
action "brood" { duration = 1, when = "self.mood < self.energy and self.energy <= self.mood" }
action "sit" { duration = 1, targets = "seat", when = "target.seats == 0", claim = "target.seats" }
action "swim" { duration = 1, when = { "env.weather == 'sunny'", function() return true end }, targets = false }
action "juggle" { duration = 1, when = "self.mood > 3 and self.mood < 6 and self.mood ~= 4 and self.mood ~= 5" }
action "idle" { duration = 1 }
sequence "day" { entry = "run",
  run = { action = "run", to = { { "swim", when = "env.weather == 'rainy'" },
    { "brood", when = "self.tired and not self.tired" }, { "sit", otherwise = true } } },
  swim = { action = "swim", to = "juggle" },
  brood = { action = "brood", to = "END" },
  sit = { action = "sit", to = "END" },
  juggle = { action = "juggle", to = "END" } }
sequence "idle" (chain { "idle" })
prop "bench" { static = true, tags = "seat", state = { "seats" } }
npc "child" { main = "day", fallback = "idle", on = { noon = "idle" }, state = { "energy", "mood", "tired" } }
