-- ---- Visitors ----

sequence "visitor_day" {
  entry = "hub",
  hub = { to = { { "home", when = "env.hour >= evening or env.hour < morning" }, { "choose", otherwise = true } } },
  home = { sequence = "spend_the_night", to = "END" },
  choose = { to = {
    { "shop", when = "env.market_open and self.energy > 3" },
    { "rest", when = "self.energy < 8" },
    "meet",
    { "drink", when = "self.energy > 1" },
  } },
  shop = { sequence = "visit_stall", to = "END" },
  rest = { sequence = "rest_on_bench", to = "END" },
  meet = { sequence = "pass_the_time", to = "END" },
  drink = { sequence = "visit_fountain", to = "END" },
}

-- With whatever there is on the square that offers to amuse them, else with others. Nothing here offers that: a mod can
-- put up something that does (examples/mods/piano), and need not change anything for it.
sequence "pass_the_time" {
  entry = "amuse",
  amuse = { request = "amuse", within = "sight", optional = true, to = "END", failed = "meet" },
  meet = { sequence = "socialise", to = "END" },
}

sequence "visit_stall" { claim = "target.room", -- one place before the stall for the whole visit
  entry = "go",
  go = { action = "walk_to_stall", to = "browse" },
  browse = { sequence = "browse_goods", to = { "END", { "buy", when = "self.bag < 3" } } },
  buy = { sequence = "buy_goods", only_while = "env.market_open and distance < nearby", to = "END", failed = "END" },
}
sequence "browse_goods" {
  entry = "choose",
  choose = { to = { "look", "feel", "taste" } },
  look = { action = "look_at_goods", target = "same", to = { "feel", "taste", "END" }, failed = "END" },
  feel = { action = "feel_the_cloth", target = "same", to = { "taste", "END" }, failed = "END" },
  taste = { action = "taste_a_sample", target = "same", to = "END", failed = "END" },
}
-- In the queue. Who is startled, or looks up, keeps the place in it; who runs off, or has waited for too long, loses it.
sequence "buy_goods" { castable = false,
  entry = "queue",
  queue = { send = "customers", target = "keeper of target", await = true, timeout = 25, waiting = "wait_to_be_served",
    to = { { "pack", when = "self.bag > 0" }, { "END", otherwise = true } }, failed = "END" },
  pack = { action = "pack_the_bag", to = "END" },
}

sequence "spend_the_night" (chain { castable = false,
  "walk_home", "go_in", { action = "stay_home", failed = "come_out" }, "come_out" })

-- Out of doors only.
sequence "mind_the_rain" {
  entry = "hub",
  hub = { to = { { "shelter", when = "not self.indoors" }, { "END", otherwise = true } } },
  shelter = { sequence = "seek_shelter", to = "END" },
}
sequence "mind_a_shout" {
  entry = "hub",
  hub = { to = { { "gasp", when = "not self.indoors" }, { "END", otherwise = true } } },
  gasp = { sequence = "surprised", to = "END" },
}

-- A full square of benches is nobody's mistake: then the fallbacks take over.
sequence "rest_on_bench" { claim = "target.seats", castable = false,
  entry = "go",
  go = { action = "walk_to_bench", to = { "doze", "watch", { "eat", when = "self.bag > 0" } } },
  doze = { action = "doze", target = "same", to = { "watch", "leave" }, failed = "leave" },
  watch = { action = "watch_the_crowd", target = "same", to = "leave", failed = "leave" },
  eat = { action = "eat_from_the_bag", target = "same", to = { "watch", "leave" }, failed = "leave" },
  leave = { action = "stand_up", to = { "END", { "stars", when = "env.hour >= 20 or env.hour < 5" } } },
  stars = { action = "gaze_at_stars", to = "END", failed = "END" },
}

sequence "visit_fountain" { claim = "target.spouts",
  entry = "go",
  go = { action = "walk_to_fountain", to = { "drink", "dip" } },
  drink = { action = "drink", target = "same", to = { "dip", "END" }, failed = "END" },
  dip = { action = "dip_hands", target = "same", to = { "drink", "END" }, failed = "END" },
}

-- With others, if there is somebody; what they do then is in scenes.lua.
sequence "socialise" {
  entry = "choose",
  choose = { to = { "gossip", "joke" } },
  gossip = { scene = "gossip", as = "teller", to = "END", failed = "alone" },
  joke = { scene = "joke", as = "teller", to = "END", failed = "alone" },
  alone = { sequence = "idle", to = "END" },
}
sequence "look_up" (chain { { action = "glance", target = "same", failed = "END" } })

-- ---- Vendors ----

sequence "vendor_day" {
  entry = "hub",
  hub = { to = { { "work", when = "env.market_open" },
                 { "home", when = "not env.market_open and (env.hour >= evening or env.hour < morning)" },
                 { "leisure", otherwise = true } } },
  home = { sequence = "spend_the_night", to = "END" },
  work = { sequence = "keep_stall", to = "END" },
  leisure = { sequence = "leisure", to = "END" },
}
sequence "leisure" {
  entry = "choose",
  choose = { to = { { "rest", when = "self.energy < 8" }, "meet", "drink" } },
  rest = { sequence = "rest_on_bench", to = "END" },
  meet = { sequence = "socialise", to = "END" },
  drink = { sequence = "visit_fountain", to = "END" },
}
sequence "keep_stall" { claim = "target.counter", castable = false,
  entry = "go",
  go = { action = "walk_to_own_stall", to = "set_up" },
  set_up = { action = "set_up", target = "same", to = "sell", failed = "go" },
  sell = { sequence = "sell_goods", to = "again", failed = "back" },
  again = { to = { { "sell", when = "env.market_open and self.goods > 0" },
                   { "fetch", when = "env.market_open and self.goods == 0" },
                   { "pack_up", otherwise = true } } },
  back = { to = { { "go", when = "env.market_open" }, { "pack_up", otherwise = true } } },
  fetch = { sequence = "fetch_goods", to = "go", failed = "go" },
  pack_up = { sequence = "close_the_stall", to = "END" },
}
-- Customers first, in the order in which they came; otherwise on one's feet or, when tired, on the stool.
sequence "sell_goods" {
  entry = "next",
  next = { take = "customers", when = "self.goods > 0 and distance < nearby", to = "serve", failed = "between" },
  serve = { action = "serve", target = "same", to = "END" }, -- with it the customer's wait is over
  between = { to = { { "cry", when = "self.energy > 2" }, "arrange", "count", "idle",
                     { "sit", when = "self.energy < 5" } } },
  cry = { action = "cry_wares", target = "same", to = { "arrange", "END" } },
  arrange = { action = "arrange_goods", target = "same", to = { "count", "idle", "END" } },
  count = { action = "count_coins", target = "same", to = { { "cry", when = "self.energy > 2" }, "END" } },
  idle = { sequence = "idle", to = "END" },
  sit = { action = "sit_behind_stall", target = "same", to = { "count", "END" } },
}
-- Nobody is left standing there.
sequence "close_the_stall" {
  entry = "next",
  next = { take = "customers", to = "turn_away", failed = "pack_up" },
  turn_away = { action = "shake_the_head", target = "same", to = "next" },
  pack_up = { action = "pack_up", to = "END" },
}
sequence "fetch_goods" (chain { "walk_to_cart", { action = "load_crate", target = "same" } })

-- ---- Guards ----

sequence "guard_round" {
  entry = "choose",
  choose = { to = { "post", "walk", "word", { "drink", when = "self.energy < 6" } } },
  post = { sequence = "watch_post", to = "END" },
  walk = { sequence = "stroll", to = { "post", "END" } },
  word = { sequence = "socialise", to = "END" },
  drink = { sequence = "visit_fountain", to = "END" },
}
sequence "watch_post" { claim = "target.watchers",
  entry = "go",
  go = { action = "walk_to_post", to = { { "duty", when = "env.market_open" }, { "END", otherwise = true } } },
  duty = { sequence = "guard_duty", to = "END" },
}
sequence "guard_duty" {
  entry = "choose",
  choose = { to = { "stand", "scan", "pace" } },
  stand = { action = "stand_guard", target = "same", to = { "scan", "pace", "END" }, failed = "END" },
  scan = { action = "scan_the_crowd", target = "same", to = { "stand", "END" }, failed = "END" },
  pace = { action = "wander", to = { "scan", "END" } },
}
-- From post to post with a lantern.
sequence "night_round" { claim = "target.watchers",
  entry = "go",
  go = { action = "walk_to_post", to = { "listen", "shine" } },
  listen = { action = "listen_to_the_night", target = "same", to = { "shine", "END" }, failed = "END" },
  shine = { action = "raise_the_lantern", target = "same", to = { "listen", "END" }, failed = "END" },
}
sequence "see_what_is_wrong" {
  entry = "go",
  go = { action = "hurry_to_noise", target = "same", to = "ask", failed = "look" },
  ask = { action = "ask_what_is_wrong", to = "look" },
  look = { action = "look_around", to = "END" },
}
