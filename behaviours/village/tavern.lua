-- A tavern decides for itself, so it is an NPC, with an extent in place of a body.
local function tavern(width, depth, places)
  return {
    tags = { "building", "tavern" }, main = "stand_there", fallback = "stand_there", area = { width = width, depth = depth },
    offers = { work = { sequence = "keep_the_bar", holders = 3 }, drink = { sequence = "have_a_drink", holders = places } },
  }
end
npc "tavern" (tavern(24, 16, 18))
npc "alehouse" (tavern(16, 10, 12))
action "listen_to_the_guests" { duration = { 30, 60 } }
action "drink" { duration = { 8, 16 }, resumable = true, finish = "self.mood += 1", show = { pose = "drink" } }
sequence "stand_there" (chain { "listen_to_the_guests" })
sequence "have_a_drink" (chain { { action = "step_to", target = "has(seat) of target" }, "drink" })

sequence "free_evening" {
  entry = "choose",
  choose = { to = { "tavern", "home" } },
  tavern = { action = "walk", target = "tavern", to = "drink", failed = "home" },
  drink = { request = "drink", from = "tavern", to = "choose", failed = "home" },
  home = { sequence = "an_hour_at_home", to = "choose" },
}
sequence "an_hour_at_home" (chain { { action = "walk", target = "home", failed = "rest" }, "rest", "look_out" })
