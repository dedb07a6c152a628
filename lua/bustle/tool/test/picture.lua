--- Coverage as pictures: the graphs of a pack's sequences, what was exercised in green, what was not in red, and in
-- yellow ways of whose conditions only one outcome was seen.
local dot = require "bustle.tool.graph.dot"
local draw_sequence = require "bustle.tool.graph.sequence"
local render = require "bustle.tool.graph.render"

local picture = {}

local COLOURS = dot.COLOURS
local RED_FILL = "#fbe4e1"

local function seen(hits, form, ...)
  return (hits[form:format(...)] or 0) > 0
end

-- How a part of a sequence looks, for `bustle.tool.graph.sequence`.
local function look_of(hits, sequence)
  local look = {}

  function look.node(node)
    local entered = seen(hits, "node %s/%s", sequence, node.name)
    return { fillcolor = entered and COLOURS.green or RED_FILL, color = entered and COLOURS.green_line or COLOURS.red }
  end

  function look.way(node, i, transition)
    local at = ("%s/%s %d"):format(sequence, node.name, i)
    if not seen(hits, "way %s", at) then return { color = COLOURS.red, penwidth = 1.6 } end
    local both = #transition.when == 0 or (seen(hits, "when %s true", at) and seen(hits, "when %s false", at))
    return { color = both and COLOURS.green_line or COLOURS.yellow_line, penwidth = 1.6 }
  end

  function look.failed(node)
    return { color = seen(hits, "failed %s/%s", sequence, node.name) and COLOURS.green_line or COLOURS.red }
  end

  return look
end

--- Writes a picture of every sequence of a pack.
-- @tparam table compiled
-- @tparam string pack
-- @tparam table hits
-- @tparam string folder which is there
-- @treturn[1] {string,...} the files
-- @treturn[2] nil
-- @treturn[2] string why not
function picture.write(compiled, pack, hits, folder)
  local files = {}
  for _, sequence in ipairs(compiled.tables.sequences) do
    if compiled:thing("sequence", sequence.name).pack.name == pack then
      local path = ("%s/%s.svg"):format(folder, sequence.name)
      local text = draw_sequence(compiled, sequence.name, look_of(hits, sequence.name))
      local written, message = render.write(text, "svg", path)
      if not written then return nil, message end
      files[#files + 1] = path
    end
  end
  return files
end

return picture
