-- The pages that are made of the sources are what the sources say now, and leave nothing out.
local annotations = require "docs.make.annotations"
local comments = require "docs.make.comments"
local header = require "docs.make.header"
local html = require "docs.make.html"
local model = require "docs.make.model"
local page = require "spec.docs.page"
local reference = require "docs.make.reference"

local CURE = "run ./bustle docs"

describe("docs/reference.md", function()
  local text = page.read "docs/reference.md"

  it("is up to date", function()
    assert.is_true(reference.fill(text) == text, CURE)
  end)
  it("has every call and type", function()
    local count = 0
    for _, each in ipairs(model.read()) do
      local title = each.kind == "function" and ("\n#### `%s`\n"):format(each.call) or ("\n### `%s`\n"):format(each.name)
      assert.is_truthy(text:find(title, 1, true), title)
      count = count + 1
    end
    assert.is_true(count > 70)
  end)
  it("says of every call what it does", function()
    for _, each in ipairs(model.read()) do
      if each.kind == "function" then assert.not_equal("", each.text, each.call) end
    end
  end)
  it("names every method that a world and an entity have", function()
    local bustle = require "bustle"
    local world = bustle.world { packs = { "behaviours/park" } }
    for name in pairs(getmetatable(world).__index) do
      if not name:find("^_") and name ~= "new" then
        assert.is_truthy(text:find(("\n#### `world:%s("):format(name), 1, true), name)
      end
    end
    for name in page.read("lua/bustle/world/entity.lua"):gmatch("\nfunction METHODS%.([%w_]+)") do
      assert.is_truthy(text:find(("\n#### `entity:%s("):format(name), 1, true), name)
    end
  end)
end)

describe("docs/c-reference.md", function()
  local source, text = page.read "core/include/bustle.h", page.read "docs/c-reference.md"

  it("is up to date", function()
    assert.is_true(header.page(source) == text, CURE)
  end)
  it("has every function, type and number of the header", function()
    local count = 0
    for name in source:gmatch("\nBUSTLE_API [^;(]-([%w_]+)%(") do
      count = count + 1
      assert.is_truthy(text:find(("\n### [^\n]*`%s`"):format(name)), name)
    end
    for name in source:gmatch("\n} ([%w_]+);") do assert.is_truthy(text:find(("\n### [^\n]*`%s`"):format(name)), name) end
    for name in source:gmatch("\n    (BUSTLE_[%u_]+)") do assert.is_truthy(text:find(name, 1, true), name) end
    assert.is_true(count > 60)
  end)
end)

describe("the reading of sources", function()
  it("tells types from words", function()
    for text, kind in pairs {
      ["string"] = "string", ["string? words"] = "string?", ["fun(): number?, string? the names"] = "fun(): number?, string?",
      ['"a" | "b" which'] = '"a" | "b"', ["table<string, table<a, b>> by"] = "table<string, table<a, b>>",
      ["(string | x)[] names, or"] = "(string | x)[]", ["fun(a: b): integer? the one, or"] = "fun(a: b): integer?",
    } do assert.equal(kind, (annotations.split_type(text))) end
  end)
  it("takes what is said of a function and of its parameters", function()
    local said = comments.read("--- Does it.\n-- Well.\n-- @tparam[opt] string name of one\n-- or two\n-- @treturn number\nfunction A:b(name)\n")
    assert.same({ text = "Does it.\nWell.", params = { name = "of one or two" }, returns = { "" } }, said.b)
  end)
  it("makes tables that HTML has", function()
    local made = html.page("| a | |\n|---|---|\n| `x\\|<` | [d](b.md#c) |\n")
    assert.equal('<table class="module_list">\n<tr><th>a</th><th></th></tr>\n'
      .. '<tr><td><code>x|&lt;</code></td><td><a href="b.md.html#c">d</a></td></tr>\n</table>\n', made)
  end)
end)
