-- Tries to set a field of an entity.
-- Ends: call: cannot be set here
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  npc.name = "nobody"
end }
