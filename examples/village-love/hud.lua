-- The bars at the top and at the bottom of the window.
local labels = require "labels"

local graphics = love.graphics

local hud = { help = true, top = "" }

local HELP = "click  follow   drag, arrows, wheel  look about   Space  pause   + -  pace   R  rain   F  feast"
  .. "   S  shout   K  kill   O  roofs   1 areas  2 links  3 scenes  4 plans   I  inspector   H  hide this"

local font

function hud.load() font = graphics.newFont(13) end

local function draw_bar(text, x, y)
  local width, height = font:getWidth(text) + 18, font:getHeight() + 8
  labels.reserve(x, y, width, height)
  graphics.setColor(0.13, 0.10, 0.09, 0.8)
  graphics.rectangle("fill", x, y, width, height, 9)
  graphics.setColor(0.98, 0.94, 0.86)
  graphics.print(text, font, x + 9, y + 4)
end

local function described(npc)
  local target, action = npc.target, (npc.action or "thinks"):gsub("^.*%.", ""):gsub("_", " ")
  return ("   %s, %s: %s%s"):format(npc.name or npc.kind, npc.role or npc.kind, action,
    target and target.name and ", " .. target.name or ""):gsub("_", " ")
end

--- Writes the bar at the top anew.
function hud.write(clock, weekday, weather, feast, pace, selected)
  hud.top = ("%s   %s   %s%s   %s%s"):format(weekday, clock, weather, feast and "   feast day" or "", pace,
    selected and selected.alive and (described(selected)) or "")
end

--- Draws both. They come before the labels, which keep clear of them.
function hud.draw()
  draw_bar(hud.top, 6, 6)
  if hud.help then draw_bar(HELP, 6, graphics.getHeight() - font:getHeight() - 14) end
end

return hud
