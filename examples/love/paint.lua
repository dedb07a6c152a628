-- Pictures that are drawn once, when a game begins.
local graphics = love.graphics

local paint = {}

--- A shape in a colour, brighter or darker: kind is that of love.graphics, without its mode.
function paint.shape(colour, shade, kind, ...)
  graphics.setColor(colour[1] * shade, colour[2] * shade, colour[3] * shade)
  graphics[kind]("fill", ...)
end

function paint.line(colour, shade, width, ...)
  graphics.setColor(colour[1] * shade, colour[2] * shade, colour[3] * shade)
  graphics.setLineWidth(width)
  graphics.line(...)
end

--- What a thing throws on the ground.
function paint.shadow(x, y, width, height)
  graphics.setColor(0, 0, 0, 0.2)
  graphics.ellipse("fill", x, y, width, height)
end

--- A picture of a size, as a function draws it. Its colours are premultiplied: draw it in that blend mode.
function paint.picture(width, height, draw, settings)
  local canvas = graphics.newCanvas(width, height, { msaa = 4 })
  graphics.push "all"
  graphics.reset()
  graphics.setCanvas(canvas)
  draw()
  graphics.pop()
  return graphics.newImage(canvas:newImageData(), settings)
end

--- A picture of cells in a row, each drawn with its own point (x, y) as the origin.
function paint.sheet(cells, width, height, x, y)
  return paint.picture(#cells * width, height, function()
    for i, draw in ipairs(cells) do
      graphics.push()
      graphics.translate((i - 1) * width + x, y)
      draw()
      graphics.pop()
    end
  end, { mipmaps = true })
end

return paint
