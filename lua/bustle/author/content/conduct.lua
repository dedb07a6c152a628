--- What NPCs and roles both say of how one behaves: main sequence or plan, fallbacks, handlers, cues and reactions.
local actions = require "bustle.author.content.actions"
local cues = require "bustle.author.content.cues"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"

local conduct = {}

local function add_handler(build, thing, name, value, list)
  local spot = ("on, %s"):format(tostring(name))
  local report = build:reporter(thing)
  if type(name) ~= "string" then
    return report { code = "bad-type", spot = "on", text = ("item %s has no interruption"):format(tostring(name)),
      cure = 'write on = { rain_starts = "seek_shelter" }' }
  end
  if type(value) == "string" then value = { sequence = value } end
  local given = fields.read(value, fields.OPTIONS.handler, report, spot)
  local interruption = build:resolve(thing, "interruption", name, "on")
  local sequence = given.sequence and build:resolve(thing, "sequence", given.sequence, spot)
  if interruption and type(value) == "table" and (sequence or value.sequence == nil) then
    list[#list + 1] = { interruption = interruption.qualified, sequence = sequence and sequence.qualified,
      priority = given.priority, stays = given.stays, urgent = given.urgent, spot = spot, layer = thing }
  end
end

-- What somebody does about the topic of a scene (S52). Topics are texts that all packs share.
local function read_reactions(build, thing, value)
  local list = {}
  for _, topic in ipairs(keys.ordered(value or {})) do
    local sequence = value[topic]
    if type(topic) ~= "string" or topic == "" or topic:find("%c") then
      build:reporter(thing) { code = "bad-name", spot = "reacts",
        text = ("item %s has no topic"):format(type(topic) == "number" and tostring(topic) or "?"),
        cure = 'write reacts = { weather = "listen_politely" }' }
    elseif fields.fits(sequence, fields.name, build:reporter(thing), ("reacts, %s"):format(topic)) then
      local found = build:resolve(thing, "sequence", sequence, ("reacts, %s"):format(topic))
      list[#list + 1] = found and { topic = topic, sequence = found.qualified }
    end
  end
  return list
end

-- An extension may change the priority alone, so what is missing is known when all layers are together.
local function finish_handlers(build, made)
  local kept = {}
  for _, handler in ipairs(made.handlers) do
    if handler.stays and handler.urgent then
      build:reporter(handler.layer) { code = "bad-handler", spot = handler.spot,
        text = "it stays where it is, and leaves at once", cure = "leave out stays or urgent" }
    elseif handler.sequence then
      kept[#kept + 1] = { interruption = handler.interruption, sequence = handler.sequence,
        priority = handler.priority or 0, stays = handler.stays, urgent = handler.urgent }
    else
      build:reporter(handler.layer) { code = "unknown-sequence", spot = handler.spot, text = "it names no sequence",
        cure = 'write sequence = "..."' }
    end
  end
  made.handlers = kept
end

--- Reads what is given into what is made of it.
function conduct.read(build, thing, made, given)
  local main = given.main and build:resolve(thing, "sequence", given.main, "main")
  made.main = main and main.qualified
  local plan = given.plan and build:resolve(thing, "plan", given.plan, "plan")
  made.plan = plan and plan.qualified
  made.fallbacks = actions.resolve_all(build, thing, "sequence", given.fallback, "fallback")
  made.handlers = {}
  for _, name in ipairs(keys.ordered(given.on or {})) do
    add_handler(build, thing, name, given.on[name], made.handlers)
  end
  made.cues = cues.read(build, thing, given.cues)
  made.reactions = read_reactions(build, thing, given.reacts)
end

--- When all layers are together: what the core takes.
function conduct.finish(build, made)
  finish_handlers(build, made)
  made.cues = cues.finish(build, made.cues)
end

--- The parts of a schema of `bustle.author.content.merge`.
conduct.MAIN = { keys = { "main", "plan" }, fields = { "main", "plan" } }
conduct.FALLBACK = { key = "fallback", field = "fallbacks", kind = "sequence" }
conduct.ON = { key = "on", field = "handlers", by = "interruption", kind = "interruption",
  schema = { single = { { keys = { "sequence" }, fields = { "sequence" } },
    { keys = { "priority" }, fields = { "priority" } }, { keys = { "stays" }, fields = { "stays" } },
    { keys = { "urgent" }, fields = { "urgent" } } } } }
conduct.CUES = cues.SCHEMA
conduct.REACTS = { key = "reacts", field = "reactions", by = "topic",
  schema = { single = { { keys = { "sequence" }, fields = { "sequence" } } } } }

return conduct
