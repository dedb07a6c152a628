-- The Crown: a pub with an extent, chairs that offer to be sat on, a door to go through, and guests who ask for a seat.
local bustle = require "bustle"

local crown = {}

--- The tables of the pack.
function crown.tables()
  return {
    name = "crown",
    states = { sitting = { flag = true }, broken = { flag = true }, open = { flag = true, default = true },
      noise = { default = 0 } },
    links = { "seat", "home", trust = { min = -10, max = 10, default = 0 } },
    interruptions = { "shout", "whisper", "fire" },
    actions = {
      pull_out = { duration = 1, targets = true }, sit_down = { duration = 1, targets = true },
      stand_up = { duration = 1, targets = true }, drink = { duration = 6 }, wander = { duration = 4 },
      look = { duration = 2 }, run_away = { duration = 2 }, turn_handle = { duration = 1, targets = true },
      keep = { duration = 60 },
    },
    sequences = {
      sit_on_chair = { same = true, entry = "pull", pull = { action = "pull_out", to = "down" },
        down = { action = "sit_down", to = "stay" }, stay = { body = true, to = "up" },
        up = { action = "stand_up", to = "END" } },
      get_up = { same = true, entry = "up", up = { action = "stand_up", to = "END" } },
      have_a_drink = { entry = "drink", drink = { action = "drink", to = "END" } },
      evening = { entry = "seat", seat = { request = "sit", targets = "furniture", within = 10, body = "have_a_drink",
        to = "END", failed = "stroll" }, stroll = { action = "wander", to = "END" } },
      look_up = { entry = "look", look = { action = "look", to = "END" } },
      flee = { entry = "run", run = { action = "run_away", to = "END" } },
      walk_about = { entry = "stroll", stroll = { action = "wander", to = "END" } },
      go_through = { same = true, entry = "turn", turn = { action = "turn_handle", to = "END" } },
      keep_house = { entry = "keep", keep = { action = "keep", to = "END" } },
    },
    props = {
      chair = { tags = "furniture", static = true, state = { "broken" }, offers = { sit = { sequence = "sit_on_chair",
        when = "not target.broken", undo = "get_up", adopt = "self.sitting = true", drop = "self.sitting = false" } } },
      door = { static = true, state = { "open" }, offers = { pass = { sequence = "go_through",
        only_while = "target.open" } } },
    },
    npcs = {
      guest = { main = "evening", fallback = "walk_about", tags = "person", state = { "sitting" },
        on = { shout = "look_up", whisper = { sequence = "look_up", stays = true },
          fire = { sequence = "flee", priority = 5, urgent = true } } },
      stroller = { main = "walk_about", state = { "sitting" }, tags = "person" },
      pub = { area = { width = 20, depth = 14 }, main = "keep_house", state = { "noise" },
        enter = "target.noise += 1", exit = "target.noise -= 1" },
    },
  }
end

--- A world with two chairs and Ada, who wants to sit.
-- @tparam[opt] table options of the world
-- @tparam[opt] function make makes the world in place of `bustle.world`
-- @treturn table world
-- @treturn table ada
-- @treturn table chair 1, at her place
-- @treturn table chair 2, too far for a guest
function crown.world(options, make)
  local given = { packs = { bustle.pack(crown.tables()) }, seed = 1 }
  for key, value in pairs(options or {}) do given[key] = value end
  local world = (make or bustle.world)(given)
  local first, second = world:spawn("chair", { name = "chair 1" }), world:spawn("chair", { name = "chair 2", x = 30 })
  return world, world:spawn("guest", { name = "Ada" }), first, second
end

return crown
