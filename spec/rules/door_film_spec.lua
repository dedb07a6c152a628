-- Films of a door on the way: the game lets whoever comes to it cross, in the middle of a walk that goes on afterwards
-- (S64). One goes through at a time, the others stand in line, and all give way to the player. Times are those of
-- updates, two a second.
local kit = require "spec.rules.kit"
local tavern = require "spec.rules.tavern"

-- The lines from one on.
local function from(first, film)
  local rest = {}
  for i = first, #film do rest[#rest + 1] = film[i] end
  return rest
end

-- Places to wait are things too: a line of spots, each with a link to the one ahead.
local function content()
  return {
    name = "house", states = { player_here = { flag = true }, through = { flag = true }, number = {} },
    links = { "spot", "ahead" },
    actions = {
      walk = { travel = 2, targets = "goal", resumable = true }, sit = { duration = 100 },
      open_door = { duration = 1, targets = true },
      go_through = { duration = 1, targets = true, finish = "self.through = true" },
      step_up = { travel = 2, targets = true }, wait_in_line = { duration = 1 },
    },
    sequences = {
      stroll = { entry = "walk", walk = { action = "walk", to = "rest" }, rest = { action = "sit", to = "END" } },
      rest = kit.chain { "sit" },
      -- What the game asks for: through at once, or in line.
      cross = { entry = "go",
        go = { request = "pass", from = "target", to = "END", failed = "line" },
        line = { request = "stand", from = "spot of target", prefer = "least target.number", body = "take_the_turn",
          timeout = 60, waiting = "wait_in_line",
          to = { { "END", when = "self.through" }, { "line", otherwise = true } }, failed = "END" } },
      take_the_turn = { entry = "go", go = { request = "pass", from = "target", timeout = 60, every = 0.5,
        waiting = "wait_in_line", to = "END", failed = "END" } },
      pass_door = { same = true, entry = "open", open = { action = "open_door", to = "go" },
        go = { action = "go_through", to = "END" } },
      -- At the front one waits for the door, with what the request wanted there; behind it, to move up.
      stand_in_line = { same = true, entry = "step", step = { action = "step_up", to = "hub" },
        hub = { to = { { "first", when = "not any(ahead of target)" }, { "behind", otherwise = true } } },
        first = { body = true, to = "END" },
        behind = { wait = "not any(holder of ahead of target)", every = 0.5, waiting = "wait_in_line", to = "END",
          failed = "END" } },
    },
    props = {
      goal = { tags = { "goal" }, static = true },
      spot = { static = true, state = { "number" }, tags = { "spot" }, offers = { stand = { sequence = "stand_in_line" } } },
      door = { static = true, state = { "player_here" }, offers = {
        cross = { sequence = "cross", holders = "any", adopt = "self.through = false" },
        -- Nobody passes by those who stand in line, and nobody before the player.
        pass = { sequence = "pass_door", only_while = "not target.player_here",
          when = "any(provider(spot)) or not any(holder of spot of target)" },
      } },
    },
    npcs = { walker = { main = "stroll", fallback = "rest", state = { "through" } } },
  }
end

describe("a door on the way", function()
  local world, door

  before_each(function()
    world = kit.world(content())
    world:spawn("goal", { name = "the garden", x = 20 })
    door = world:spawn("door", { name = "the door", x = 10 })
    local ahead
    for number = 1, 3 do
      local spot = world:spawn("spot", { name = "spot " .. number, x = 10 - number, state = { number = number } })
      assert(world:link(door, "spot", spot))
      if ahead then assert(world:link(spot, "ahead", ahead)) end
      ahead = spot
    end
  end)

  -- Somebody who has walked up to the door.
  local function walker(name, x)
    local npc = world:spawn("walker", { name = name, x = x or 0 })
    kit.step(world, 0.5)
    npc:move(9, 0)
    return npc
  end

  it("interrupts the walk, which goes on behind it", function()
    local ada = walker "Ada"
    assert.is_true(ada:request("cross", door, { priority = 1 }))
    kit.run(world, 2, 0.5)
    ada:move(11, 0)
    kit.run(world, 7, 0.5)
    assert.same({
      "@0.5 Ada start walk the garden",
      -- The game asks at the door, at the call.
      "@0.5 Ada stop walk interrupted", "@0.5 Ada interrupt cross", "@0.5 Ada adopt cross the door",
      "@1 Ada adopt pass the door", "@1 Ada start open_door the door", "@2 Ada stop open_door done",
      "@2 Ada start go_through the door", "@3 Ada stop go_through done", "@3 Ada drop pass the door done",
      "@3 Ada drop cross the door done",
      -- Nine units are left of the way (S32, S47).
      "@3 Ada start walk again the garden", "@7.5 Ada stop walk done", "@7.5 Ada start sit",
    }, tavern.film(world, ada))
  end)

  it("lets one through at a time; the others stand in line, and move up", function()
    local ada, ben, cleo = walker "Ada", walker "Ben", walker "Cleo"
    for _, each in ipairs { ada, ben, cleo } do assert.is_true(each:request("cross", door, { priority = 1 })) end
    kit.run(world, 7, 0.5)
    assert.same({
      "@2 Ada adopt pass the door", "@2 Ada start open_door the door",
      -- The door is taken, so they line up.
      "@2 Ben adopt stand spot 1", "@2 Ben start step_up spot 1", "@2 Cleo adopt stand spot 2",
      "@2 Cleo start step_up spot 2", "@2.5 Ben stop step_up done", "@2.5 Cleo stop step_up done",
      "@2.5 Ben start wait_in_line", "@2.5 Cleo start wait_in_line", "@3 Ada stop open_door done",
      "@3 Ada start go_through the door", "@4 Ada stop go_through done", "@4 Ada drop pass the door done",
      "@4 Ada drop cross the door done", "@4 Ada start walk again the garden",
      -- The first in line has asked for the door twice a second, from where he stands.
      "@4 Ben stop wait_in_line done", "@4 Ben adopt pass the door", "@4 Ben start open_door the door",
      "@5 Ben stop open_door done", "@5 Ben start go_through the door", "@6 Ben stop go_through done",
      "@6 Ben drop pass the door done", "@6 Ben drop stand spot 1 done", "@6 Ben drop cross the door done",
      "@6 Ben start walk again the garden",
      -- With that the spot is free, and Cleo moves up. It is her turn at once.
      "@6 Cleo stop wait_in_line done", "@6 Cleo drop stand spot 2 done", "@6 Cleo adopt stand spot 1",
      "@6 Cleo start step_up spot 1", "@6.5 Cleo stop step_up done", "@6.5 Cleo adopt pass the door",
      "@6.5 Cleo start open_door the door", "@7.5 Cleo stop open_door done", "@7.5 Cleo start go_through the door",
      "@8.5 Cleo stop go_through done", "@8.5 Cleo drop pass the door done", "@8.5 Cleo drop stand spot 1 done",
      "@8.5 Cleo drop cross the door done", "@8.5 Cleo start walk again the garden",
    }, from(13, tavern.film(world)))
  end)

  it("gives way to the player: who has just begun steps back, and nobody passes before the player is gone", function()
    local ada, ben = walker "Ada", walker "Ben"
    ada:request("cross", door, { priority = 1 })
    kit.step(world, 0.5)
    door.state.player_here = true
    assert.equal(1, door:revoke "pass")
    assert.equal("no_offer", (select(3, ben:request("pass", door, { priority = 1 }))))
    ben:request("cross", door, { priority = 1 })
    kit.run(world, 5, 0.5)
    assert.same({
      "@0.5 Ada start walk the garden", "@1 Ben start walk the garden", "@1 Ada stop walk interrupted",
      "@1 Ada interrupt cross", "@1 Ada adopt cross the door", "@1.5 Ada adopt pass the door",
      "@1.5 Ada start open_door the door", "@1.5 Ben stop walk interrupted", "@1.5 Ben interrupt cross",
      "@1.5 Ben adopt cross the door",
      -- On her turn she lets go of the door (S64), and is the first in line.
      "@2 Ada stop open_door cancelled", "@2 Ada drop pass the door revoked", "@2 Ada adopt stand spot 1",
      "@2 Ada start step_up spot 1", "@2 Ben adopt stand spot 2", "@2 Ben start step_up spot 2",
      "@2.5 Ada stop step_up done", "@2.5 Ben stop step_up done", "@2.5 Ada start wait_in_line",
      "@2.5 Ben start wait_in_line",
    }, tavern.film(world))
    door.state.player_here = false
    kit.run(world, 3, 0.5)
    assert.same({
      "@7 Ada stop wait_in_line done", "@7 Ada adopt pass the door", "@7 Ada start open_door the door",
      "@8 Ada stop open_door done", "@8 Ada start go_through the door", "@9 Ada stop go_through done",
      "@9 Ada drop pass the door done", "@9 Ada drop stand spot 1 done", "@9 Ada drop cross the door done",
      "@9 Ada start walk again the garden", "@9 Ben stop wait_in_line done", "@9 Ben drop stand spot 2 done",
      "@9 Ben adopt stand spot 1", "@9 Ben start step_up spot 1", "@9.5 Ben stop step_up done",
      "@9.5 Ben adopt pass the door", "@9.5 Ben start open_door the door",
    }, tavern.film(world))
  end)

  it("need not be revoked: before the next step it is seen that the player is there", function()
    local ada = walker "Ada"
    ada:request("cross", door, { priority = 1 })
    kit.step(world, 0.5)
    door.state.player_here = true
    kit.run(world, 3, 0.5)
    assert.same({
      "@0.5 Ada start walk the garden", "@0.5 Ada stop walk interrupted", "@0.5 Ada interrupt cross",
      "@0.5 Ada adopt cross the door", "@1 Ada adopt pass the door", "@1 Ada start open_door the door",
      -- What acts is not tested: she opens the door, and then steps back.
      "@2 Ada stop open_door done", "@2 Ada drop pass the door revoked", "@2 Ada adopt stand spot 1",
      "@2 Ada start step_up spot 1", "@2.5 Ada stop step_up done", "@2.5 Ada start wait_in_line",
    }, tavern.film(world))
  end)
end)
