--- The situations of "Who wins" in docs/rules.md that are about places at offers: Mia has a place, something comes.
-- There is one prop, of a kind for each situation, that offers "rest". Nothing ends by itself: the game ends actions.
local both = require "spec.rules.both"
local cells = require "spec.rules.cells"
local kit = require "spec.rules.kit"

local who_holds = {}

local function sequences()
  return {
    evening = { entry = "go", go = { request = "rest", body = "reading", optional = true, to = "sulk", failed = "sulk" },
      sulk = { action = "sulk", to = "END" } },
    calm = kit.chain { "hum" }, night = kit.chain { "pace" }, first = kit.chain { "cower" },
    sitting = kit.chain { "sit" }, rising = kit.chain { "rise" }, reading = kit.chain { "read" },
    around = kit.chain { { body = true }, "sit" },
    high = kit.chain { "duck" }, staying = kit.chain { "duck" }, hasty = kit.chain { "duck" }, low = kit.chain { "duck" },
  }
end

local function seat(offer) return { tags = "seat", offers = { rest = offer } } end

local function mia(main)
  return { main = main, tags = "mia", state = { "bold" },
    on = { first = { sequence = "first", priority = 2 }, high = { sequence = "high", priority = 3 },
      staying = { sequence = "staying", priority = 3, stays = true }, hasty = { sequence = "hasty", priority = 3, urgent = true },
      low = { sequence = "low", priority = 1 } },
    cues = { glance = { when = "self.bold", sequence = "high", priority = 3 } } }
end

-- `offered`: whether the props offer anything.
local function content(offered)
  local made = {
    states = { bold = { flag = true } }, interruptions = { "first", "high", "staying", "hasty", "low" },
    actions = cells.actions "hum pace sit read rise sulk duck cower bow", sequences = sequences(), roles = { night = { main = "night" } },
    scenes = { duet = { priority = 3, parts = { { "one", who = "mia" }, { "other", who = "other" } }, { one = "bow", other = "bow" } } },
    npcs = { guest = mia "evening", idler = mia "calm", other = { main = "calm", tags = "other" } },
    props = { stool = seat "sitting", desk = seat "around", throne = seat { sequence = "sitting", kept = true },
      hammock = seat { sequence = "sitting", undo = "rising" } },
  }
  for _, prop in pairs(made.props) do prop.offers = offered and prop.offers or nil end
  if not offered then made.sequences.around = nil end -- nothing would offer the sequence with a body
  return made
end

-- ---- What she can be ----

local settle = cells.settle

local function beside(prop, kind)
  local made = { world = both.world(content(true)) }
  made.prop = made.world:spawn(prop, { name = "Seat" })
  made.otto = made.world:spawn("other", { name = "Otto" })
  made.mia = made.world:spawn(kind or "guest", { name = "Mia" })
  return settle(made)
end

local function called_away(made)
  made.world:interrupt("first", { made.mia })
  return settle(made)
end

who_holds.STATES = {
  ["acting"] = function() return beside "stool" end,
  ["in its body"] = function() return beside "desk" end,
  ["kept"] = function() return beside "throne" end,
  ["with undo"] = function() return beside "hammock" end,
  ["asked by the game"] = function()
    local made = beside("stool", "idler")
    assert(made.mia:request("rest", made.prop, { priority = 2 }))
    return settle(made)
  end,
  ["undoing"] = function() return called_away(beside "hammock") end,
  ["interrupted"] = function() return called_away(beside "stool") end,
  ["held"] = function()
    local made = beside "stool"
    made.mia:hold()
    return settle(made)
  end,
}

-- ---- What can come ----

who_holds.COMINGS = cells.comings {
  ["a higher response"] = cells.raise "high",
  ["one that stays"] = cells.raise "staying",
  ["an urgent one"] = cells.raise "hasty",
  ["a lower one"] = cells.raise "low",
  ["a due cue"] = cells.cue "bold",
  ["a part"] = function(made) made.staged = made.world:stage("duet", { one = made.mia, other = made.otto }) ~= nil end,
  ["a role by the game"] = function(made) made.mia:set_role "night" end,
  ["a revocation"] = function(made) made.prop:revoke "rest" end,
  ["its provider leaves"] = function(made) made.prop:remove() end,
  ["a reload without the offer"] = function(made) assert(made.world:reload("p", kit.pack(content(false)))) end,
}

--- What she does is done, whatever it is.
function who_holds.COMINGS.done(made)
  if made.world:get "Mia" then made.mia:complete() end
end

who_holds.settle = settle

return cells.add(who_holds)
