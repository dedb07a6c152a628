-- Tries to alter what conditions are given, by every function that changes a table.
-- Ends: call: a table of the pack expected
local change = { table.insert, table.remove, table.sort, table.concat, table.unpack, unpack }
local turn = 0
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  turn = turn % #change + 1
  change[turn](turn % 2 == 0 and npc.state or npc, 1, "poison")
  game.escaped("a changed view")
end }
