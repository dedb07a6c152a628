local square = require "spec.lua.support.square"
local tables = require "bustle.common.tables"

local jit = rawget(_G, "jit")

describe("tables", function()
  it("are emptied", function()
    local map = { 1, 2, key = 3 }
    tables.clear(map)
    assert.is_nil(next(map))
  end)

  it("are walked, each key once", function()
    local map, seen = { 1, 2, key = 3 }, {}
    for key, value in tables.pairs(map) do
      assert.is_nil(seen[key])
      seen[key] = value
    end
    assert.same(map, seen)
  end)
end)

-- What is compiled of the library's `pairs` and `next` while a function runs, by line.
local function compiled_walks(fn)
  local util, names, lines = require "jit.util", require("jit.vmdef").bcnames, {}
  local function note(_, func, pc)
    local at = util.funcinfo(func, pc)
    local op = at.source and util.funcbc(func, pc) % 256
    local walks = func == next or op and names:sub(op * 6 + 1, op * 6 + 6):find "^ITERN"
    if walks and (not at.source or at.source:find("lua/bustle/", 1, true)) then
      lines[#lines + 1] = at.loc or "next"
    end
  end
  jit.flush()
  jit.opt.start("hotloop=2", "hotexit=1")
  jit.attach(note, "record")
  fn()
  jit.attach(note)
  jit.opt.start("hotloop=56", "hotexit=10")
  return lines
end

if jit and jit.version == "LuaJIT 2.1.0-beta3" and jit.status() then
  it("an update leaves no pairs and no next to a compiler that may get them wrong", function()
    local world = square.world()
    world:handle("stand", { start = function() end, stop = function() end })
    local lines = compiled_walks(function()
      for i = 1, 200 do
        local guard = world:spawn("guard", { name = "g" .. i, state = {} })
        world:update(1, { batch = 0 })
        if i % 3 == 0 then guard:fail "no path" end
        world:update(1, { batch = 0 })
        world:interrupt("shout", { guard })
        world:find { kind = "guard" }
        guard:remove()
      end
    end)
    assert.same({}, lines)
  end)
end
