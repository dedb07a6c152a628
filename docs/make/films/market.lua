-- The film of docs/images/market.gif, as a script for spec/love/driver.lua: seconds at the market, somebody shouts,
-- and people go back to what they were at, two who talk among them. A picture for every eighth of a second, into
-- BUSTLE_PICTURES.
local love = _G.love

local SECONDS, PER_SECOND, SHOUT = 12, 8, 3

local function is_near(npc, x, y) return math.abs(npc.x - x) < 10 and math.abs(npc.y - y) < 7 end

-- Somebody in the middle of the square who begins to talk.
local function await_talk(game)
  for _ = 1, 6000 do
    for _, npc in ipairs(game.world:find { tag = "person" }) do
      if npc.action == "chat" and npc.remaining > 4 and is_near(npc, 32, 20) then return npc end
    end
    game.run(0.1)
  end
end

return function(game)
  game.run(24)
  game.key "h"
  local teller = await_talk(game)
  game.click(teller.x * 20, teller.y * 20 - 16)
  for frame = 1, SECONDS * PER_SECOND do
    if frame == SHOUT * PER_SECOND then
      game.point(640, 400)
      game.key "s"
    end
    for _ = 1, 4 do love.update(1 / (4 * PER_SECOND)) end
    game.draw(("frame-%03d.png"):format(frame))
  end
end
