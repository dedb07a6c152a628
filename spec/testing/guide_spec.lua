-- The guide to specs is true: its first piece runs as printed, and so does the README's; the others run in a world that
-- has what they speak of.
local sim = require "bustle.testing"
local support = require "spec.tools.support"

-- The pieces of Lua in a page.
local function pieces(path)
  local list = {}
  for piece in support.read(path):gmatch("\n```lua\n(.-\n)```") do list[#list + 1] = piece end
  return list
end

local function spec_in(path)
  for _, piece in ipairs(pieces(path)) do
    if piece:find("^local sim = require") then return piece end
  end
end

-- Runs a text as a file of specs.
local function run(text)
  local path = support.new_folder()
  os.execute("mkdir " .. path)
  support.write(path .. "/printed_spec.lua", text)
  local status, output = support.shell(("%s \"$(command -v busted)\" %s"):format(support.LUA, path))
  support.remove_folder(path)
  return status, output
end

describe("the specs in the documentation", function()
  for _, path in ipairs { "docs/testing.md", "README.md" } do
    it("pass as printed: " .. path, function()
      local status, output = run(spec_in(path))
      assert.equal(0, status, output)
      assert.matches("1 success / 0 failures / 0 errors", output)
    end)
  end
end)

describe("the other pieces of the guide", function()
  -- Mary on the way to her bench, and a crowd of three more, later, for what compares them.
  local function scene()
    local w = sim.world { packs = { "behaviours/market" }, places = false, seed = 7,
      env = { weather = "sunny", market_open = true } }
    local bench, mary = w:spawn "bench", w:spawn("visitor", { name = "mary", state = { energy = 0 } })
    w:run_until(mary, "doze")
    local crowd = {}
    for i = 1, 3 do crowd[i] = w:spawn("visitor", { x = i }) end
    return w, bench, mary, crowd
  end

  for i, piece in ipairs(pieces "docs/testing.md") do
    if not piece:find("describe(", 1, true) then
      it(("runs: piece %d"):format(i), function()
        local w, bench, mary, crowd = scene()
        if piece:find("stats", 1, true) then w:run(300) end
        local load_text = rawget(_G, "loadstring") or load
        local chunk = assert(load_text("local sim, w, bench, mary, crowd, assert = ...\n" .. piece))
        chunk(sim, w, bench, mary, crowd, assert)
      end)
    end
  end

  it("are six", function()
    assert.equal(6, #pieces "docs/testing.md")
  end)
end)
