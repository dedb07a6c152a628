--- `bustle graph`: a picture of a sequence or a scene, or of how those of a pack hang together.
local draw_nesting = require "bustle.tool.graph.nesting"
local draw_scene = require "bustle.tool.graph.scene"
local draw_sequence = require "bustle.tool.graph.sequence"
local draw_plan = require("bustle.tool.graph.plans").one
local load = require "bustle.tool.load"
local render = require "bustle.tool.graph.render"

local graph = {
  name = "graph", arguments = "PACK [SEQUENCE|SCENE|PLAN]", least = 1, most = 2, missing = "the pack",
  summary = "draw a sequence, a scene or a plan, or how sequences nest",
  about = [[Draws a sequence: its nodes, what they perform or wait for, the ways between them with their
conditions, and where a node leads when it fails. Or draws a scene: its parts side by side, its phases
one below the other, and who begins it. Or draws a plan: its day as a bar. Without any of these it draws
the npcs of the pack: their main sequences, plans, fallbacks, responses to interruptions and cues, and
reactions, also those of their roles, and what is nested in these, scenes included. PACK is the folder
of a pack. If a sequence shares its name with a scene or a plan, write "scene NAME" or "plan NAME".

Without -o it prints the picture in Graphviz's language, DOT.

Exit status: 0 drawn, 1 the pack has errors or the picture could not be made, 2 wrong usage.]],
  options = { { "o", "write FILE.svg or FILE.png with Graphviz, or FILE.dot", value = "FILE" } },
}

local function fail(streams, message, status)
  streams.err:write(("bustle graph: %s\n"):format(message))
  return status or 1
end

local function draw(compiled, set, given)
  local pack = set.given[1]
  if not given then return draw_nesting(compiled, pack) end
  local scene = compiled:resolve("scene", given:match("^scene%s+(.+)$") or given, pack)
  local plan = compiled:resolve("plan", given:match("^plan%s+(.+)$") or given, pack)
  local name, message = compiled:resolve("sequence", given, pack)
  if name then return draw_sequence(compiled, name) end
  if scene then return draw_scene(compiled, scene) end
  if plan then return draw_plan(compiled, plan) end
  return nil, message
end

local function format_of(path)
  local format = path:lower():match("%.(%w+)$")
  return render.FORMATS[format or ""] and format or nil
end

--- Runs the command.
function graph.run(given, streams)
  local format = given.o and format_of(given.o)
  if given.o and not format then
    return fail(streams, ("'%s' ends neither in .svg nor in .png nor in .dot"):format(given.o), 2)
  end
  local compiled, set = load.compile({ given[1] }, streams, graph.name)
  if not compiled then return 1 end
  local text, message = draw(compiled, set, given[2])
  if not text then return fail(streams, message) end
  if not format then
    streams.out:write(text)
    return 0
  end
  local ok, problem = render.write(text, format, given.o)
  return ok and 0 or fail(streams, problem)
end

return graph
