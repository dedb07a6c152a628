-- Tries to change a table after the game has taken it.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  local mine = { 1 }
  game.keep(mine)
  mine[1] = "changed"
  if game.kept()[1] ~= 1 then game.escaped("a table of the game") end
  return true
end }
