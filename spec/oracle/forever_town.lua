-- The town of forever.lua: three people, two scenes, two offers at one bench, a meeting and an inbox, so that everybody waits
-- for somebody else most of the time, also in circles; and all that the game may do to them.

local kit = require "spec.oracle.selftest_kit"

local town = {}

-- All times are whole steps. They are so long that whether one has cast a scene in vain lately (10 s, S55) is soon forgotten.
town.STEP = 5000

-- What each begins its day with, and never does otherwise.
town.HOME = "home"

-- ---- Content ----

local function with(sequence, nodes)
  for name, more in pairs(nodes) do
    local node = assert(kit.node(sequence, name), name)
    for key, value in pairs(more) do node[key] = value end
  end
  return sequence
end

-- A node that waits for so many steps at most.
local function waits(steps, more)
  local node = { timeout_ms = steps * town.STEP, every_ms = town.STEP, waiting = "stand" }
  for key, value in pairs(more or {}) do node[key] = value end
  return node
end

local AT_BENCH = { path = "seat of self" }

-- Ann talks, sits, and orders. Bob takes orders, and leans; Cid stages a round. Who sits wants to lean, too, and who leans to sit:
-- Ann and Bob may each hold what the other asks for. In the evening all three meet.
local function days()
  local evening = waits(2, AT_BENCH)
  return {
    with(kit.sequence("ann", { "home:home>talk", "talk:{talk one}>sit!sit", "sit:[sit]>order!order", "order:!!orders>meet!meet",
      "meet:&evening3>end!end" }),
      { talk = waits(1), sit = waits(1, AT_BENCH), order = waits(3, { targets = { "server" } }), meet = evening }),
    with(kit.sequence("bob", { "home:home>lean", "lean:[lean]>take!take", "take:<orders>serve!meet", "serve:act>meet",
      "meet:&evening3>end!end" }), { take = waits(3), lean = waits(1, AT_BENCH), meet = evening }),
    with(kit.sequence("cid", { "home:home>round", "round:{round}>meet!meet", "meet:&evening3>end!end" }),
      { round = waits(1), meet = evening }),
  }
end

local function sequences()
  local list = days()
  for _, sequence in ipairs {
    -- At the bench.
    with(kit.sequence("sitting", { "a:act>ask", "ask:[lean]>end!end" }), { ask = waits(1, AT_BENCH) }),
    with(kit.sequence("leaning", { "a:act>ask", "ask:[sit]>end!end" }), { ask = waits(1, AT_BENCH) }),
    kit.sequence("get_up", { "a:act>end" }),
    -- Parts.
    kit.sequence("one", { "a:act>b", "b:long>end" }),
    kit.sequence("other", { "a:long>b", "b:act>end" }),
    with(kit.sequence("left", { "a:act>b", "b:[sit]>c!c", "c:act>end" }), { b = waits(1, AT_BENCH) }),
    kit.sequence("right", { "a:act>b", "b:long>end" }),
    -- Responses.
    kit.sequence("duck", { "a:act>end" }),
    with(kit.sequence("rally", { "a:{round left}>end!end" }), { a = waits(1) }),
  } do list[#list + 1] = sequence end
  return list
end

local function scenes()
  local person = { "person" }
  return {
    { name = "talk", parts = { { name = "one", sequence = "one" },
      { name = "other", sequence = "other", who = person, prefer = { kind = "nearest" } } },
      waiting = "stand", patience_ms = town.STEP, limit_ms = 2 * town.STEP, longest_ms = 5 * town.STEP, rest_ms = town.STEP },
    { name = "round", parts = { { name = "left", sequence = "left", who = person, prefer = { kind = "nearest" } },
      { name = "right", sequence = "right", who = person, prefer = { kind = "nearest" } } },
      waiting = "stand", patience_ms = town.STEP, limit_ms = 2 * town.STEP, longest_ms = 4 * town.STEP, rest_ms = town.STEP,
      priority = 2 },
  }
end

-- Nobody remembers anything but whom it has met: there is never more than one way, and nobody is as near as another.
local function person(name, tags)
  return kit.npc(name, name, { tags = tags, inboxes = name == "bob" and { "orders" } or nil,
    memory = { transitions = 0, actions = 0, interruptions = 0 },
    handlers = { { interruption = "alarm", sequence = "duck", priority = 1 }, { interruption = "bell", sequence = "rally", priority = 3 } } })
end

function town.content()
  local function lasting(name, steps)
    return kit.action(name, { duration = { steps * town.STEP, steps * town.STEP }, resumable = true })
  end
  local always = sequences()
  for _, sequence in ipairs(always) do sequence.castable = "always" end
  return {
    states = {}, env = {}, links = { { name = "seat", flag = true } }, inboxes = { { name = "orders", limit = 1, keep_ms = 4 * town.STEP } },
    interruptions = { { name = "alarm" }, { name = "bell" } },
    actions = { lasting("home", 1), lasting("act", 1), lasting("long", 2), kit.action "stand" },
    sequences = always, scenes = scenes(),
    entities = { person("ann", { "person" }), person("bob", { "person", "server" }), person("cid", { "person" }),
      kit.prop("bench", nil, nil, { offers = { { name = "sit", sequence = "sitting" },
        { name = "lean", sequence = "leaning", undo = "get_up" } } }) },
  }
end

-- ---- Who is there ----

local ANN, BOB, CID, BENCH = 1, 2, 3, 4
town.PEOPLE = { ANN, BOB, CID }
local AT = { [ANN] = 0, [BOB] = 10, [CID] = 25, [BENCH] = 4 }
local DEFINITIONS = { "ann", "bob", "cid", "bench" }

function town.begin()
  local world = kit.world(town.content(), { restart_ms = town.STEP })
  for number, definition in ipairs(DEFINITIONS) do world:spawn(definition, { x = AT[number] }) end
  for _, number in ipairs(town.PEOPLE) do world:link(number, "seat", BENCH) end
  return world
end

-- ---- What may come ----

local function to_each(comings, name, come)
  for _, number in ipairs(town.PEOPLE) do
    comings[#comings + 1] = { name = ("%s %s"):format(name, DEFINITIONS[number]), come = function(world) return come(world, number) end }
  end
end

--- A list of `{ name=, come= }`; `come(world)` returns nothing where it is refused.
function town.comings()
  local list = {}
  local function add(name, come) list[#list + 1] = { name = name, come = come } end
  to_each(list, "a response of", function(world, number) return world:interrupt("alarm", { npcs = { number } }) end)
  to_each(list, "a response in a scene of", function(world, number) return world:interrupt("bell", { npcs = { number } }) end)
  to_each(list, "hold", function(world, number) return world:npc(number) and not world:npc(number).held and world:hold(number) end)
  to_each(list, "release", function(world, number) return world:npc(number) and world:npc(number).held and world:release(number) end)
  to_each(list, "failure of", function(world, number) return world:fail(number) end)
  to_each(list, "set main of", function(world, number) return world:set_main(number, DEFINITIONS[number]) end)
  to_each(list, "removal of", function(world, number) return world:remove(number) end)
  to_each(list, "leaving by", function(world, number) return world:leave_scene(number) end)
  for _, offer in ipairs { "sit", "lean" } do
    add("revoke " .. offer, function(world) return world:revoke(BENCH, offer) end)
  end
  to_each(list, "a place for", function(world, number) return world:request(number, "sit", BENCH, 2) end)
  add("stage a round", function(world) return world:stage("round", nil, {}) end)
  add("stage a talk", function(world) return world:stage("talk", nil, { { 1, BOB }, { 2, CID } }) end)
  add("an order", function(world) return world:send(BENCH, "orders", BOB, 1) end)
  add("removal of the bench", function(world) return world:remove(BENCH) end)
  return list
end

return town
