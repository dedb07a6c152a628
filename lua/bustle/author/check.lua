--- Warnings about content that can be loaded and is most likely not meant: what people want to know beyond what loading
-- refuses. The analyses are in `bustle.author.check.*`. What compiling and sealing find is not repeated here.
local columns = require "bustle.author.content.columns"
local conditions = require "bustle.author.check.conditions"
local distance = require "bustle.author.check.distance"
local effects = require "bustle.author.check.effects"
local memory = require "bustle.author.check.memory"
local messages = require "bustle.author.check.messages"
local places = require "bustle.author.check.places"
local plans = require "bustle.author.check.plans"
local problems = require "bustle.problems"
local reach = require "bustle.author.check.reach"
local reader = require "bustle.author.expression.reader"
local scenes = require "bustle.author.check.scenes"
local use = require "bustle.author.check.use"

local check = {}

local ANALYSES = { conditions, effects, memory, use, distance, scenes, places, messages, plans }

local Review = {}
Review.__index = Review

-- That an inbox holds if it does not say.
local MESSAGES = 16

local LOWEST, HIGHEST = -2147483648, 2147483647

-- ---- What analyses use ----

--- Whether a thing is right, with everything that it uses. Of what is not, nothing can be said.
function Review:is_sound(kind, name)
  local thing = self.compiled:thing(kind, name)
  return thing ~= nil and not self.held_back[thing]
end

--- Whether all things of a kind are.
function Review:are_sound(kind)
  for thing in pairs(self.held_back) do
    if thing.kind == kind then return false end
  end
  return true
end

--- Adds a warning about a thing. What is wrong with it may be the doing of those who change it.
function Review:warn(kind, name, found)
  local thing = self.compiled:thing(kind, name)
  found.severity = "warning"
  if thing.scene then
    found.spot = found.spot and columns.said(thing, found.spot) or ('part "%s"'):format(thing.part)
    thing = thing.scene
  end
  problems.add(self.found, thing, found)
  local layers = self.compiled.layers[thing] or {}
  local changed_by = {}
  for i = 2, #layers do changed_by[i - 1] = layers[i].pack.name end
  self.found[#self.found].changed_by = changed_by
end

--- How the expressions of a thing are shown.
function Review:style(kind, name)
  return reader.style(self.compiled, self.compiled:thing(kind, name).pack.name)
end

local function bounds_of_key(key)
  if key.flag then return 0, 1 end
  if key.values then return 0, #key.values - 1 end
  return key.min or LOWEST, key.max or HIGHEST
end

--- The lowest and highest value of a key of an expression.
function Review:bounds()
  return function(key)
    if key.link then return bounds_of_key(self.links[key.link] or { flag = true }) end
    local by_name = key.subject == "env" and self.environment or key.name and self.states
    if not by_name or key.subject == "count" then return 0, HIGHEST end
    -- What is no state is an inbox. One that keeps nothing holds what somebody is about to take.
    local inbox = not by_name[key.name] and self.inboxes[key.name]
    if inbox then return 0, math.max(inbox.limit or MESSAGES, 1) end
    return bounds_of_key(by_name[key.name])
  end
end

-- ---- All of it ----

local function by_name(list)
  local map = {}
  for _, made in ipairs(list) do map[made.name] = made end
  return map
end

local function new_review(compiled)
  local tables = compiled.tables
  return setmetatable({
    compiled = compiled, held_back = compiled.held_back, found = {},
    states = by_name(tables.states), environment = by_name(tables.environment), actions = by_name(tables.actions),
    links = by_name(tables.links), inboxes = by_name(tables.inboxes or {}), sequences = by_name(tables.sequences),
    entities = by_name(tables.entities), tables = tables,
    reach = reach.of(tables),
  }, Review)
end

--- Looks through compiled content. Warnings that are allowed are not told.
-- @tparam table compiled of `content.compile`: the content, or, where that has errors, its third result
-- @treturn {table,...} warnings in order; see `bustle.problems`; `changed_by` is a list of the packs that change the
-- thing
function check.review(compiled)
  local review = new_review(compiled)
  for _, analysis in ipairs(ANALYSES) do analysis(review) end
  local found = compiled.allowed:without(review.found)
  compiled.allowed:tell_unneeded(found, compiled.held_back)
  return problems.sort(found)
end

return check
