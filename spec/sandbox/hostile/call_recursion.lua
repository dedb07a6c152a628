-- Tries to overflow the stack in a condition.
-- Ends: call: hostile.lua
local function deeper(npc) return deeper(npc) + npc.state.energy end
action "attack" { duration = 1, targets = false, when = function(npc)
  return deeper(npc) + 1
end }
