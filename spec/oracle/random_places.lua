-- Random links, paths, areas, offers and requests (S61 to S68) for random_content.lua, in its form. `made` is the content so far, `features` says
-- what there is of links, areas, offers; `tools` are those of random_content.lua. What is added to the content that is there mentions no state
-- of `self` beyond what its definitions have.

local random_places = {}

---- Paths ----

local BUILT_IN = { areas = { "inside", "around", "outer", "inner" }, offers = { "holder", "provider" }, scenes = { "member" } }

local function kinds_of(features)
  local list = { "l1", "l2", "l3", "l4", "l1", "l2", "l1", "l2" }
  for _, feature in ipairs { "areas", "offers", "scenes" } do
    for _, kind in ipairs(features[feature] and BUILT_IN[feature] or {}) do list[#list + 1] = kind end
  end
  return list
end

-- `about`: { target=bool, parts= how many of a scene, or nil }.
local function random_path(r, features, about)
  local steps = {}
  for i = 1, r:pick { 1, 1, 1, 2, 2, 3 } do
    steps[i] = r:pick(kinds_of(features)) .. (r:chance(20) and "(tag" .. r:int(1, 3) .. ")" or "") .. (r:chance(20) and "+" or "")
  end
  local begin = r:int(1, 100)
  if begin <= 15 then steps[#steps + 1] = "self"
  elseif begin <= 45 and about.target then steps[#steps + 1] = "target"
  elseif begin <= 60 and features.areas then steps[#steps + 1] = "area"
  elseif begin <= 70 and about.parts then steps[#steps + 1] = "p" .. r:int(1, about.parts) end
  return table.concat(steps, " of ")
end

---- Conditions, values and effects ----

local COMPARISONS = { "==", "~=", "<", ">", "<=", ">=" }

local function who(r, features, about)
  local kind = r:int(1, 100)
  if about.target and kind <= 50 then return "target" end
  if features.areas and kind <= 65 then return "area" end
  if about.parts and kind <= 80 then return "part:p" .. r:int(1, about.parts) end
  return "self"
end

local function random_link(r, features, about)
  local from, to = "self", who(r, features, about)
  while to == from do -- where there is nobody else, an area or nobody
    if not (about.target or about.parts or features.areas) then to = "area" else to = who(r, features, about) end
  end
  if r:chance(30) then from, to = to, from end
  local kind = r:pick { "l1", "l2", "l3", "l4" }
  if r:chance(30) then kind = r:pick(kinds_of(features)) end
  return { "link", kind, from, to }
end

local function random_value(r, features, about, states)
  local kind = r:int(1, 100)
  if not features.links then return { "now" } end -- for a core that has not learnt more yet
  if kind <= 45 then return random_link(r, features, about) end
  if kind <= 65 and features.areas then return { "area", r:pick(states).name } end
  if kind <= 90 then return { "count", random_path(r, features, about) } end
  return { "count", random_path(r, features, about), random_path(r, features, about) }
end

local function new_condition(r, features, about, states)
  local value = random_value(r, features, about, states)
  if value[1] == "count" and r:chance(50) then return { ">", value, { "const", 0 } } end -- any
  local made = { r:pick(COMPARISONS), value, { "const", r:int(-1, 2) } }
  if r:chance(15) then made[3] = random_value(r, features, about, states) end
  if r:chance(15) then made[2] = { r:pick { "+", "-", "*" }, made[2], { "const", r:int(-1, 2) } } end
  if r:chance(10) then made = { "not", made } end
  return made
end

-- Over what is not of `self`, as often as not such that it holds.
local function neutral_condition(r, features, about, made)
  local kind = r:int(1, 100)
  if kind <= 25 then
    local env = r:pick(made.env)
    return { r:pick { "~=", "<=", ">=" }, { "env", env.name }, { "const", r:int(env.low, env.high) } }
  end
  if kind <= 32 then return { "~=", { "now" }, { "const", r:int(1, 40) } } end
  if kind <= 45 then return { "call", made.new_condition() } end
  if kind <= 60 and about.target then return { "<=", { "distance" }, { "const", r:int(10, 90) } } end
  local condition = new_condition(r, features, about, made.states)
  return r:chance(50) and { "or", condition, { r:pick { "<", ">" }, { "now" }, { "const", r:int(5, 60) } } } or condition
end

local function new_effect(r, features, about, made)
  local kind = r:int(1, 100)
  local value = { "const", r:int(-1, 3) }
  if r:chance(20) then value = random_value(r, features, about, made.states) end
  if not features.links then return { "raise_within", r:pick(made.interruptions).name, 20 } end
  if kind <= 15 and #made.interruptions > 0 then
    return { "raise_on_path", r:pick(made.interruptions).name, random_path(r, features, about) }
  end
  if kind <= 30 and features.areas then return { r:pick { "set", "add", "sub" }, "area", r:pick(made.states).name, value } end
  if kind <= 40 and features.offers then return { "revoke", "off" .. r:int(1, 4), about.target and r:chance(70) and "target" or "self" } end
  local link = random_link(r, features, about)
  while not link[2]:find "^l%d$" do link = random_link(r, features, about) end
  return { r:pick { "set", "set", "add", "sub" }, "link", { link[2], link[3], link[4] }, value }
end

local function add_effects(r, features, list, about, made, percent)
  if r:chance(percent) then table.insert(list, r:int(1, #list + 1), new_effect(r, features, about, made)) end
end

local function joined(r, old, new)
  if not old then return new end
  return { r:pick { "or", "or", "and" }, old, new }
end

---- What is there is changed ----

local function change_prefer(r, features, thing, about, made)
  local prefer = thing.prefer
  if prefer and prefer.kind ~= "nearest" and features.links and r:chance(50) then
    prefer.property, prefer.value = nil, random_value(r, features, about, made.states)
    if r:chance(10) then prefer.value = { "+", prefer.value, { "distance" } } end
  end
end

local function change_actions(r, features, made)
  for i = 2, #made.actions do
    local action = made.actions[i]
    local about = { target = action.takes_target }
    if r:chance(20) and not action.is_waiting then action.when = joined(r, action.when, new_condition(r, features, about, made.states)) end
    for _, list in ipairs { "start", "finish", "interrupted" } do
      action[list] = action[list] or {}
      add_effects(r, features, action[list], about, made, 30)
    end
    change_prefer(r, features, action, about, made)
  end
end

local function targeted(made, name)
  for _, action in ipairs(made.actions) do
    if action.name == name then return action.takes_target end
  end
  return false
end

local function change_nodes(r, features, made, sequence)
  for _, node in ipairs(sequence.nodes) do
    for _, transition in ipairs(node.to or {}) do
      if transition.when and r:chance(25) then
        transition.when = joined(r, transition.when, new_condition(r, features, { target = true }, made.states))
      end
    end
    local free = node.kind == "action" and not (node.same_target or node.at_member or node.at_part)
    if free and features.links and targeted(made, node.action) and r:chance(25) then node.path = random_path(r, features, { target = true }) end
    if node.kind == "wait" and r:chance(25) then node.when = new_condition(r, features, { target = true }, made.states) end
    if node.kind == "sequence" and features.offers and r:chance(35) then node.during = neutral_condition(r, features, { target = true }, made) end
  end
  if sequence.claims and r:chance(35) then sequence.claims_kept = true end
end

local function change_minds(r, features, made, minds)
  for _, mind in ipairs(minds) do
    for _, cue in ipairs(mind.cues or {}) do
      local about = { target = cue.targets ~= nil }
      if r:chance(20) then cue.when = joined(r, cue.when, new_condition(r, features, about, made.states)) end
      change_prefer(r, features, cue, about, made)
      if cue.sequence and r:chance(50) then cue.leaves = true end
    end
    for _, handler in ipairs(mind.handlers or {}) do
      local how = r:int(1, 100)
      handler.stays, handler.urgent = how <= 30 or nil, how > 30 and how <= 55 or nil
    end
  end
end

local function change_scenes(r, features, made)
  for _, scene in ipairs(made.scenes or {}) do
    if r:chance(50) then scene.stays = true end
    for index, part in ipairs(scene.parts) do
      local earlier = { target = true, parts = index > 1 and index - 1 or nil }
      if r:chance(15) then part.when = joined(r, part.when, new_condition(r, features, earlier, made.states)) end
      change_prefer(r, features, part, earlier, made)
      for _, list in ipairs { "finish", "broken" } do
        part[list] = part[list] or {}
        add_effects(r, features, part[list], { parts = #scene.parts }, made, 20)
      end
    end
  end
end

---- Areas (S67), and those who are nowhere (S68) ----

local function random_box(r)
  local size = r:pick { 4, 8, 8, 15, 15.5, 30, 30, 60 }
  local box = { width = size, depth = r:chance(70) and size or r:int(3, 50) + r:pick { 0, 1 / 16, 0.3 } }
  if r:chance(20) then box.height = r:pick { 1, 4, 6.5 } end
  if r:chance(40) then box.x, box.y, box.z = r:int(-10, 10), r:int(-10, 10) / 4, r:pick { 0, 0, 1 } end
  return box
end

local function area_effects(r, features, made, def)
  local list = {}
  for i = 1, r:pick { 0, 1, 1, 2 } do
    local kind = r:int(1, 100)
    if kind <= 25 and #made.interruptions > 0 then
      list[i] = { "raise", r:pick(made.interruptions).name, r:pick { "self", "self", "target" } }
    elseif kind <= 35 and #made.interruptions > 0 then
      list[i] = { "raise_within", r:pick(made.interruptions).name, r:pick { 5, 20, 50 } }
    elseif kind <= 70 then
      local on_target = #def.state > 0 and r:chance(50)
      list[i] = { r:pick { "add", "sub", "set" }, on_target and "target" or "self", on_target and r:pick(def.state)[1]
        or r:pick(made.states).name, { "const", r:int(0, 2) } }
    else
      list[i] = new_effect(r, features, { target = true }, made)
    end
  end
  return list
end

local function make_area(r, features, made, name)
  local def = { name = name, static = true, state = {}, area = {}, tags = { "tag" .. r:int(1, 3) } }
  for _, state in ipairs(made.states) do
    if r:chance(75) then def.state[#def.state + 1] = { state.name } end
  end
  for i = 1, r:pick { 1, 1, 1, 2, 3 } do def.area[i] = random_box(r) end
  if r:chance(25) then def.trigger = true end
  def.enter, def.exit = area_effects(r, features, made, def), area_effects(r, features, made, def)
  return def
end

-- An NPC with an extent, or with no position.
local function make_brain(made, features, first)
  local def = {}
  for key, value in pairs(first) do def[key] = value end
  def.name, def.static, def.position, def.position_every_ms = "brain", nil, "none", nil
  if features.areas and made.with_extent then
    def.position, def.static = nil, true
    def.area = { { width = 20, depth = 20 } }
  end
  return def
end

local function add_areas(r, features, made)
  for i = 1, r:int(2, 4) do made.entities[#made.entities + 1] = make_area(r, features, made, "area" .. i) end
end

local function add_nowhere(r, features, made)
  local first = made.entities[1]
  made.with_extent = r:chance(60)
  if r:chance(60) then made.entities[#made.entities + 1] = make_brain(made, features, first) end
  made.with_extent = nil
  if r:chance(40) then
    local prop
    for _, def in ipairs(made.entities) do
      if not def.npc and not def.area then prop = def end
    end
    prop.static, prop.position, prop.position_every_ms = nil, "none", nil
  end
end

---- Offers (S61) ----

local NAMES = { "off1", "off2", "off3", "off4" }

local function plain_action(r, made)
  if r:chance(55) then return { kind = "action", action = "act1" } end
  local action = r:pick(made.actions)
  local node = { kind = "action", action = action.name }
  if action.takes_target then node.same_target = r:chance(60) end
  return node
end

local function request_node(r, features, made, plain)
  local node = { kind = "request", offers = {} }
  local name = r:int(1, 4)
  for i = 1, r:pick { 0, 1, 1, 1, 2 } do node.offers[i] = NAMES[(name + i - 1) % 4 + 1] end
  if r:chance(60) then node.body = plain end
  if made.calm and r:chance(70) then return node end
  local whom = r:int(1, 100)
  if whom <= 20 then node.targets = { "tag" .. r:int(1, 3) }
  elseif whom <= 32 and features.links then node.path = random_path(r, features, { target = true })
  elseif whom <= 55 and features.areas then node.from_area = true
  elseif whom <= 68 then node.from_target = true end
  if r:chance(12) then node.when = neutral_condition(r, features, { target = true }, made) end
  if r:chance(20) then node.during = neutral_condition(r, features, { target = true }, made) end
  if r:chance(35) then
    node.prefer = { kind = r:pick { "nearest", "nearest", "least", "most" } }
    if node.prefer.kind ~= "nearest" then node.prefer.value = random_value(r, features, { target = true }, made.states) end
    if node.prefer.value and (r:chance(30) or not features.links) then node.prefer.value, node.prefer.property = nil, r:pick(made.states).name end
  end
  if r:chance(50) then node.timeout_ms = r:pick { 0, 500, 2500, 8000, 20000 } end
  if r:chance(60) then node.every_ms = r:pick { 1, 100, 300, 1000, 2500 } end
  if r:chance(50) and #made.waits > 0 then node.waiting = r:pick(made.waits).name end
  return node
end

local function chain(r, name, nodes)
  local sequence = { name = name, entry = "n1", nodes = nodes }
  for i, node in ipairs(nodes) do
    node.name, node.to = "n" .. i, { { node = i < #nodes and "n" .. i + 1 or "end" } }
    if r:chance(25) then node.failed = i < #nodes and r:chance(60) and "n" .. i + 1 or "end" end
  end
  nodes[#nodes + 1] = { name = "end", kind = "end" }
  return sequence
end

local function wait_node(r, features, made)
  local node = { kind = "wait", when = neutral_condition(r, features, { target = true }, made), timeout_ms = r:pick { 500, 2500, 8000 },
    every_ms = r:pick { 100, 700 } }
  if r:chance(50) and #made.waits > 0 then node.waiting = r:pick(made.waits).name end
  return node
end

-- What is offered: something to do, often a body, at times another request, a scene, or something nested with a `while`.
local function offered_sequence(r, features, made, name, plain)
  local nodes = {}
  if made.calm and made.scene_node and r:chance(50) then -- a scene, with a place below it
    nodes = { made.scene_node(), { kind = "action", action = "act1" } }
    nodes[1].as, nodes[1].timeout_ms = "p1", 8000
    return chain(r, name, nodes)
  end
  for i = 1, r:pick { 1, 2, 2, 3 } do
    local kind = r:int(1, 100)
    if kind <= 8 then nodes[i] = { kind = "action", action = "rare" }
    elseif kind <= 30 then nodes[i] = plain_action(r, made)
    elseif kind <= 46 then nodes[i] = { kind = "body" }
    elseif kind <= 60 then nodes[i] = request_node(r, features, made, plain)
    elseif kind <= 76 then nodes[i] = wait_node(r, features, made)
    elseif kind <= 92 and made.scene_node then
      nodes[i] = made.scene_node()
      if r:chance(60) then nodes[i].timeout_ms = 8000 end
    else
      nodes[i] = { kind = "sequence", sequence = plain, during = r:chance(60) and neutral_condition(r, features, { target = true }, made) or nil }
    end
  end
  if nodes[#nodes].kind == "body" or r:chance(50) then nodes[#nodes + 1] = { kind = "action", action = "act1" } end
  local sequence = chain(r, name, nodes)
  if r:chance(30) then
    for _, node in ipairs(nodes) do
      if targeted(made, node.action) then sequence.claims, sequence.claims_kept = { { property = "st1", amount = 1 } }, r:chance(40) or nil end
    end
  end
  return sequence
end

local function undo_sequence(r, features, made, name, plain)
  local kind = r:int(1, 100)
  if kind <= 40 then return chain(r, name, { { kind = "action", action = "act1" } }) end
  if kind <= 52 then return chain(r, name, { plain_action(r, made), plain_action(r, made) }) end
  if kind <= 65 then -- one that fails, and goes on all the same
    local sequence = chain(r, name, { { kind = "sequence", sequence = plain }, wait_node(r, features, made), { kind = "action", action = "act1" } })
    sequence.nodes[2].when, sequence.nodes[2].timeout_ms, sequence.nodes[2].failed = { "==", { "now" }, { "const", -1 } }, 0, "n3"
    return sequence
  end
  if kind <= 75 then return chain(r, name, { wait_node(r, features, made), { kind = "action", action = "act1" } }) end
  if kind <= 85 then return chain(r, name, { request_node(r, features, made, plain), { kind = "action", action = "act1" } }) end
  if kind <= 93 and made.scene_node then return chain(r, name, { made.scene_node() }) end
  return chain(r, name, { { kind = "sequence", sequence = plain } })
end

-- States that everybody whom the offer may belong to has.
local function common_states(defs)
  local count, list = {}, {}
  for _, def in ipairs(defs) do
    for _, state in ipairs(def.state) do count[state[1]] = (count[state[1]] or 0) + 1 end
  end
  for name, n in pairs(count) do
    if n == #defs then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

local function offer_effects(r, features, made, states)
  local list = {}
  for i = 1, r:pick { 0, 1, 1, 2 } do
    if #states > 0 and r:chance(50) then
      list[i] = { r:pick { "add", "sub" }, r:chance(70) and "target" or "self", r:pick(states), { "const", r:int(1, 2) } }
    elseif #made.interruptions > 0 and r:chance(20) then
      list[i] = { "raise", r:pick(made.interruptions).name, r:pick { "self", "target" } }
    else
      list[i] = new_effect(r, features, { target = true }, made)
    end
  end
  return list
end

local function offer_condition(r, features, made, states)
  if #states > 0 and r:chance(60) then
    return { r:pick { ">=", "<=", "~=" }, { "target", r:pick(states) }, { "const", r:int(0, 3) } }
  end
  return neutral_condition(r, features, { target = true }, made)
end

local function make_offer(r, features, made, name, sequence, defs)
  local states = common_states(defs)
  local offer = { name = name, sequence = sequence, holders = r:pick { 1, 1, 1, 2, 0, 3 }, kept = r:chance(40) or nil }
  if r:chance(15) then offer.when = offer_condition(r, features, made, states) end
  if r:chance(25) then offer.during = offer_condition(r, features, made, states) end
  offer.adopt, offer.drop = offer_effects(r, features, made, states), offer_effects(r, features, made, states)
  if r:chance(45) then offer.undo = "undo" .. r:int(1, 3) end
  return offer
end

-- The definitions that can be in a role: those that list it; by the game, any NPC.
local function who_lists(made, role)
  local list = {}
  for _, def in ipairs(made.entities) do
    for _, listed in ipairs(def.roles or {}) do
      if listed.role == role.name then list[#list + 1] = def end
    end
  end
  return list
end

local function add_offers(r, features, made, plain)
  for i = 1, 4 do made.sequences[#made.sequences + 1] = offered_sequence(r, features, made, "offered" .. i, plain) end
  for i = 1, 3 do made.sequences[#made.sequences + 1] = undo_sequence(r, features, made, "undo" .. i, plain) end
  local props, all = {}, {}
  for _, def in ipairs(made.entities) do
    def.offers = {}
    if not def.npc then props[#props + 1] = def end
    all[#all + 1] = def
  end
  for i, name in ipairs(NAMES) do -- each is there
    local def = r:chance(75) and r:pick(props) or r:pick(all)
    def.offers[#def.offers + 1] = make_offer(r, features, made, name, "offered" .. i, { def })
  end
  for _, def in ipairs(made.entities) do
    for i, name in ipairs(NAMES) do
      local there = false
      for _, offer in ipairs(def.offers) do there = there or offer.name == name end
      if not there and r:chance(def.npc and 15 or 45) then
        def.offers[#def.offers + 1] = make_offer(r, features, made, name, "offered" .. (r:chance(70) and i or r:int(1, 4)), { def })
      end
    end
  end
  for _, role in ipairs(made.roles or {}) do
    role.offers = {}
    for _, name in ipairs(NAMES) do
      if r:chance(35) then
        role.offers[#role.offers + 1] = make_offer(r, features, made, name, "offered" .. r:int(1, 4), who_lists(made, role))
      end
    end
  end
end

---- Requests (S62) ----

-- A life of asking, and of what else there is.
local function asking_life(r, features, made, name, plain)
  local nodes = { request_node(r, features, made, plain) }
  if r:chance(60) then nodes[2] = request_node(r, features, made, plain) end
  if r:chance(30) and made.scene_node then table.insert(nodes, 1, made.scene_node()) end
  nodes[#nodes + 1] = { kind = "action", action = "act1" }
  local life = chain(r, name, nodes)
  for i, node in ipairs(life.nodes) do
    if node.kind == "request" and r:chance(70) then node.failed = "n" .. i + 1 end
  end
  life.castable = r:pick { "always", "always", false } or nil
  return life
end

local function ask_in(r, features, made, sequence, plain)
  local old = sequence.nodes[r:int(1, #sequence.nodes - 1)]
  local name, to, failed = old.name, old.to, old.failed
  for key in pairs(old) do old[key] = nil end
  for key, value in pairs(request_node(r, features, made, plain)) do old[key] = value end
  old.name, old.to, old.failed = name, to, failed or r:chance(50) and "end" or nil
end

local function add_requests(r, features, made, plain, count)
  for i = 1, count - 1 do
    if r:chance(35) then ask_in(r, features, made, made.sequences[i], plain) end
  end
  for i = 1, 3 do made.sequences[#made.sequences + 1] = asking_life(r, features, made, "ask" .. i, plain) end
  for _, def in ipairs(made.entities) do
    if def.npc and def.main and r:chance(75) then def.main = "ask" .. r:int(1, 3) end
  end
  for _, role in ipairs(made.roles or {}) do
    if role.main and r:chance(40) then role.main = "ask" .. r:int(1, 3) end
  end
end

-- A state that not everybody has, and an action that needs it: what is offered may ask too much.
local function add_rare(r, made)
  made.states[#made.states + 1] = { name = "rare", low = 0, high = 3 }
  made.actions[#made.actions + 1] = { name = "rare", duration = { 700, 700 }, takes_target = false,
    start = { { "add", "self", "rare", { "const", 1 } } } }
  for _, def in ipairs(made.entities) do
    if r:chance(60) then def.state[#def.state + 1] = { "rare" } end
  end
end

-- So many offer the same that more encounters are made than are kept.
local function offer_much(r, made, plain)
  made.entities[#made.entities].offers = { { name = "off1", sequence = plain, holders = r:pick { 1, 0 } } }
  for _, def in ipairs(made.entities) do
    if def.npc and def.main then def.main = "ask1" end
  end
  for _, sequence in ipairs(made.sequences) do
    if sequence.name == "ask1" then
      sequence.nodes = { { name = "n1", kind = "request", offers = { "off1" }, timeout_ms = 500, to = { { node = "n2" } }, failed = "n2" },
        { name = "n2", kind = "action", action = "act1", to = { { node = "end" } } }, { name = "end", kind = "end" } }
      sequence.entry = "n1"
    end
  end
end

---- All together ----

-- After all else. `vocabulary`: that of random_content.lua; `count`: how many sequences are of its own, the last of
-- them the plain one.
function random_places.add(r, made, features, vocabulary, count, scene_node)
  local plain = "seq" .. count
  made.links = features.links and { { name = "l1", flag = true }, { name = "l2", flag = true }, { name = "l3", min = -3, max = 5, default = 1 },
    { name = "l4", default = r:int(-1, 1) } } or nil
  made.waits, made.new_condition, made.scene_node = vocabulary.waiting_actions, vocabulary.new_condition, scene_node
  features.scenes, made.calm = made.scenes ~= nil, r:chance(50)
  if features.offers then add_rare(r, made) end
  change_actions(r, features, made)
  if features.areas then add_areas(r, features, made) end
  if features.areas or features.offers then add_nowhere(r, features, made) end
  if features.offers then
    add_requests(r, features, made, plain, count)
    add_offers(r, features, made, plain)
  end
  for _, sequence in ipairs(made.sequences) do change_nodes(r, features, made, sequence) end
  change_minds(r, features, made, made.roles or {})
  change_minds(r, features, made, made.entities)
  change_scenes(r, features, made)
  made.entities[#made.entities + 1] = { name = "stone", state = {}, accepts = {}, tags = { "tag1" }, offers = {} }
  if features.offers and r:chance(12) then offer_much(r, made, plain) end
  made.waits, made.new_condition, made.scene_node, made.calm = nil, nil, nil, nil
end

random_places.path, random_places.condition, random_places.chain, random_places.common_states = random_path, neutral_condition, chain, common_states

return random_places
