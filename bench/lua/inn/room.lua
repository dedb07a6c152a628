--- The inn without bustle: a table for every person, servers of a neighbourhood in one cell, and a tick of everybody in
-- every frame. What people do is left to machines.lua.
local dice = require "bench.lua.tickers.dice"

local floor = math.floor

local Room = {}
Room.__index = Room

-- The width of a cell: as far as one looks.
local CELL = 30

--- An empty room.
-- @tparam table machines `arrive(npc)`, `tick(npc, dt)`, `bell(npc)` and `leave(npc)`
function Room.new(machines)
  return setmetatable({ machines = machines, npcs = {}, cells = {}, found = {}, starts = 0, served = 0, broken = 0 },
    Room)
end

-- Cells have numbers; no inn is so wide that they meet.
local function cell_of(x, y)
  return floor(x / CELL) + floor(y / CELL) * 65536
end

--- Brings somebody.
-- @tparam string kind "patron" or "server"
-- @treturn table
function Room:spawn(kind, x, y)
  local npc = { room = self, kind = kind, x = x, y = y, timer = 0, inbox = {}, served = 0, till = 0 }
  self.npcs[#self.npcs + 1], npc.place = npc, #self.npcs + 1
  if kind == "server" then
    local cell = self.cells[cell_of(x, y)] or {}
    self.cells[cell_of(x, y)] = cell
    cell[#cell + 1] = npc
  end
  self.machines.arrive(npc)
  return npc
end

--- Somebody goes.
function Room:remove(npc)
  self.machines.leave(npc)
  local last = table.remove(self.npcs)
  if last ~= npc then self.npcs[npc.place], last.place = last, npc.place end
  npc.gone = true
  local cell = npc.kind == "server" and self.cells[cell_of(npc.x, npc.y)] or {}
  for i = #cell, 1, -1 do
    if cell[i] == npc then table.remove(cell, i) end
  end
end

--- One of the servers near somebody who are free, whichever; or nil.
function Room:find_server(npc, is_free)
  local found, count = self.found, 0
  for row = -1, 1 do
    for column = -1, 1 do
      local cell = self.cells[cell_of(npc.x + column * CELL, npc.y + row * CELL)]
      for i = 1, cell and #cell or 0 do
        local each = cell[i]
        local x, y = each.x - npc.x, each.y - npc.y
        if x * x + y * y <= CELL * CELL and is_free(each) then
          count = count + 1
          found[count] = each
        end
      end
    end
  end
  return count > 0 and found[dice.below(count) + 1] or nil
end

--- A frame: everybody is ticked. Who goes or comes does so between frames.
function Room:update(dt)
  local npcs, tick = self.npcs, self.machines.tick
  for i = 1, #npcs do tick(npcs[i], dt) end
end

--- Somebody hears the bell.
function Room:bell(npc)
  self.machines.bell(npc)
end

function Room:close()
  self.npcs, self.cells = {}, {}
end

return Room
