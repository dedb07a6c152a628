local park = require "spec.testing.park"
local sim = require "bustle.testing"

local function world(changes)
  return sim.world { packs = { park.pack(changes) }, seed = 7, restart = 5 }
end

local function is_plain(value)
  if type(value) ~= "table" then return type(value) ~= "userdata" and type(value) ~= "function" end
  if getmetatable(value) then return false end
  for key, each in pairs(value) do
    if not is_plain(key) or not is_plain(each) then return false end
  end
  return true
end

local function of_mary(entry)
  entry.npc, entry.number, entry.definition = "mary", 2, "visitor"
  return entry
end

describe("the history of a world under test", function()
  it("has everything that happened, in order", function()
    local w = world()
    w:spawn("bench", { name = "by the well" })
    local mary = w:spawn("visitor", { name = "mary" })
    w:run(0.2)
    w:interrupt("shout", { mary }, mary)
    w:run(0.1)
    assert.same({
      { kind = "spawn", time = 0, npc = "by the well", number = 1, definition = "bench" },
      of_mary { kind = "spawn", time = 0 },
      of_mary { kind = "node", time = 0.1, sequence = "day", node = "go", by = "begin" },
      of_mary { kind = "start", time = 0.1, action = "walk", target = "by the well", duration = 2, remaining = 2,
        resumed = false, token = 1 },
      of_mary { kind = "stop", time = 0.3, action = "walk", target = "by the well", reason = "interrupted" },
      of_mary { kind = "interrupt", time = 0.3, interruption = "shout", source = "mary", sequence = "scare" },
      of_mary { kind = "node", time = 0.3, sequence = "scare", node = "gasp", by = "begin" },
      of_mary { kind = "start", time = 0.3, action = "gasp", duration = 1, remaining = 1, resumed = false, token = 2 },
    }, w.history)
  end)

  it("tells failures, fallbacks, halts, restarts and who leaves", function()
    local w = world()
    local thief, sad = w:spawn "thief", w:spawn "sad_thief"
    w:run(13)
    local kinds = {}
    for _, entry in ipairs(w:happened { npc = thief }) do
      if entry.kind ~= "node" then kinds[#kinds + 1] = ("%s %s"):format(entry.kind, entry.cause or entry.sequence or "") end
    end
    assert.same({ "spawn ", "fail no_candidate", "fail no_candidate", "fail no_candidate", "fail no_candidate",
      "halt no_candidate", "restart theft", "fail no_candidate" }, kinds)
    assert.equal("grief", w:happened { npc = sad, kind = "fallback" }[1].sequence)
    thief:remove()
    w:step()
    assert.same({ kind = "remove", time = 13, npc = "thief 1", number = 1, definition = "thief" },
      w:happened { kind = "remove" }[1])
  end)

  it("tells how nodes are entered", function()
    local w = world()
    w:spawn "bench"
    local mary = w:spawn "visitor"
    w:run_until(mary, "look")
    mary:complete()
    w:run(1)
    local ways = {}
    for _, entry in ipairs(w:happened { kind = "node", npc = mary }) do
      ways[#ways + 1] = ("%s %s %s"):format(entry.by, entry.from or "-", entry.node)
    end
    assert.same({ "begin - go", "way go look", "way look END", "begin - go" }, ways)
  end)

  it("is plain data", function()
    local w = world()
    w:spawn_many("bench", 2)
    w:spawn_many("visitor", 3)
    w:run(60)
    assert.is_true(#w.history > 100)
    assert.is_true(is_plain(w.history))
    assert.is_true(is_plain(w:decisions(w:find { kind = "visitor" }[1])))
  end)

  it("is the same on every run with the same seed", function()
    local function play()
      local w = world()
      w:spawn_many("bench", 2)
      w:spawn_many("visitor", 3)
      w:run(60)
      return w.history
    end
    assert.same(play(), play())
  end)

  it("has those whom packs put into the world", function()
    local w = sim.world { packs = { { name = "p", props = { tree = {} }, places = { { "tree", name = "lime", x = 3 } } } } }
    w:step()
    assert.same({ { kind = "spawn", time = 0, npc = "lime", number = 1, definition = "tree" } }, w.history)
  end)

  it("goes on after a save is loaded, also into another world", function()
    local function ordered(w)
      local npc = w:get "mary"
      w:run(0.3)
      npc:interrupt "shout"
      w:run(1.5)
      local list = {}
      for _, each in ipairs(w:decisions(npc)) do
        if each.time > 4 then list[#list + 1] = each.kind end
      end
      return list, w:hash()
    end
    local w = world()
    w:spawn("bench", { name = "by the well" })
    local mary = w:spawn("visitor", { name = "mary" })
    w:run(4)
    mary:interrupt "rain"
    local bytes = assert(w:save())
    local expected, hash = ordered(w)
    assert.is_true(#expected > 5)
    local other = world()
    other:run(2)
    assert.same({}, other:load(bytes))
    local found, same_hash = ordered(other)
    assert.same(expected, found)
    assert.equal(hash, same_hash)
    assert.equal("rain", other:happened { kind = "interrupt", npc = "mary" }[1].interruption)
    assert.equal(0, #other:happened { kind = "spawn" })
    assert.world(other).conserves "seats"
    assert.is_truthy(w:load(bytes))
    assert.same(expected[#expected], (ordered(w))[#expected])
  end)

  it("can be asked for parts, with entities or their names", function()
    local w = world()
    local bench, mary = w:spawn "bench", w:spawn("visitor", { name = "mary" })
    w:spawn "visitor"
    w:run(30)
    local list = w:happened { kind = "start", npc = mary, action = "doze", target = bench }
    assert.is_true(#list > 0)
    assert.same(list, w:happened { kind = "start", npc = "mary", action = "doze", target = "bench 1" })
  end)
end)

describe("the decisions of an NPC", function()
  it("have what was looked at in what was chosen from it", function()
    local w = world()
    w:spawn "bench"
    w:spawn("bench", { state = { seats = 0 } })
    local mary = w:spawn "visitor"
    w:run(2.1)
    local decisions = w:decisions(mary)
    local target, way
    for _, each in ipairs(decisions) do
      if each.kind == "target" then target = each elseif each.kind == "way" then way = each end
    end
    assert.same({ { target = "bench 1", verdict = "open" }, { target = "bench 2", verdict = "open" } }, target.candidates)
    assert.same({ 2, 2, 2 }, { target.accepting, target.reached, target.open })
    assert.same({ { to = "doze", verdict = "open" }, { to = "look", verdict = "open" } }, way.options)
  end)

  it("are the last ones only", function()
    local w = world()
    w:spawn "bench"
    local mary = w:spawn "visitor"
    w:run(300)
    assert.equal(60, #w:decisions(mary))
  end)

  it("come in the order in which things happened", function()
    local w = world()
    local sad = w:spawn "sad_thief"
    w:step()
    local kinds = {}
    for i, each in ipairs(w:decisions(sad)) do kinds[i] = each.kind end
    assert.same({ "spawn", "begin", "target", "fail", "fallback", "begin", "action", "start" }, kinds)
  end)
end)
