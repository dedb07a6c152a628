--- Nodes that take a message from an inbox or send one (S69, S70), and those that meet others (S71). Whom they look for
-- is read by `bustle.author.content.requests`.
--
-- All functions take a reader `s` as those of `bustle.author.content.nodes` do.
local expression = require "bustle.author.expression"
local fields = require "bustle.author.content.fields"
local paths = require "bustle.author.content.paths"

local messages = {}

-- "wish", not "self.wish": it cannot be another's.
local function read_into(s, made, into, spot)
  if not into then return end
  local bare = into:match("^%s*self%.(.+)$")
  if bare then
    return s.report { code = "bad-reference", spot = spot, text = ('it is "%s"'):format(into),
      cure = ('it is a state of the NPC itself: write "%s"'):format(bare) }
  end
  local found = s.build:resolve(s.thing, "state", into, spot)
  made.into = found and found.qualified
end

local function read_value(s, made, value, spot)
  if value == nil then return end
  local ops, mistakes = expression.value(tostring(value), s.scope)
  if not ops then s.build:report_mistakes(s.thing, spot, mistakes) end
  made.value = ops
end

-- Words for the place of a meeting that are no paths.
local PLACES = { target = "at_target", area = "at_area" }

local function read_at(s, made, at, spot)
  if not at then return end
  local field = PLACES[at]
  if field then
    made[field] = true
  else
    made.at_path = paths.read(s.build, s.thing, at, spot, s.scope)
    -- What is wrong has been told.
    made.told = made.told or not made.at_path or nil
  end
end

local function read_count(s, made, count, spot)
  if count ~= nil and fields.fits(count, fields.number, s.report, spot) then
    made.count = count
  elseif count ~= nil then
    made.told = true
  end
end

--- Reads what is given into a node. An extension may say it of a node that is written elsewhere.
-- @tparam table s
-- @tparam table made
-- @tparam table given of `fields.read`
-- @tparam string spot
function messages.read(s, made, given, spot)
  read_into(s, made, given.into, spot .. ", into")
  read_value(s, made, given.value, spot .. ", value")
  read_at(s, made, given.at, spot .. ", at")
  made.await = given.await
  read_count(s, made, given.count, spot .. ", count")
end

--- The parts of a schema of `bustle.author.content.merge`.
messages.SINGLE = { { keys = { "into" }, fields = { "into" } }, { keys = { "value" }, fields = { "value" } },
  { keys = { "await" }, fields = { "await" } }, { keys = { "count" }, fields = { "count" } },
  { keys = { "at" }, fields = { "at_target", "at_area", "at_path" } } }

--- Whether a node says where it meets.
function messages.has_place(node)
  return (node.at_target or node.at_area or node.at_path) ~= nil
end

--- When all layers are together: leaves only what the core takes.
-- @tparam function report
-- @tparam table node
-- @tparam string spot
function messages.finish(report, node, spot)
  if node.kind == "meet" then
    if not messages.has_place(node) and not node.told then
      report { code = "bad-meeting", spot = spot, text = "it does not say where", cure = 'write at = "area", or '
        .. '"target", or a path along links' }
    end
    if node.count == nil and not node.told then
      report { code = "bad-meeting", spot = spot, text = "it does not say how many there have to be",
        cure = "write count = 2, or more" }
    end
    node.same_target, node.from_area, node.path = node.at_target, node.at_area, node.at_path
  end
  node.at_target, node.at_area, node.at_path = nil, nil, nil
end

return messages
