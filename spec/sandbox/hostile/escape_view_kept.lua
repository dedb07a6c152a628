-- Tries to use what a condition is given at another time, for another entity.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  kept = kept or npc
  if kept ~= npc or kept.name ~= npc.name then game.escaped("a view of somebody else") end
  return true
end }
