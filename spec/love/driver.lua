-- Plays an example by a script, in steps of a thirtieth of a second of no particular length. It stands in a copy of the
-- example as main.lua, with the example's own main.lua beside it as game.lua and the script as script.lua.
local bustle = require "bustle"

local game = { folder = os.getenv "BUSTLE_PICTURES" or "." }
local make_world = bustle.world

-- The world that the example makes is the script's to look at.
function bustle.world(options)
  game.world = make_world(options)
  game.world:on("error", function(message, where) error(("%s: %s"):format(where, message), 0) end)
  return game.world
end

require "game"

local mouse = { x = 0, y = 0, down = false }
love.mouse = { getX = function() return mouse.x end, getY = function() return mouse.y end,
  isDown = function() return mouse.down end }

function game.run(seconds)
  for _ = 1, seconds * 30 do love.update(1 / 30) end
end

function game.key(key) love.keypressed(key, key, false) end

function game.point(x, y)
  local dx, dy = x - mouse.x, y - mouse.y
  mouse.x, mouse.y = x, y
  if love.mousemoved then love.mousemoved(x, y, dx, dy, false) end
end

--- Moves the mouse with its button held, and lets go of it.
function game.drag(x, y) mouse.x, mouse.y, mouse.down = x, y, true end
function game.release() mouse.down = false end

function game.click(x, y)
  game.point(x, y)
  love.mousepressed(x, y, 1, false, 1)
  if love.mousereleased then love.mousereleased(x, y, 1, false, 1) end
end

--- Draws a frame. Returns its picture.
function game.draw(file)
  local picture
  love.graphics.captureScreenshot(function(image) picture = image end)
  for _ = 1, 100 do
    love.event.pump()
    love.graphics.origin()
    love.graphics.clear(love.graphics.getBackgroundColor())
    love.draw()
    love.graphics.present()
    if picture then break end
  end
  assert(picture, "no picture was taken")
  if file then
    local out = assert(io.open(("%s/%s"):format(game.folder, file), "wb"))
    out:write(picture:encode("png"):getString())
    out:close()
  end
  return picture
end

--- How many points of two pictures differ.
function game.difference(a, b)
  local count = 0
  a:mapPixel(function(x, y, red, green, blue, alpha)
    local r, g, bl = b:getPixel(x, y)
    if math.abs(r - red) + math.abs(g - green) + math.abs(bl - blue) > 0.05 then count = count + 1 end
    return red, green, blue, alpha
  end)
  return count
end

function game.check(condition, what)
  if not condition then error(what, 2) end
  print("  " .. what)
end

function love.errorhandler(message)
  io.stderr:write(debug.traceback(tostring(message), 2), "\n")
  os.exit(1)
end

function love.run()
  love.math.setRandomSeed(1) -- or the time decides
  love.load({}, {})
  return function()
    require "script" (game)
    return 0
  end
end
