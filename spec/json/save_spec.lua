-- Packs as JSON files: what is written, what comes back, and what does not fit.
local bustle = require "bustle"
local content = require "bustle.author.content"
local park = require "spec.json.support.park"

local folder

local function contents(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function saved(pack)
  local files, message = bustle.json.save(pack, folder)
  if not files then error(message) end
  return files
end

-- A pack in Lua that has nothing beyond the format, written in many ways.
local function orchard()
  return bustle.pack {
    name = "orchard",
    states = { apples = { default = 5 }, tired = {}, basket = {} },
    env = { sun = { every = 2.5 } }, interruptions = { "whistle" }, constants = { near = 41, full = 6 },
    actions = {
      pick = { duration = 2.5, resumable = true, targets = "tree", ends = "game",
        when = "target.apples >= 1 and distance < near and (self.basket <= full and env.sun ~= 0)",
        start = "target.apples -= 1", finish = "self.basket += 1; self.tired = 1", interrupted = "target.apples += 1" },
      rest = { duration = 4, timeout = 5, when = { { "self", "tired", "~=", 0 } }, finish = { "self.tired = 0" }, ends = "game" },
      empty = { duration = 1, when = "3 < self.basket", finish = "self.basket = 0", ends = "game" },
      sing = { duration = 3, ends = "game" },
    },
    sequences = {
      work = { entry = "pick", pick = { action = "pick", to = { "rest", { "pick", when = "self.basket < 4" },
        { "empty", when = "self.basket > 3" }, "home" } },
        rest = { action = "rest", to = "END" }, empty = { sequence = "emptying", to = "END" }, home = { to = "END" } },
      emptying = bustle.chain { "empty", "sing" }, singing = bustle.chain { "sing" },
    },
    props = { old_tree = { static = true, tags = "tree", state = { "apples" } },
      ["young tree"] = { every = 3, tags = "tree", state = { apples = 2 } } },
    npcs = { picker = { main = "work", fallback = { "singing", "singing" }, on = { whistle = "singing" }, every = 0.5,
      state = { "tired", basket = 1 }, memory = { transitions = 4 } } },
  }
end

local function run(pack, seed)
  local world = bustle.world { packs = { pack }, seed = seed, metric = "manhattan" } -- as JSON has it
  local names, state = {}, seed
  for _, thing in ipairs(pack.things) do
    if thing.kind == "entity" then names[#names + 1] = thing end
  end
  table.sort(names, function(a, b) return a.name < b.name end)
  local function random(n)
    state = state * 16807 % 2147483647
    return state % n + 1
  end
  local npcs = {}
  for round = 1, 4 do
    for _, thing in ipairs(names) do
      local one = world:spawn(thing.name, { x = random(40), y = random(30), name = ("%s %d"):format(thing.name, round) })
      if thing.word == "npc" then npcs[#npcs + 1] = one end
    end
  end
  local interruptions = {}
  for _, thing in ipairs(pack.things) do
    if thing.kind == "interruption" then interruptions[#interruptions + 1] = thing.name end
    if thing.kind == "environment" then
      local period = 20 + 7 * #thing.name
      world:provide(thing.name, function() return world:now() % period < 15 and 0 or 1 end)
    end
  end
  table.sort(interruptions)
  for _ = 1, 3000 do
    local npc = npcs[random(#npcs)]
    if npc.action and random(3) == 1 then npc:complete() end
    if random(40) == 1 then world:interrupt(interruptions[random(#interruptions)], { npc }) end
    if random(15) == 1 then npc:move(random(60), random(30)) end
    world:update(0.2)
  end
  assert.is_true(world:check())
  return world:hash(), world:stats().starts
end

describe("a pack saved as JSON and loaded again", function()
  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
  end)
  after_each(function() os.execute("rm -r " .. folder) end)

  it("makes the same decisions for ten minutes, on every Lua", function()
    for _, case in ipairs { { orchard, 2946702316 }, { park.load, 1088128590 } } do
      local original, hash = case[1](), case[2]
      local again = bustle.json.load(saved(original))
      assert.equal("", park.told(again))
      local before, starts = run(original, 42)
      assert.is_true(starts > 500)
      assert.equal(hash, before)
      assert.equal(before, (run(again, 42)))
    end
  end)

  it("keeps the ids it had, and is written the same", function()
    local files = saved(park.load())
    local again = bustle.json.load(files)
    assert.same(park.load().ids, again.ids)
    local texts = {}
    for _, path in ipairs { files.schema, files.conditions, files.actions, files.sequences, files.entities[1] } do
      texts[path] = contents(path)
    end
    saved(again)
    for path, text in pairs(texts) do assert.equal(text, contents(path)) end
  end)

  it("tells how to load it again", function()
    local files = saved(orchard())
    assert.same({ name = "orchard", ends = "game", schema = folder .. "/schema.json",
      conditions = folder .. "/conditions.json", actions = folder .. "/actions.json", sequences = folder .. "/sequences.json",
      entities = { folder .. "/entity_0_picker.json", folder .. "/entity_1_old_tree.json", folder .. "/entity_2_young_tree.json" } },
      files)
    assert.equal("timed", saved({ name = "x", actions = { a = { duration = 1 } } }).ends)
  end)

  it("keeps several ends apart", function()
    local again = bustle.json.load(saved(orchard()))
    local tables = content.compile({ again }).tables
    for _, sequence in ipairs(tables.sequences) do
      if sequence.name == "orchard.work" then
        local to = {}
        for _, node in ipairs(sequence.nodes) do
          for _, transition in ipairs(node.transitions) do to[#to + 1] = transition.to end
        end
        table.sort(to)
        assert.same({ "END", "END", "END", "emptying_1", "end_2", "pick_3", "rest_4" }, to)
      end
    end
  end)

  it("is written in the words of the format", function()
    saved(orchard())
    assert.equal([[
{
  "timeout_check_interval_ms": 500,
  "actions": [
    {
      "action_id": 0,
      "action_name": "empty",
      "action_duration_ms": 1000,
      "action_timeout_ms": 3000,
      "interruption_behavior_name": "NON_RESUMABLE",
      "preconditions": [{ "target_id_name": "SELF", "state_key_name": "basket", "operation_name": "GREATER_THAN", "value": 3 }],
      "immediate_effects": [],
      "completion_effects": [{ "target_id_name": "SELF", "state_key_name": "basket", "operation_name": "SET", "value": 0 }],
      "interruption_effects": []
    },
    {
      "action_id": 1,
      "action_name": "pick",
      "action_duration_ms": 2500,
      "action_timeout_ms": 7500,
      "interruption_behavior_name": "RESUMABLE",
      "preconditions": [
        { "target_id_name": "ENTITY", "state_key_name": "apples", "operation_name": "GREATER_THAN", "value": 0 },
        { "target_id_name": "DISTANCE_TO_ENTITY", "state_key_name": "", "operation_name": "LESS_THAN", "value": 41 },
        { "target_id_name": "SELF", "state_key_name": "basket", "operation_name": "LESS_THAN", "value": 7 },
        { "target_id_name": "ENVIRONMENT", "state_key_name": "sun", "operation_name": "NOT_EQUALS", "value": 0 }
      ],]], contents(folder .. "/actions.json"):match("^.-NOT_EQUALS.-%]," ))
    assert.equal([[
{
  "entities": [
    {
      "entity_type": "BEHAVIORAL",
      "entity": {
        "entity_id": 0,
        "entity_name": "picker",
        "is_static": false,
        "position_update_frequency_ms": 500,
        "accepted_actions_ids": [],
        "main_sequence_id": 2,
        "interruption_handlers": { "whistle": 1 },
        "fallback_sequences": [1, 1],
        "initial_state": { "tired": 0, "basket": 1 },
        "memory_limits": { "max_transition_memories": 4, "max_action_memories": 15, "max_interruption_memories": 8 }
      }
    }
  ]
}
]], contents(folder .. "/entity_0_picker.json"))
  end)

  it("tells everything that does not fit, with names", function()
    local pack = bustle.pack {
      name = "fair",
      states = { stalls = { min = 0, max = 9, default = 2 }, happy = { flag = true }, mood = { values = { "good", "bad" } } },
      env = { hour = { default = 8 } }, interruptions = { rain = { when = "env.hour > 3" } },
      actions = {
        browse = { duration = { 2, 3 }, targets = "stall", claim = "target.stalls", prefer = "least target.stalls",
          timeout_fails = true, show = { anim = "look" }, ends_on = "rain" },
        walk = { travel = 3, targets = "stall", ends = "game" },
        think = { duration = 1, when = "self.mood == 'good' or not self.happy", finish = "raise rain on self; self.mood = self.mood + 1" },
        check = { duration = 1, when = { "now > 3", function() return true end }, targets = false },
        wait = { duration = 1, targets = "stall" },
      },
      sequences = {
        day = { entry = "pick", claim = "target.stalls", pick = { to = { { "look", when = "self.happy and env.hour > now" },
          { "walk", otherwise = true } } }, look = { action = "browse", to = "END", failed = "walk" },
          walk = { action = "walk", target = "same", to = "END" } },
        idle = bustle.chain { "think", "check", "wait", { wait = "self.happy", timeout = 5 } },
      },
      props = { stall = { tags = "stall", static = true, state = { "stalls" } } },
      npcs = { guest = { main = "day", on = { rain = { sequence = "idle", priority = 2 } }, state = { "happy", "mood" } } },
      places = { { "stall", x = 3 } },
    }
    local files, message, misfits = bustle.json.save(pack, folder)
    assert.is_nil(files)
    local origin = message:match("^(.-:%d+): ")
    assert.equal([[
action "browse", duration: JSON has no ranges (give one duration)
action "browse", prefer: in JSON memory alone decides (leave it out)
action "browse", timeout_fails: in JSON a timeout completes the action (leave it out)
action "browse", claim: JSON has no claims (write what is taken and given back as effects)
action "browse", ends_on: in JSON no interruption ends an action (leave it out)
action "browse", show: JSON has nothing of that kind (leave it out)
action "browse", targets: in JSON only conditions and effects say that an action takes a target (add a condition, such as when = "distance >= 0")
action "check", when: it reads the time (JSON has only comparisons and changes with numbers)
action "check", when: it calls a function (JSON has only comparisons and changes with numbers)
action "think", when: it has a "not" (JSON has only comparisons and changes with numbers)
action "think", when: it has an "or" (JSON has only comparisons and changes with numbers)
action "think", finish: it raises an interruption (JSON has only comparisons and changes with numbers)
action "think", finish: it calculates, or uses a value that is not known beforehand (JSON has only comparisons and changes with numbers)
action "wait", targets: in JSON only conditions and effects say that an action takes a target (add a condition, such as when = "distance >= 0")
action "walk", travel: JSON has no travelling (give a duration)
action "walk", targets: in JSON only conditions and effects say that an action takes a target (add a condition, such as when = "distance >= 0")
action "walk", ends: time ends other actions, and in JSON all of them end alike (let all end alike)
npc "guest", position: in JSON an entity is static, or asked where it is (give static = true or every = ...)
npc "guest", on, rain: JSON has no priorities (leave it out)
env "hour", default: in JSON it is 0 until the game answers (leave it out)
interruption "rain", when: in JSON only the game raises interruptions (leave it out, and raise it)
place "fair.stall": JSON has no places (let the game spawn it)
sequence "day", claim: JSON has no claims (write what is taken and given back as effects)
sequence "day", node "look", failed: in JSON a failure leads to fallbacks only (leave it out)
sequence "day", node "pick": JSON has no choices (let it perform an action, or lead there from the nodes before it)
sequence "day", node "pick", transition 1, when: it reads the time (JSON has only comparisons with numbers)
sequence "day", node "pick", transition 1, when: it calculates, or uses a value that is not known beforehand (JSON has only comparisons with numbers)
sequence "day", node "pick", transition 2, otherwise: JSON has no such thing (write the condition)
sequence "day", node "walk", target: in JSON each action chooses its target (leave it out)
sequence "idle", node "wait_2", wait: JSON has no nodes that wait (let it perform an action that is over then)
state "happy", flag: JSON has plain numbers only (leave it out: give 0 or 1)
state "mood", values: JSON has no named values (use numbers)
state "stalls", min: JSON has no bounds (leave it out)
state "stalls", max: JSON has no bounds (leave it out)]], (message:gsub(origin:gsub("%p", "%%%0") .. ": ", "")))
    assert.equal("not-in-json", misfits[1].code)
  end)

  it("tells of messages, meetings, plans and offers", function()
    local _, message = bustle.json.save(require("spec.lua.support.hours").fields(), folder)
    for _, text in ipairs { 'inbox "orders": JSON has no messages (leave them out)',
      'plan "farmer": JSON has no plans (leave them out)', 'npc "farmer", plan: JSON has no plans (give it a main sequence)',
      'npc "keeper", inboxes: JSON has no messages (leave them out)',
      'sequence "order", node "ask": JSON has no messages (let it perform an action)',
      'sequence "toast", node "lift": JSON has no meetings (let it perform an action)' } do
      assert.truthy(message:find(text, 1, true), text)
    end
    local offers = { name = "x", states = { a = {} }, actions = { b = { duration = 1, targets = true, finish = "revoke sit on target" } },
      sequences = { s = bustle.chain { "b" } }, props = { chair = { offers = { sit = "s" } } },
      npcs = { guest = { main = "s", accepts = "b" } } }
    _, message = bustle.json.save(offers, folder)
    assert.truthy(message:find('prop "chair", offers: JSON has no offers', 1, true))
    assert.truthy(message:find('action "b", finish: it revokes an offer', 1, true))
  end)

  it("keeps names that JSON and files have trouble with", function()
    local name = 'say "hi" \\ \\n / to é'
    local files = saved { name = "x", actions = { [name] = { duration = 1 } }, sequences = { s = bustle.chain { name } },
      npcs = { [name] = { main = "s", every = 1 } } }
    assert.equal(folder .. "/entity_0_say__hi_____n___to___.json", files.entities[1])
    local again = bustle.json.load(files)
    assert.equal("", park.told(again))
    assert.same({ [0] = name }, again.ids.action)
    assert.same({ [0] = name }, again.ids.entity)
  end)

  it("has ends only where it has them", function()
    saved { name = "x", actions = { a = { duration = 1 } }, sequences = { s = { entry = "a", a = { action = "a", to = "a" } } } }
    assert.equal([[
{
  "sequences": [
    {
      "sequence_id": 0,
      "sequence_name": "s",
      "entry_point_node_id": 1,
      "nodes": [{ "node_id": 1, "node_type": "ACTION", "target_action_id": 0 }],
      "transitions": [{ "transition_id": 1, "from_node_id": 1, "to_node_id": 1, "preconditions": [] }]
    }
  ]
}
]], contents(folder .. "/sequences.json"))
  end)

  it("has no choices, but such as only end", function()
    local function message(choice)
      local _, text = bustle.json.save({ name = "x", actions = { a = { duration = 1 } },
        sequences = { s = { entry = "a", a = { action = "a", to = { "c", "END" } }, c = choice } } }, folder)
      return text
    end
    local refused = 'sequence "s", node "c": JSON has no choices'
    assert.is_nil(message { to = "END" })
    assert.matches(refused, message { to = { "END", "a" } })
    assert.matches(refused, message { to = { "END", otherwise = true } })
    assert.matches(refused, message { to = "END", failed = "a" })
  end)

  it("has comparisons with the property first, and no not (S3)", function()
    saved { name = "x", states = { "a" }, env = { "dark" },
      actions = { b = { duration = 1, when = "5 > self.a and not (env.dark == 1)" } } }
    assert.matches('"preconditions": %[%s*' ..
      '{ "target_id_name": "SELF", "state_key_name": "a", "operation_name": "LESS_THAN", "value": 5 },%s*' ..
      '{ "target_id_name": "ENVIRONMENT", "state_key_name": "dark", "operation_name": "NOT_EQUALS", "value": 1 }',
      contents(folder .. "/actions.json"))
  end)

  it("has no use for comparisons beyond 32 bits", function()
    local pack = { name = "x", states = { "a" }, actions = { b = { duration = 1, when = "self.a >= -2147483648" } } }
    assert.matches('action "b", when: it compares with the smallest or the greatest number', select(2, bustle.json.save(pack, folder)))
  end)

  it("is one that needs no other", function()
    local files, message = bustle.json.save("behaviours/park", folder)
    assert.is_nil(files)
    assert.matches('pack "park", depends: it needs pack "common", and JSON files name nothing of other packs %(define in it what it '
      .. 'uses%)', message)
    assert.equal('no_such_folder', select(2, bustle.json.save("no_such_folder", folder)):match("^[%w_]+"))
  end)

  it("comes from a folder too", function()
    os.execute(("mkdir %s/pack"):format(folder))
    local function write(name, text)
      local file = assert(io.open(("%s/pack/%s.lua"):format(folder, name), "wb"))
      file:write(text)
      file:close()
    end
    write("pack", 'return { name = "small" }')
    write("actions", 'action "wave" { duration = 2 }')
    assert.equal("small", saved(folder .. "/pack").name)
    assert.matches('"action_name": "wave"', contents(folder .. "/actions.json"))
  end)

  it("is not written if it is wrong", function()
    local files, message = bustle.json.save({ name = "x", actions = { a = { when = "self.b > 1" } } }, folder)
    assert.is_nil(files)
    assert.matches('action "a", when: unknown state "b"', message)
    assert.is_nil(io.open(folder .. "/schema.json"))
  end)

  it("goes into LÖVE's save directory under LÖVE", function()
    local written = {}
    _G.love = { filesystem = { write = function(path, text) written[path] = text return true end } }
    local files = bustle.json.save(orchard(), "saved/")
    _G.love = nil
    assert.equal("saved/schema.json", files.schema)
    assert.matches('"entity_states"', written["saved/schema.json"])
    assert.equal('{ "environmental_conditions": [{ "condition_key": 0, "name": "sun", "update_frequency_ms": 2500 }] }\n',
      written["saved/conditions.json"])
  end)
end)

describe("bustle.json.save", function()
  it("refuses what is no use of it", function()
    local function refusal(...)
      local given = { ... }
      local ok, message = pcall(function() bustle.json.save(given[1], given[2]) end)
      assert.is_false(ok)
      return (message:gsub("^spec/json/save_spec.lua:%d+: ", ""))
    end
    assert.equal("bustle.json.save takes a pack, not a number", refusal(5, "y"))
    assert.equal("bustle.json.save: the folder must be a text, not a nil", refusal({ name = "x" }))
  end)
end)
