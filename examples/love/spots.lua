-- Where people stand at a thing or a person, so that no two stand in the same spot.
local streets = require "examples.love.streets"

local spots = {}

local Spots = {}
Spots.__index = Spots

-- Around somebody who lies there, for all who come to see.
local AROUND = { { 1.6, 0.4 }, { -1.8, 0.2 }, { 0.8, -1.4 }, { -0.8, 1.6 }, { 1, 1.7 }, { -1.2, -1.3 }, { 2.6, -0.6 },
  { -2.6, 1.2 }, { 2.4, 1.5 } }

--- Spots by kind: `{ bench = { { -0.5, 0.1 }, { 0.5, 0.1 } } }`, in metres from the thing.
function spots.new(by_kind) return setmetatable({ by_kind = by_kind, taken = {}, held = {} }, Spots) end

--- Gives up the spot that somebody has.
function Spots:leave(who)
  local held = self.held[who]
  if held then held.by[held.number] = nil end
  self.held[who] = nil
end

--- A free spot for somebody, who gives up the last one: at a thing, beside a person, or near it if all are taken.
function Spots:take(thing, who)
  self:leave(who)
  local by = self.taken[thing] or {}
  self.taken[thing] = by
  local list = thing.owner and thing.owner.fallen and AROUND or self.by_kind[thing.kind]
  for number = 1, list and #list or 0 do
    if not by[number] then
      by[number], self.held[who] = who, { by = by, number = number }
      local x, y = thing.x + list[number][1], thing.y + list[number][2]
      if list == AROUND then return streets.free_near(x, y, 0.5) end
      return x, y
    end
  end
  if thing.owner then return streets.free_beside(thing.owner.x, thing.owner.y, who.owner.x) end -- to talk
  return streets.free_near(thing.x, thing.y, 1.2)
end

return spots
