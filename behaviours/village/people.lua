-- ---- Kinds of people. What they do all day is in plans.lua ----

-- Everybody is a person with these states. Choices in their days are among three or four: who remembered more than four
-- would go the same round for ever.
local function person(fields)
  fields.fallback, fields.memory, fields.tags = "idle", { transitions = 4 }, fields.tags or "person"
  fields.state, fields.on = fields.state or {}, fields.on or {}
  for _, name in ipairs { "energy", "mood", "sitting", "fed", "cooks", "home_by", "holds", "drunk", "ale", "going_home", "plays",
    "dead", "reported", "buried", "shaken" } do
    if fields.state[name] == nil then table.insert(fields.state, name) end
  end
  fields.state.speed = fields.state.speed or 4
  fields.on.player_shouts = { sequence = "surprised", priority = 2 }
  return fields
end
-- Some go to the tavern. When others brawl there, the timid go home.
local function guest(fields)
  fields.on = fields.on or {}
  fields.on.brawl = { sequence = fields.timid and "leave_because_of_the_brawl" or "gape_at_the_brawl", stays = true }
  fields.timid = nil
  return person(fields)
end
-- Some have drunk there, and meet somebody whom they cannot stand.
local function hothead(fields)
  fields.cues = { quarrel = { targets = "person", within = 14, every = 5, again = 1200, scene = "quarrel", as = "hothead",
    when = "self.drunk > 0 and self.feud(target) > 0 and area.open and target.drunk > 0" } }
  return guest(fields)
end
-- Nobody works on a feast day. In the rain somebody who works outside is somebody else for that day. Whoever sleeps when
-- that changes is woken by it (`change`), if it is time to get up.
local FEAST = "env.feast or env.weekday == 'sunday'"
local RAIN = "env.weather == 'rainy'"

role "feasting" { plan = "feast_day", change = "action" }
role "rained_in" { plan = "rainy_day", change = "action" }
role "farmhand" { plan = "farmer", change = "action" }
role "hired_hand" { plan = "labourer", change = "action" }
role "craftsman" { plan = "craftsman", change = "action" }
role "shopkeeper" { plan = "shopkeeper", change = "action" }
role "housewife" { plan = "wife", change = "action" }
role "pensioner" { plan = "elder", change = "action" }
role "playful" { plan = "child", change = "action" }
role "kept_in" { plan = "child_indoors", change = "action" }
role "day_watch" { plan = "day_watch" }
role "evening_watch" { plan = "evening_watch" }
role "night_watch" { plan = "night_watch" }

npc "farmer" (hothead { roles = { { "rained_in", when = RAIN }, { "feasting", when = FEAST }, "farmhand" } })
npc "labourer" (hothead { roles = { { "rained_in", when = RAIN }, { "feasting", when = FEAST }, "hired_hand" } })
npc "baker" (hothead { roles = { { "feasting", when = FEAST }, "shopkeeper" }, tags = { "person", "baker" }, inboxes = "customers" })
npc "smith" (hothead { roles = { { "feasting", when = FEAST }, "craftsman" } })
npc "wife" (guest { roles = { { "rained_in", when = RAIN }, { "feasting", when = FEAST }, "housewife" }, timid = true,
  on = { racket = "see_about_the_racket" }, state = { cooks = true, home_by = 21, holds = 2 } })
npc "elder" (guest { roles = { { "dead", when = "self.dead" },
  { "dying", when = "self.frail and env.weekday == 'tuesday' and env.hour >= 18" }, -- death.lua
  { "rained_in", when = RAIN }, { "feasting", when = FEAST }, "pensioner" }, timid = true,
  state = { "frail", speed = 3, home_by = 21 } })
npc "child" (person { roles = { { "kept_in", when = RAIN }, "playful" }, tags = { "person", "child" }, state = { speed = 5 } })
npc "innkeeper" (person { plan = "innkeeper", tags = { "person", "server" }, inboxes = "orders", state = { "serving" } })
npc "server" (person { plan = "server", tags = { "person", "server" }, inboxes = "orders", state = { "serving" } })
npc "guard" (person { tags = { "person", "guard" }, state = { "watch" }, roles = { { "day_watch", when = "self.watch == 'day'" },
  { "evening_watch", when = "self.watch == 'evening'" }, "night_watch" } })
npc "soldier" (hothead { plan = "soldier", tags = { "person", "soldier" }, state = { home_by = 23, holds = 5 } })
npc "priest" (person { plan = "priest", tags = { "person", "priest" } })
npc "beggar" (person { plan = "beggar", tags = { "person", "beggar" } })
npc "rich_man" (guest { plan = "rich_man", tags = { "person", "rich" } })

-- ---- Who lives where ----

local CROWN, PLOUGH, EAST, WEST = "The Crown", "The Plough", "the east field", "the west field"

-- luacheck: read_globals STANDS
-- In each home first the married couple, if there is one (`wed`); the children are theirs.
local FAMILIES = {
  { "Brian's house", wed = true, { "farmer", "Brian", EAST, CROWN }, { "wife", "Ellen", nil, CROWN },
    { "child", "Robin" }, { "child", "Elsie" } },
  { "Wat's house", wed = true, { "farmer", "Wat", WEST, CROWN }, { "wife", "Joan", nil, CROWN }, { "child", "Will" } },
  { "Tib's house", wed = true, { "farmer", "Tib", WEST, CROWN }, { "wife", "Meg", nil, CROWN }, { "child", "Kit" },
    { "elder", "Nan", nil, CROWN } },
  { "Hal's house", wed = true, { "farmer", "Hal", EAST, CROWN }, { "wife", "Rose", nil, CROWN }, { "child", "Pip" } },
  { "Adam's house", wed = true, { "farmer", "Adam", WEST, CROWN }, { "wife", "Sybil", nil, PLOUGH },
    { "elder", "Gregor", nil, CROWN } },
  { "Piers's house", { "labourer", "Piers", EAST, CROWN }, { "labourer", "Colin", WEST, CROWN } },
  { "Anna's house", { "server", "Anna", CROWN }, { "server", "Luke", CROWN }, { "elder", "Edith", nil, CROWN } },
  { "Ralf's house", wed = true, { "labourer", "Ralf", "the bakery", CROWN }, { "wife", "Cecily", nil, CROWN } },
  { "Maud's house", wed = true, { "innkeeper", "Maud", PLOUGH }, { "server", "Gil", PLOUGH } },
  { "Oswin's house", wed = true, { "baker", "Oswin", "the bakery", CROWN }, { "wife", "Martha", nil, CROWN },
    { "child", "Lucy" } },
  { "Bram's house", wed = true, { "smith", "Bram", "the smithy", CROWN }, { "wife", "Hilda", nil, CROWN },
    { "child", "Ned" } },
  { "Anselm's house", { "priest", "Anselm", "the church" }, { "elder", "Beatrice", nil, PLOUGH } },
  { "Hugo's house", wed = true, { "innkeeper", "Hugo", CROWN }, { "wife", "Isabel", nil, CROWN } },
  { "the manor", wed = true, { "rich_man", "Roland", nil, PLOUGH }, { "wife", "Eleanor", nil, PLOUGH },
    { "labourer", "Simon", "the manor", CROWN } },
  { "the watch house", { "guard", "Falk", "the watch house", CROWN }, { "guard", "Greta", "the watch house", CROWN },
    { "guard", "Konrad", "the watch house", CROWN }, { "soldier", "Ulf", "the watch house", CROWN },
    { "soldier", "Sven", "the watch house", CROWN } },
  { "the churchyard", { "beggar", "Lazar" } },
}
-- With values: how much they like each other, or how little. Both ways.
local FRIENDS = {
  { "Brian", "Wat", 8 }, { "Brian", "Tib", 6 }, { "Wat", "Hal", 5 }, { "Tib", "Colin", 4 }, { "Hal", "Piers", 6 },
  { "Piers", "Colin", 7 }, { "Bram", "Oswin", 6 }, { "Bram", "Ralf", 4 }, { "Ulf", "Sven", 9 }, { "Falk", "Greta", 5 },
  { "Ellen", "Joan", 7 }, { "Meg", "Rose", 6 }, { "Martha", "Hilda", 7 }, { "Ellen", "Meg", 3 }, { "Nan", "Edith", 8 },
  { "Gregor", "Nan", 4 }, { "Edith", "Beatrice", 5 }, { "Cecily", "Sybil", 6 }, { "Isabel", "Eleanor", 4 },
  { "Gil", "Roland", 3 }, { "Robin", "Will", 8 }, { "Elsie", "Lucy", 8 }, { "Kit", "Pip", 7 }, { "Ned", "Robin", 5 },
}
local FEUDS = { { "Brian", "Bram", 6 }, { "Hal", "Adam", 8 }, { "Colin", "Simon", 5 }, { "Sven", "Oswin", 4 } }

local function both_ways(pairs_of_people)
  local values = {}
  for _, pair in ipairs(pairs_of_people) do
    for i = 1, 2 do
      local name, other = pair[i], pair[3 - i]
      values[name] = values[name] or {}
      values[name][other] = pair[3]
    end
  end
  return values
end
local friends, feuds = both_ways(FRIENDS), both_ways(FEUDS)

-- What makes some of them different from others of their kind.
local SELF = {
  Brian = { holds = 6, home_by = 23 }, Ralf = { holds = 4 }, Adam = { holds = 4 },
  Piers = { plays = true }, Nan = { plays = true }, Sven = { plays = true }, Gregor = { plays = true, frail = true },
  Falk = { watch = "day" }, Greta = { watch = "evening" }, Konrad = { watch = "night" },
}

for _, home in ipairs(FAMILIES) do
  local house, at = home[1], STANDS[home[1]]
  for number = 2, #home do
    local kind, name, work, tavern = home[number][1], home[number][2], home[number][3], home[number][4]
    place(kind) { name = name, x = at[1] + number - 4, y = at[2] - 1, state = SELF[name], links = {
      home = house, work = work, tavern = tavern and { [tavern] = 3 }, friend = friends[name], feud = feuds[name],
      spouse = home.wed and number < 4 and home[5 - number][2] or nil,
      parent = kind == "child" and { home[2][2], home[3][2] } or nil,
    } }
  end
end
