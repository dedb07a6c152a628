-- Where people stand at a thing or a person, so that no two stand in the same spot.
local streets = require "examples.love.streets"

local spots = {}

local Spots = {}
Spots.__index = Spots

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
  local list = self.by_kind[thing.kind]
  for number = 1, list and #list or 0 do
    if not by[number] then
      by[number], self.held[who] = who, { by = by, number = number }
      return thing.x + list[number][1], thing.y + list[number][2]
    end
  end
  if thing.owner then return streets.free_beside(thing.owner.x, thing.owner.y, who.owner.x) end -- to talk
  return streets.free_near(thing.x, thing.y, 1.2)
end

return spots
