-- Tries to have everybody cast a scene of everybody all the time, whose last part nobody can fill, however often it is
-- tried with others in the parts before.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 1 turns, 2496 tests, 0 allocations.
-- 2496: 64 looks, at 39 others. Nobody tries that twice within 10 s.
local parts, row = {}, {}
for i = 1, 8 do
  parts[i], row["p" .. i] = { "p" .. i, count = 4, who = "person" }, "stand"
end
parts[8].when = function(npc, target, env, game)
  game.count()
  return false
end
action "stand" { duration = 0.001 }
scene "everyone" { parts = parts, rest = 0, row }
sequence "attack" { entry = "go", go = { scene = "everyone", as = "p1", timeout = 9000, every = 0.001, to = "END", failed = "END" } }
npc "attacker" { main = "attack", tags = "person" }
