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
  local data = canvas:newImageData()
  return graphics.newImage(data, settings), data
end

-- What a cell of a picture has in it: left, top, width and height within the cell.
local function extent(data, cell, width, height)
  local left, top, right, bottom = width, height, 0, 0
  for y = 0, height - 1 do
    for x = 0, width - 1 do
      local _, _, _, alpha = data:getPixel(cell * width + x, y)
      if alpha > 0 then
        left, right = math.min(left, x), math.max(right, x + 1)
        top, bottom = math.min(top, y), math.max(bottom, y + 1)
      end
    end
  end
  return { left = left, top = top, width = math.max(1, right - left), height = math.max(1, bottom - top) }
end

--- Lets a picture with mipmaps cost no more than it must at a zoom. One that is `straight` lies on whole points.
function paint.fit(picture, zoom, straight)
  local filter = straight and zoom == 1 and "nearest" or "linear"
  picture:setFilter(filter, filter)
  if zoom < 1 then picture:setMipmapFilter "linear" else picture:setMipmapFilter() end
end

--- A picture of cells in a row, each drawn with its own point (x, y) as the origin; and what each has in it.
function paint.sheet(cells, width, height, x, y)
  local picture, data = paint.picture(#cells * width, height, function()
    for i, draw in ipairs(cells) do
      graphics.push()
      graphics.translate((i - 1) * width + x, y)
      draw()
      graphics.pop()
    end
  end, { mipmaps = true })
  local extents = {}
  for i = 1, #cells do extents[i] = extent(data, i - 1, width, height) end
  return picture, extents
end

return paint
