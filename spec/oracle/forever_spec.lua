-- Whether forever.lua finds out that somebody waits for ever: in worlds that break a rule.
local World = require "spec.oracle.world"
local forever = require "spec.oracle.forever"

local function breaking(method, run)
  local right = World[method]
  World[method] = function() end
  local ok, message = pcall(run)
  World[method] = right
  return not ok and message
end

describe("the search for somebody who waits for ever", function()
  it("finds nobody as long as nothing comes", function()
    forever(0)
  end)

  it("finds a member whose patience does nothing (S58)", function()
    assert.matches("^number %d waits for ever after: %d+ steps$", breaking("sink", function() forever(0) end))
  end)

  it("finds a scene that goes on past its limits (S58)", function()
    assert.matches("a scene goes on for longer than it may$", breaking("handle_limits", function() forever(1) end))
  end)
end)
