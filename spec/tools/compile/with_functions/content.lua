state "mood" { default = 5 }
action "hum" { duration = 2, targets = false, when = function(npc) return npc.state.mood > 3 end,
  finish = function(npc) npc.state.mood = 1 end }
action "rest" { duration = 2 }
sequence "day" { entry = "hum", hum = { action = "hum", to = "END", failed = "rest" },
  rest = { action = "rest", to = { { "END", when = function() return true end } } } }
npc "singer" { main = "day", fallback = "idle", tags = "singer", state = { "mood" } }
sequence "idle" { entry = "rest", rest = { action = "rest", to = "END" } }
scene "duet" { allow = "unused-scene",
  parts = { { "first", who = "singer", finish = function() end }, { "second", who = "singer", when = { function() return true end } } },
  { first = "hum" }, { second = { wait = { function() return true end } } } }
sequence "ask" { entry = "ask",
  ask = { request = "sit", when = function() return true end, only_while = function() return true end, to = "END",
    failed = "rest" },
  rest = { sequence = "day", only_while = function() return true end, to = "END", failed = "END" } }
prop "chair" { area = { width = 3, depth = 3 }, enter = function() end, exit = function() end,
  offers = { sit = { sequence = "day", when = function() return true end, only_while = function() return true end,
    adopt = function() end, drop = function() end } } }
inbox "orders" {}
sequence "serve" { entry = "next",
  next = { take = "orders", when = function() return true end, to = "END", failed = "rest" },
  rest = { action = "rest", to = "END" } }
npc "waiter" { main = "serve", fallback = "idle", inboxes = "orders" }
