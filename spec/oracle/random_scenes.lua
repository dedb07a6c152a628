-- Random scenes (S54) for random_content.lua, in its form: the scenes, the sequences of their parts, reactions, and what casts them:
-- nodes in the sequences there are, and cues. `made` is the content so far; `tools` are those of random_content.lua.

local function scope_of(r, vocabulary, target)
  local scope = { r = r, self = vocabulary.needed, wanted = {}, target = target, functions = true }
  for key, value in pairs(vocabulary) do scope[key] = value end
  return scope
end

---- Sequences of parts ----

-- An action, aimed at others as often as not.
local function action_node(r, made, scene)
  local node = { kind = "action" }
  local action = r:pick(made.actions)
  node.action = action.name
  if action.takes_target and r:chance(75) then
    if scene and r:chance(40) then node.at_part = "p" .. r:int(1, #scene.parts) else node.at_member = true end
  end
  return node
end

-- `later`: the scenes that may be cast in a cell, `scene`: that of the part; none for a reaction.
local function part_node(r, made, scope, scene, later, i, count, tools)
  local node
  local kind = r:int(1, 100)
  if kind <= 12 then node = { kind = "pass" }
  elseif kind <= 20 then node = { kind = "choice" }
  elseif kind <= 30 then node = { kind = "sequence", sequence = r:pick { made.plain, "sub", "sub" } }
  elseif kind <= 37 then node = tools.wait(r, scope, i, count)
  elseif kind <= 52 and #later > 0 then
    node = tools.scene_node(r, made, later)
    if r:chance(80) then node.timeout_ms = r:pick { 2500, 8000 } end -- not in the update in which its own scene is cast
  elseif kind <= 70 then node = { kind = "action", action = "act1" }
  else node = action_node(r, made, scene) end
  node.name, node.free = "n" .. i, r:chance(12) or nil
  local passes = node.kind == "pass" or node.kind == "choice"
  node.to = tools.transitions(r, scope, count, i, passes and "choice" or "action")
  if r:chance(30) then
    local n = r:int(i + 1, count + 1)
    node.failed = n > count and "end" or "n" .. n
  end
  return node
end

local function claims_of(r, sequence, made)
  for _, node in ipairs(sequence.nodes) do
    for _, action in ipairs(made.actions) do
      if action.name == node.action and action.takes_target then return { { property = "st1", amount = r:pick { 1, 1, 2 } } } end
    end
  end
  return nil
end

local function part_sequence(r, name, made, vocabulary, scene, later, tools)
  local sequence = { name = name, entry = "n1", nodes = {} }
  local scope, count = scope_of(r, vocabulary, true), r:int(1, 4)
  for i = 1, count do sequence.nodes[i] = part_node(r, made, scope, scene, later, i, count, tools) end
  sequence.nodes[count + 1] = { name = "end", kind = "end" }
  if r:chance(50) then sequence.claims = claims_of(r, sequence, made) end
  return sequence
end

---- Scenes ----

local function part_condition(r, scope, index, tools)
  local condition = tools.condition(scope, 1)
  if index == 1 or r:chance(50) then return condition end
  local state = r:pick(scope.states)
  local of_part = { r:pick { "<=", ">=", "~=" }, { "part", "p" .. r:int(1, index - 1), state.name }, { "self", state.name } }
  if r:chance(50) then return of_part end
  return { r:pick { "and", "or" }, of_part, condition }
end

-- Some of what is done to the member itself is done to the first of a part instead.
local function part_effects(r, scope, parts, tools)
  local list = tools.effects(scope, 2)
  for _, effect in ipairs(list) do
    local name, kind = "p" .. r:int(1, parts), effect[1]
    if kind == "raise" and r:chance(60) then effect[3], effect[4] = "part", name
    elseif (kind == "set" or kind == "add" or kind == "sub") then
      if r:chance(20) then effect[4] = { "+", { "part", name, effect[3] }, { "const", r:int(0, 2) } } end
      if r:chance(40) then effect[2], effect[5] = "part", name end
    end
  end
  if #scope.interruptions > 0 and r:chance(15) then
    list[#list + 1] = { "raise", r:pick(scope.interruptions).name, "part", "p" .. r:int(1, parts) }
  end
  return list
end

local function make_part(r, index, parts, vocabulary, tools)
  local part = { name = "p" .. index }
  if r:chance(15) then part.least = 2 end
  part.most = (part.least or 1) + r:pick { 0, 0, 1, 1, 2 }
  if r:chance(index == 1 and 60 or 85) then part.who = tools.tags(r, 60) end
  local scope = scope_of(r, vocabulary, true)
  if r:chance(30) then part.when = part_condition(r, scope, index, tools) end
  if r:chance(30) then
    part.prefer = { kind = r:pick { "nearest", "nearest", "least", "most" } }
    if part.prefer.kind ~= "nearest" then part.prefer.property = r:pick(scope.states).name end
  end
  local of_self = scope_of(r, vocabulary, false)
  part.finish, part.broken = part_effects(r, of_self, parts, tools), part_effects(r, of_self, parts, tools)
  return part
end

local function make_scene(r, name, vocabulary, tools)
  local count = r:pick { 1, 2, 2, 2, 2, 2, 3, 3, 4 }
  local scene = { name = name, parts = {}, topic = r:chance(60) and "top" .. r:int(1, 2) or nil }
  for i = 1, count do scene.parts[i] = make_part(r, i, count, vocabulary, tools) end
  if count == 1 then scene.parts[1].most = math.max(2, scene.parts[1].most) end -- somebody to aim at
  if r:chance(40) then scene.within = r:pick { 5, 15, 30, 60, 60 } end
  if r:chance(70) then scene.priority = r:pick { -2, -1, 0, 0, 1, 2, 3 } end
  if r:chance(85) then scene.patience_ms = r:pick { 1, 100, 100, 300, 1000, 3000 } end
  if r:chance(85) then scene.limit_ms = r:pick { 1, 500, 2000, 8000, 8000, 20000 } end
  if r:chance(50) then scene.longest_ms = r:pick { 1, 1500, 6000, 20000, 60000, 60000, 120000 } end
  if r:chance(85) then scene.rest_ms = r:pick { 0, 0, 0, 1000, 4000 } end
  if r:chance(60) and #vocabulary.waiting_actions > 0 then scene.waiting = r:pick(vocabulary.waiting_actions).name end
  scene.interrupted_breaks = r:chance(25) or nil
  return scene
end

-- So many that more encounters are made than are kept.
local function make_crowded(scene)
  local last = scene.parts[#scene.parts]
  last.most, last.who, last.when, last.prefer = 12, { "tag1", "tag2", "tag3" }, nil, nil
  scene.within, scene.rest_ms, scene.longest_ms = nil, 0, 1500
end

-- One that stands high above the others, and little patience, so that who is in it comes late to them (S50).
local function make_steep(scenes)
  for i, scene in ipairs(scenes) do
    scene.priority, scene.patience_ms, scene.longest_ms, scene.limit_ms = i == 1 and 3 or -2, i == 1 and 100 or 1, nil, nil
    scene.interrupted_breaks, scene.rest_ms = nil, 0
  end
end

-- Nodes that do the action that needs nothing, as many as this, the first of them `free` of phases.
local function plain_sequence(name, count, free, first)
  local sequence = { name = name, entry = "n1", nodes = {}, castable = first and "always" or nil }
  for i = 1, count do
    sequence.nodes[i] = { name = "n" .. i, kind = "action", action = "act1", free = i == 1 and free or nil,
      to = { { node = i < count and "n" .. i + 1 or "end" } } }
  end
  if first then
    for key, value in pairs(first) do sequence.nodes[1][key] = value end
    sequence.nodes[1].action = nil
  end
  sequence.nodes[count + 1] = { name = "end", kind = "end" }
  return sequence
end

-- `steep`, in which who begins it is soon past its patience, and `low`, for which there is no place when it goes on (S50).
local function add_steep_pair(made)
  local scenes, performed = made.scenes, made.performed
  scenes[#scenes + 1] = { name = "steep", priority = 3, patience_ms = 1, rest_ms = 0, parts = { { name = "p1", sequence = "steep.p1" },
    { name = "p2", sequence = "steep.p2", who = { "tag1", "tag2", "tag3" } } } }
  scenes[#scenes + 1] = { name = "low", priority = -2, rest_ms = 0, parts = { { name = "p1", sequence = "low.p1" } } }
  performed[#performed + 1] = plain_sequence("steep.p1", 3)
  performed[#performed + 1] = plain_sequence("steep.p2", 4, true)
  performed[#performed + 1] = plain_sequence("low.p1", 1)
  performed[#performed + 1] = plain_sequence("life3", 2, nil, { kind = "scene", scene = "steep", as = "p1", failed = "n2" })
end

---- What casts them ----

local function scene_node(r, made, scenes)
  local scene = r:pick(scenes)
  local node = { kind = "scene", scene = scene.name }
  if r:chance(70) then node.as = "p" .. r:int(1, #scene.parts) end
  if r:chance(60) then node.timeout_ms = r:pick { -1, 0, 500, 2500, 8000 } end
  if r:chance(60) then node.every_ms = r:pick { 1, 100, 300, 1000, 2500 } end
  if r:chance(60) and #made.waiting > 0 then node.waiting = r:pick(made.waiting).name end
  return node
end

-- A node of a sequence becomes one that casts a scene.
local function cast_in(r, made, sequence)
  local old = sequence.nodes[r:chance(50) and 1 or r:int(1, #sequence.nodes - 1)]
  local node = scene_node(r, made, made.scenes)
  for key in pairs(old) do
    if key ~= "name" and key ~= "to" and key ~= "failed" then old[key] = nil end
  end
  for key, value in pairs(node) do old[key] = value end
  if not old.failed and r:chance(50) then old.failed = "end" end
end

local function make_castable(r, sequence, made)
  local kind = r:int(1, 100)
  if kind <= 10 then sequence.castable = "never"
  elseif kind <= 50 then sequence.castable = "always"
  elseif kind <= 65 then sequence.castable_in = { r:pick(made.scenes).name } end
end

-- Others are rare, so that NPCs come back to their main sequences.
local function cues_of_scenes(r, cues, made)
  for i = #cues, 1, -1 do
    local cue = cues[i]
    if cue.name ~= "cue0" and r:chance(60) then
      local scene = r:pick(made.scenes)
      cue.sequence, cue.scene, cue.as = nil, scene.name, "p" .. r:int(1, #scene.parts)
      if r:chance(80) then cue.every_ms, cue.again_ms = r:pick { 300, 1000, 2500 }, r:pick { 2000, 8000, 30000 } end
    elseif r:chance(80) then
      table.remove(cues, i)
    end
  end
end

local function some_reactions(r, made, percent)
  local list = {}
  for i = 1, 2 do
    if r:chance(percent) then list[#list + 1] = { topic = "top" .. i, sequence = r:pick(made.reactions).name } end
  end
  return list
end

-- One that parts nest: what may well fail.
local function nested_sequence(r, made)
  local sequence = { name = "sub", entry = "n1", nodes = { action_node(r, made, nil) } }
  sequence.nodes[1].name, sequence.nodes[1].to = "n1", { { node = "end" } }
  sequence.nodes[2] = { name = "end", kind = "end" }
  return sequence
end

local function some_targeted(r, made)
  local list = {}
  for _, action in ipairs(made.actions) do
    if action.takes_target then list[#list + 1] = action end
  end
  return #list > 0 and r:pick(list) or nil
end

-- A quiet life, so that there is somebody to cast: a scene, or what comes of it, then the action that needs nothing.
local function quiet_life(r, made, name)
  local first = scene_node(r, made, made.scenes)
  first.name, first.to, first.failed = "n1", { { node = "n2" } }, r:chance(85) and "n2" or nil
  local again = r:chance(70) and scene_node(r, made, made.scenes) or { kind = "action", action = "act1" }
  again.name, again.to, again.failed = "n3", { { node = "end" } }, "end"
  local second, targeted = { name = "n2", kind = "action", action = "act1", to = { { node = "n3" } } }, some_targeted(r, made)
  local life = { name = name, entry = r:chance(50) and "n1" or "n2", castable = r:pick { "always", "always", "always", false } or nil,
    nodes = { first, second, again, { name = "end", kind = "end" } } }
  if targeted and r:chance(60) then -- the scene is cast with something in hand
    second.action, second.failed, life.claims = targeted.name, "n3", { { property = "st1", amount = 1 } }
  end
  return life
end

-- Of a part of a scene with a topic as often as not none.
local function perform_parts(r, made, vocabulary, tools)
  for s, scene in ipairs(made.scenes) do
    local later = {}
    for i = s + 1, #made.scenes do later[#later + 1] = made.scenes[i] end
    for i, part in ipairs(scene.parts) do
      if not scene.topic or r:chance(60) then
        local sequence = part_sequence(r, scene.name .. "." .. part.name, made, vocabulary, scene, later, tools)
        part.sequence = sequence.name
        made.performed[#made.performed + 1] = sequence
        if i > 1 and not (part.who and #part.who > 0) and r:chance(80) then part.who = { "tag" .. r:int(1, 3) } end
      end
    end
  end
end

-- Before roles and lives are made: the scenes and what their members perform.
local function make(r, made, vocabulary, tools)
  tools.scene_node = scene_node
  made.scenes, made.performed, made.reactions, made.waiting = {}, {}, {}, vocabulary.waiting_actions
  made.plain = made.sequences[#made.sequences].name
  for i = 1, r:pick { 1, 2, 2, 3, 3 } do made.scenes[i] = make_scene(r, "scene" .. i, vocabulary, tools) end
  made.performed[1] = nested_sequence(r, made)
  if r:chance(12) then make_crowded(made.scenes[1]) end
  if r:chance(25) then make_steep(made.scenes) end
  perform_parts(r, made, vocabulary, tools)
  made.is_steep = r:chance(15)
  if made.is_steep then add_steep_pair(made) end
  for i = 1, r:int(1, 2) do
    made.reactions[i] = part_sequence(r, "react" .. i, made, vocabulary, nil, {}, tools)
    made.performed[#made.performed + 1] = made.reactions[i]
  end
end

---- Content that sealing takes: somebody can fill every part, and has what is said of it ----

local function has_any(list, wanted)
  for _, each in ipairs(list) do
    for _, name in ipairs(wanted) do
      if each == name then return true end
    end
  end
  return false
end

local function reacts(def, topic)
  for _, reaction in ipairs(def.reactions) do
    if reaction.topic == topic then return true end
  end
  return false
end

-- The NPCs that can fill a part; of one that only the game fills everybody.
local function fillers_of(r, made, npcs, scene, part)
  local list, any_role = {}, false
  for _, role in ipairs(made.roles) do any_role = any_role or reacts(role, scene.topic) end
  local tagged = part.who and #part.who > 0
  for _, def in ipairs(npcs) do
    if tagged and has_any(def.tags, part.who) or not tagged and (part.sequence or any_role or reacts(def, scene.topic)) then
      list[#list + 1] = def
    end
  end
  local def = list[1] or r:pick(npcs)
  if #list == 0 and tagged then def.tags[#def.tags + 1] = part.who[1] end
  if not part.sequence and not any_role and not reacts(def, scene.topic) then
    def.reactions[#def.reactions + 1] = { topic = scene.topic, sequence = r:pick(made.reactions).name }
  end
  return #list > 0 and list or { def }
end

local function has_state(list, name)
  for _, def in ipairs(list) do
    for _, state in ipairs(def.state or {}) do
      if state[1] == name then return true end
    end
  end
  return false
end

-- Calls `f` with the part and the state of everything in a condition or effects that is about a part.
local function each_mention(tree, f)
  if type(tree) ~= "table" then return end
  if tree[1] == "part" then f(tree[2], tree[3])
  elseif tree[2] == "part" and tree[5] then f(tree[5], tree[3]) end
  for _, branch in ipairs(tree) do each_mention(branch, f) end
end

local function make_fillable(r, made)
  local npcs = {}
  for _, def in ipairs(made.entities) do
    if def.npc then npcs[#npcs + 1] = def end
  end
  for _, scene in ipairs(made.scenes) do
    local fillers = {}
    for _, part in ipairs(scene.parts) do fillers[part.name] = fillers_of(r, made, npcs, scene, part) end
    for _, part in ipairs(scene.parts) do
      each_mention({ part.when or {}, part.finish or {}, part.broken or {} }, function(name, state)
        for _, def in ipairs(has_state(fillers[name], state) and r:chance(80) and {} or fillers[name]) do
          def.state = def.state or {}
          if not has_state({ def }, state) then def.state[#def.state + 1] = { state } end
        end
      end)
    end
  end
end

-- After all else: nodes and cues cast them, NPCs react; the sequences of parts are added.
local function add(r, made)
  for i = 1, #made.sequences - 1 do
    if r:chance(70) then cast_in(r, made, made.sequences[i]) end
  end
  for _, sequence in ipairs(made.sequences) do make_castable(r, sequence, made) end
  for _, role in ipairs(made.roles) do
    cues_of_scenes(r, role.cues, made)
    role.reactions = some_reactions(r, made, 30)
  end
  for _, def in ipairs(made.entities) do
    if def.npc then
      cues_of_scenes(r, def.cues, made)
      def.reactions = some_reactions(r, made, 75)
      if #def.tags == 0 then def.tags = { "tag" .. r:int(1, 3) } end
      if def.main and r:chance(70) then def.main = "life" .. r:int(1, made.is_steep and 4 or 2) end
      if def.main == "life4" then def.main = "life3" end
    end
  end
  make_fillable(r, made)
  for i = 1, 2 do made.sequences[#made.sequences + 1] = quiet_life(r, made, "life" .. i) end
  for _, sequence in ipairs(made.performed) do made.sequences[#made.sequences + 1] = sequence end
  made.performed, made.reactions, made.waiting, made.plain, made.is_steep = nil, nil, nil, nil, nil
end

return { make = make, add = add }
