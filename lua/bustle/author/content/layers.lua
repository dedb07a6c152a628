--- Definitions and what other packs change in them: which layers a thing is made of, and who wrote them. The layers are
-- put together in `bustle.author.content.merge`.
local keys = require "bustle.common.keys"
local name_tables = require "bustle.author.names"
local nearest = require "bustle.common.nearest"

local layers = {}

local KINDS = name_tables.KINDS

-- What can be written before a name to say what is meant.
local KIND_OF_WORD = { state = "state", env = "environment", link = "link", inbox = "inbox",
  interruption = "interruption", constant = "constant", action = "action", sequence = "sequence", plan = "plan",
  role = "role", scene = "scene", prop = "entity", npc = "entity", place = "place" }

-- ---- What a change is about ----

-- "sequence common.idle": the kind, the name and the word.
local function split(name)
  local word, rest = name:match("^(%a+)%s+(.+)$")
  return KIND_OF_WORD[word], rest, word
end

local function known_names(names)
  local known = {}
  for _, kind in ipairs(KINDS) do
    for name, thing in pairs(names.things[kind]) do known[name], known[thing.name] = true, true end
  end
  return keys.names(known)
end

local function listed(things)
  local texts = {}
  for i, thing in ipairs(things) do texts[i] = ('"%s %s"'):format(thing.word, thing.qualified) end
  return table.concat(texts, " or ")
end

-- Places belong to the world, and so do their names: by name, the places that are called so.
local function places_by_name(names)
  local called = {}
  for _, pack in ipairs(names.order) do
    for _, thing in ipairs(pack.things) do
      local name = thing.kind == "place" and type(thing.value) == "table" and thing.value.name
      if type(name) == "string" then
        called[name] = called[name] or {}
        table.insert(called[name], thing)
      end
    end
  end
  return called
end

-- Whoever writes the name of a place alone has left out its word.
local function question_of_place(names, name)
  local place = nearest.name(name, keys.names(places_by_name(names)))
  return place and ('did you mean "place %s"?'):format(place)
end

local function unknown(names, name, from)
  local kind, rest, word = split(name)
  if not kind then
    return { code = "unknown-thing", text = ('nothing is called "%s"'):format(name),
      cure = nearest.question(name, known_names(names)) or question_of_place(names, name) }
  end
  local others = layers.meanings(names, rest, from)
  return { code = "unknown-thing", text = ('no %s is called "%s"'):format(word, rest),
    cure = #others > 0 and ("there is %s"):format(listed(others)) or nearest.question(rest, known_names(names)) }
end

local function meanings_of_place(names, name)
  local called = places_by_name(names)
  local found = called[name] or {}
  if #found == 1 then return found end
  if #found > 1 then
    return {}, { code = "ambiguous-name", text = ('%d places are called "%s"'):format(#found, name),
      cure = "only a place that has its name alone can be changed" }
  end
  return {}, { code = "unknown-thing", text = ('no place is called "%s"'):format(name),
    cure = nearest.question(name, keys.names(called)) }
end

--- All that a name can mean, in the order of the kinds.
-- @tparam table names of `bustle.author.names`
-- @tparam string name "market.visitor", "visitor", or with its word: "npc visitor"; a place always with it, and by the
-- name it has in the world: "place The Crown"
-- @tparam table from as for `Names:find`
-- @treturn {table,...} things
-- @treturn table|nil `{ code=, text=, cure= }`, if there are none
function layers.meanings(names, name, from)
  local kind, rest = split(name)
  if kind == "place" then return meanings_of_place(names, rest) end
  local found, ambiguous = {}, nil
  for _, each in ipairs(KINDS) do
    if not kind or each == kind then
      local thing, problem = names:find(each, kind and rest or name, from)
      found[#found + 1] = thing
      if not thing and problem.code == "ambiguous-name" then ambiguous = problem end
    end
  end
  if #found > 0 then return found end
  return found, ambiguous or unknown(names, name, from)
end

local function find(build, change)
  local found, problem = layers.meanings(build.names, change.name, change.pack)
  if #found == 1 then return found[1] end
  build:reporter(change)(problem or { code = "ambiguous-name", text = ("it is ambiguous: %s"):format(listed(found)),
    cure = "write it with its word" })
end

-- ---- Layers ----

-- A change as the readers of definitions see it: a thing of its own, written elsewhere.
local function layer_of(change, thing)
  return { kind = thing.kind, word = change.word, name = change.name, qualified = thing.qualified, pack = change.pack,
    value = change.value, origin = change.origin, of = thing }
end

--- Finds out what the changes of all packs are about.
-- @tparam table build with `names`, and `packs` in load order
-- @treturn table by thing: a list of the thing and its changes, in order; nothing for those that nobody changes
function layers.read(build, packs)
  local made = {}
  for _, pack in ipairs(packs) do
    for _, change in ipairs(pack.changes) do
      local thing = find(build, change)
      if thing then
        made[thing] = made[thing] or { thing }
        table.insert(made[thing], layer_of(change, thing))
      end
    end
  end
  return made
end

--- From which layer on they count: the last one that replaces what was before.
-- @tparam {table,...} list
-- @treturn number
function layers.first(list)
  for i = #list, 2, -1 do
    if list[i].word == "replace" then return i end
  end
  return 1
end

--- The declaring word of a thing or of what a layer changes.
function layers.word(thing)
  return (thing.of or thing).word
end

--- Who changed a thing, to be told with what is wrong with it: "flood at mods/flood/changes.lua:3".
-- @tparam {table,...} list
-- @treturn string
function layers.authors(list)
  local texts = {}
  for i = 2, #list do
    texts[#texts + 1] = list[i].pack.name .. (list[i].origin and " at " .. list[i].origin or "")
  end
  return table.concat(texts, ", ")
end

return layers
