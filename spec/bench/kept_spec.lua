-- The counts of the benchmark that are kept: decisions must be the same, memory may be a little more.
local support = require "spec.tools.support"

local FILE = "spec/bench/measured/core.json"

local function counts(...)
  return support.shell(table.concat({ support.LUA, "bench/counts.lua", FILE, ... }, " "))
end

local function compared_with(change)
  local _, kept = counts()
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(change(kept))
  file:close()
  local status, out = counts(path)
  os.remove(path)
  return status, out
end

local function replaced(old, new)
  return function(kept)
    local made, count = kept:gsub(old, new)
    assert.equal(1, count)
    return made
  end
end

describe("kept counts", function()
  it("are a line for every size, without times", function()
    local status, out = counts()
    assert.equal(0, status)
    assert.equal("compared 200, starts 26702, core_hash e56659f8, plain_hash e56659f8", out:match("^[^\n]+"))
    assert.equal(5, select(2, out:gsub("\n", "")))
    assert.is_nil(out:find("_ns") or out:find("_ms"))
  end)

  it("are met by the run that they were taken from", function()
    assert.same({ 0, "" }, { compared_with(function(kept) return kept end) })
  end)

  it("are met by a little more memory, and by less", function()
    assert.equal(0, (compared_with(replaced("bytes_per_npc 485", "bytes_per_npc 480"))))
    assert.equal(0, (compared_with(replaced("bytes_per_npc 485", "bytes_per_npc 600"))))
  end)

  it("are not met by much more memory", function()
    local status, out = compared_with(replaced("bytes_per_npc 485", "bytes_per_npc 470"))
    assert.equal(1, status)
    assert.is_truthy(out:find("bytes_per_npc is 485, was 470", 1, true))
  end)

  it("are not met by other decisions", function()
    local status, out = compared_with(replaced("core_hash e56659f8", "core_hash 00000000"))
    assert.equal(1, status)
    assert.is_truthy(out:find("core_hash is e56659f8, was 00000000", 1, true))
    assert.equal(1, (compared_with(replaced("starts 26702", "starts 26703"))))
  end)

  it("are not met by another number of sizes", function()
    local status, out = compared_with(function(kept) return (kept:gsub("[^\n]+\n$", "")) end)
    assert.same({ 1, "5 lines were counted, 4 are kept\n" }, { status, out })
    assert.equal(1, (compared_with(function(kept) return kept .. "core 1000000, starts 1\n" end)))
    assert.equal(1, (compared_with(replaced(", saved_bytes_per_npc 147", ""))))
  end)
end)
