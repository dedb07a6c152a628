-- What docs/village.md says of a week is what happens in one, on every Lua.
local page = require "spec.village.page"
local week = require "spec.village.week"

describe("docs/village.md", function()
  it("has how often each thing was seen in a week", function()
    local text = page.read()
    local _, counts = week.play()
    assert.is_true(page.fill(text, counts) == text, "run lua5.4 spec/village/page.lua, as that file says")
  end)
end)
