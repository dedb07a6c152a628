--- Scenes that nothing begins, actions in them that are aimed at somebody for whom they are hardly meant, and actions
-- outside of them that are aimed at members.
local keys = require "bustle.common.keys"

-- ---- Who begins them ----

local function note_cues(made, begun)
  for _, cue in ipairs(made.cues or {}) do begun[cue.scene or 0] = true end
end

local function begun_scenes(review)
  local begun = {}
  for _, sequence in pairs(review.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "scene" then begun[node.performs or 0] = true end
    end
  end
  for _, role in ipairs(review.tables.roles) do note_cues(role, begun) end
  for _, entity in pairs(review.entities) do note_cues(entity, begun) end
  return begun
end

-- Packs without npcs are there for others.
local function packs_with_npcs(review)
  local packs = {}
  for name, entity in pairs(review.entities) do
    if entity.npc then packs[review.compiled:thing("entity", name).pack] = true end
  end
  return packs
end

local function check_use(review)
  if not (review:are_sound("entity") and review:are_sound("sequence") and review:are_sound("role")) then return end
  local begun, bring = begun_scenes(review), packs_with_npcs(review)
  for _, scene in ipairs(review.tables.scenes) do
    local thing = review.compiled:thing("scene", scene.name)
    if review:is_sound("scene", scene.name) and not begun[scene.name] and bring[thing.pack] then
      review:warn("scene", scene.name, { code = "unused-scene", text = "no sequence and no cue begins it",
        cure = "begin it with a node or a cue, or remove it; if the game stages it, all is well" })
    end
  end
end

-- ---- Whom actions are aimed at ----

-- Tags that some NPC has: a member of a scene can have no other.
local function tags_of_npcs(review)
  local tags = {}
  for _, entity in pairs(review.entities) do
    for _, tag in ipairs(entity.npc and entity.tags or {}) do tags[tag] = true end
  end
  return tags
end

local function is_for_none(tags, known)
  for _, tag in ipairs(tags) do
    if known[tag] then return false end
  end
  return true
end

local function check_node(review, sequence, node, known)
  -- Who names a part means it.
  local tags = node.kind == "action" and node.at_member and node.performs
    and review.compiled.target_tags[node.performs]
  if not tags or not is_for_none(tags, known) then return end
  local short = review:style("sequence", sequence.name).short("action", node.performs)
  review:warn("sequence", sequence.name, { code = "aimed-amiss", spot = ('node "%s"'):format(node.name),
    text = ('action "%s" is for what is tagged "%s", which no npc is, and is aimed at a member of the scene'):format(
      short, table.concat(tags, '" or "')),
    cure = ('write { action = "%s", target = "any" }'):format(short) })
end

local function check_aims(review)
  if not review:are_sound("entity") then return end
  local known = tags_of_npcs(review)
  for _, name in ipairs(keys.names(review.sequences)) do
    local sequence = review.sequences[name]
    for _, node in ipairs(review:is_sound("sequence", name) and sequence.nodes or {}) do
      check_node(review, sequence, node, known)
    end
  end
end

-- ---- Aiming at members where there are none ----

local function add(review, inside, name)
  if not name or inside[name] then return end
  inside[name] = true
  for _, node in ipairs((review.sequences[name] or { nodes = {} }).nodes) do
    if node.kind == "sequence" then add(review, inside, node.performs) end
  end
end

-- The sequences that members of scenes may come to: those of parts, reactions, and what is nested in them.
local function sequences_inside(review)
  local inside = {}
  for _, scene in ipairs(review.tables.scenes) do
    for _, part in ipairs(scene.parts) do add(review, inside, part.sequence) end
  end
  local function add_reactions(made)
    for _, reaction in ipairs(made.reactions or {}) do add(review, inside, reaction.sequence) end
  end
  for _, role in ipairs(review.tables.roles) do add_reactions(role) end
  for _, entity in pairs(review.entities) do add_reactions(entity) end
  return inside
end

local function check_outside(review)
  for _, kind in ipairs { "scene", "entity", "sequence", "role" } do
    if not review:are_sound(kind) then return end
  end
  local inside, bring = sequences_inside(review), packs_with_npcs(review)
  for _, name in ipairs(keys.names(review.sequences)) do
    local thing = review.compiled:thing("sequence", name)
    for _, node in ipairs(not inside[name] and bring[thing.pack] and review.sequences[name].nodes or {}) do
      if node.at_member or node.at_part then
        review:warn("sequence", name, { code = "aimed-outside", spot = ('node "%s"'):format(node.name),
          text = ("it is aimed at %s, and no part of a scene runs this sequence"):format(
            node.at_part and ('the part "%s"'):format(node.at_part) or "a member"),
          cure = "run it in a part of a scene, or aim it elsewhere" })
      end
    end
  end
end

return function(review)
  check_outside(review)
  check_use(review)
  check_aims(review)
end
