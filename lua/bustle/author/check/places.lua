--- Offers that nobody asks for, what is offered and done at another provider, and kinds of links that nothing reads,
-- sets or follows.
local keys = require "bustle.common.keys"
local searching = require "bustle.author.check.searching"

-- ---- Offers ----

-- The names that are asked for; `true` for all of them, where a request takes any.
local function asked_offers(review)
  local asked = {}
  for _, sequence in pairs(review.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "request" then
        if #(node.offers or {}) == 0 then return true end
        for _, name in ipairs(node.offers) do asked[name] = true end
      end
    end
  end
  return asked
end

-- Packs that ask for something: one that only offers is there for others.
local function packs_that_ask(review)
  local packs = {}
  for name, sequence in pairs(review.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "request" then packs[review.compiled:thing("sequence", name).pack] = true end
    end
  end
  return packs
end

local function check_offers_of(review, kind, made, asked, asking)
  for _, offer in ipairs(made.offers or {}) do
    if not asked[offer.name] and asking[review.compiled:thing(kind, made.name).pack]
      and review:is_sound(kind, made.name) then
      review:warn(kind, made.name, { code = "unasked-offer", spot = ('offer "%s"'):format(offer.name),
        text = "no sequence asks for it",
        cure = ('ask for it: { request = "%s", ... }; if the game or another pack does, all is well'):format(
          offer.name) })
    end
  end
end

local function check_offers(review)
  if not (review:are_sound("sequence") and review:are_sound("entity")) then return end
  local asked, asking = asked_offers(review), packs_that_ask(review)
  if asked == true then return end
  for _, role in ipairs(review.tables.roles) do check_offers_of(review, "role", role, asked, asking) end
  for _, name in ipairs(keys.names(review.entities)) do
    check_offers_of(review, "entity", review.entities[name], asked, asking)
  end
end

-- ---- What is offered ----

local function set_of(list)
  local set = {}
  for _, each in ipairs(list) do set[each] = true end
  return set
end

-- Whoever has taken a place at one chair might sit down on another.
local function check_offered(review, name, provider, accepted, told)
  local sequence = review.sequences[name]
  if not sequence or told[name] or not review:is_sound("sequence", name) then return end
  local nodes = {}
  for _, node in ipairs(sequence.nodes) do
    if accepted[node.performs] and searching(node) then nodes[#nodes + 1] = ('"%s"'):format(node.name) end
  end
  if #nodes == 0 then return end
  told[name] = true
  table.sort(nodes)
  review:warn("sequence", name, { code = "another-target",
    text = ('it is offered by "%s", and may choose another target than that at %s'):format(
      review.compiled:short("entity", provider, review.compiled:thing("sequence", name).pack.name),
      table.concat(nodes, ", ")),
    cure = 'write same = true in it, or target = "same" at the node' })
end

local function check_providers(review)
  local told = {}
  for _, name in ipairs(keys.names(review.entities)) do
    local entity = review.entities[name]
    local accepted = set_of(entity.accepts)
    for _, offer in ipairs(entity.offers or {}) do
      check_offered(review, offer.sequence, name, accepted, told)
      if offer.undo then check_offered(review, offer.undo, name, accepted, told) end
    end
  end
end

-- ---- Links ----

local function note_path(path, used)
  for word in path:gmatch("[%w_%.]+") do used[word] = true end
end

-- Wherever content mentions a kind: in operations, in paths, at places.
local function note_links(value, used)
  if type(value.link) == "string" then used[value.link] = true end
  if type(value.path) == "string" then note_path(value.path, used) end
  if value.subject == "count" and type(value.name) == "string" then note_path(value.name, used) end
  if value.kind == "raise_on_path" and type(value.value_name) == "string" then note_path(value.value_name, used) end
  for _, each in pairs(value) do
    if type(each) == "table" then note_links(each, used) end
  end
end

local function check_links(review)
  local used = {}
  note_links(review.tables, used)
  for _, link in ipairs(review.tables.links or {}) do
    if not used[link.name] and review:is_sound("link", link.name) then
      review:warn("link", link.name, { code = "unused-link", text = "nothing reads, sets or follows it",
        cure = "use it, or remove it; if the game reads it, all is well" })
    end
  end
end

return function(review)
  check_offers(review)
  check_providers(review)
  check_links(review)
end
