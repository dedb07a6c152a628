-- The place of work knows what there is to do: it offers `work`, and whoever works there asks for it, again and again.

action "wipe_the_brow" { duration = { 1, 2 }, show = { pose = "stretch" } }

sequence "work" {
  entry = "go",
  go = { action = "walk", target = "work", to = "toil", failed = "idle" },
  toil = { request = "work", from = "work", to = "pause", failed = "idle" },
  pause = { action = "wipe_the_brow", to = "toil" },
  idle = { sequence = "idle", to = "toil" },
}

-- ---- In the fields: `target` is the field, then one of its furrows ----

action "plough" { duration = { 8, 14 }, resumable = true, finish = "self.energy -= 1", show = { pose = "plough" } }
action "sow" { duration = { 6, 10 }, resumable = true, show = { pose = "work", carries = "sack" } }
action "weed" { duration = { 5, 9 }, resumable = true, show = { pose = "work" } }
action "have_a_rest" { duration = { 5, 10 }, finish = "self.energy += 2", show = { pose = "stand" } }

sequence "till" {
  entry = "go",
  go = { action = "step_to", target = "has(furrow) of target", to = { "plough", "sow", "weed", { "rest", when = "self.energy < 4" } } },
  plough = { action = "plough", to = "END" },
  sow = { action = "sow", to = "END" },
  weed = { action = "weed", to = "END" },
  rest = { action = "have_a_rest", to = "END" },
}
sequence "eat_in_the_field" (chain { "eat_bread", "have_a_rest" })

-- ---- At the bakery ----

action "knead" { duration = { 6, 12 }, resumable = true, show = { pose = "knead" } }
action "mind_the_oven" { duration = { 6, 12 }, resumable = true, show = { pose = "work" } }
action "sell_a_loaf" { duration = { 2, 4 }, targets = "person", finish = "target.mood += 1",
  show = { pose = "talk", says = "Still warm!", carries = "bread" } }

sequence "bake" {
  entry = "choose",
  choose = { to = { "oven", "table" } },
  oven = { action = "step_to", target = "has(oven) of target", to = "mind" },
  mind = { action = "mind_the_oven", to = "END" },
  table = { action = "step_to", target = "has(table) of target", to = "knead" },
  knead = { action = "knead", to = "END" },
}
-- The baker sells between two batches; whoever helps him only bakes.
sequence "keep_shop" {
  entry = "go",
  go = { action = "walk", target = "work", to = "next", failed = "idle" },
  next = { take = "customers", to = "counter", failed = "bake" },
  counter = { sequence = "step_to_the_counter", to = "sell" },
  sell = { action = "sell_a_loaf", target = "same", to = "next" },
  bake = { request = "work", from = "work", to = "pause", failed = "idle" },
  pause = { action = "wipe_the_brow", to = "next" },
  idle = { sequence = "idle", to = "next" },
}
sequence "step_to_the_counter" (chain { { action = "step_to", target = "has(table) of work" } })

-- ---- At the smithy ----

action "hammer" { duration = { 6, 12 }, resumable = true, finish = "self.energy -= 1", show = { pose = "hammer" } }
action "blow_the_fire" { duration = { 4, 8 }, resumable = true, finish = "self.energy += 1", show = { pose = "work" } }

sequence "forge" {
  entry = "choose",
  choose = { to = { "fire", { "anvil", when = "self.energy > 2" } } },
  fire = { action = "step_to", target = "has(hearth) of target", to = "blow" },
  blow = { action = "blow_the_fire", to = "END" },
  anvil = { action = "step_to", target = "has(anvil) of target", to = "hammer" },
  hammer = { action = "hammer", to = "END" },
}

-- ---- At the manor ----

action "carry_dishes" { duration = { 6, 12 }, resumable = true, show = { pose = "work", carries = "tray" } }
action "polish_the_silver" { duration = { 6, 12 }, resumable = true, show = { pose = "work" } }

sequence "serve_at_the_manor" {
  entry = "choose",
  choose = { to = { "table", "hearth" } },
  table = { action = "step_to", target = "has(table) of target", to = "dishes" },
  dishes = { action = "carry_dishes", to = "END" },
  hearth = { action = "step_to", target = "has(hearth) of target", to = "silver" },
  silver = { action = "polish_the_silver", to = "END" },
}

-- ---- The watch: from post to post ----

action "walk_to_post" { travel = "self.speed", near = 1, resumable = true, targets = true, show = { pose = "walk" } }
action "stand_guard" { duration = { 8, 16 }, resumable = true, show = { pose = "guard" } }
action "scan_the_street" { duration = { 4, 8 }, show = { pose = "look" } }

sequence "keep_watch" {
  entry = "post",
  post = { request = "guard", targets = "guard_post", to = "scan", failed = "idle" },
  scan = { action = "scan_the_street", to = "post" },
  idle = { sequence = "idle", to = "post" },
}
sequence "stand_at_the_post" (chain { same = true, "walk_to_post", "stand_guard" })

-- Soldiers drill at the watch house. Nobody fences alone: a meeting waits until two are there.
action "practise_strokes" { duration = { 5, 9 }, resumable = true, show = { pose = "fight", activity = "work" } }
action "lean_on_the_sword" { duration = 1, show = { pose = "stand" } } -- seen while one waits for the other
action "fence" { duration = { 6, 10 }, show = { pose = "fight", activity = "work" } }

sequence "drill" {
  entry = "choose",
  choose = { to = { "alone", "grip" } },
  alone = { action = "practise_strokes", to = "END" },
  grip = { meet = "fencing", at = "target", count = 2, timeout = 30, waiting = "lean_on_the_sword", to = "fence", failed = "alone" },
  fence = { action = "fence", to = "END" },
}
