-- A game that plays the minute and ends. An error is told, and ends it too.
local love = _G.love

function love.errorhandler(message)
  print(message)
  return function() return 1 end
end

require "minute"
love.event.quit(0)
