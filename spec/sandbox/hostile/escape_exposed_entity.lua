-- Tries to hand an entity to the game and get its object back.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  if game.name_of(npc) ~= npc.name then game.escaped("another entity") end
  game.keep(npc.name)
  return true
end }
