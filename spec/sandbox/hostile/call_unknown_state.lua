-- Tries to read a state that is not there.
-- Ends: call: unknown state
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  return npc.state[('x'):rep(100000)]
end }
