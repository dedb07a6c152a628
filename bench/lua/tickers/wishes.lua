--- What people on the square want next, where the sequences of ../market.lua have conditions and several ways. Where
-- several are open, chance decides.
local dice = require "bench.lua.tickers.dice"

local wishes = {}

--- One of the options that are open, whichever.
-- @tparam {table,...} options those with a `when(npc)` are open if it says so
-- @tparam table npc
-- @treturn number|nil its number
function wishes.pick(options, npc)
  local picked, open = nil, 0
  for i = 1, #options do
    local when = options[i].when
    if not when or when(npc) then
      open = open + 1
      if dice.below(open) == 0 then picked = i end
    end
  end
  return picked
end

-- ---- When an option is open ----

function wishes.needs_coins(npc) return npc.coins <= 20 end
function wishes.can_shop(npc) return npc.coins >= 4 and npc.square.open end
function wishes.sociable(npc) return npc.mood >= 20 end
function wishes.talkative(npc) return npc.mood >= 30 end
function wishes.market_open(npc) return npc.square.open end
function wishes.exhausted(npc) return npc.energy <= 50 end
function wishes.weary(npc) return npc.energy <= 60 end
function wishes.tired(npc) return npc.energy <= 70 end
function wishes.can_pay(npc) return npc.coins >= 4 end
function wishes.in_no_mood(npc) return npc.mood <= 60 end
function wishes.hungry(npc) return npc.hunger >= 20 end

-- ---- Whether to go on, where going on is one of two ways ----

function wishes.another_drink() return dice.coin() end
function wishes.drink_after_rest(npc) return npc.energy <= 60 and dice.coin() end
function wishes.talk_on(npc) return npc.mood >= 40 and dice.coin() end
function wishes.hawk_on(npc) return npc.square.open and dice.coin() end
function wishes.restock_on(npc) return npc.energy >= 50 and dice.coin() end
function wishes.patrol_on(npc) return npc.energy >= 80 and dice.coin() end
function wishes.stay_at_post(npc) return npc.energy >= 30 and dice.coin() end
function wishes.look_again() return dice.coin() end

--- Gives the place at the post back.
function wishes.leave_post(npc)
  npc.post.room, npc.post = npc.post.room + 1, nil
end

return wishes
