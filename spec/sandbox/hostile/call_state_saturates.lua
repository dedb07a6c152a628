-- Tries to overflow a state.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, start = function(npc, target, env, game)
  npc.state.energy = 2147483647
  npc.state.energy = npc.state.energy + 2147483647
  if npc.state.energy ~= 100 then game.escaped('an overflow') end
end }
