-- Tries to call the game so often that the hook that counts is never called.
-- Ends: call: it takes more than
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  while true do game.keep(1) end
end }
