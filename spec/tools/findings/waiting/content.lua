state "energy" { min = 0, max = 10, default = 5 }
env "weather" { values = { "dry", "rainy" } }
action "idle" { duration = 1 }
action "shiver" { duration = 1, start = "self.energy -= 1" }
action "swim" { duration = 1, when = "env.weather == 'dry'" }
sequence "idle" (chain { "idle" })
sequence "hold" { entry = "a", a = { wait = "self.energy + 5 > 20", to = "END" } }
sequence "leave" { entry = "a", a = { wait = "env.weather == 'rainy'", waiting = "shiver", failed = "b",
  to = { { "b", when = "env.weather == 'dry'" }, { "b", when = "self.energy > 4" } } }, b = { action = "idle", to = "END" } }
sequence "swim" { entry = "a", a = { wait = "env.weather == 'dry'", to = "b" }, b = { action = "swim", to = "END" } }
sequence "beyond" { entry = "a", a = { wait = "self.energy > 12", to = "END" } }
npc "one" { main = "idle", fallback = "swim", state = { "energy" } }
npc "two" { main = "hold", fallback = "idle", state = { "energy" } }
npc "three" { main = "leave", fallback = "idle", state = { "energy" } }
npc "four" { main = "beyond", fallback = "idle", state = { "energy" } }
