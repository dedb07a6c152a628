-- The bars at the top and at the bottom of the window.
local labels = require "labels"

local graphics = love.graphics

local hud = { help = true, top = "" }

local HELP = "click, Tab  follow   drag, arrows, wheel  look about   Space  pause   + -  pace   R  rain   F  feast"
  .. "   S  shout   O  roofs   1 areas   2 links   3 scenes   4 plans   I  inspector   H  hide this"
local PADDING, EDGE = 9, 6

local font, line

function hud.load()
  font = graphics.newFont(13)
  line = font:getHeight()
end

-- Of the last text: its lines within a width.
local laid = {}
local function wrapped(text, width)
  if laid.text ~= text or laid.limit ~= width then
    local widest, lines = font:getWrap(text, width)
    laid.text, laid.limit, laid.widest, laid.lines = text, width, widest, #lines
  end
  return laid.widest, laid.lines
end

local function draw_bar(text, x, y, width, height, limit)
  labels.reserve(x, y, width, height)
  graphics.setColor(0.13, 0.10, 0.09, 0.8)
  graphics.rectangle("fill", x, y, width, height, 9)
  graphics.setColor(0.98, 0.94, 0.86)
  graphics.printf(text, font, x + PADDING, y + 4, limit)
end

local function described(npc)
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
  draw_bar(hud.top, EDGE, EDGE, font:getWidth(hud.top) + 2 * PADDING, line + 8, width)
  if not hud.help then return end
  local limit = width - 2 * (EDGE + PADDING)
  local widest, lines = wrapped(HELP, limit)
  local height = lines * line + 8
  draw_bar(HELP, EDGE, graphics.getHeight() - height - EDGE, widest + 2 * PADDING, height, limit)
end

return hud
