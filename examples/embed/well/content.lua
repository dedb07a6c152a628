-- A well and its guests, with functions where an expression would not do: who drinks, and how much is left.
state "thirst" { default = 5, min = 0, max = 20 }
state "water" { default = 40, min = 0, max = 40 }

action "drink" { duration = { 1, 3 }, targets = true,
  when = function(npc, well) return npc.state.thirst * 2 > 40 - well.state.water end,
  finish = function(npc, well)
    local sips = math.min(npc.state.thirst, well.state.water, 3)
    npc.state.thirst = npc.state.thirst - sips
    well.state.water = well.state.water - sips
  end }
action "walk_about" { duration = 2, targets = false, finish = "self.thirst += 1" }
action "fetch_rain" { duration = 4, finish = "target.water += 9" }

sequence "day" { entry = "drink",
  drink = { action = "drink", to = "walk", failed = "walk" },
  walk = { action = "walk_about",
    to = { { "rain", when = function(npc) return npc.state.thirst % 4 == 3 end }, "drink" } },
  rain = { action = "fetch_rain", to = "END" } }
sequence "idle" { entry = "walk", walk = { action = "walk_about", to = "END" } }

npc "guest" { main = "day", fallback = "idle", state = { "thirst" } }
prop "pool" { static = true, state = { "water" }, accepts = { "drink", "fetch_rain" } }

for i = 1, 5 do place "guest" { name = "Guest " .. i, x = i, y = 0 } end
place "pool" { name = "The well", x = 3, y = 3 }
