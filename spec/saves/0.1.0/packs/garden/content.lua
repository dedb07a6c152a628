state "water" { min = 0, max = 9, default = 3 }
env "season" { values = { "spring", "autumn" }, every = 4 }

action "water" {
  duration = { 2, 4 }, targets = "bed", when = function(npc, target) return npc.state.water > target.state.water % 2 end,
  finish = function(npc, target)
    npc.state.water = npc.state.water - 1
    target.state.water = (target.state.water + 1) % 9
  end,
}
action "fetch" { duration = 3, targets = false, finish = function(npc) npc.state.water = 3 end }
action "count" { duration = 1, targets = false, when = function(_, _, env) return env.season == "spring" or error "too late to count" end }

sequence "work" {
  entry = "what",
  what = { to = { "water", "count", { "fetch", when = "self.water < 3" } } },
  water = { action = "water", to = "END", failed = "fetch" },
  count = { action = "count", to = "END", failed = "fetch" },
  fetch = { action = "fetch", to = "END" },
}

prop "bed" { tags = { "bed" }, state = { "water" } }
npc "gardener" { main = "work", state = { "water" } }
