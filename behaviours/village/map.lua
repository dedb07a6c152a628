-- 160 by 100 metres: x to the right, y down. What stands in a building is linked to it (`has`), and each building knows
-- what work there is (`work`): so people need only know where they belong.
-- Buildings have the tag `building`, taverns and fields also `tavern` and `field`.
-- luacheck: globals STANDS (where each building stands, for people.lua)
STANDS = {}

-- ---- Kinds of buildings; the door is in the middle of the south side ----

prop "cottage" { area = { width = 8, depth = 6 }, tags = "building" }
prop "church" { area = { width = 12, depth = 18 }, tags = "building", offers = { work = { sequence = "tend_the_church" } } }
prop "bakery" { area = { width = 12, depth = 8 }, tags = { "building", "shop" }, offers = { work = { sequence = "bake", holders = 3 } } }
prop "smithy" { area = { width = 10, depth = 8 }, tags = "building", offers = { work = { sequence = "forge", holders = 2 } } }
prop "watch_house" { area = { width = 10, depth = 8 }, tags = "building",
  offers = { work = { sequence = "drill", holders = "any" } } }
prop "manor" { area = { width = 16, depth = 10 }, tags = "building",
  offers = { work = { sequence = "serve_at_the_manor", holders = "any" } } }
prop "west_field" { area = { width = 24, depth = 32 }, tags = "field", offers = { work = { sequence = "till", holders = "any" } } }
prop "east_field" { area = { width = 20, depth = 28 }, tags = "field", offers = { work = { sequence = "till", holders = "any" } } }
prop "churchyard" { area = { width = 10, depth = 10 }, tags = "churchyard" }
prop "green" { area = { width = 32, depth = 16 }, tags = "green" }

-- ---- What stands in them: what one does with a thing, the thing brings along ----

-- Whoever drops a seat, for whatever reason, does not sit any more. Whoever is called away gets up first.
local function sit() return { sequence = "have_a_seat", undo = "get_up", drop = "self.sitting = false" } end
for _, kind in ipairs { "chair", "stool", "bench", "pew" } do
  prop(kind) { static = true, tags = { kind, "seat" }, offers = { sit = sit() } }
end
prop "bed" { static = true, tags = "bed", offers = { sleep = { sequence = "lie_in_bed", undo = "get_out_of_bed" } } }
prop "well" { static = true, tags = "well", offers = { draw_water = { sequence = "draw_a_bucket", holders = 2 } } }
prop "guard_post" { static = true, tags = "guard_post", offers = { guard = "stand_at_the_post" } }
for _, kind in ipairs { "table", "card_table", "bar", "barrel", "hearth", "oven", "anvil", "altar", "grave", "furrow",
  "dance_floor" } do
  prop(kind) { static = true, tags = kind }
end

-- ---- Where they are ----

-- A building at x, y with what is in it: { kind, dx, dy } from its middle, several as { kind, dx, dy, dx, dy }. With `seats`
-- each has four of these around it.
local function building(kind, name, x, y, things)
  local has = {}
  local function put(what, dx, dy, links)
    has[#has + 1] = ("%s, %s %d"):format(name, what, #has + 1)
    place(what) { name = has[#has], x = x + dx, y = y + dy, links = links }
  end
  for _, thing in ipairs(things) do
    for i = 2, #thing, 2 do
      local dx, dy = thing[i], thing[i + 1]
      put(thing[1], dx, dy)
      local first = #has + 1 -- of the seats around it: each is beside the others
      for seat, to in ipairs(thing.seats and { { -1.5, 0 }, { 1.5, 0 }, { 0, -1.5 }, { 0, 1.5 } } or {}) do
        local beside = {}
        for other = 1, 4 do
          if other ~= seat then beside[#beside + 1] = ("%s, %s %d"):format(name, thing.seats, first + other - 1) end
        end
        put(thing.seats, dx + to[1], dy + to[2], { beside = beside })
      end
    end
  end
  place(kind) { name = name, x = x, y = y, links = { has = has } }
  STANDS[name] = { x, y }
end

-- At the Crown they play cards on stools, and dance in the middle.
building("tavern", "The Crown", 80, 40, {
  { "bar", 0, -6 }, { "barrel", -4, -6.4, 4, -6.4 }, { "hearth", -10.4, -6.4 }, { "dance_floor", 0, 2 },
  { "table", -8, -2, -8, 4, 8, 4, seats = "chair" }, { "card_table", 8, -3, seats = "stool" },
})
building("alehouse", "The Plough", 132, 74, {
  { "bar", 0, -3.4 }, { "barrel", -3, -3.6 }, { "dance_floor", 0, 2.6 }, { "table", -4.5, 0.8, 4.5, 0.8, seats = "chair" },
})
building("church", "the church", 40, 28, {
  { "altar", 0, -6.5 }, { "pew", -3, -3, 3, -3, -3, -1, 3, -1, -3, 1, 3, 1, -3, 3, 3, 3, -3, 5, 3, 5, -3, 7, 3, 7 },
})
building("bakery", "the bakery", 104, 24, { { "oven", -3, -2.4, 0, -2.4 }, { "table", 2, 0.5 }, { "barrel", 4.6, -2.4 } })
building("smithy", "the smithy", 58, 20, { { "hearth", -2.5, -2.4 }, { "anvil", 0, 0 }, { "barrel", 3, -2.4 } })
building("watch_house", "the watch house", 112, 48, {
  { "bed", -3.6, -2.6, -1.8, -2.6, 0, -2.6, 1.8, -2.6, 3.6, -2.6 }, { "hearth", 3.4, 0 },
  { "table", -1.6, 0.8, seats = "stool" },
})
building("manor", "the manor", 138, 22, {
  { "bed", -6, -3.6, -4, -3.6, 6, -3.6 }, { "hearth", 0, -3.6 }, { "table", 0, 0.6, seats = "chair" },
})
building("green", "the green", 80, 66, {
  { "well", 0, 0 }, { "bench", -8, -4, 0, -5, 8, -4, -8, 4, 8, 4, -3, 4 },
  { "dance_floor", 4, 5 }, { "tree", -13, -5, 13, -5, -13, 5, 13, 5 },
})
building("churchyard", "the churchyard", 58, 34, { { "grave", -3, -3, 0, -3, 3, -3, -3, 0, 3, 0 }, { "tree", -3.4, 3.4 } })
building("west_field", "the west field", 16, 56, { { "furrow", -8, -12, 0, -12, 8, -12, -8, -4, 0, -4, 8, -4, -8, 4, 0, 4,
  8, 4, -8, 12, 0, 12, 8, 12 } })
building("east_field", "the east field", 148, 50, { { "furrow", -6, -10, 0, -10, 6, -10, -6, -3, 0, -3, 6, -3, -6, 4, 0, 4,
  6, 4, -6, 10, 0, 10, 6, 10 } })

-- Posts of the watch: at the roads, before the taverns, at the green.
for _, at in ipairs { { 30, 46 }, { 80, 52 }, { 122, 60 }, { 98, 80 }, { 66, 44 }, { 122, 34 } } do
  place "guard_post" { x = at[1], y = at[2] }
end
for _, at in ipairs { { 8, 10 }, { 22, 18 }, { 76, 12 }, { 90, 8 }, { 122, 10 }, { 8, 84 }, { 148, 84 }, { 120, 82 } } do
  place "tree" { x = at[1], y = at[2] }
end

-- The cottages, named after who lives there. All are alike: four beds, and a stool for each.
local COTTAGES = {
  { "Brian", 20, 90 }, { "Wat", 34, 90 }, { "Tib", 48, 90 }, { "Hal", 62, 90 }, { "Adam", 76, 90 }, { "Piers", 90, 90 },
  { "Anna", 104, 90 }, { "Ralf", 118, 90 }, { "Maud", 132, 90 },
  { "Oswin", 36, 58 }, { "Bram", 50, 58 }, { "Anselm", 36, 72 }, { "Hugo", 50, 72 },
}
for _, cottage in ipairs(COTTAGES) do
  building("cottage", cottage[1] .. "'s house", cottage[2], cottage[3], {
    { "bed", -2.8, -1.8, 1.4, -1.8, 2.8, -1.8, 2.8, 0.2 }, { "hearth", 0, -1.8 },
    { "table", -1.2, 0.3, seats = "stool" },
  })
end
