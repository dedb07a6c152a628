-- The film of docs/images/market.gif, as a script for spec/love/driver.lua: seconds at the market, somebody shouts,
-- and people go back to what they were at. A picture for every eighth of a second, into BUSTLE_PICTURES.
local love = _G.love

local SECONDS, PER_SECOND, SHOUT = 12, 8, 3

return function(game)
  game.run(58)
  game.key "h"
  for frame = 1, SECONDS * PER_SECOND do
    if frame == SHOUT * PER_SECOND then
      game.point(640, 400)
      game.key "s"
    end
    for _ = 1, 4 do love.update(1 / (4 * PER_SECOND)) end
    game.draw(("frame-%03d.png"):format(frame))
  end
end
