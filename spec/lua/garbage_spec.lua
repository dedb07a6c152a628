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

  -- What compiled code keeps in registers, other code might allocate.
  local function interpreted(fn)
    local was_on = jit and jit.status()
    if jit then
      jit.off()
      jit.flush()
    end
    local a, b = fn()
    if was_on then jit.on() end
    return a, b
  end

  it("makes no more with a handler by what actions are than with one by name", function()
    local function by_what_they_are()
      local each = town.open("none", NPCS)
      each.world:handle { default = true, start = function(_, _, run)
        if run.duration > 0 then each.starts = each.starts + 1 end
      end }
      town.run(each, WARM)
      local bytes = town.garbage(each, COUNTED)
      town.close(each)
      return bytes
    end
    local default, named = interpreted(function() return by_what_they_are(), garbage_of "started" end)
    assert.equal(named, default)
  end)

  if jit then
    it("makes none on LuaJIT without compiled code", function()
      local none, bulk = interpreted(function() return garbage_of "none", garbage_of "bulk" end)
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
