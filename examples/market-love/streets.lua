-- Where one can walk, in squares of a metre, and a short way from here to there. Knows nothing of NPCs.
local streets = {}

local WIDTH, HEIGHT, blocked = 64, 36, {}
local STEPS = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } }

local function index(x, y) return y * WIDTH + x end
local function square(v) return math.floor(v + 0.5) end
local function is_free(x, y)
  return x > 0 and x < WIDTH - 1 and y > 5 and y < HEIGHT - 1 and not blocked[index(x, y)]
end

--- Nobody walks in these squares any more.
function streets.block(left, top, right, bottom)
  for y = top, bottom do
    for x = left, right do blocked[index(x, y)] = true end
  end
end

--- Somewhere within some metres where one can stand.
function streets.free_near(x, y, radius)
  for _ = 1, 20 do
    local angle = love.math.random() * 2 * math.pi
    local to_x, to_y = x + math.cos(angle) * radius, y + math.sin(angle) * radius
    if is_free(square(to_x), square(to_y)) then return to_x, to_y end
  end
  return x, y
end

--- Beside somebody, on the side from which one comes if one can stand there.
function streets.free_beside(x, y, from_x)
  local side = from_x < x and -1 or 1
  for _, way in ipairs { side, -side } do
    if is_free(square(x + way * 1.2), square(y)) then return x + way * 1.2, y end
  end
  return streets.free_near(x, y, 1.2)
end

local function is_open(from, to)
  local steps = math.ceil(math.max(math.abs(to.x - from.x), math.abs(to.y - from.y)) * 3)
  for i = 1, steps - 1 do
    local x, y = from.x + (to.x - from.x) * i / steps, from.y + (to.y - from.y) * i / steps
    if not is_free(square(x), square(y)) then return false end
  end
  return true
end

-- From the squares of a way to as few points as lead round all corners.
local function straightened(last, x, y)
  local points, way, from = { { x = x, y = y } }, {}, 1
  while last.from do
    last = last.from
    table.insert(points, 1, last)
  end
  while from < #points do
    local to = #points
    while to > from + 1 and not is_open(points[from], points[to]) do to = to - 1 end
    way[#way + 1], from = points[to], to
  end
  return way
end

--- The points of the way, or nil if there is none. Both ends may be in blocked squares: people sit on benches.
function streets.way(x, y, to_x, to_y)
  local queue, seen, goal = { { x = square(x), y = square(y) } }, {}, index(square(to_x), square(to_y))
  for _, here in ipairs(queue) do -- which grows meanwhile
    if index(here.x, here.y) == goal then return straightened(here, to_x, to_y) end
    for _, step in ipairs(STEPS) do
      local nx, ny = here.x + step[1], here.y + step[2]
      local at = index(nx, ny)
      if not seen[at] and (at == goal or is_free(nx, ny) and is_free(here.x, ny) and is_free(nx, here.y)) then
        seen[at], queue[#queue + 1] = true, { x = nx, y = ny, from = here }
      end
    end
  end
end

return streets
