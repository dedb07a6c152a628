state "energy" { default = 5, min = 0, max = 10 }
state "fed" { flag = true }
env "weather" { every = 5, values = { "sunny", "rainy" } }
interruption "shout" {}
constant "nearby" (41)
action "rest" { duration = 3, when = "self.energy < 10", finish = "self.energy += 1" }
action "walk" { duration = 2 }
sequence "day" { entry = "rest",
  rest = { action = "rest", to = "walk", failed = "walk" },
  walk = { action = "walk", to = "END" },
}
sequence "gasp" (chain { "walk" })
npc "visitor" { main = "day", on = { shout = "gasp" }, tags = { "person" }, state = { "energy", fed = true } }
