--- Finding the name that somebody meant, as the core finds it. Knows nothing of what the names stand for.
local core = require "bustle.core"

local nearest = {}

-- What is left of it, of the core's own measure; nil: all.
local patience

--- Begins anew with comparing: whoever makes mistakes by the thousand gets no suggestions for the last of them.
function nearest.renew()
  patience = nil
end

--- The name of a list that is closest to the given one. One letter of three may be wrong; among equals the first wins.
-- @tparam string name
-- @tparam {string,...} names
-- @treturn string|nil
function nearest.name(name, names)
  local found
  found, patience = core.nearest(name, names, patience)
  return found
end

--- The same as a question to show, or `otherwise` if nothing is close.
-- @tparam string name
-- @tparam {string,...} names
-- @tparam[opt] string otherwise
-- @treturn string|nil
function nearest.question(name, names, otherwise)
  local found = nearest.name(name, names)
  return found and ('did you mean "%s"?'):format(found) or otherwise
end

return nearest
