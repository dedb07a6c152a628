-- ---- The gate: one after the other ----

-- A guest leaves a message and waits until the gate has dealt with it. Who is startled meanwhile, or called away, keeps
-- the place in the queue; who gives up, or leaves the world, takes the message along.
sequence "pass_the_gate" {
  entry = "go",
  go = { action = "walk_to_gate", to = "queue" },
  queue = { send = "queue", target = "same", await = true, timeout = 600, waiting = "shuffle_forward", to = "enter",
    failed = "END" },
  enter = { action = "walk_in", to = "END" },
}
-- The gate takes the oldest message, from whoever is there; who has stepped aside is let in later. The guest's wait ends
-- when this sequence does.
sequence "keep_the_gate" {
  entry = "next",
  next = { take = "queue", when = "distance < nearby", timeout = 600, to = "wave", failed = "END" },
  wave = { action = "wave_through", target = "same", to = "END" },
}

-- ---- A table brings along how one feasts there ----

-- Nobody at a table drinks before all there have raised their mugs, or somebody has been away for too long. Tables have
-- nothing to do with each other: those who meet are those who wait at the same one.
local function feast_of(count)
  return { same = true, -- all of it is about the same table
    entry = "go",
    go = { action = "walk_to_table", to = "sit" },
    sit = { action = "sit_down", to = "lift" },
    lift = { meet = "toast", at = "target", count = count, timeout = 20, waiting = "raise_the_mug", to = "drink",
      failed = "drink" },
    drink = { action = "drink", to = "eat" },
    eat = { action = "eat", to = { { "lift", when = "self.hunger > 0" }, { "rise", otherwise = true } } },
    rise = { action = "stand_up", to = "END" },
  }
end
sequence "feast_of_three" (feast_of(3))
sequence "feast_of_four" (feast_of(4))

-- ---- Guests and soldiers ----

sequence "guest_day" {
  entry = "hub",
  hub = { to = { { "gate", when = "not self.inside" }, { "hall", when = "self.inside and self.hunger > 0" },
                 { "yard", otherwise = true } } },
  gate = { sequence = "pass_the_gate", to = "END" },
  hall = { request = "feast", within = "sight", prefer = "nearest", to = "END", failed = "yard" },
  yard = { action = "admire_the_walls", to = "END" },
}

-- Two hands on one crank: neither turns before the other has hold of it.
sequence "man_the_trebuchet" {
  entry = "go",
  go = { action = "walk_to_trebuchet", to = "grip" },
  grip = { meet = "crank", at = "target", count = 2, timeout = 30, waiting = "hold_the_crank", to = "turn", failed = "END" },
  turn = { action = "turn_the_crank", target = "same",
    to = { { "hear", when = "target.tension >= drawn" }, { "grip", otherwise = true } } },
  hear = { sequence = "hear_the_captain", to = "loose" },
  loose = { action = "loose", target = "same", to = "grip", failed = "grip" },
}

-- The captain does not wait for anything. Of several commands the last one counts: the round is over when all are taken.
sequence "command" (chain { "point_at_a_tower" })
sequence "hear_the_captain" { allow = "cycle-without-action",
  entry = "next",
  next = { take = "aim", into = "tower", to = "next", failed = "END" },
}

sequence "hear_the_fanfare" (chain { "listen" })
sequence "stand_open" (chain { "creak" })
