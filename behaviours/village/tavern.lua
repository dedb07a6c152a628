-- The Crown and The Plough: what the house does, those who serve, and their guests. What guests do together is in
-- evening.lua.

-- ---- The house. It decides for itself, so it is an NPC, with an extent in place of a body ----

local function tavern(width, depth, places)
  return {
    area = { width = width, depth = depth }, tags = { "building", "tavern" }, state = { "open", "noise" },
    plan = "tavern", fallback = "keep_shut", enter = "target.noise += 1", exit = "target.noise -= 1",
    offers = {
      -- `kept`: a guest who is called away for a moment is still a guest. One who has had enough is none any more.
      drink = { sequence = "be_a_guest", when = "target.open", only_while = "not self.going_home", holders = places,
        kept = true, drop = "self.ale = 0" },
      work = { sequence = "work_at_the_tavern", holders = 3, adopt = "self.serving = true", drop = "self.serving = false" },
    },
  }
end
npc "tavern" (tavern(24, 16, 18))
npc "alehouse" (tavern(16, 10, 12))

action "unlock" { duration = 1, finish = "self.open = true" }
action "lock_up" { duration = 1, finish = "self.open = false; revoke drink on self" } -- whoever is left goes home
action "creak" { duration = { 5, 10 } }
action "listen_to_the_guests" { duration = { 15, 25 } }

-- When they are many, the house lets them sing, drink a toast or dance. It takes no part in that itself.
sequence "keep_open_house" {
  entry = "unlock",
  unlock = { action = "unlock", to = "listen" },
  listen = { action = "listen_to_the_guests",
    to = { { "song", when = "self.noise > 5" }, { "toast", when = "self.noise > 5" }, { "dance", when = "self.noise > 8" },
           { "listen", otherwise = true } } },
  song = { scene = "song", timeout = 20, every = 4, to = "listen", failed = "listen" },
  toast = { scene = "toast", timeout = 20, every = 4, to = "listen", failed = "listen" },
  dance = { scene = "dance", timeout = 20, every = 4, to = "listen", failed = "listen" },
}
sequence "keep_shut" {
  entry = "lock",
  lock = { action = "lock_up", to = "creak" },
  creak = { action = "creak", to = "creak" },
}

-- ---- Those who serve. `target` is the tavern; before six they get it ready, and their shift ends when it has shut ----

action "wipe_mugs" { duration = 1, show = { pose = "work" } } -- seen while nobody orders
action "wipe_the_bar" { duration = 1, show = { pose = "sweep" } }
action "draw_an_ale" { duration = { 1, 2 }, resumable = true, show = { pose = "work", carries = "mug" } }
action "carry_over" { travel = "self.speed", near = 1, targets = true, when = "distance < 30 and not target.dead",
  show = { pose = "walk", carries = "tray" } }
action "hand_over" { duration = 1, targets = true, when = "distance < nearby", finish = "target.ale = 2; target.drunk += 1",
  show = { pose = "talk", says = "There you are.", carries = "mug" } }
action "scrub" { duration = { 6, 12 }, resumable = true, show = { pose = "sweep" } }
action "wait_for_a_hand" { duration = 1, show = { pose = "wave", says = "Give me a hand!" } }
action "roll_a_barrel" { duration = { 4, 8 }, show = { pose = "work" } }

sequence "work_at_the_tavern" { castable = false,
  entry = "hub",
  hub = { to = { { "serve", when = "target.open" }, { "ready", when = "not target.open and env.hour >= 12" },
                 { "END", when = "not target.open and env.hour < 12" } } },
  ready = { to = { "tables", { "barrel", when = "count(holder of target) > 1" } } },
  serve = { sequence = "serve_somebody", to = "wipe", failed = "wipe" },
  wipe = { action = "wipe_the_bar", to = "hub" },
  tables = { sequence = "step_to_a_table", to = "scrub" },
  scrub = { action = "scrub", to = "hub" },
  -- A barrel is too heavy for one.
  barrel = { meet = "a barrel", at = "target", count = 2, timeout = 25, waiting = "wait_for_a_hand", to = "roll", failed = "scrub" },
  roll = { action = "roll_a_barrel", to = "hub" },
}
-- One order after the other. Whoever sent it waits until this sequence is over, and is the target here; not in the
-- sequence that draws the ale, which has targets of its own.
sequence "serve_somebody" {
  entry = "next",
  next = { take = "orders", timeout = 15, waiting = "wipe_mugs", to = "fetch", failed = "END" },
  fetch = { sequence = "draw_at_the_bar", to = "carry" },
  carry = { action = "carry_over", target = "same", to = "hand" },
  hand = { action = "hand_over", target = "same", to = "END" },
}
sequence "step_to_a_table" (chain { { action = "step_to", target = "has(table) of target" } })
sequence "draw_at_the_bar" (chain { { action = "step_to", target = "has(bar) of provider" }, "draw_an_ale" })

-- ---- Guests ----

action "walk_to_the_usual" { travel = "self.speed", near = 14, resumable = true, targets = "tavern",
  prefer = "most self.tavern(target)", show = { pose = "walk" } }
action "walk_where_friends_are" { travel = "self.speed", near = 14, resumable = true, targets = "tavern",
  prefer = "most count(friend in inside of target)", show = { pose = "walk" } }
action "walk_to_the_other" { travel = "self.speed", near = 14, resumable = true, targets = "tavern", when = "distance > 20",
  show = { pose = "walk" } }
action "take_off_the_boots" { duration = { 2, 4 }, finish = "self.going_home = true", show = { pose = "stretch" } }
action "wait_at_the_door" { duration = 1, show = { pose = "stand" } }
action "sigh" { duration = { 1, 2 }, finish = "self.mood -= 1", show = { pose = "stand", says = "Full!" } }
action "say_goodnight" { duration = { 1, 2 }, finish = "self.going_home = true", show = { pose = "wave", says = "Good night!" } }
action "wave_for_ale" { duration = { 1, 2 }, show = { pose = "wave", says = "An ale, please!" } }
action "drum_fingers" { duration = 1, show = { pose = "stand" } } -- seen while one waits for an ale
action "grumble" { duration = { 2, 4 }, finish = "self.mood -= 1", show = { pose = "stand", says = "Hmpf." } }
action "sip" { duration = { 6, 10 }, resumable = true, when = "self.ale > 0", finish = "self.ale -= 1; self.mood += 1",
  show = { pose = "drink_sitting", carries = "mug" } }
action "look_round_the_room" { duration = { 4, 8 }, show = { pose = "look" } }

-- Where one always goes, where friends are, or nowhere. On Saturdays everybody goes where they always go.
sequence "free_evening" {
  entry = "hub",
  hub = { to = { { "stay", when = "self.going_home or env.hour + 1 >= self.home_by or now - self.shaken < mourning" },
                 { "choose", otherwise = true } } },
  choose = { to = { "usual", { "friends", when = "env.weekday ~= 'saturday'" }, { "in", when = "env.weekday ~= 'saturday'" } } },
  usual = { action = "walk_to_the_usual", to = "visit", failed = "in" },
  friends = { action = "walk_where_friends_are", to = "visit", failed = "in" },
  visit = { sequence = "visit_the_tavern", to = "hub", failed = "hub" },
  ["in"] = { action = "take_off_the_boots", to = "stay" },
  stay = { sequence = "stay_in", to = "look" },
  look = { action = "look_out", to = "hub" },
}
-- `target` is the tavern. Before six it is closed; if it is full, to the other one.
sequence "visit_the_tavern" {
  entry = "door",
  door = { wait = "target.open", timeout = 90, waiting = "wait_at_the_door", to = "enter", failed = "home" },
  enter = { request = "drink", from = "target", to = "leave", failed = "turn" },
  turn = { to = { { "home", when = "self.going_home" }, { "sigh", otherwise = true } } }, -- sent home, or never let in
  sigh = { action = "sigh", to = "other" },
  other = { action = "walk_to_the_other", to = "enter_other", failed = "home" },
  enter_other = { request = "drink", from = "target", to = "leave", failed = "home" },
  leave = { action = "say_goodnight", to = { { "stagger", when = "self.drunk > 3" }, { "home", otherwise = true } } },
  stagger = { sequence = "stagger_home", to = "END" },
  home = { action = "walk", target = "home", to = "END", failed = "END" },
}
-- Where most friends sit at the table; or to the cards, if there are cards. `target` is the tavern.
sequence "be_a_guest" {
  entry = "choose",
  choose = { to = { "table", { "cards", when = "any(has(card_table) of target)" } } },
  table = { request = "sit", from = "has(chair) of target", prefer = "most count(friend in holder of beside of target)",
    body = "drink_and_talk", to = "END", failed = "bar" },
  cards = { request = "sit", from = "has(stool) of target", body = "drink_and_play", to = "END", failed = "table" },
  bar = { action = "walk", target = "has(bar) of target", to = "stand", failed = "stand" },
  stand = { sequence = "drink_and_talk", to = "END" },
}
-- What one does on a seat besides drinking. `castable`: the house may call them to sing, drink a toast or dance.
local function drink_and(what, scene, part)
  return { castable = { "song", "toast", "dance" },
    entry = "hub",
    hub = { to = { { "END", when = "env.hour >= self.home_by" }, { "choose", otherwise = true } } },
    choose = { to = { { "sip", when = "self.ale > 0" }, { "order", when = "self.ale == 0 and self.drunk < self.holds" },
      what, "look" } },
    sip = { action = "sip", to = "hub", failed = "look" },
    order = { sequence = "order_an_ale", to = "sip", failed = "look" },
    [what] = { scene = scene, as = part, to = "look", failed = "look" },
    look = { action = "look_round_the_room", to = "hub" },
  }
end
sequence "drink_and_talk" (drink_and("talk", "tavern_talk", "speaker"))
sequence "drink_and_play" (drink_and("play", "cards", "dealer"))
-- To whoever serves here and has the fewest to serve.
sequence "order_an_ale" {
  entry = "wave",
  wave = { action = "wave_for_ale", to = "wait" },
  wait = { send = "orders", targets = "server", within = 25, when = "target.serving", prefer = "least target.orders", await = true,
    timeout = 90, waiting = "drum_fingers", to = "END", failed = "grumble" },
  grumble = { action = "grumble", to = "END" },
}
