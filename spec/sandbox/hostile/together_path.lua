-- Tries to follow everybody's links to everybody, again and again: 200 stones, each linked to all others.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 1 turns, 6 paths_cut, 0 allocations.
-- A path looks at 256 links, however many steps it has; `in` are two.
link "friend" {}
prop "stone" { tags = "stone" }
local names = {}
for i = 1, 200 do names[i] = "stone " .. i end
for i = 1, 200 do
  local others = {}
  for j, name in ipairs(names) do others[#others + 1] = i ~= j and name or nil end
  place "stone" { name = names[i], links = { friend = others } }
end
local all = ("friend+ of "):rep(15) .. "target"
action "stand" { duration = 0.001, targets = "stone" }
sequence "attack" { entry = "go",
  go = { action = "stand", to = { { "go", when = "count(" .. all .. " in friend+ of target) > 300" }, { "END", otherwise = true } } } }
npc "attacker" { main = "attack" }
