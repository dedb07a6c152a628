action "plough" { duration = { 8, 14 }, resumable = true, finish = "self.energy -= 1", show = { pose = "plough" } }
action "weed" { duration = { 5, 9 }, resumable = true, show = { pose = "work" } }
action "wipe_the_brow" { duration = { 1, 2 }, show = { pose = "stretch" } }
action "knead" { duration = { 6, 12 }, resumable = true, show = { pose = "knead" } }
action "mind_the_oven" { duration = { 6, 12 }, resumable = true, show = { pose = "work" } }
action "hammer" { duration = { 6, 12 }, resumable = true, finish = "self.energy -= 1", show = { pose = "hammer" } }
action "blow_the_fire" { duration = { 4, 8 }, resumable = true, show = { pose = "work" } }
action "stand_guard" { duration = { 8, 16 }, resumable = true, show = { pose = "guard" } }
action "carry_dishes" { duration = { 6, 12 }, resumable = true, show = { pose = "work" } }
action "wipe_the_bar" { duration = { 4, 8 }, resumable = true, show = { pose = "work" } }

-- The place of work knows what there is to do.
sequence "work" {
  entry = "go",
  go = { action = "walk", target = "work", to = "toil", failed = "idle" },
  toil = { request = "work", from = "work", to = "pause", failed = "idle" },
  pause = { action = "wipe_the_brow", to = "toil" },
  idle = { sequence = "idle", to = "toil" },
}
-- Offered by what one works at: `target` is that.
sequence "till" {
  entry = "go",
  go = { action = "step_to", target = "has(furrow) of target", to = { "plough", "weed" } },
  plough = { action = "plough", to = "END" },
  weed = { action = "weed", to = "END" },
}
sequence "bake" {
  entry = "choose",
  choose = { to = { "oven", "table" } },
  oven = { action = "step_to", target = "has(oven) of target", to = "mind" },
  mind = { action = "mind_the_oven", to = "END" },
  table = { action = "step_to", target = "has(table) of target", to = "knead" },
  knead = { action = "knead", to = "END" },
}
sequence "forge" {
  entry = "choose",
  choose = { to = { "fire", "anvil" } },
  fire = { action = "step_to", target = "has(hearth) of target", to = "blow" },
  blow = { action = "blow_the_fire", to = "END" },
  anvil = { action = "step_to", target = "has(anvil) of target", to = "hammer" },
  hammer = { action = "hammer", to = "END" },
}
action "walk_to_post" { travel = "self.speed", near = 1, resumable = true, targets = "guard_post", show = { pose = "walk" } }
sequence "keep_watch" (chain { "walk_to_post", "stand_guard" })
sequence "serve_at_the_manor" (chain { { action = "step_to", target = "has(table) of target" }, "carry_dishes" })
sequence "keep_the_bar" (chain { { action = "step_to", target = "has(bar) of target" }, "wipe_the_bar" })
