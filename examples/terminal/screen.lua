-- A scene as text: a map of 64 by 18 letters with a log below. With colours if it goes to a terminal.
local canvas = require "examples.terminal.canvas"

local screen = {}

local COLUMNS, ROWS, NEWS = 64, 18, 4

-- What stands where: a letter, or several, and a colour.
local LOOKS = {
  stall = { "[=]", 33 }, bench = { "==", 33 }, fountain = { "(~)", 36 }, tree = { "Y", 32 }, guard_post = { "P", 34 },
  cart = { "\\_/", 33 }, gate = { "/-\\", 37 },
  food_stall = { "[$]", 33 }, pavilion = { "/^\\", 37 }, bar = { "[bar]", 33 },
  couch = { "uuu", 35 }, table = { "T", 33 },
  vendor = { "v", 93 }, guard = { "g", 94 }, visitor = { "o", 97 }, keeper = { "k", 94 }, dancer = { "d", 95 },
}
local LEGEND = {
  market = "o visitor  v vendor  g guard  [=] stall  == bench  (~) fountain  Y tree  P post\n"
    .. "\\_/ cart  /-\\ gate",
  park = "o visitor  k keeper  == bench  [$] food stall  /^\\ pavilion  Y tree",
  club = "o visitor  d dancer  [bar] bar  uuu couch  T table",
}

--- Whether standard output is a terminal.
function screen.is_terminal()
  local ok = os.execute("test -t 1")
  return ok == true or ok == 0
end

--- How many columns and lines the terminal has; nothing if there is none.
function screen.size()
  if not screen.is_terminal() then return end
  local pipe = io.popen "stty size </dev/tty 2>/dev/null"
  local lines, columns = pipe:read("*a"):match "(%d+) (%d+)"
  pipe:close()
  if tonumber(lines or 0) > 0 then return tonumber(columns), tonumber(lines) end
end

--- What actions are, by name.
function screen.actions_of(world)
  local actions = {}
  for _, action in ipairs(world:actions()) do actions[action.name] = action end
  return actions
end

--- Those who walk are on their way: the world has them arrive at the end. Who is away is nowhere.
function screen.position(entity, actions)
  local x, y = entity.x, entity.y
  local action = actions[entity.state.energy and entity.action]
  if action and action.show.pose == "away" then return nil end
  if not (action and action.travel) then return x, y end
  local doing = entity:doing()
  local part = 1 - doing.remaining / doing.duration
  return x + (doing.target.x - x) * part, y + (doing.target.y - y) * part
end

local function draw_all(scene, hero, drawn)
  local actions = screen.actions_of(scene.world)
  for _, people in ipairs { false, true } do -- people before things
    for _, entity in ipairs(scene.world:find()) do
      local look = LOOKS[entity.kind]
      local x, y = screen.position(entity, actions)
      if look and x and (entity.state.energy ~= nil) == people then
        local column = math.floor(x / scene.width * COLUMNS) - math.floor(#look[1] / 2) + 1
        local text, colour = look[1], look[2]
        if entity == hero then text, colour = "@", 91 end
        drawn:put(column, math.floor(y / scene.height * ROWS) + 1, text, colour)
      end
    end
  end
end

--- A frame. On a terminal it takes the place of the last one.
function screen.frame(scene, hero, news, coloured)
  local drawn, lines = canvas.new(COLUMNS, ROWS), {}
  draw_all(scene, hero, drawn)
  local finish = coloured and "\27[K" or ""
  local function add(text) lines[#lines + 1] = text .. finish end
  local doing = (hero.action or "thinks"):gsub("_", " ")
  add(("%s  the %s, %d people    @ is %s: %s"):format(scene:clock(), scene.name, #scene.people, hero.name, doing))
  add("+" .. ("-"):rep(COLUMNS) .. "+")
  for row = 1, ROWS do add("|" .. drawn:line(row, coloured) .. "|") end
  add("+" .. ("-"):rep(COLUMNS) .. "+")
  add(LEGEND[scene.name])
  for i = #news - NEWS + 1, #news do add(news[i] or "") end
  return (coloured and "\27[H" or "") .. table.concat(lines, "\n") .. "\n\n"
end

return screen
