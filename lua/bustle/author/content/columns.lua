--- Sequences that nobody wrote: the columns of scenes. What is wrong with one is told of its scene, by row and part.
local columns = {}

--- Whom a problem of a thing is told of: the scene, if the thing is a column of one.
-- @tparam table|nil thing
-- @treturn table|nil
function columns.teller(thing)
  return thing and thing.scene or thing
end

--- A text about a column in the words of the scene: `row 2, patron` for `node "2"`.
-- @tparam table thing
-- @tparam string text that may begin with a node
-- @treturn string
function columns.said(thing, text)
  local made, count = text:gsub('^node "([^"]*)"', function(row) return ("row %s, %s"):format(row, thing.part) end)
  return count > 0 and made or ('part "%s": %s'):format(thing.part, text)
end

return columns
