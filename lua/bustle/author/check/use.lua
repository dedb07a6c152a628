--- Definitions that nothing comes to: sequences nobody uses, actions no entity accepts, and NPCs that have nothing to
-- fall back on.
local actions = require "bustle.author.content.actions"
local keys = require "bustle.common.keys"
local searching = require "bustle.author.check.searching"

-- A pack without entities of its own is there for others, and so are its sequences and actions. By pack, whether it
-- has entities of a kind.
local function bringing(review, wanted)
  local packs = {}
  for name, entity in pairs(review.entities) do
    if not wanted or entity[wanted] then packs[review.compiled:thing("entity", name).pack] = true end
  end
  return packs
end

-- ---- Sequences ----

local function used_sequences(review)
  local used = {}
  for _, entity in pairs(review.entities) do
    if entity.npc then
      for name in pairs(review.reach:reached(entity)) do used[name] = true end
    end
  end
  -- The game may set a role that nobody lists.
  for _, role in ipairs(review.tables.roles) do
    for name in pairs(review.reach:reached(role)) do used[name] = true end
  end
  -- So is what is done in a scene that nobody begins: that is told of the scene.
  for _, scene in ipairs(review.tables.scenes) do
    for _, part in ipairs(scene.parts) do used[part.sequence or 0] = true end
  end
  -- What something offers is used by whoever asks for it, in other packs too.
  for _, offer in ipairs(review.reach.offers) do used[offer.sequence or 0], used[offer.undo or 0] = true, true end
  -- What is nested in an unused one is used as soon as that is.
  for _, sequence in pairs(review.sequences) do
    for _, name in ipairs(review.reach:nested(sequence)) do used[name] = true end
  end
  return used
end

local function check_sequences(review)
  if not (review:are_sound("entity") and review:are_sound("sequence")) then return end
  local used, bring = used_sequences(review), bringing(review, "npc")
  for _, name in ipairs(keys.names(review.sequences)) do
    if not used[name] and bring[review.compiled:thing("sequence", name).pack] then
      review:warn("sequence", name, { code = "unused-sequence", text = "no npc and no other sequence uses it",
        cure = "use it, or remove it; if the game runs it, all is well" })
    end
  end
end

-- ---- Actions ----

local function accepted_actions(review)
  local accepted = {}
  for _, entity in pairs(review.entities) do
    for _, name in ipairs(entity.accepts) do accepted[name] = true end
  end
  return accepted
end

-- Those for which a target has to be found.
local function searched_actions(review)
  local searched = {}
  for _, sequence in pairs(review.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if searching(node) then searched[node.performs] = true end
    end
  end
  return searched
end

local function check_actions(review)
  if not review:are_sound("entity") then return end
  local accepted, searched, bring = accepted_actions(review), searched_actions(review), bringing(review)
  for _, action in ipairs(review.tables.actions) do
    local name = action.name
    if review:is_sound("action", name) and searched[name] and not accepted[name] and actions.takes_target(action)
      -- A tag that nothing has is told already.
      and not review.compiled.target_tags[name] and bring[review.compiled:thing("action", name).pack] then
      review:warn("action", name, { code = "nobody-accepts",
        text = "it takes a target, and no prop and no npc accepts it",
        cure = 'say targets = "TAG", or list it in accepts of an entity' })
    end
  end
end

-- ---- NPCs ----

-- Whether its roles bring what it lacks itself.
local function roles_have_fallbacks(review, npc)
  local by_name = {}
  for _, role in ipairs(review.tables.roles) do by_name[role.name] = role end
  for _, listed in ipairs(npc.roles) do
    local role = by_name[listed.role]
    if not role or #role.fallbacks == 0 then return false end
  end
  return #npc.roles > 0
end

local function check_fallbacks(review)
  for _, name in ipairs(keys.names(review.entities)) do
    local npc = review.entities[name]
    if npc.npc and #npc.fallbacks == 0 and review:is_sound("entity", name)
      and not roles_have_fallbacks(review, npc) then
      review:warn("entity", name, { code = "without-fallback", text = "it has no fallback for when a sequence fails",
        cure = 'give it one that always works: fallback = "idle"' })
    end
  end
end

return function(review)
  check_sequences(review)
  check_actions(review)
  check_fallbacks(review)
end
