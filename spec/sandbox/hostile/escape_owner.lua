-- Tries to get at the game's own object of an entity.
-- Ends: call: a pack's functions do not see the game's own objects
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  if npc.owner then game.escaped("an owner") end
end }
