-- The files of packs that were edited: what is wrong with them, and taking them into the world that runs.
local check = require "bustle.tool.check"
local writer = require "bustle.json.writer"

local pack_files = {}

--- What `bustle check --json` says of packs.
-- @tparam {string,...} paths
-- @treturn string
function pack_files.check(paths)
  local parts = {}
  local given = { json = true }
  for i, path in ipairs(paths) do given[i] = path end
  check.run(given, { out = { write = function(_, ...)
    for _, part in ipairs { ... } do parts[#parts + 1] = part end
  end } })
  return table.concat(parts)
end

--- Lets a world go on under what its packs say now.
-- @treturn string JSON: `changes`, texts; or `refused`, why not
function pack_files.reload(world)
  local changes, message = world:reload()
  if not changes then return writer.line({ refused = message }, {}) end
  local texts = {}
  for i, change in ipairs(changes) do texts[i] = change.text end
  return writer.line({ changes = texts }, {})
end

return pack_files
