-- docs/problems.md explains every code of `bustle check`.
local support = require "spec.tools.support"

describe("docs/problems.md", function()
  it("explains each code that check adds", function()
    local text = support.read("docs/problems.md")
    local _, files = support.shell("grep -rhoE 'code = \"[a-z-]+\"' lua/bustle/author/check")
    local count = 0
    for code in files:gmatch('code = "([a-z-]+)"') do
      count = count + 1
      assert.truthy(text:find(("\n| `%s` |"):format(code), 1, true), code .. " is not explained")
    end
    assert.is_true(count >= 8)
  end)
end)
