-- Tries to read a state by a key that is no text.
-- Ends: call: the state must be named by a string
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  return npc.state[npc] or npc.state[{}]
end }
