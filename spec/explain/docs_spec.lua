local support = require "spec.tools.support"
local yard = require "spec.explain.yard"

local load_text = rawget(_G, "loadstring") or load

-- What the pieces of the manual print.
local function printed(text, world)
  local lines = {}
  local function write(...)
    local parts = {}
    for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
    lines[#lines + 1] = table.concat(parts, "\t")
  end
  assert(load_text("local print, world, socket = ...\n" .. text))(write, world, nil)
  return table.concat(lines, "\n") .. "\n"
end

describe("docs/explain.md", function()
  local text = support.read "docs/explain.md"

  it("begins with what the example prints", function()
    local example = support.read "examples/lua/why.lua"
    assert.equal(text:match("\n```\n(.-)```\n"), printed(example))
  end)

  it("has pieces that run", function()
    local piece = text:match("## For tools.-```lua\n(.-)```")
    local w = yard.world { explain = true }
    w:spawn("guest", { name = "Ada", state = { energy = 9 } })
    w:update(0)
    assert.truthy(printed(piece, w):find("\nhum\tonly\tnil\n", 1, true))
    local logs = text:match("## The decision log.-```lua\n(.-)```"):gsub('"%a+%.jsonl"', "function() end")
      :gsub('kind = "visitor"', 'kind = "guest"')
    assert.equal("\n", printed(logs, w))
  end)
end)
