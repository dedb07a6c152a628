-- Where one can walk, in squares of a metre, and a short way from here to there. Knows nothing of NPCs.
local streets = {}

local WORN, GRASS = 10, 15 -- what a step costs on a path, and elsewhere
local SLANT = 1.4

local width, height = 0, 0
local blocked, rooms, costs = {}, {}, {} -- by square; what costs less is a path
local reached, from, settled, search = {}, {}, {}, 0 -- of the search under way: others are over
local best = {}
local heap, keys, size = {}, {}, 0

local function square(v) return math.floor(v + 0.5) end
local function is_free(x, y)
  return x > 0 and x < width - 1 and y > 0 and y < height - 1 and not blocked[y * width + x]
end

--- Begins with so many squares, all of them free but the outermost. With paths, a step elsewhere costs more.
function streets.open(columns, rows, paths)
  width, height = columns, rows
  for at = 0, width * height - 1 do
    blocked[at], rooms[at], costs[at] = false, 0, paths and GRASS or WORN
    reached[at], from[at], settled[at], best[at] = 0, -1, 0, 0
  end
  search = 0
end

--- Nobody walks in these squares any more; or again, if `free`.
function streets.block(left, top, right, bottom, free)
  for y = math.max(0, top), math.min(height - 1, bottom) do
    for x = math.max(0, left), math.min(width - 1, right) do blocked[y * width + x] = not free end
  end
end

--- These squares are a room of their own: nobody strolls from it into another.
function streets.room(left, top, right, bottom, number)
  for y = top, bottom do
    for x = left, right do rooms[y * width + x] = number end
  end
end

--- The number of the room of a square; 0 out of doors.
function streets.room_at(x, y) return rooms[square(y) * width + square(x)] or 0 end

--- Whether nothing is within so many squares: neither a path nor a room nor what is blocked.
function streets.is_wild(x, y, reach)
  for sy = square(y) - reach, square(y) + reach do
    for sx = square(x) - reach, square(x) + reach do
      local at = sy * width + sx
      if sx >= 0 and sx < width and sy >= 0 and sy < height and (blocked[at] or rooms[at] > 0 or costs[at] == WORN) then
        return false
      end
    end
  end
  return true
end

--- Treads a path in a square.
function streets.wear(x, y)
  if is_free(square(x), square(y)) then costs[square(y) * width + square(x)] = WORN end
end

--- Somewhere within some metres where one can stand, in the same room.
function streets.free_near(x, y, radius)
  local room = rooms[square(y) * width + square(x)]
  for _ = 1, 20 do
    local angle = love.math.random() * 2 * math.pi
    local to_x, to_y = x + math.cos(angle) * radius, y + math.sin(angle) * radius
    local sx, sy = square(to_x), square(to_y)
    if is_free(sx, sy) and rooms[sy * width + sx] == room then return to_x, to_y end
  end
  return x, y
end

--- Beside somebody, on the side from which one comes if one can stand there.
function streets.free_beside(x, y, from_x)
  local side, room = from_x < x and -1 or 1, rooms[square(y) * width + square(x)]
  for way = side, -side, -2 * side do
    local at = square(x + way * 1.2)
    if is_free(at, square(y)) and rooms[square(y) * width + at] == room then return x + way * 1.2, y end
  end
  return streets.free_near(x, y, 1.2)
end

-- ---- The search: from the end to the beginning, so that it is read off forward ----

local function push(at, key)
  size = size + 1
  local i = size
  while i > 1 do
    local above = math.floor(i / 2)
    if keys[above] <= key then break end
    heap[i], keys[i], i = heap[above], keys[above], above
  end
  heap[i], keys[i] = at, key
end

local function pop()
  local top, at, key, i = heap[1], heap[size], keys[size], 1
  size = size - 1
  while 2 * i <= size do
    local below = 2 * i
    if below < size and keys[below + 1] < keys[below] then below = below + 1 end
    if keys[below] >= key then break end
    heap[i], keys[i], i = heap[below], keys[below], below
  end
  heap[i], keys[i] = at, key
  return top
end

local function reach(at, by, cost, goal_x, goal_y)
  if reached[at] == search and best[at] <= cost then return end
  reached[at], best[at], from[at] = search, cost, by
  local dx, dy = math.abs(at % width - goal_x), math.abs(math.floor(at / width) - goal_y)
  push(at, cost + WORN * (math.max(dx, dy) + (SLANT - 1) * math.min(dx, dy)))
end

-- Whether there is a way; its squares are then in `from`.
local function find(start, goal)
  local goal_x, goal_y = goal % width, math.floor(goal / width)
  search, size = search + 1, 0
  reach(start, -1, 0, goal_x, goal_y)
  while size > 0 do
    local here = pop()
    if here == goal then return true end
    if settled[here] ~= search then
      settled[here] = search
      local x, y = here % width, math.floor(here / width)
      for dy = -1, 1 do
        for dx = -1, 1 do
          local nx, ny = x + dx, y + dy
          local at = ny * width + nx
          local slants = dx ~= 0 and dy ~= 0
          if at == goal or is_free(nx, ny) and (not slants or is_free(x, ny) and is_free(nx, y)) then
            reach(at, here, best[here] + (slants and SLANT or 1) * costs[at], goal_x, goal_y)
          end
        end
      end
    end
  end
  return false
end

-- Whether one can go straight on, and not off a path.
local function is_open(x, y, to_x, to_y)
  local steps = math.ceil(math.max(math.abs(to_x - x), math.abs(to_y - y)) * 3)
  local cost = math.max(costs[square(y) * width + square(x)], costs[square(to_y) * width + square(to_x)])
  for i = 1, steps - 1 do
    local sx, sy = square(x + (to_x - x) * i / steps), square(y + (to_y - y) * i / steps)
    if not is_free(sx, sy) or costs[sy * width + sx] > cost then return false end
  end
  return true
end

--- Writes the points of the way into a table, as x, y, x, y and so on. Returns their number, nil if there is no way.
-- Both ends may be in blocked squares: people sit on benches.
function streets.way(x, y, to_x, to_y, way)
  local start, goal = square(y) * width + square(x), square(to_y) * width + square(to_x)
  if not find(goal, start) then return nil end
  local count, at, last_x, last_y = 0, start, x, y
  while at ~= goal do
    local next_at = from[at]
    local nx, ny = next_at % width, math.floor(next_at / width)
    if next_at == goal then nx, ny = to_x, to_y end
    if not is_open(last_x, last_y, nx, ny) and at ~= start then
      last_x, last_y = at % width, math.floor(at / width)
      way[2 * count + 1], way[2 * count + 2], count = last_x, last_y, count + 1
    end
    at = next_at
  end
  way[2 * count + 1], way[2 * count + 2] = to_x, to_y
  return count + 1
end

return streets
