prop "stall" { static = true, tags = { "stall" }, state = { "stall", "counter", "room" } }
prop "bench" { static = true, tags = { "seat" }, state = { "seats" } }
prop "fountain" { static = true, tags = { "fountain" }, state = { "spouts" } }
prop "guard_post" { static = true, tags = { "post" }, state = { "watchers" } }
prop "cart" { static = true, tags = { "cart" } }

npc "visitor" {
  main = "visitor_day", fallback = { "idle", "stroll" }, tags = { "person", "customer" },
  on = {
    player_shouts = { sequence = "mind_a_shout", priority = 2 },
    rain_starts = { sequence = "mind_the_rain", priority = 1 },
  },
  -- Below every response: it interrupts nothing but their day, and that goes on afterwards.
  cues = { glance = {
    targets = "person", within = 4, prefer = "nearest", sequence = "look_up", priority = -2, every = 1.5, again = 60,
    when = { "not self.indoors and not self.sitting",
             "now - self.glanced > 45 and not target.indoors" }, -- longer than any walk, so that all walks come to an end
  } },
  reacts = { news = "chat_along" },
  state = { "energy", "mood", "speed", "sitting", "glanced", "bag", "indoors" },
}
npc "vendor" {
  main = "vendor_day", fallback = { "idle", "stroll" }, tags = { "person" }, inboxes = "customers",
  on = {
    player_shouts = { sequence = "mind_a_shout", priority = 2 },
    market_opens = "keep_stall",
    -- Below the stall with its awning: they run from the rain when they are off.
    rain_starts = { sequence = "mind_the_rain", priority = -1 },
  },
  reacts = { news = "talk_business" },
  state = { "energy", "mood", "speed", "sitting", "stall", "goods", "indoors", bag = 2 },
}

-- By night a guard is somebody else. What both have in common is the guard's.
role "day_guard" { main = "guard_round" }
role "night_watch" { main = "night_round" }
npc "guard" {
  roles = { { "night_watch", when = "env.hour >= evening or env.hour < morning" }, "day_guard" },
  fallback = { "idle", "stroll" },
  on = { player_shouts = { sequence = "see_what_is_wrong", priority = 2 } },
  reacts = { news = "hear_a_report" },
  state = { "energy", "mood", "speed", "sitting" },
}

-- ---- A square of 64 by 36 metres ----

local STALLS = { -- each with its keeper
  { "bread", "Rosa", 9, 10 }, { "cloth", "Bruno", 18, 10 }, { "cheese", "Ida", 46, 10 }, { "pots", "Tomas", 55, 10 },
  { "fruit", "Nell", 14, 28 }, { "flowers", "Otto", 32, 29 }, { "fish", "Zora", 50, 28 },
}
for number, stall in ipairs(STALLS) do
  local what, keeper, x, y = stall[1], stall[2], stall[3], stall[4]
  place "stall" { name = ("the %s stall"):format(what), x = x, y = y, state = { stall = number } }
  place "vendor" { name = keeper, x = x, y = y - 2, state = { stall = number } }
end

place "fountain" { name = "the great fountain", x = 32, y = 20, state = { spouts = 8 } }
place "fountain" { name = "the little fountain", x = 6, y = 31 }

for _, at in ipairs { { 23, 17 }, { 41, 17 }, { 23, 23 }, { 41, 23 }, { 7, 20 }, { 57, 20 } } do
  place "bench" { x = at[1], y = at[2] }
end
for _, at in ipairs { { 3, 12 }, { 61, 12 }, { 15, 19 }, { 49, 19 }, { 23, 33 }, { 41, 33 }, { 60, 32 } } do
  place "tree" { x = at[1], y = at[2] }
end
place "cart" { name = "the old cart", x = 4, y = 25 }
place "cart" { name = "the red cart", x = 60, y = 26 }

-- One post more than guards, so that a round leads somewhere.
place "guard_post" { x = 37, y = 12 }
for _, post in ipairs { { "Falk", 32, 7 }, { "Greta", 2, 17 }, { "Hugo", 62, 17 }, { "Inga", 32, 34 }, { "Jorn", 27, 12 } } do
  place "guard_post" { x = post[2], y = post[3] }
  place "guard" { name = post[1], x = post[2], y = post[3] }
end

local VISITORS = { "Ada", "Ben", "Cleo", "Dan", "Elsa", "Finn", "Gwen", "Hal", "Iris", "Jon", "Kim", "Lea", "Max", "Nora",
  "Olaf", "Pia", "Quin", "Ruth" }
for number, name in ipairs(VISITORS) do
  place "visitor" { name = name, x = 6 + 3 * number, y = 13 + number * 7 % 12, state = { energy = 3 + number * 3 % 7 } }
end
prop "gate" { static = true, tags = { "way_home" } }
place "gate" { name = "the gate", x = 32, y = 5 }
