--- Pictures of DOT texts, made by Graphviz.
local files = require "bustle.tool.files"
local shell = require "bustle.tool.shell"

local render = {}

render.FORMATS = { dot = true, svg = true, png = true }

-- Letters on a screen are read at this size.
local PIXELS_PER_INCH = 110

local function run_graphviz(format, text, path)
  if not shell.succeeds("dot -V") then
    return nil, ("a picture in %s needs Graphviz: install the package graphviz, or write FILE.dot"):format(
      format:upper())
  end
  local source = os.tmpname()
  local ok, message = files.write(source, text)
  if ok then
    ok, message = shell.run(("dot -T%s -Gdpi=%d -o %s %s"):format(format, format == "png" and PIXELS_PER_INCH or 72,
      shell.path(path), shell.path(source)))
  end
  os.remove(source)
  return ok, message
end

--- Writes a picture.
-- @tparam string text DOT
-- @tparam string format "dot", "svg" or "png"
-- @tparam string path
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
function render.write(text, format, path)
  if format == "dot" then return files.write(path, text) end
  return run_graphviz(format, text, path)
end

return render
