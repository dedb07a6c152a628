--- What a node of a sequence does, and a cell of a scene: an action, a sequence, a wait, a scene, a request, what a
-- request brought, a message, a meeting or nothing; and whom it is aimed at. Where it goes next is for
-- `bustle.author.content.sequences` and `.rows` to say.
--
-- All functions take a reader `s` with `build`, `thing`, `report` and `scope`, and `cure_of_two`, where that is not to
-- make two nodes of one.
local actions = require "bustle.author.content.actions"
local belonging = require "bustle.author.content.belonging"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local messages = require "bustle.author.content.messages"
local nearest = require "bustle.common.nearest"
local paths = require "bustle.author.content.paths"
local requests = require "bustle.author.content.requests"

local nodes = {}

-- ---- What it does ----

-- What a node may do, by the key that says it.
local KINDS = { "action", "sequence", "wait", "scene", "request", "body", "take", "send", "meet", "pass" }
local SHOWN = { action = "has an action", sequence = "has a sequence", wait = "has a wait", scene = "has a scene",
  request = "has a request", body = "has a body", take = "takes a message", send = "sends a message", meet = "meets",
  pass = "passes" }

-- Those that are found by a name: what they are called in `Build:resolve`.
local NAMED = { action = "action", sequence = "sequence", scene = "scene", take = "inbox", send = "inbox" }

-- A sequence under `body` is what a request brings along.
local function says(given, kind)
  return given[kind] and (kind ~= "body" or given.body == true)
end

local function cure_of_two(s, kind, other)
  if other == "pass" then return "leave out one of the two" end
  if kind == "request" and other == "body" then return 'a request names a sequence for it: body = "..."' end
  return s.cure_of_two or "make two nodes of it"
end

-- The kind, and whether it has been told that there are two.
local function kind_of(s, given, spot)
  local kind
  for _, each in ipairs(KINDS) do
    if says(given, each) and kind then
      s.report { code = "bad-node", spot = spot, cure = cure_of_two(s, kind, each),
        text = ("it %s and %s"):format(SHOWN[kind], (SHOWN[each]:gsub("^has ", ""))) }
      return nil, true
    end
    kind = says(given, each) and each or kind
  end
  return kind
end

-- That a wait needs a condition is for the core to say.
local function read_wait(s, made, given, spot)
  local source = given.wait
  if type(source) == "string" and not source:find("%S") then source = {} end
  made.when = s.build:compile(s.thing, spot .. ", wait", source, "condition", s.scope)
end

-- How long, how often, and what is seen meanwhile: of every node that waits. An extension may say it of a node that is
-- written elsewhere.
local function read_waiting(s, made, given, spot)
  made.timeout_ms, made.every_ms = fields.milliseconds(given.timeout), fields.milliseconds(given.every)
  local found = given.waiting and s.build:resolve(s.thing, "action", given.waiting, spot .. ", waiting")
  made.waiting = found and found.qualified
end

-- ---- Whom it is aimed at ----

--- Words for a target that are no names of parts and no paths: the sequence's current target, another member of the
-- scene, and whoever accepts the action.
nodes.AIMS = { same = "same_target", member = "at_member", any = "at_any" }

-- Somebody else's scene may have a part of the name of a kind of links without asking.
local function sees_part(s, packs)
  if packs == true then return true end
  for pack in pairs(packs) do
    if pack == s.thing.pack or s.build.names:depends(s.thing.pack, pack) then return true end
  end
  return false
end

local function unknown_target(s, target, spot, known)
  local words = keys.names(nodes.AIMS)
  for _, name in ipairs(keys.names(known)) do words[#words + 1] = name end
  for name in pairs(s.build.names.things.link) do words[#words + 1] = name:match("%.(.*)$") end
  table.sort(words)
  s.report { code = "unknown-part", spot = spot, text = ('no part and no link is called "%s"'):format(target),
    cure = nearest.question(target, words, 'give "same", "member", "any", the name of a part or a path along links') }
end

-- One word: a part, or a kind of links.
local function read_name(s, made, target, spot, known)
  local link = s.scope.link(target)
  if link and known[target] and sees_part(s, known[target]) then
    s.report { code = "ambiguous-name", spot = spot, text = ('"%s" is a part and a kind of links'):format(target),
      cure = ('write "%s of self" for the links, or rename one of the two'):format(target) }
  elseif link then
    made.aim_path = link.name
  elseif known[target] then
    made.at_part = target
  else
    unknown_target(s, target, spot, known)
  end
end

local function read_target(s, made, target, spot, known)
  local field = nodes.AIMS[target]
  if field then
    made[field] = true
  elseif target and target:find("[^%w_.\128-\255]") then
    made.aim_path = paths.read(s.build, s.thing, target, spot, s.scope)
  elseif target then
    read_name(s, made, target, spot, known)
  end
end

-- ---- All of it ----

--- Reads what is given into a node.
-- @tparam table s
-- @tparam table made gets `kind` (nil: none is given), `performs` and so on, as the core has them; `at_any` is for
-- `nodes.finish`
-- @tparam table given of `fields.read`
-- @tparam string spot
-- @tparam table parts by the names of parts that it may be aimed at: true, or a set of the packs whose scenes have them
function nodes.read(s, made, given, spot, parts)
  local kind, told = kind_of(s, given, spot)
  made.kind, made.told = kind, made.told or told
  if kind == "wait" then
    read_wait(s, made, given, spot)
  elseif NAMED[kind] then
    local found = s.build:resolve(s.thing, NAMED[kind], given[kind], spot)
    made.performs = found and found.qualified
    -- What is unknown has been told.
    made.told = made.told or not found or nil
  elseif kind == "meet" then
    made.performs = given.meet
  end
  made.as, made.free = given.as, given.free
  read_target(s, made, given.target, spot .. ", target", parts)
  read_waiting(s, made, given, spot)
  requests.read(s, made, given, spot)
  messages.read(s, made, given, spot)
end

--- How the nodes of several layers become one.
nodes.SCHEMA = {
  single = {
    { keys = { "action", "sequence", "wait", "scene", "request", "take", "send", "meet", "pass" },
      fields = { "kind", "performs", "when", "offers", "told" } }, { keys = { "as" }, fields = { "as" } },
    { keys = { "failed" }, fields = { "failed" } }, { keys = { "free" }, fields = { "free" } },
    { keys = { "target" }, fields = { "same_target", "at_member", "at_part", "at_any", "aim_path" } },
    { keys = { "timeout" }, fields = { "timeout_ms" } }, { keys = { "every" }, fields = { "every_ms" } },
    { keys = { "waiting" }, fields = { "waiting" } },
  },
  lists = { { key = "to", field = "transitions", kind = "edge" } },
}
for _, module in ipairs { requests, messages } do
  for _, group in ipairs(module.SINGLE) do table.insert(nodes.SCHEMA.single, group) end
end
for _, list in ipairs(requests.LISTS) do table.insert(nodes.SCHEMA.lists, list) end

-- ---- When all layers are together ----

local WAITS = { wait = true, scene = true, request = true, take = true, send = true, meet = true }

-- What is aimed at somebody, and may name a path for that.
local AIMED = { action = true, send = true }

local function described(node)
  return node.kind == "choice" and "a choice" or ("of kind %s"):format(node.kind)
end

--- Whether a node says whom it is aimed at.
-- @tparam table node
-- @treturn boolean
function nodes.is_aimed(node)
  return (node.same_target or node.at_member or node.at_part or node.at_any or node.aim_path) ~= nil
end

--- Whether a node has a target that it does not choose in another way. Of actions that is known when all have been
-- read.
-- @tparam table build
-- @tparam table node
-- @treturn boolean
function nodes.takes_target(build, node)
  if node.kind == "send" then return #node.targets == 0 end
  local action = node.kind == "action" and build.actions[node.performs]
  return action and actions.takes_target(action) or false
end

local CURES = { request = "write from", meet = "write at" }

-- Of the others the core tells where they have another target than a path.
local function check_aim(report, node, spot)
  local wrong = node.aim_path and not AIMED[node.kind] or node.kind == "meet" and nodes.is_aimed(node)
  if not wrong then return end
  report { code = "bad-node", spot = spot .. ", target",
    text = ("it is for actions and messages, and this node is %s"):format(described(node)),
    cure = CURES[node.kind] or "leave it out" }
  node.aim_path, node.same_target, node.at_member, node.at_part = nil, nil, nil, nil
end

-- Only what waits has a time for it.
local function check_waiting(report, node, spot)
  local given = node.timeout_ms and "timeout" or node.every_ms and "every" or node.waiting and "waiting"
  local awaits = node.kind ~= "send" or node.await
  if not given or WAITS[node.kind] and awaits then return end
  report { code = "bad-node", spot = ("%s, %s"):format(spot, given),
    text = ("it is for nodes that wait, and this one %s"):format(awaits and "is " .. described(node)
      or "only sends"),
    cure = awaits and 'such as { wait = "self.fed", timeout = 30, ... }' or "let it await what becomes of the message: "
      .. "await = true" }
  node.timeout_ms, node.every_ms, node.waiting = nil, nil, nil
end

local function check_part(build, thing, node, spot)
  if node.kind == "scene" then
    if not node.told then build:cast(thing, node.performs, node.as, spot) end
  elseif node.as then
    build:reporter(thing) { code = "bad-node", spot = spot .. ", as",
      text = ("it is the part in a scene, and this node is %s"):format(described(node)),
      cure = 'such as { scene = "order", as = "patron", ... }' }
    node.as = nil
  end
end

--- Checks a node when all layers are together, and leaves only what the core takes.
-- @tparam table build
-- @tparam table thing
-- @tparam table node
-- @tparam string spot
function nodes.finish(build, thing, node, spot)
  local undecided = node.told and not node.kind
  node.kind = node.kind or "choice"
  check_waiting(build:reporter(thing), node, spot)
  check_part(build, thing, node, spot)
  check_aim(build:reporter(thing), node, spot)
  -- Of a node of which it has been told that it does two things nobody knows what belongs to it.
  if not undecided then belonging.check(build:reporter(thing), node, described(node), spot) end
  node.path = node.aim_path
  requests.finish(build:reporter(thing), node, spot)
  messages.finish(build:reporter(thing), node, spot)
  node.at_any, node.aim_path, node.told = nil, nil, nil
end

return nodes
