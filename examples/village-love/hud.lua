-- The bars at the top and at the bottom of the window.
local labels = require "labels"

local graphics = love.graphics

local hud = { help = true, top = "" }

local HELP = { "click, Tab  follow", "drag, arrows, wheel  look about", "Space  pause", "+ -  pace", "R  rain",
  "F  feast", "S  shout", "K  kill", "O  roofs", "1 areas", "2 links", "3 scenes", "4 plans", "I  inspector",
  "H  hide this" }
local PADDING, EDGE = 9, 6

local font, line

function hud.load()
  font = graphics.newFont(13)
  line = font:getHeight()
end

-- The help in lines of a width, broken between keys; of the last width.
local laid = {}
local function lay_help(limit)
  if laid.limit == limit then return laid end
  local text = HELP[1]
  laid.limit, laid.lines, laid.width = limit, 1, 0
  for i = 2, #HELP do
    local longer = text .. "   " .. HELP[i]
    if font:getWidth(longer) > limit then
      longer, laid.lines = text .. "\n" .. HELP[i], laid.lines + 1
    end
    text = longer
  end
  laid.text, laid.width = text, font:getWidth(text)
  return laid
end

local function draw_bar(text, x, y, width, height)
  labels.reserve(x, y, width, height)
  graphics.setColor(0.13, 0.10, 0.09, 0.8)
  graphics.rectangle("fill", x, y, width, height, 9)
  graphics.setColor(0.98, 0.94, 0.86)
  graphics.print(text, font, x + PADDING, y + 4)
end

-- Whom or what one has clicked.
local function described(npc)
  if not npc.owner then return "   " .. (npc.name or npc.kind) end
  local target, action = npc.target, (npc.action or "thinks"):gsub("^.*%.", ""):gsub("_", " ")
  return ("   %s, %s: %s%s"):format(npc.name or npc.kind, npc.role or npc.kind, action,
    target and target.name and ", " .. target.name or ""):gsub("_", " ")
end

--- Writes the bar at the top anew.
function hud.write(clock, weekday, weather, feast, pace, selected)
  hud.top = ("%s   %s   %s%s   %s%s"):format(weekday:gsub("^%l", string.upper), clock, weather,
    feast and "   feast day" or "", pace, selected and selected.alive and (described(selected)) or "")
end

--- Draws both in so many points from the left. They come before the labels, which keep clear of them.
function hud.draw(width)
  draw_bar(hud.top, EDGE, EDGE, font:getWidth(hud.top) + 2 * PADDING, line + 8)
  if not hud.help then return end
  local help = lay_help(width - 2 * (EDGE + PADDING))
  local height = help.lines * line + 8
  draw_bar(help.text, EDGE, graphics.getHeight() - height - EDGE, help.width + 2 * PADDING, height)
end

return hud
