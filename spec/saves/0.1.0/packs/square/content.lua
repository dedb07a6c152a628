state "seats" { min = 0, max = 4, default = 2 }
state "energy" { min = 0, max = 20, default = 5 }
state "mood" { values = { "calm", "merry" } }
state "sitting" { flag = true }

env "weather" { values = { "dry", "wet" }, every = 3 }
env "noise" { min = 0, max = 100, default = 7, every = 2 }

interruption "bell" {}
interruption "calm" {}
interruption "alarm" {}
interruption "rain" { when = "env.weather == 'wet'" }

action "walk" { travel = 2, targets = "seat", when = "distance > 0", finish = "self.energy -= 1" }
action "sit" {
  duration = { 3, 7 }, resumable = true, targets = "seat", claim = "target.seats",
  start = "self.sitting = true", finish = "self.energy += 3; self.mood = 'merry'; self.sitting = false",
  interrupted = "self.mood = 'calm'; self.sitting = false",
}
action "look" { duration = 2, ends_on = { "calm" } }
action "ponder" { duration = { 20, 40 }, resumable = true, ends = "game" }
action "greet" { duration = 1, targets = "person", prefer = "nearest", finish = "raise bell on target" }
action "never" { duration = 1, when = "self.energy > 20" }

sequence "day" {
  entry = "what",
  what = { to = { { "visit", when = "self.energy > 0" }, "greet", "look", "ponder" } },
  visit = { sequence = "visit", to = "END", failed = "look" },
  greet = { action = "greet", to = "END", failed = "look" },
  look = { action = "look", to = "END" },
  ponder = { action = "ponder", to = "END" },
}
sequence "visit" {
  entry = "go", claim = "target.seats",
  go = { action = "walk", to = "rest" },
  rest = { action = "sit", target = "same", to = "END" },
}
sequence "turn" (chain { "look" })
sequence "hide" (chain { "look", "look" })
sequence "run_about" (chain { "greet", "look", "ponder" })
sequence "doomed" (chain { "never" })

prop "bench" { tags = { "seat" }, state = { seats = 3 } }
npc "walker" {
  tags = { "person" }, main = "day", fallback = { "turn" }, state = { "energy", "mood", "sitting" },
  on = { bell = { sequence = "turn", priority = -1 }, rain = { sequence = "hide", priority = 2 },
    alarm = { sequence = "run_about", priority = 3 } },
}
npc "loser" { tags = { "person" }, main = "doomed", fallback = { "turn" }, state = { "energy" }, on = { alarm = "turn" } }
npc "hopeless" { main = "doomed", state = { "energy" }, on = { bell = "turn" } }
