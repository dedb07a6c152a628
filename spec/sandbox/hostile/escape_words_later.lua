-- Tries to declare more content while the game runs.
-- Ends: call: content can only be declared while the pack is loaded
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  state "late" { default = 1 }
end }
