-- Tries to set a value of the environment.
-- Ends: call: functions cannot set the environment
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  env.hour = 3
end }
