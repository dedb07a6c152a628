-- ---- Things: what one does with them, they bring along ----

-- Whoever drops a seat, for whatever reason, does not sit any more. Who is interrupted gets up first.
local function sit() return { sequence = "have_a_seat", undo = "get_up", drop = "self.sitting = false" } end

prop "chair" { static = true, tags = { "chair" }, offers = { sit = sit() } }
prop "bench" { static = true, tags = { "bench" }, offers = { sit = sit() } }
prop "cottage" { static = true }

-- ---- Places. All three offer `relax`: who asks gets the answer of the smallest that has one ----

-- The pub decides for itself, so it is an NPC, with an extent in place of a body.
npc "pub" {
  area = { width = 20, depth = 14 }, tags = { "pub" }, state = { "open", "noise" },
  main = "keep_house", fallback = "wait_and_see",
  on = { opening_time = "open_up", closing_time = "close_up", fire = "clear_the_house" },
  enter = "target.noise += 1", exit = "target.noise -= 1",
  offers = {
    -- As many stand as sit. `kept`: who is called away for a moment is still a guest. Who leaves orders nothing.
    relax = { sequence = "be_a_guest", when = "target.open", holders = 24, kept = true,
      drop = "target.order(self) = false; self.ale = 0" },
    work_here = { sequence = "wait_at_tables", only_while = "target.open", holders = 2 },
  },
}
-- The town knows its pubs: they are the areas in it that have the tag.
prop "town" { area = { width = 120, depth = 80 }, offers = {
  relax = { sequence = "go_to_a_pub", when = "env.hour >= opens or env.hour < closes", holders = "any", kept = true } } }
-- Around everything, so that there is always an answer.
prop "land" { area = { width = 4000, depth = 4000 },
  offers = { relax = { sequence = "rest_a_while", holders = "any", kept = true } } }

-- ---- People ----

npc "guest" {
  main = "guest_day", fallback = { "idle", "stroll" }, tags = { "person" },
  on = {
    -- Whoever sits: stays seated, the first two; gets up first; runs as he is.
    hush = { sequence = "lower_the_voice", stays = true },
    last_orders = { sequence = "empty_the_mug", stays = true },
    player_shouts = { sequence = "surprised", priority = 2 },
    fire = { sequence = "run_home", priority = 3, urgent = true },
  },
  state = { "energy", "mood", "speed", "sitting", "thirst", "ale", "ordered_at" },
}
npc "server" {
  main = "server_day", fallback = { "idle", "stroll" }, tags = { "person" },
  on = { work_begins = "work_a_shift", fire = { sequence = "run_home", priority = 3 } },
  state = { "energy", "mood", "speed" },
}

-- ---- A town with one pub, and a hill farm ----

place "land" { name = "the land", x = 60, y = 40 }
place "town" { name = "the town", x = 60, y = 40 }

local chairs = {}
for _, x in ipairs { 53, 60, 67 } do -- three tables of four; the bar is in the middle of the pub
  for _, at in ipairs { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } } do
    chairs[#chairs + 1] = ("chair %d"):format(#chairs + 1)
    place "chair" { name = chairs[#chairs], x = x + at[1], y = 44 + at[2] }
  end
end
place "pub" { name = "The Crown", x = 60, y = 40, links = { seat = chairs, staff = { "Anna", "Tom" } } }

-- On the green; whoever rests there sits on them.
for number = 1, 4 do place "bench" { name = ("bench %d"):format(number), x = 88 + 3 * number, y = 60 } end

place "server" { name = "Anna", x = 26, y = 8, links = { home = "cottage 2" } }
place "server" { name = "Tom", x = 82, y = 8, links = { home = "cottage 6" } }
place "server" { name = "Meg", x = 110, y = 8, links = { home = "cottage 8" } } -- no pub employs her yet

local NAMES = { "Abel", "Agnes", "Alan", "Amice", "Basil", "Bea", "Bram", "Cole", "Dora", "Edith", "Emma", "Ewan", "Felix",
  "Gil", "Grace", "Hazel", "Hob", "Hugh", "Ivo", "Joan", "Jude", "Kit", "Lena", "Luke", "Mabel", "Miles", "Moll", "Ned",
  "Nan", "Odo", "Olive", "Paul", "Ralf", "Rose", "Sam", "Sara", "Till", "Una", "Walt" }
for number = 1, 8 do
  place "cottage" { name = ("cottage %d"):format(number), x = 14 * number - 2, y = number % 2 == 0 and 8 or 72 }
end
for number, name in ipairs(NAMES) do
  local home = number % 8 + 1
  place "guest" { name = name, x = 14 * home - 2, y = home % 2 == 0 and 8 or 72, state = { thirst = 3 + number % 7 },
    links = { home = ("cottage %d"):format(home) } }
end
place "cottage" { name = "the hill farm", x = 400, y = 300 }
place "guest" { name = "Jory", x = 402, y = 300, links = { home = "the hill farm" } }
