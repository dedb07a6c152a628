--- Which parts of content worlds under test have exercised: nodes, transitions, conditions with both outcomes, handlers
-- of interruptions, fallbacks, roles, cues, scenes and reactions to their topics, offers, requests, areas, messages and
-- meetings, and plans. Counting is off until `coverage.start`.
--
-- A part is `{ key=, pack=, group=, kind=, thing=, origin=, spot=, missed= }`: `group` is one of `coverage.GROUPS`;
-- `kind` and `thing` say in what it is written; `missed` says what has not happened if it was not exercised.
local exchanges = require "bustle.testing.coverage.exchanges"

local coverage = {}

--- The groups, in the order in which they are told.
coverage.GROUPS = { "nodes", "transitions", "conditions", "handlers", "fallbacks", "roles", "cues", "scenes",
  "offers", "requests", "areas", "messages", "plans" }

local END = "END"

-- What is counted: `{ parts = {...}, known = { [key] = part }, hits = { [key] = count } }`.
local current

--- Begins to count, from nothing.
function coverage.start()
  current = { parts = {}, known = {}, hits = {}, joined = {} }
end

--- Ends it.
-- @treturn table `{ parts=, hits= }`: a list, and counts by key
function coverage.stop()
  local counted = current
  current = nil
  return { parts = counted.parts, hits = counted.hits }
end

-- ---- The parts of content ----

local function add(parts, thing, group, key, spot, missed)
  parts[#parts + 1] = { key = key, group = group, kind = thing.kind, thing = thing.qualified, name = thing.name,
    word = thing.word, pack = thing.pack.name, origin = thing.origin, spot = spot, missed = missed }
end

local function add_outcomes(parts, thing, key, spot)
  add(parts, thing, "conditions", key .. " true", spot, "never true")
  add(parts, thing, "conditions", key .. " false", spot, "never false")
end

-- The same for one thing.
local function adding(parts, thing)
  return function(group, key, spot, missed) add(parts, thing, group, key, spot, missed) end
end

-- The column of a part is written in its scene, a row for each node.
local function written_in(thing, node)
  if not thing.scene then return thing, ('node "%s"'):format(node.name) end
  return thing.scene, ('part "%s", row %s'):format(thing.part, node.name)
end

local function is_given(condition)
  return condition ~= nil and #condition > 0
end

-- Where somebody is asked, there should be somebody once, and nobody once.
local function add_request(parts, thing, node, at, spot)
  add(parts, thing, "requests", ("request %s answered"):format(at), spot .. ", request", "never answered")
  if node.failed or node.timeout_ms ~= 0 then
    add(parts, thing, "requests", ("request %s unanswered"):format(at), spot .. ", request", "always answered")
  end
  if is_given(node.when) then add_outcomes(parts, thing, "when request " .. at, spot .. ", when") end
end

local function add_node(parts, sequence, node)
  local at = ("%s/%s"):format(sequence.qualified, node.name)
  local thing, spot = written_in(sequence, node)
  add(parts, thing, "nodes", "node " .. at, spot, "never entered")
  if node.kind == "request" then add_request(parts, thing, node, at, spot) end
  exchanges.add_node(adding(parts, thing), function(key, of) add_outcomes(parts, thing, key, of) end, node, at, spot)
  if is_given(node.holds_while) then
    add(parts, thing, "conditions", ("while node %s"):format(at), spot .. ", while", "never false")
  end
  if node.kind == "wait" then add_outcomes(parts, thing, "when node " .. at, spot .. ", wait") end
  for i, transition in ipairs(node.transitions) do
    local edge = ('%s, transition %d to "%s"'):format(spot, i, transition.to)
    add(parts, thing, "transitions", ("way %s %d"):format(at, i), edge, "never taken")
    if #transition.when > 0 then add_outcomes(parts, thing, ("when %s %d"):format(at, i), edge .. ", when") end
  end
  if node.failed then
    add(parts, thing, "transitions", "failed " .. at, ('%s, failed to "%s"'):format(spot, node.failed), "never taken")
  end
end

local function add_action(parts, thing, action, compiled)
  if #action.when > 0 then add_outcomes(parts, thing, "when action " .. thing.qualified, "when") end
  for _, name in ipairs(action.ends_on) do
    add(parts, thing, "handlers", ("ends %s %s"):format(thing.qualified, name),
      ('ends_on "%s"'):format(compiled:short("interruption", name, thing.pack.name)), "never ended by it")
  end
end

-- The same names may be those of a role and of an entity.
local function owner_of(thing)
  return thing.kind == "role" and "role " .. thing.qualified or thing.qualified
end

local function add_cue(parts, thing, cue)
  local key = ("cue %s %s"):format(owner_of(thing), cue.name)
  local spot = ('cue "%s"'):format(cue.name:match("^[^.]*") == thing.pack.name and cue.name:match("%.(.*)$")
    or cue.name)
  add(parts, thing, "cues", key, spot, "never taken")
  if #cue.when > 0 then add_outcomes(parts, thing, "when " .. key, spot .. ", when") end
end

local function add_listed(parts, thing, listed, compiled)
  if #listed.when == 0 then return end
  add_outcomes(parts, thing, ("when role %s %s"):format(thing.qualified, listed.role),
    ('role "%s", when'):format(compiled:short("role", listed.role, thing.pack.name)))
end

local function add_offer(parts, thing, offer)
  local key, spot = ("offer %s %s"):format(owner_of(thing), offer.name), ('offer "%s"'):format(offer.name)
  add(parts, thing, "offers", key, spot, "never taken")
  if is_given(offer.when) then add_outcomes(parts, thing, "when " .. key, spot .. ", when") end
  if is_given(offer.holds_while) then
    add(parts, thing, "conditions", "while " .. key, spot .. ", while", "never false")
  end
end

-- What entities and roles both have.
local function add_conduct(parts, thing, definition, compiled)
  local owner = owner_of(thing)
  for _, handler in ipairs(definition.handlers or {}) do
    add(parts, thing, "handlers", ("on %s %s"):format(owner, handler.interruption),
      ('on "%s"'):format(compiled:short("interruption", handler.interruption, thing.pack.name)), "never answered")
  end
  for _, name in ipairs(definition.fallbacks or {}) do
    add(parts, thing, "fallbacks", ("fallback %s %s"):format(owner, name),
      ('fallback "%s"'):format(compiled:short("sequence", name, thing.pack.name)), "never fallen back on")
  end
  for _, cue in ipairs(definition.cues or {}) do add_cue(parts, thing, cue) end
  for _, reaction in ipairs(definition.reactions or {}) do
    add(parts, thing, "scenes", ("reaction %s %s"):format(owner, reaction.topic),
      ('reacts to "%s"'):format(reaction.topic), "never reacted")
  end
  for _, offer in ipairs(definition.offers or {}) do add_offer(parts, thing, offer) end
end

local function add_entity(parts, thing, definition, compiled)
  add_conduct(parts, thing, definition, compiled)
  for _, listed in ipairs(definition.roles or {}) do add_listed(parts, thing, listed, compiled) end
  if definition.area and #definition.area > 0 then
    add(parts, thing, "areas", "area " .. thing.qualified, "area", "never entered")
  end
end

local function add_role(parts, thing, role, compiled)
  add(parts, thing, "roles", "role " .. thing.qualified, nil, "never applied")
  add_conduct(parts, thing, role, compiled)
end

-- What becomes of a scene in the end is looked at where it has an effect.
local function add_part(parts, thing, part)
  local at, spot = ("%s/%s"):format(thing.qualified, part.name), ('part "%s"'):format(part.name)
  add(parts, thing, "scenes", "part " .. at, spot, "never taken")
  if #part.when > 0 then add_outcomes(parts, thing, "when part " .. at, spot .. ", when") end
  if #part.finish > 0 then add(parts, thing, "scenes", "finish " .. at, spot .. ", finish", "never finished") end
  if #part.broken > 0 then add(parts, thing, "scenes", "broken " .. at, spot .. ", broken", "never broken") end
end

local function add_scene(parts, thing, scene)
  add(parts, thing, "scenes", "scene " .. thing.qualified, nil, "never cast")
  for _, part in ipairs(scene.parts) do add_part(parts, thing, part) end
end

--- All parts of a content.
-- @tparam table compiled of `bustle.author.content`
-- @treturn {table,...}
function coverage.parts(compiled)
  local parts = {}
  for _, sequence in ipairs(compiled.tables.sequences) do
    local thing = compiled:thing("sequence", sequence.name)
    for _, node in ipairs(sequence.nodes) do add_node(parts, thing, node) end
  end
  for _, action in ipairs(compiled.tables.actions) do
    add_action(parts, compiled:thing("action", action.name), action, compiled)
  end
  for _, interruption in ipairs(compiled.tables.interruptions) do
    local thing = compiled:thing("interruption", interruption.name)
    if #interruption.when > 0 then add_outcomes(parts, thing, "when interruption " .. thing.qualified, "when") end
  end
  for _, definition in ipairs(compiled.tables.entities) do
    add_entity(parts, compiled:thing("entity", definition.name), definition, compiled)
  end
  for _, role in ipairs(compiled.tables.roles) do
    add_role(parts, compiled:thing("role", role.name), role, compiled)
  end
  for _, scene in ipairs(compiled.tables.scenes) do
    add_scene(parts, compiled:thing("scene", scene.name), scene)
  end
  for _, inbox in ipairs(compiled.tables.inboxes) do
    exchanges.add_inbox(adding(parts, compiled:thing("inbox", inbox.name)), inbox)
  end
  for _, plan in ipairs(compiled.tables.plans) do
    local thing = compiled:thing("plan", plan.name)
    exchanges.add_plan(adding(parts, thing), plan, function(name)
      return compiled:short("sequence", name, thing.pack.name)
    end)
  end
  return parts
end

-- ---- Counting ----

local function hit(...)
  local key = table.concat({ ... }, " ")
  current.hits[key] = (current.hits[key] or 0) + 1
end

-- The qualified name of what the world shows.
local function qualified(world, kind, shown)
  return world._names.compiled:resolve(kind, shown)
end

--- Notes that a world is under test.
function coverage.world(world)
  if not current then return end
  for _, part in ipairs(coverage.parts(world._names.compiled)) do
    if not current.known[part.key] then
      current.known[part.key] = part
      current.parts[#current.parts + 1] = part
    end
  end
end

-- Who has what an NPC does: its role, if that has it, or its definition.
local function owner(world, id, definition, has)
  local names = world._names
  local role = world._core:alive(id) and world:_is_npc(id) and world._core:role(id)
  local name = role and names.content:name("role", role)
  for _, made in ipairs(name and names.compiled.tables.roles or {}) do
    if made.name == name and has(made) then return "role " .. name end
  end
  return qualified(world, "entity", definition)
end

local function has(field, key, value)
  return function(made)
    for _, each in ipairs(made[field] or {}) do
      if (key and each[key] or each) == value then return true end
    end
    return false
  end
end

local function cue_key(world, step)
  local names, name = world._names, nil
  for id, shown in pairs(names.shown.cue) do
    if shown == step.cue then name = names.content:name("cue", id) end
  end
  return ("cue %s %s"):format(owner(world, step.npc.id, step.npc.kind, has("cues", "name", name)), name)
end

local COUNT = {}

local function node_of(world, step, name)
  return ("%s/%s"):format(qualified(world, "sequence", step.sequence), name)
end

function COUNT.begin(world, step)
  hit("node", node_of(world, step, step.node))
end

function COUNT.option(world, step)
  hit("when", node_of(world, step, step.node), step.transition, tostring(step.verdict == "open"))
end

function COUNT.way(world, step)
  if not step.to then return end
  hit("way", node_of(world, step, step.node), step.transition)
  if step.to ~= END then hit("node", node_of(world, step, step.to)) end
end

function COUNT.failed(world, step)
  hit("failed", node_of(world, step, step.node))
  if step.to ~= END then hit("node", node_of(world, step, step.to)) end
end

-- A claim is tested after the conditions: whoever lacks it has met them.
function COUNT.action(world, step)
  if step.verdict == "gone" or step.verdict == "again" then return end
  if step.cue then return hit("when", cue_key(world, step), tostring(step.verdict ~= "condition")) end
  hit("when action", qualified(world, "action", step.action), tostring(step.verdict ~= "condition"))
end

COUNT.candidate, COUNT.same_target, COUNT.resumption = COUNT.action, COUNT.action, COUNT.action

-- Who is out of reach fails a condition on distance without being looked at.
function COUNT.target(world, step)
  if step.reached < step.accepting and step.cue then return hit("when", cue_key(world, step), "false") end
  if step.reached < step.accepting then hit("when action", qualified(world, "action", step.action), "false") end
end

-- What it waits for had to be waited for, and came.
function COUNT.try(world, step)
  hit("when node", node_of(world, step, step.node), tostring(step.verdict == "open"))
end

function COUNT.ended(world, step)
  hit("ends", qualified(world, "action", step.action), qualified(world, "interruption", step.interruption))
end

function COUNT.role(world, step)
  hit("when role", qualified(world, "entity", step.npc.kind), qualified(world, "role", step.role),
    tostring(step.verdict == "open"))
end

-- ---- Scenes ----

local function part_key(world, step)
  return ("%s/%s"):format(qualified(world, "scene", step.scene), step.part)
end

-- What is asked before the condition says nothing of it.
local ASKED = { open = "true", condition = "false" }

function COUNT.member(world, step)
  if ASKED[step.verdict] then hit("when part", part_key(world, step), ASKED[step.verdict]) end
end

function COUNT.part() end

-- A cue that casts was tested, and held.
function COUNT.cast(_, step) current.cast = step.npc and step.npc.id end

-- That is told by the transition that follows.
function COUNT.arrival() end

-- ---- Offers ----

local function offer_key(world, provider, name)
  return ("offer %s %s"):format(owner(world, provider.id, provider.kind, has("offers", "name", name)), name)
end

-- What is asked of an offer after its own `when`.
local AFTER_WHEN = { open = true, full = true, ["while"] = true }

-- A node's own conditions are asked before those of offers.
function COUNT.provider(world, step)
  local at = node_of(world, step, step.node)
  if not step.offer then
    if step.verdict == "condition" then hit("when request", at, "false") end
    if step.verdict == "while" then hit("while node", at) end
    return
  end
  hit("when request", at, "true")
  local key = offer_key(world, step.target, step.offer)
  if step.verdict == "offer" then hit("when", key, "false") end
  if AFTER_WHEN[step.verdict] then hit("when", key, "true") end
  if step.verdict == "while" then hit("while", key) end
end

function COUNT.request(world, step)
  local at = node_of(world, step, step.node)
  hit("request", at, step.target and "answered" or "unanswered")
  if step.reached < step.accepting then hit("when request", at, "false") end
end

-- That is told by an event, or by the failure that follows.
function COUNT.place() end

COUNT["while"] = function(world, step)
  if not step.offer then return hit("while node", node_of(world, step, step.node)) end
  for _, place in ipairs(step.npc:places()) do
    if place.offer == step.offer and place.provider then
      hit("while", offer_key(world, place.provider, step.offer))
    end
  end
end

-- With targets, whom it could find has told it already; a condition was tested where nothing else was against it.
local TESTED = { open = "true", again = "true", condition = "false" }

function COUNT.cue(world, step)
  local key, cast = cue_key(world, step), current.cast == step.npc.id
  current.cast = nil
  if step.verdict == "open" then hit(key) end
  local tested = TESTED[step.verdict] or cast and "true"
  if tested and not step.target then hit("when", key, tested) end
end

-- That is told by an event too.
function COUNT.ignored() end

function COUNT.watch(world, step)
  hit("when interruption", qualified(world, "interruption", step.interruption), tostring(step.verdict == "open"))
end

for kind, count in pairs(exchanges.COUNT) do
  COUNT[kind] = function(world, step)
    count(hit, step, step.node and node_of(world, step, step.node), function(of, shown)
      return qualified(world, of, shown)
    end)
  end
end

--- Counts a step of a decision.
function coverage.step(world, step)
  if current then COUNT[step.kind](world, step) end
end

-- ---- Events ----

local function scene_table(world, name)
  for _, made in ipairs(world._names.compiled.tables.scenes) do
    if made.name == name then return made end
  end
end

-- Which part an NPC has in a scene is told when it joins.
local function joined(id, scene)
  return ("%s %s"):format(tostring(id), scene)
end

local function count_join(world, events, i, id, definition)
  local scene, part = qualified(world, "scene", events:name(i)), events:part(i)
  hit("scene", scene)
  hit("part", ("%s/%s"):format(scene, part))
  current.joined[joined(id, scene)] = part
  local made = scene_table(world, scene)
  for _, each in ipairs(made.parts) do
    if each.name == part and not each.sequence then
      hit("reaction", owner(world, id, definition, has("reactions", "topic", made.topic)), made.topic)
    end
  end
end

local function count_leave(world, events, i, id)
  local scene = qualified(world, "scene", events:name(i))
  local part = current.joined[joined(id, scene)]
  if part then hit(events:reason(i) == "finished" and "finish" or "broken", ("%s/%s"):format(scene, part)) end
end

local function count_adopt(world, events, i)
  local name, provider = events:name(i), events:target(i)
  local about = world._history.labels[provider]
  hit("offer", owner(world, provider, about.definition, has("offers", "name", name)), name)
end

--- Counts what the events of the last update tell.
function coverage.events(world)
  if not current then return end
  local events = world:events()
  for i = 1, events.count do
    local kind, id = events:kind(i), events:npc(i)
    local about = world._history.labels[id]
    if kind == "interrupt" and events:interruption(i) then
      local name = qualified(world, "interruption", events:interruption(i))
      hit("on", owner(world, id, about.definition, has("handlers", "interruption", name)), name)
    elseif kind == "fallback" then
      local name = qualified(world, "sequence", events:name(i))
      hit("fallback", owner(world, id, about.definition, has("fallbacks", nil, name)), name)
    elseif kind == "role" and events:name(i) then
      hit("role", qualified(world, "role", events:name(i)))
    elseif kind == "join" then
      count_join(world, events, i, id, about.definition)
    elseif kind == "leave" then
      count_leave(world, events, i, id)
    elseif kind == "adopt" then
      count_adopt(world, events, i)
    elseif kind == "enter" then
      hit("area", qualified(world, "entity", events:name(i)))
    end
  end
end

return coverage
