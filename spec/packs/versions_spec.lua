-- Versions of packs and ranges of them.
local versions = require "bustle.packs.versions"

local function compared(a, b)
  return versions.compare(versions.parse(a), versions.parse(b))
end

describe("a version", function()
  it("has up to three numbers", function()
    assert.equal(0, compared("1", "1.0.0"))
    assert.equal(-1, compared("1.9", "1.10"))
    assert.equal(1, compared("2", "1.99.99"))
    assert.equal(1, compared("1.0.1", "1.0"))
  end)
  it("may be before its release", function()
    assert.equal(-1, compared("2.0-beta", "2.0"))
    assert.equal(1, compared("2.0", "2.0-beta"))
    assert.equal(1, compared("2.0-beta", "1.9"))
    assert.equal(-1, compared("2.0-alpha", "2.0-beta"))
    assert.equal(0, compared("2.0-rc.1", "2.0.0-rc.1"))
  end)
  it("is nothing else", function()
    for _, text in ipairs { "", "x", "1.x", "1.", ".1", "1..2", "1.2.3.4", "v1", " 1", "1 ", "1-", "-1", "1.0-\n", ("1"):rep(50) } do
      assert.is_nil(versions.parse(text), text)
    end
  end)
end)

describe("a range", function()
  local function within(range, version)
    return versions.within(versions.range(range), versions.parse(version))
  end

  it("compares with one version", function()
    local expected = { -- below, the same, above
      [">= 1.2"] = { false, true, true }, ["> 1.2"] = { false, false, true }, ["<= 1.2"] = { true, true, false },
      ["< 1.2"] = { true, false, false }, ["= 1.2"] = { false, true, false }, ["== 1.2"] = { false, true, false },
      ["~= 1.2"] = { true, false, true },
    }
    for range, answers in pairs(expected) do
      assert.same(answers, { within(range, "1.1.9"), within(range, "1.2.0"), within(range, "1.2.1") }, range)
    end
  end)
  it("may be several comparisons, all of which must hold", function()
    for _, range in ipairs { ">= 1.0, < 2.0", ">=1.0 <2.0", " >=  1.0,<2.0 " } do
      assert.same({ false, true, true, false }, { within(range, "0.9"), within(range, "1.0"), within(range, "1.9.9"), within(range, "2.0") })
    end
  end)
  it("may be whatever keeps what a version promised", function()
    assert.same({ false, true, true, false }, { within("^1.2", "1.1"), within("^1.2", "1.2"), within("^1.2", "1.9"), within("^1.2", "2.0") })
    assert.same({ false, true, false }, { within("^0.2.1", "0.2.0"), within("^0.2.1", "0.2.9"), within("^0.2.1", "0.3") })
  end)
  it("is nothing else", function()
    for _, text in ipairs { "", " ", ",", "1.0", ">=", ">= x", "=> 1", "!= 1", ">= 1 or < 2", "latest", "~> 1.0" } do
      assert.is_nil(versions.range(text), text)
    end
  end)
end)
