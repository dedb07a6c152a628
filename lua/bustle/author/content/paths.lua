--- Paths along links (S66) in nodes: "seat of target". Which kinds the names in them mean depends on the pack that
-- writes them, so the core gets them in full.
local expression = require "bustle.author.expression"

local paths = {}

-- Where a path begins could be a part, or one step more.
local function is_ambiguous(text, scope)
  local root = text:match("%sof%s+([%w_\128-\255]+)%s*$")
  for _, part in ipairs(scope.parts or {}) do
    if part == root and scope.link(root) then return root end
  end
end

--- The path that a text is, with its kinds in full.
-- @tparam table build
-- @tparam table thing
-- @tparam string text
-- @tparam string spot
-- @tparam table scope of `Build:scope`, with `parts` in scenes
-- @treturn string|nil nil, told, if it is none
function paths.read(build, thing, text, spot, scope)
  local path, mistakes = expression.path(text, scope)
  if not path then return build:report_mistakes(thing, spot, mistakes) end
  local name = is_ambiguous(text, scope)
  if name then
    build:reporter(thing) { code = "ambiguous-name", spot = spot,
      text = ('"%s" is a part and a kind of links'):format(name), cure = "rename one of the two" }
  end
  return path
end

return paths
