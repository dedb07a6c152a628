--- Garbage: none in warm updates, without handlers and with events in bulk. In the market of the benchmark.
local town = require "bench.lua.town"

local jit = package.loaded.jit

local NPCS, WARM, COUNTED = 90, 3600, 900

describe("a warm update", function()
  local function garbage_of(way)
    local each = town.open(way, NPCS)
    town.run(each, WARM)
    local bytes, starts = town.garbage(each, COUNTED)
    town.close(each)
    assert.is_true(starts > NPCS)
    return bytes
  end

  it("makes no garbage without handlers", function()
    assert.equal(0, garbage_of "none")
  end)

  it("makes no garbage with events in bulk", function()
    assert.equal(0, garbage_of "bulk")
  end)

  it("makes some with handlers, so it would be seen", function()
    assert.is_true(garbage_of "handlers" > 0)
  end)

  it("makes less with handlers of starts alone", function()
    assert.is_true(garbage_of "started" <= garbage_of "handlers" * 0.6)
  end)

  if jit then
    -- What compiled code keeps in registers, other code might allocate.
    it("makes none on LuaJIT without compiled code", function()
      local was_on = jit.status()
      jit.off()
      jit.flush()
      local none, bulk = garbage_of "none", garbage_of "bulk"
      if was_on then jit.on() end
      assert.equal(0, none)
      assert.equal(0, bulk)
    end)
  end

  it("decides the same however the town is driven", function()
    local hashes = {}
    for i, way in ipairs(town.WAYS) do
      local each = town.open(way, NPCS)
      town.run(each, WARM)
      hashes[i] = town.hash(each)
      town.close(each)
    end
    for i in ipairs(hashes) do assert.equal(hashes[1], hashes[i]) end
  end)
end)
