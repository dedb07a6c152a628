-- `bustle compile`: what it writes and what it refuses. That a C program decides by it as Lua does is a stage of its
-- own in `./bustle test`.
local support = require "spec.tools.support"

describe("bustle compile", function()
  local file

  before_each(function() file = os.tmpname() end)
  after_each(function() os.remove(file) end)

  local function written()
    local handle = assert(io.open(file, "rb"))
    local bytes = handle:read("*a")
    handle:close()
    return bytes
  end

  it("writes packs with what they depend on, the same on every run", function()
    local status, out, err = support.run("compile", "behaviours/park", "-o", file)
    assert.same({ 0, "" }, { status, err })
    local first = written()
    assert.truthy(out:find(("places, %d bytes\n"):format(#first), 1, true), out)
    assert.equal("bustle\26c\6\0\0\0", first:sub(1, 12))
    assert.truthy(first:find("common.energy", 1, true))
    support.run("compile", "behaviours/park", "-o", file)
    assert.equal(first, written())
  end)

  it("names the functions that a C program has to give", function()
    local status, out, err = support.run("compile", "spec/tools/compile/with_functions", "-o", file)
    assert.same({ 0, "" }, { status, err })
    assert.equal([[
functions that the program gives with bustle_builder_bind:
  with_functions.hum.when  (content.lua:2)
  with_functions.hum.finish  (content.lua:3)
  with_functions.duet.second.2.wait  (content.lua:11)
  with_functions.day.rest.1  (content.lua:6)
  with_functions.ask.ask.when  (content.lua:13)
  with_functions.ask.ask.only_while  (content.lua:13)
  with_functions.ask.rest.only_while  (content.lua:15)
  with_functions.serve.next.when  (content.lua:21)
  with_functions.duet.first.finish  (content.lua:10)
  with_functions.duet.second.when  (content.lua:10)
  with_functions.chair.enter  (content.lua:16)
  with_functions.chair.exit  (content.lua:16)
  with_functions.chair.sit.when  (content.lua:17)
  with_functions.chair.sit.only_while  (content.lua:17)
  with_functions.chair.sit.adopt  (content.lua:18)
  with_functions.chair.sit.drop  (content.lua:18)
]], (out:gsub("^[^\n]*\n", ""):gsub("spec/tools/compile/with_functions/", "")))
    assert.truthy(written():find("with_functions.hum.when", 1, true))
  end)

  it("tells what is wrong with a pack and writes nothing", function()
    os.remove(file)
    local status, out, err = support.run("compile", "behaviours/nowhere", "-o", file)
    assert.same({ 1, "" }, { status, out })
    assert.truthy(err:find("behaviours/nowhere", 1, true), err)
    assert.is_nil(io.open(file))
  end)

  it("wants to know where to write", function()
    local status, _, err = support.run("compile", "behaviours/park")
    assert.equal(2, status)
    assert.equal("bustle compile: say what to write: -o FILE; bustle compile --help says more\n", err)
    status, _, err = support.run("compile", "behaviours/park", "-o", "no/such/folder/park")
    assert.equal(1, status)
    assert.truthy(err:find("no/such/folder/park", 1, true), err)
  end)
end)
