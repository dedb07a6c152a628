-- Tag on the green: who is caught is `it` in the next game.
local sim = require "bustle.testing"

local function village(start)
  return sim.world { packs = { "behaviours/village" }, seed = 5, env = { weather = "sunny" },
    clock = { day = 1440, start = start } }
end

-- All other children are away.
local function only(w, ...)
  local stays = {}
  for _, name in ipairs { ... } do stays[name] = true end
  for _, npc in ipairs(w:find { tag = "child" }) do
    if not stays[npc.name] then npc:remove() end
  end
end

-- The games of tag that finished: { it =, prey = }, by their members' names.
local function games(w)
  local list, parts = {}, {}
  for _, entry in ipairs(w.history) do
    if entry.scene == "tag" and entry.kind == "join" then
      parts[entry.npc] = entry.part
    elseif entry.scene == "tag" and entry.reason == "finished" and parts[entry.npc] ~= "runner" then
      if not list[#list] or list[#list].it and list[#list].prey then list[#list + 1] = {} end
      list[#list][parts[entry.npc]] = entry.npc
    end
  end
  return list
end

describe("children on the green", function()
  it("play tag: one counts, all run away, one is caught", function()
    local w = village "09:30"
    w:run_until_scene("tag", nil, 300)
    w:run(60)
    local joined = w:happened { kind = "join", scene = "tag" }
    local child = {}
    for _, entry in ipairs(joined) do
      child[entry.part] = child[entry.part] or w:get(entry.npc)
      assert.equal("child", entry.definition)
    end
    assert.npc(child.it).did { "count_to_ten", "chase", "catch", since = joined[1].time }
    assert.npc(child.prey).did { "run_away", "run_away", "squeal", since = joined[1].time }
    assert.npc(child.runner).did { "run_away", "jeer", "laugh_aloud", since = joined[1].time }
    assert.world(w).addresses_only_members { actions = { "chase", "catch", "jeer" } }
  end)

  it("begin each game with the one who was caught in the one before", function()
    local w = village "09:30"
    only(w, "Kit", "Pip", "Robin") -- nobody else can be it
    w:run(420)
    local played = games(w)
    assert.is_true(#played > 5, #played .. " games")
    for i = 2, #played do assert.equal(played[i - 1].prey, played[i].it) end
    assert.is_true(w:get(played[#played].prey).state.it)
  end)

  it("play something else when it rains, and when there are not enough of them", function()
    local w = village "09:30"
    only(w, "Kit", "Pip")
    w:run(240)
    assert.equal(0, #w:happened { kind = "join", scene = "tag" })
    assert.npc(w:get "Kit").did { "hop", "look_at_a_beetle" }
    w:set("weather", "rainy")
    w:run(60)
    assert.npc(w:get "Kit").plan_holds "stay_in"
  end)

  it("go on without the one who is called away", function()
    local w = village "09:30"
    w:run_until_scene("tag", nil, 300)
    w:get(w:happened({ kind = "join", scene = "tag" })[1].npc):remove()
    w:run(200)
    assert.equal("broken", w:happened({ kind = "leave", scene = "tag", reason = "broken" })[1].reason)
    assert.is_true(#games(w) > 1)
    assert.world(w).conserves_members()
  end)
end)
