-- The market: people come and go, one can follow, shout, open and close, pause, hurry, and look inside.
return function(game)
  local check, world = game.check, game.world
  local started = {}
  world:on("interrupt", function(_, interruption, _, response)
    local name = interruption or response
    started[name] = (started[name] or 0) + 1
  end)

  check(world:stats().npcs == 30, "thirty people come to the market")
  local before = game.draw()
  game.run(60)
  local later = game.draw("market.png")
  check(later:getWidth() == 1280 and later:getHeight() == 720, "it is 1280 by 720")
  check(game.difference(before, later) > 8000, "people and things move")
  check(world:stats().starts > 200, "they have plenty to do")
  local walked = 0
  for _, npc in ipairs(world:find { kind = "visitor" }) do
    if math.abs(npc.x - npc.owner.x) <= 0.5 and math.abs(npc.y - npc.owner.y) <= 0.5 then walked = walked + 1 end
  end
  check(walked >= 17, "the world knows where its figures are")

  check((started.look_up or 0) > 5 and started.look_up < 100, "they glance at each other, now and then")
  local glancing
  for _ = 1, 200 do
    for _, npc in ipairs(world:find { kind = "visitor" }) do
      if npc.action == "glance" then glancing = npc end
    end
    if glancing then break end
    game.run(0.2)
  end
  game.click(glancing.owner.x * 20, glancing.owner.y * 20 - 16)
  game.draw("glance.png")
  game.key "o"
  game.run(5)
  check(world.env.market_open == false, "O closes the market")
  for _, vendor in ipairs(world:find { kind = "vendor" }) do
    check(vendor.action ~= "serve" and vendor.action ~= "cry_wares", vendor.name .. " has stopped selling")
  end
  game.run(10)
  started = {}
  game.key "o"
  game.run(5)
  check(started.market_opens == 7, "O opens it, and all vendors are called back")

  local ada = world:get "Ada"
  game.click(ada.owner.x * 20, ada.owner.y * 20 - 16)
  local followed = game.draw()
  check(game.difference(game.draw(), followed) == 0, "nothing moves between two frames without an update")
  game.key "i"
  check(game.difference(game.draw(), followed) > 100000, "the inspector opens")
  for _ = 1, 1000 do
    if ada.sequence == "browse_goods" then break end
    game.run(0.2)
  end
  check(ada.sequence == "browse_goods", "Ada comes to a stall")
  game.draw("inspector.png")
  local choice = require("bustle.inspector.choice").last(ada:explain().decisions)
  check(choice and choice.rule.rule ~= "none", "the world keeps the choice that the inspector explains")
  game.key "i"

  -- Somebody who tells somebody something, from then on until they part.
  local teller, hearer
  local forget = world:on("join", function(npc, scene, _, initiator)
    if scene == "gossip" and npc ~= initiator and not teller then teller, hearer = initiator, npc end
  end)
  for _ = 1, 600 do
    if teller then break end
    game.run(0.1)
  end
  forget()
  check(teller, "somebody has news to tell")
  game.click(teller.owner.x * 20, teller.owner.y * 20 - 16)
  local both, one, opposite = 0, 0, true
  while teller.scene do
    local speaks, answers = teller.owner.says, hearer.owner.says
    if teller.action == "chat" or hearer.action == "answer" then
      if one == 0 then game.draw("talk.png") end
      one, both = one + 1, both + (speaks and answers and 1 or 0)
      opposite = opposite and (hearer.owner.x - teller.owner.x) * teller.owner.facing > 0
        and teller.owner.facing == -hearer.owner.facing
    end
    game.run(0.1)
  end
  check(one > 30 and both == 0, "one speaks, the other listens")
  check(opposite, "and they face each other")

  game.point(640, 400)
  game.key "s"
  game.run(0.6)
  check((started.player_shouts or 0) > 0, "a shout is heard")
  game.draw("shout.png")
  game.run(15)

  local now = world:now()
  game.key "space"
  game.run(5)
  check(world:now() == now, "a pause stops the world")
  game.key "space"
  game.key "+"
  game.run(5)
  check(math.abs(world:now() - now - 10) < 0.1, "twice the pace is twice the time")
  game.key "-"

  started = {}
  game.key "r"
  game.run(12)
  check(started.rain_starts and started.rain_starts >= 18, "R brings rain, and people run from it")
  game.draw("rain.png")
  local waiting
  for _ = 1, 200 do
    for _, npc in ipairs(world:find { kind = "visitor" }) do
      if npc:doing().mood == "awaiting" then waiting = npc end
    end
    if waiting then break end
    game.run(0.2)
  end
  check(waiting, "somebody waits for the rain to end")
  game.click(waiting.owner.x * 20, waiting.owner.y * 20 - 16)
  game.key "i"
  game.draw("waiting.png")
  check(waiting:explain().now.awaits[1].reads[1].value == "rainy", "the world knows what the inspector says it waits for")
  game.key "i"
  game.key "r"
  for _ = 1, 3 do game.key "+" end
  while world.env.hour ~= 22 do game.run(0.1) end
  game.draw("night.png")
  for _, guard in ipairs(world:find { kind = "guard" }) do
    check(guard.role == "night_watch", guard.name .. " is on watch")
  end
  check(#world:find { state = { indoors = true } } > 12, "by ten in the evening most have gone home")
  check(world:stats().halted == 0 and world:check(), "nobody has halted, and the world is consistent")
end
