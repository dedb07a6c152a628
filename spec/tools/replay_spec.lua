-- `bustle replay`: what it tells of a recording, and when it fails.
local bustle = require "bustle"
local support = require "spec.tools.support"

describe("bustle replay", function()
  local file = os.tmpname()

  setup(function()
    local world = bustle.world { packs = { "behaviours/park" }, seed = 3 }
    assert(world:record(file))
    for _ = 1, 300 do world:update(0.1) end
    world:stop_recording()
  end)
  teardown(function() os.remove(file) end)

  it("tells what happened, and that it happens again", function()
    local status, out, err = support.run("replay", file)
    assert.same({ 0, "" }, { status, err })
    assert.is_truthy(out:find("\n300 updates up to 30.0 s, the same decisions: they hash to %x+%.\n$"), out)
    assert.is_true(select(2, out:gsub("\n", "")) > 20)
  end)

  it("tells of one npc, up to a time, or nothing", function()
    local _, out = support.run("replay", "--npc", "Jon", "--until", "10", file)
    for line in out:gmatch("[^\n]+") do
      assert.is_truthy(line:find(" Jon ", 1, true) or line:find("updates up to 10.0 s", 1, true), line)
    end
    _, out = support.run("replay", "--quiet", file)
    assert.is_truthy(out:find("^\n300 updates"), out)
    local status, _, err = support.run("replay", "--quiet", "--npc", "Jonn", file)
    assert.same({ 0, "bustle replay: nobody is called 'Jonn' when the recording begins (did you mean \"Jon\"?)\n" },
      { status, err })
  end)

  it("fails for what is no recording, or cut off, or without its packs", function()
    assert.same({ 1, "", "bustle replay: bustle: this is not a recording\n" }, { support.run("replay", "bustle") })
    assert.same({ 1, "", "bustle replay: no/such: No such file or directory\n" },
      { support.run("replay", "no/such") })
    local handle = assert(io.open(file, "rb"))
    local text = handle:read("*a")
    handle:close()
    local cut = os.tmpname()
    handle = assert(io.open(cut, "wb"))
    handle:write(text:sub(1, -100))
    handle:close()
    local status, _, err = support.run("replay", "--quiet", cut)
    os.remove(cut)
    assert.equal(1, status)
    assert.is_truthy(err:find("cut off", 1, true), err)
    status, _, err = support.run("replay", "--pack", "behaviours/club", file)
    assert.equal(1, status)
    assert.is_truthy(err:find("the content is not what it was when this was recorded:\n  ", 1, true), err)
  end)
end)
