-- Draws the pictures of market-love anew and ends: love examples/art FOLDER
local people = require "people"
local square = require "square"

local PICTURES = {
  { "ground.png", 1280, 720, square.draw_ground },
  { "things.png", 12 * 120, 140, square.draw_things },
  { "people.png", 26 * 40, 30 * 56, people.draw },
}

function love.load(arguments)
  for _, picture in ipairs(PICTURES) do
    local name, width, height, draw = picture[1], picture[2], picture[3], picture[4]
    local canvas = love.graphics.newCanvas(width, height, { msaa = 4 })
    love.graphics.setCanvas(canvas)
    draw()
    love.graphics.setCanvas()
    local file = assert(io.open(("%s/%s"):format(arguments[1] or ".", name), "wb"))
    file:write(canvas:newImageData():encode("png"):getString())
    file:close()
  end
  love.event.quit()
end
