action "idle" { duration = 1 }
action "buy" { duration = 2 }
sequence "idle" (chain { "idle" })
sequence "buy" (chain { "buy" })
-- Two that lead to each other, and a hub to which all come back.
sequence "pair" { entry = "first",
  first = { action = "idle", to = "second" },
  second = { action = "buy", to = { { "END", otherwise = true }, "first" } } }
sequence "hub" { entry = "hub",
  hub = { action = "idle", to = { "a", "b", "END" } },
  a = { action = "idle", to = "hub" }, b = { action = "buy", to = "hub" } }
