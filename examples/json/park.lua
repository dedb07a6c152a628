-- A park out of JSON files, and two visitors. Needs lua-cjson. From the project's folder:
--   eval "$(./bustle env lua5.4)" && lua5.4 examples/json/park.lua
local bustle = require "bustle"

local folder = (arg and arg[0] or ""):match("^(.*)/[^/]*$") or "."
local function file(name) return ("%s/%s.json"):format(folder, name) end

local park = bustle.json.load {
  name = "park", schema = file "schema", conditions = file "conditions", actions = file "actions",
  sequences = file "sequences",
  entities = { file "bench_by_the_gate", file "bench_by_the_pond", file "kiosk", file "pond", file "ines",
    file "tomek" },
}

local world = bustle.world { packs = { park }, seed = 7 }
world:provide("RAIN", function() return 0 end)
world:provide("KIOSK_OPEN", function() return world:now() < 60 and 1 or 0 end)

world:spawn("bench_by_the_gate", { x = 5, y = 0 })
world:spawn("bench_by_the_pond", { x = 40, y = 12 })
world:spawn("kiosk", { x = 20, y = 30 })
world:spawn("pond", { x = 45, y = 20 })
for _, name in ipairs { "ines", "tomek" } do world:spawn(name, { name = name }) end

-- Actions of these files are ended by the game. This one has nothing to show, so it lets their time pass.
local function begin(npc, target, run)
  print(("%5.1f s  %s %s %s%s"):format(world:now(), npc.name, run.resumed and "goes on to" or "begins to",
    run.action:gsub("_", " "), target and " (" .. target.kind:gsub("_", " ") .. ")" or ""))
end
local function is_over(_, _, run) return run.remaining <= 0 end
world:handle { default = true, start = begin, update = is_over }

for frame = 1, 90 * 10 do
  if frame == 12 * 10 then world:interrupt("THUNDER", "all") end
  world:update(0.1)
end
print(("The decisions hash to %08x."):format(world:hash()))
