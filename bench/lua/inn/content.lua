--- The inn as content of bustle: patrons order, servers serve, and whoever hears the bell looks up. All of it, and
-- nothing else, is in this file, because its lines are counted beside those of machines.lua.
return {
  name = "inn",
  states = { served = { min = 0 }, till = { min = 0 } },
  interruptions = { "bell" },
  actions = {
    sip = { duration = { 4, 8 } },
    wipe = { duration = { 2, 4 } },
    look_up = { duration = { 1, 2 } },
    approach = { targets = "server", duration = { 1, 2 } },
    turn = { targets = "patron", duration = { 0.5, 1 } },
    ask = { targets = "server", duration = { 1, 2 } },
    nod = { targets = "patron", duration = { 0.5, 1 } },
    fetch = { duration = { 2, 4 } },
    pay = { targets = "server", duration = { 0.5, 1 }, finish = "target.till += 3" },
    hand_over = { targets = "patron", duration = { 0.5, 1 } },
  },
  scenes = {
    order = { within = 30, limit = 10, rest = 0,
      parts = { { "patron", finish = "self.served += 1" }, { "server", who = "server" } },
      { patron = "approach", server = "turn" },
      { patron = "ask", server = "nod" },
      { server = "fetch" },
      { patron = "pay", server = "hand_over" } },
  },
  sequences = {
    evening = { entry = "sip",
      sip = { action = "sip", to = "order" },
      order = { scene = "order", as = "patron", failed = "END", to = "END" } },
    service = { entry = "wipe", wipe = { action = "wipe", to = "END" } },
    look_up = { entry = "look", look = { action = "look_up", to = "END" } },
  },
  npcs = {
    patron = { main = "evening", fallback = "look_up", on = { bell = "look_up" }, tags = "patron",
      state = { "served" } },
    server = { main = "service", fallback = "look_up", on = { bell = "look_up" }, tags = "server",
      state = { "till" } },
  },
}
