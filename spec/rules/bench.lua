--- A bench of four along a table, for a film: whoever sits in the middle gets out only past the one who sits outside.
-- The seats are things of their own; links lead from each seat to the one that is in its way.
local kit = require "spec.rules.kit"

local bench = {}

--- The content. `diner` eats for long, `hasty` is soon done.
function bench.content()
  return {
    name = "bench", states = { sitting = { flag = true }, let_out = { flag = true } }, interruptions = { "let_me_out" },
    links = { "outer_seat", "chosen" }, -- from a seat to the one towards the end; from somebody to a seat
    actions = {
      sit_down = { duration = 1, targets = true, finish = "self.sitting = true" },
      stand_up = { duration = 1, finish = "self.sitting = false" },
      eat = { duration = 30 }, nibble = { duration = 4 }, walk_off = { duration = 100 },
      -- The target is the seat: whoever sits on the next one is asked.
      ask = { duration = 1, targets = true, finish = "raise let_me_out on holder of outer_seat of target" },
      shuffle = { duration = 1 }, -- seen while one waits to be let out
      slide_out = { duration = 2, targets = true, finish = "self.sitting = false; self.let_out = false" },
      -- The target is who has asked.
      step_aside = { duration = 1, targets = true, finish = "target.let_out = true" },
      stand_by = { duration = 1 }, -- seen while one waits for the other to come out
    },
    sequences = {
      take_a_seat = { same = true, entry = "down",
        down = { action = "sit_down", to = "stay" },
        stay = { body = true, to = "leave" },
        leave = { to = { { "ask", when = "any(holder of outer_seat of target)" }, { "up", otherwise = true } } },
        ask = { action = "ask", to = "wait" },
        wait = { wait = "self.let_out", timeout = 10, waiting = "shuffle", to = "out", failed = "out" }, -- or climbs over
        out = { action = "slide_out", to = "END" },
        up = { action = "stand_up", to = "END" },
      },
      get_up = kit.chain { "stand_up" },
      make_way = { entry = "aside",
        aside = { action = "step_aside", target = "same", to = "wait" },
        wait = { wait = "not target.sitting", timeout = 10, waiting = "stand_by", to = "END", failed = "END" },
      },
      long_meal = kit.chain { "eat" }, quick_meal = kit.chain { "nibble" },
      dine = { entry = "sit", sit = { request = "sit", from = "chosen", body = "long_meal", to = "off" },
        off = { action = "walk_off", to = "END" } },
      dine_in_haste = { entry = "sit", sit = { request = "sit", from = "chosen", body = "quick_meal", to = "off" },
        off = { action = "walk_off", to = "END" } },
      idle = kit.chain { "walk_off" },
    },
    -- `kept`: whoever makes way comes back to the same seat, and nobody takes it meanwhile.
    props = { seat = { static = true, offers = { sit = { sequence = "take_a_seat", undo = "get_up", kept = true,
      drop = "self.sitting = false" } } } },
    npcs = {
      diner = { main = "dine", fallback = "idle", on = { let_me_out = "make_way" }, state = { "sitting", "let_out" } },
      hasty = { main = "dine_in_haste", fallback = "idle", on = { let_me_out = "make_way" },
        state = { "sitting", "let_out" } },
    },
  }
end

--- A world with the bench. Seats 2 and 3 are in the middle.
function bench.world()
  local world, seats = kit.world(bench.content()), {}
  for number = 1, 4 do seats[number] = world:spawn("seat", { name = "seat " .. number, x = number }) end
  assert(world:link(seats[2], "outer_seat", seats[1]))
  assert(world:link(seats[3], "outer_seat", seats[4]))
  return world, seats
end

--- Somebody who is going to sit on that seat.
function bench.guest(world, kind, name, seat)
  local guest = world:spawn(kind, { name = name, x = seat.x })
  assert(world:link(guest, "chosen", seat))
  return guest
end

return bench
