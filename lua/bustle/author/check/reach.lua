--- Which sequences an NPC can come to: its main sequence, those of its plan, its fallbacks, its responses to
-- interruptions and cues, its reactions, the parts that it can be cast in, those of its roles, what is nested in them,
-- and what it can be offered.
local reach = {}

local Reach = {}
Reach.__index = Reach

local function by_name(list)
  local map = {}
  for _, made in ipairs(list) do map[made.name] = made end
  return map
end

-- All offers, each with who has it.
local function offers_of(tables)
  local list = {}
  for kind, made_of in pairs { role = tables.roles, entity = tables.entities } do
    for _, made in ipairs(made_of) do
      for _, offer in ipairs(made.offers or {}) do
        list[#list + 1] = { name = offer.name, kind = kind, of = made.name, sequence = offer.sequence,
          undo = offer.undo, holders = offer.holders }
      end
    end
  end
  table.sort(list, function(a, b)
    if a.name ~= b.name then return a.name < b.name end
    return a.kind .. a.of < b.kind .. b.of
  end)
  return list
end

--- What can be come to in some content.
-- @tparam table tables of compiled content
-- @treturn table with `roles`, `plans`, `scenes` and `sequences` (by name), `offers` (a list) and the methods below
function reach.of(tables)
  return setmetatable({ tables = tables, roles = by_name(tables.roles),
    plans = by_name(tables.plans or {}), scenes = by_name(tables.scenes),
    sequences = by_name(tables.sequences), offers = offers_of(tables) }, Reach)
end

--- A part of a scene.
-- @tparam string scene qualified
-- @tparam string name
-- @treturn table|nil
function Reach:part(scene, name)
  for _, part in ipairs(self.scenes[scene] and self.scenes[scene].parts or {}) do
    if part.name == name then return part end
  end
end

-- ---- What is nested ----

-- What a node runs: a sequence, the body of a request, or what its NPC does in a scene, if that is the same for
-- everybody.
local function run_by(self, node)
  if node.kind == "sequence" then return node.performs end
  if node.kind == "request" then return node.body end
  local part = node.kind == "scene" and node.as and self:part(node.performs, node.as)
  return part and part.sequence or nil
end

--- The sequences that a sequence nests, each once, in order.
-- @tparam table sequence of the compiled tables
-- @treturn {string,...} qualified names
function Reach:nested(sequence)
  local list, seen = {}, {}
  for _, node in ipairs(sequence.nodes) do
    local name = run_by(self, node)
    if name and not seen[name] then
      seen[name] = true
      list[#list + 1] = name
    end
  end
  return list
end

--- The offers that a request may be answered with.
-- @tparam table node of the compiled tables
-- @treturn {table,...} `{ name=, kind = "role" | "entity", of=, sequence=, undo=, holders= }`
function Reach:answers(node)
  local list, asked = {}, {}
  for _, name in ipairs(node.offers or {}) do asked[name] = true end
  for _, offer in ipairs(self.offers) do
    if next(asked) == nil or asked[offer.name] then list[#list + 1] = offer end
  end
  return list
end

-- What is nested in a sequence, and what it may be offered.
local function below(self, sequence)
  local list = self:nested(sequence)
  for _, node in ipairs(sequence.nodes) do
    for _, offer in ipairs(node.kind == "request" and self:answers(node) or {}) do
      list[#list + 1] = offer.sequence
      list[#list + 1] = offer.undo
    end
  end
  return list
end

local function visit(self, name, reached)
  local waiting = { name }
  while #waiting > 0 do
    local each = table.remove(waiting)
    if self.sequences[each] and not reached[each] then
      reached[each] = true
      for _, nested in ipairs(below(self, self.sequences[each])) do waiting[#waiting + 1] = nested end
    end
  end
end

-- ---- Where it begins ----

local function add_cue(self, list, cue, of)
  local part = cue.scene and cue.as and self:part(cue.scene, cue.as)
  list[#list + 1] = { role = "cue", sequence = cue.sequence or part and part.sequence, cue = cue.name,
    scene = cue.scene, part = cue.as, priority = cue.priority, of = of }
end

local function add_roots(self, list, made, of)
  if made.main then list[#list + 1] = { role = "main", sequence = made.main, of = of } end
  for _, entry in ipairs(made.plan and self.plans[made.plan] and self.plans[made.plan].entries or {}) do
    list[#list + 1] = { role = "plan", sequence = entry.sequence, plan = made.plan, entry = entry, of = of }
  end
  for _, name in ipairs(made.fallbacks or {}) do list[#list + 1] = { role = "fallback", sequence = name, of = of } end
  for _, handler in ipairs(made.handlers or {}) do
    list[#list + 1] = { role = "response", sequence = handler.sequence, interruption = handler.interruption,
      priority = handler.priority, of = of }
  end
  for _, cue in ipairs(made.cues or {}) do add_cue(self, list, cue, of) end
  for _, reaction in ipairs(made.reactions or {}) do
    list[#list + 1] = { role = "reaction", sequence = reaction.sequence, topic = reaction.topic, of = of }
  end
end

local function shares(tags, others)
  for _, tag in ipairs(tags or {}) do
    for _, other in ipairs(others) do
      if tag == other then return true end
    end
  end
  return false
end

-- The parts for which it can be looked for (S54). What whoever reacts does there is among the reactions already.
local function add_parts(self, list, npc)
  for _, scene in ipairs(self.tables.scenes) do
    for _, part in ipairs(scene.parts) do
      if part.sequence and shares(npc.tags, part.who) then
        list[#list + 1] = { role = "part", sequence = part.sequence, scene = scene.name, part = part.name }
      end
    end
  end
end

--- The sequences that an NPC, and the roles that it lists, name, and those of the parts that it can be cast in.
-- @tparam table npc of the compiled tables, or a role
-- @treturn {table,...} `{ role = "main" | "fallback" | "response" | "cue" | "reaction" | "part" | "plan",
-- sequence=, interruption=, cue=, topic=, scene=, part=, priority=, plan=, entry=, of= }`; `of` is the role that has
-- it, nil: the NPC itself; `sequence` is nil where it takes a part in a scene in which everybody does what is his own;
-- `entry` is that of the plan
function Reach:roots(npc)
  local list = {}
  add_roots(self, list, npc)
  for _, listed in ipairs(npc.roles or {}) do
    if self.roles[listed.role] then add_roots(self, list, self.roles[listed.role], listed.role) end
  end
  add_parts(self, list, npc)
  return list
end

--- All sequences that an NPC can come to.
-- @tparam table npc
-- @treturn table a set of names
function Reach:reached(npc)
  local reached = {}
  for _, root in ipairs(self:roots(npc)) do
    if root.sequence then visit(self, root.sequence, reached) end
  end
  return reached
end

return reach
