--- A pack in words: its manifest, and a line for each thing in it.
local daytime = require "bustle.common.daytime"
local keys = require "bustle.common.keys"
local reader = require "bustle.author.expression.reader"
local times = require "bustle.tool.times"

local function plural(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

-- ---- What is said of each kind ----

local function about_key(_, key)
  local parts = {}
  if key.flag then
    parts[1] = "flag"
  elseif key.values then
    parts[1] = table.concat(key.values, ", ")
  elseif key.min or key.max then
    parts[1] = ("%s to %s"):format(key.min and ("%d"):format(key.min) or "any", key.max and ("%d"):format(key.max)
      or "any")
  end
  if key.initial then parts[#parts + 1] = ("at first %s"):format(key.values and key.values[key.initial + 1]
    or ("%d"):format(key.initial)) end
  if (key.refresh_ms or 0) > 0 then parts[#parts + 1] = ("asked every %s"):format(times.seconds(key.refresh_ms)) end
  return table.concat(parts, "; ")
end

local function about_interruption(d, interruption)
  local texts = reader.texts(interruption.when, d.style)
  return #texts > 0 and "when " .. table.concat(texts, " and ") or ""
end

local function about_link(_, link)
  if link.flag ~= false then return "is or is not" end
  return about_key(_, link)
end

local function about_inbox(_, inbox)
  local limit = inbox.limit or 16
  local parts = { limit == 0 and "only what somebody waits for" or plural(limit, "message") .. " at most" }
  if (inbox.keep_ms or 0) > 0 then parts[2] = "kept for " .. times.seconds(inbox.keep_ms) end
  return table.concat(parts, "; ")
end

local function about_action(d, action)
  local parts = { times.of(action) }
  local tags = d.compiled.target_tags[action.name]
  if tags then parts[#parts + 1] = "to " .. table.concat(tags, ", ") end
  local own = d.compiled.action_tags[action.name]
  if #own > 0 then parts[#parts + 1] = "tagged " .. table.concat(own, ", ") end
  if action.resumable then parts[#parts + 1] = "resumable" end
  if action.ending == "game" then parts[#parts + 1] = "ended by the game" end
  for _, claim in ipairs(action.claims) do
    parts[#parts + 1] = "claims target." .. d.style.short("state", claim.state)
  end
  return table.concat(parts, "; ")
end

-- Who may be cast in scenes while running it.
local function castable_in_words(d, sequence)
  if sequence.castable == "never" then return "castable in no scene" end
  if sequence.castable == "always" then return "castable in staged scenes" end
  if #(sequence.castable_in or {}) == 0 then return nil end
  local names = {}
  for i, name in ipairs(sequence.castable_in) do names[i] = d.style.short("scene", name) end
  return "castable in " .. table.concat(names, ", ")
end

-- Whom a request asks and a message goes to, and where a meeting is, in words.
local function asked_in_words(d, node)
  if node.from_target or node.same_target then return "its target" end
  if node.from_area then return "the area" end
  if node.at_member then return "another member" end
  if node.at_part then return node.at_part end
  if node.path then
    return (node.path:gsub("[%w_]+%.[%w_]+", function(name) return d.style.short("link", name) end))
  end
  if #(node.targets or {}) > 0 then return "whoever is tagged " .. table.concat(node.targets, " or ") end
  return "anyone"
end

-- What a node has to do with others, by its kind.
local WITH_OTHERS = {}

function WITH_OTHERS.request(d, node)
  local names = #(node.offers or {}) > 0 and table.concat(node.offers, " or ") or "anything"
  return ("asks %s for %s"):format(asked_in_words(d, node), names)
end

function WITH_OTHERS.take(d, node)
  return ("takes from %s"):format(d.style.short("inbox", node.performs))
end

function WITH_OTHERS.send(d, node)
  return ("sends %s to %s%s"):format(d.style.short("inbox", node.performs), asked_in_words(d, node),
    node.await and " and awaits what becomes of it" or "")
end

function WITH_OTHERS.meet(d, node)
  return ("meets for %s at %s, %d of them"):format(node.performs, asked_in_words(d, node), node.count)
end

local function add_with_others(d, sequence, parts)
  local known = {}
  for _, node in ipairs(sequence.nodes) do
    local text = WITH_OTHERS[node.kind] and WITH_OTHERS[node.kind](d, node)
    if text and not known[text] then
      known[text] = true
      parts[#parts + 1] = text
    end
  end
end

local function about_sequence(d, sequence)
  local nested, seen, waits = {}, {}, {}
  for _, node in ipairs(sequence.nodes) do
    if node.kind == "wait" then
      waits[#waits + 1] = ("%s for %s"):format(node.name, table.concat(reader.texts(node.when, d.style), " and "))
    end
    if (node.kind == "sequence" or node.kind == "scene") and not seen[node.performs] then
      seen[node.performs] = true
      nested[#nested + 1] = d.style.short(node.kind, node.performs)
    end
  end
  local parts = { plural(#sequence.nodes, "node") }
  if #nested > 0 then parts[2] = "runs " .. table.concat(nested, ", ") end
  if #waits > 0 then parts[#parts + 1] = "waits at " .. table.concat(waits, ", at ") end
  add_with_others(d, sequence, parts)
  parts[#parts + 1] = castable_in_words(d, sequence)
  return table.concat(parts, "; ")
end

-- "06:00-07:00 breakfast, 12:00-13:00 lunch (priority 1)"
local function about_plan(d, plan)
  local list = {}
  for i, entry in ipairs(plan.entries) do
    list[i] = ("%s %s%s"):format(daytime.span(entry), d.style.short("sequence", entry.sequence),
      (entry.priority or 0) ~= 0 and (" (priority %d)"):format(entry.priority) or "")
  end
  return table.concat(list, ", ")
end

local function short_list(d, kind, names)
  local list = {}
  for i, name in ipairs(names) do list[i] = d.style.short(kind, name) end
  return table.concat(list, ", ")
end

-- "offers sit: sit_on_chair, 12 at a time"
local function add_offers(d, made, parts)
  for _, offer in ipairs(made.offers or {}) do
    local many = offer.holders == 0 and ", any number at a time" or (offer.holders or 1) > 1
      and (", %d at a time"):format(offer.holders) or ""
    parts[#parts + 1] = ("offers %s: %s%s"):format(offer.name, d.style.short("sequence", offer.sequence), many)
  end
end

-- "an area of 20 x 14"
local function add_area(entity, parts)
  local boxes = {}
  for i, box in ipairs(entity.area or {}) do boxes[i] = ("%.6g x %.6g"):format(box.width, box.depth) end
  if #boxes > 0 then
    parts[#parts + 1] = ("%s of %s"):format(entity.trigger and "a trigger" or "an area", table.concat(boxes, " and "))
  end
end

-- What NPCs and roles both have.
local function add_conduct(d, made, parts)
  if made.main then parts[#parts + 1] = "main " .. d.style.short("sequence", made.main) end
  if made.plan then parts[#parts + 1] = "plan " .. d.style.short("plan", made.plan) end
  if #made.fallbacks > 0 then parts[#parts + 1] = "fallback " .. short_list(d, "sequence", made.fallbacks) end
  for _, handler in ipairs(made.handlers) do
    parts[#parts + 1] = ("on %s: %s"):format(d.style.short("interruption", handler.interruption),
      d.style.short("sequence", handler.sequence))
  end
  for _, cue in ipairs(made.cues) do
    local response = cue.scene and ("%s as %s"):format(d.style.short("scene", cue.scene), cue.as)
      or d.style.short("sequence", cue.sequence)
    parts[#parts + 1] = ("cue %s: %s"):format(cue.name:match("%.(.*)$"), response)
  end
  for _, reaction in ipairs(made.reactions) do
    parts[#parts + 1] = ("about %s: %s"):format(reaction.topic, d.style.short("sequence", reaction.sequence))
  end
end

-- "server, tagged server", "dancer, 2 to 8, tagged person": a part of a scene.
local function part_in_words(part)
  local facts = { part.name }
  if part.least ~= part.most then
    facts[2] = ("%d to %d"):format(part.least, part.most)
  elseif part.most > 1 then
    facts[2] = ("%d"):format(part.most)
  end
  if #part.who > 0 then facts[#facts + 1] = "tagged " .. table.concat(part.who, " or ") end
  return table.concat(facts, ", ")
end

-- How many phases its rows are; nil if it has none.
local function phases_of(d, scene)
  for _, part in ipairs(scene.parts) do
    local thing = part.sequence and d.compiled:thing("sequence", part.sequence)
    for _, sequence in ipairs(thing and thing.scene and d.compiled.tables.sequences or {}) do
      if sequence.name == part.sequence then return plural(#sequence.nodes, "phase") end
    end
  end
end

local function about_scene(d, scene)
  local parts = {}
  for i, part in ipairs(scene.parts) do parts[i] = part_in_words(part) end
  parts[#parts + 1] = phases_of(d, scene)
  if scene.topic then parts[#parts + 1] = "about " .. scene.topic end
  if scene.within >= 0 then parts[#parts + 1] = ("within %d"):format(scene.within) end
  return table.concat(parts, "; ")
end

local function about_role(d, role)
  local parts = {}
  add_conduct(d, role, parts)
  add_offers(d, role, parts)
  return table.concat(parts, "; ")
end

local function about_entity(d, entity)
  local parts = {}
  local tags = d.compiled.tags[entity.name] or {}
  if entity.npc then
    add_conduct(d, entity, parts)
    local listed = {}
    for i, each in ipairs(entity.roles) do listed[i] = each.role end
    if #listed > 0 then parts[#parts + 1] = "roles " .. short_list(d, "role", listed) end
    if #entity.inboxes > 0 then
      parts[#parts + 1] = ("%s %s"):format(#entity.inboxes > 1 and "inboxes" or "inbox",
        short_list(d, "inbox", entity.inboxes))
    end
  end
  add_area(entity, parts)
  add_offers(d, entity, parts)
  if #tags > 0 then parts[#parts + 1] = "tagged " .. table.concat(tags, ", ") end
  if #entity.accepts > 0 then parts[#parts + 1] = "accepts " .. short_list(d, "action", entity.accepts) end
  return table.concat(parts, "; ")
end

-- "seat: chair 1, chair 2"
local function add_place_links(d, place, parts)
  local kinds, by_kind = {}, {}
  for _, link in ipairs(place.links or {}) do
    if not by_kind[link.link] then
      by_kind[link.link] = {}
      kinds[#kinds + 1] = link.link
    end
    table.insert(by_kind[link.link], link.to .. (link.value and (" (%d)"):format(link.value) or ""))
  end
  for _, kind in ipairs(kinds) do
    parts[#parts + 1] = ("%s: %s"):format(d.style.short("link", kind), table.concat(by_kind[kind], ", "))
  end
end

local function about_place(d, place)
  local parts = { ("at %.6g, %.6g"):format(place.x, place.y) }
  if place.name then parts[#parts + 1] = ('"%s"'):format(place.name) end
  add_place_links(d, place, parts)
  return table.concat(parts, "; ")
end

-- By declaring word: the heading, the list of the compiled tables, and what is said.
local WORDS = {
  { word = "state", heading = "states", list = "states", about = about_key },
  { word = "env", heading = "environment", list = "environment", about = about_key },
  { word = "interruption", heading = "interruptions", list = "interruptions", about = about_interruption },
  { word = "link", heading = "links", list = "links", about = about_link },
  { word = "inbox", heading = "inboxes", list = "inboxes", about = about_inbox },
  { word = "constant", heading = "constants" },
  { word = "action", heading = "actions", list = "actions", about = about_action },
  { word = "sequence", heading = "sequences", list = "sequences", about = about_sequence },
  { word = "plan", heading = "plans", list = "plans", about = about_plan },
  { word = "role", heading = "roles", list = "roles", about = about_role },
  { word = "scene", heading = "scenes", list = "scenes", about = about_scene },
  { word = "prop", heading = "props", list = "entities", about = about_entity },
  { word = "npc", heading = "npcs", list = "entities", about = about_entity },
}

-- ---- Rows: a name, where it is written, and what is said of it ----

local function rows_of(d, word)
  local rows, made = {}, {}
  for _, each in ipairs(word.list and d.compiled.tables[word.list] or {}) do made[each.name] = each end
  for _, thing in ipairs(d.pack.things) do
    if thing.word == word.word and (made[thing.qualified] or not word.list) then
      rows[#rows + 1] = { thing.name, thing.origin, word.about and word.about(d, made[thing.qualified])
        or tostring(d.compiled.constants[thing.qualified]) }
    end
  end
  table.sort(rows, function(a, b) return a[1] < b[1] end)
  return rows
end

local function place_rows(d)
  local rows = {}
  for _, place in ipairs(d.compiled.places) do
    if place.pack == d.pack.name then
      rows[#rows + 1] = { d.style.short("entity", place.definition), place.origin, about_place(d, place) }
    end
  end
  return rows
end

local function change_rows(d)
  local rows = {}
  for i, change in ipairs(d.pack.changes) do
    local names = {}
    for j, key in ipairs(keys.ordered(type(change.value) == "table" and change.value or {})) do
      names[j] = tostring(key)
    end
    rows[i] = { change.name, change.origin, ("%ss %s"):format(change.word, table.concat(names, ", ")) }
  end
  return rows
end

-- Within the pack's own folder the folder goes without saying.
local function within_pack(d, origin)
  local prefix = (d.pack.path or "") .. "/"
  return origin and origin:sub(1, #prefix) == prefix and origin:sub(#prefix + 1) or origin or ""
end

local function widest(rows, column, least)
  local width = least
  for _, row in ipairs(rows) do width = math.max(width, #row[column]) end
  return width
end

local function add_rows(d, heading, rows)
  if #rows == 0 then return end
  d.lines[#d.lines + 1] = ""
  d.lines[#d.lines + 1] = heading
  for _, row in ipairs(rows) do row[2] = within_pack(d, row[2]) end
  local form = ("  %%-%ds  %%-%ds  %%s"):format(widest(rows, 1, 14), widest(rows, 2, 14))
  for _, row in ipairs(rows) do
    d.lines[#d.lines + 1] = form:format(row[1], row[2], row[3]):gsub("%s+$", "")
  end
end

local function add_manifest(d)
  local pack = d.pack
  d.lines[1] = ("%s%s%s"):format(pack.name, pack.version and " " .. pack.version or "",
    pack.title and pack.title ~= pack.name and ": " .. pack.title or "")
  local needs = {}
  for i, dependency in ipairs(pack.depends) do
    needs[i] = dependency.name .. (dependency.versions and " " .. dependency.versions or "")
  end
  if #needs > 0 then d.lines[#d.lines + 1] = "needs " .. table.concat(needs, ", ") end
  for _, author in ipairs(keys.ordered(pack.authors or {})) do
    d.lines[#d.lines + 1] = "by " .. pack.authors[author]
  end
end

--- Describes a pack.
-- @tparam table compiled of `content.compile`
-- @tparam table pack
-- @treturn string
return function(compiled, pack)
  local d = { compiled = compiled, pack = pack, style = reader.style(compiled, pack.name), lines = {} }
  add_manifest(d)
  for _, word in ipairs(WORDS) do add_rows(d, word.heading, rows_of(d, word)) end
  add_rows(d, "places", place_rows(d))
  add_rows(d, "changes", change_rows(d))
  return table.concat(d.lines, "\n") .. "\n"
end
