-- What a run of the core's benchmark counted, without what depends on the machine: times, and what is made of them.
-- lua5.4 bench/counts.lua FILE.json; the kept counts are in counts.txt, for ./bustle release-check.
local COUNTS = { npcs = true, starts = true, updates = true, core_hash = true, plain_hash = true, bytes_per_npc = true,
  saved_bytes_per_npc = true, allocations = true, halted = true }

for line in io.lines(arg[1]) do
  for object in line:gmatch("%b{}") do
    -- The whole is one object; those in its lists have no other within.
    for row in object:sub(2):gmatch("{[^{}]*}") do
      local words = {}
      for key, value in row:gmatch('"([%w_]+)": "?([%w.]+)') do
        if COUNTS[key] then words[#words + 1] = ("%s %s"):format(key, value) end
      end
      if row:find('"starts"', 1, true) then print(table.concat(words, ", ")) end
    end
  end
end
