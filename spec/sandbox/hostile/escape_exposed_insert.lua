-- Tries to change what the game exposes by the table library.
-- Ends: call: a table of the pack expected
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  table.insert(game.settings, 1, "x")
end }
