-- Tries to keep half of a declaring word and finish it while the game runs.
-- Ends: call: content can only be declared while the pack is loaded
late = state "late"
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  late { default = 1 }
end }
