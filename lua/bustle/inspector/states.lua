--- The states that an entity has.
local states = {}

--- The states of an entity by name, with the bounds of those that have both.
-- @tparam table world
-- @tparam table entity
-- @treturn {table,...} `{ key=, name=, min=, max= }`: `key` as in `entity.state`
function states.of(world, entity)
  local compiled, content = world._names.compiled, world._names.content
  local definition, list = entity._definition, {}
  for _, state in ipairs(compiled.tables.states) do
    if definition.has[content:find("state", state.name)] then
      list[#list + 1] = { key = state.name, name = state.name:match("[^.]*$"), min = state.min, max = state.max }
    end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

return states
