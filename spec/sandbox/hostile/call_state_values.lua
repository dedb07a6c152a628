-- Tries to set a state to values that are none.
-- Ends: call: state "energy"
action "attack" { duration = 1, targets = false, start = function(npc, target, env, game)
  n = (n or 0) % 4 + 1
  npc.state.energy = ({ {}, 'x', 0 / 0, 1 / 0 })[n]
end }
