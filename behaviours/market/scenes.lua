-- What people of the square do together, with somebody within earshot who has the time. Nobody begins the next phase
-- before both are done with this one; who has waited for longer than `patience` turns to something else meanwhile. Who
-- keeps a stall, waits to be served, rests or is at home is left in peace: these sequences say `castable = false`.

-- A row is a phase: what each does in it, to the other.
scene "joke" { within = "earshot", patience = 8, limit = 20, waiting = "attend",
  parts = { { "teller", finish = "self.mood += 1" }, { "hearer", who = "person", finish = "self.mood += 2" } },
  { teller = "walk_up_to",  hearer = "turn_to" },
  { teller = "tell_a_joke", hearer = "listen" },
  { teller = "laugh",       hearer = "laugh" },
  { teller = "part",        hearer = "part" },
}

-- Whoever reacts to the topic can be told, and does what their own definition says (`reacts` in entities.lua). To let
-- somebody new take part, write a reaction; nothing here needs to change.
scene "gossip" { topic = "news", within = "earshot", patience = 8, limit = 20, waiting = "attend",
  parts = { { "teller", sequence = "tell_the_news", finish = "self.mood += 1" },
            { "hearer", finish = "self.mood += 1" } },
}

-- One thing after the other, each to the other member.
local function with_the_other(actions)
  for i, name in ipairs(actions) do actions[i] = { action = name, target = "member" } end
  return chain(actions)
end
sequence "tell_the_news" (with_the_other { "walk_up_to", "chat", "listen", "part" })
sequence "chat_along" (with_the_other { "turn_to", "listen", "answer", "part" })
sequence "talk_business" (with_the_other { "turn_to", "listen", "praise_the_goods", "part" })
sequence "hear_a_report" (with_the_other { "turn_to", "listen", "take_note" }) -- done first: back to the round
