-- Offers, areas and links in worlds under test.
local coverage = require "bustle.testing.coverage"
local crown = require "spec.lua.support.crown"
local sim = require "bustle.testing"

local function message(fn, ...)
  local ok, text = pcall(fn, ...)
  assert.is_false(ok)
  return tostring(type(text) == "table" and text.message or text)
end

describe("a world under test, with offers,", function()
  local w, ada, chair, other, pub

  before_each(function()
    w, ada, chair, other = crown.world({}, sim.world)
    pub = w:spawn("pub", { name = "The Crown" })
  end)

  it("knows who holds what", function()
    assert.npc(ada).does_not_hold "sit"
    assert.equal(0.1, w:run_until_adopt("sit", ada))
    assert.npc(ada).holds("sit", chair)
    assert.npc(ada).holds "sit"
    assert.npc(ada).does_not_hold("sit", other)
    assert.npc(ada).remembers { offer = "sit", entity = chair }
    assert.matches("expected Ada not to hold sit; it holds sit of chair 1\nits last decisions:",
      message(function() assert.npc(ada).does_not_hold "sit" end))
    assert.matches("expected Ada to hold sit of chair 2; it holds sit of chair 1",
      message(function() assert.npc(ada).holds("sit", other) end))
  end)

  it("waits until somebody takes an offer, or says that nobody did", function()
    assert.equal(0.1, w:run_until_adopt "sit")
    assert.matches("waited 2 s until somebody takes pass, in vain", message(w.run_until_adopt, w, "pass", 2))
    assert.matches("waited 1 s until Ada takes pass, in vain\nits last decisions:",
      message(w.run_until_adopt, w, "pass", ada, 1))
    assert.matches('nothing offers "pas"', message(w.run_until_adopt, w, "pas"))
  end)

  it("knows that what was taken was given back, or is held", function()
    w:run(30)
    assert.world(w).conserves_places()
    ada:remove()
    w:run(1)
    assert.world(w).conserves_places()
    assert.matches("expected the world not to conserve places at offers\n%d+ taken, %d+ given back, 0 held",
      message(function() assert.world(w).does_not.conserves_places() end))
  end)

  it("knows who is inside", function()
    assert.npc(ada).is_inside(pub)
    assert.matches("expected Ada not to be inside The Crown; it is in The Crown",
      message(function() assert.npc(ada).is_not_inside(pub) end))
    ada:move(100)
    assert.npc(ada).is_not_inside(pub)
  end)

  it("knows who is linked to whom", function()
    assert.world(w).is_not_linked(ada, "home", chair)
    w:link(ada, "home", chair)
    w:link(ada, "trust", other, 4)
    assert.world(w).is_linked(ada, "home", chair)
    assert.world(w).is_linked(ada, "trust", other, 4)
    assert.matches("expected Ada to be linked to chair 1 by trust; trust leads to chair 2 %(4%)",
      message(function() assert.world(w).is_linked(ada, "trust", chair) end))
    assert.matches('is_linked: .*unknown link "hom"', message(function() assert.world(w).is_linked(ada, "hom", chair) end))
  end)

  it("keeps what happened", function()
    w:run(12)
    ada:move(100)
    w:run(0.1)
    assert.equal("chair 1", w:happened({ kind = "adopt", npc = ada })[1].provider)
    assert.equal("done", w:happened({ kind = "drop", offer = "sit" })[1].reason)
    assert.equal(1, #w:happened { kind = "enter", npc = ada, area = pub })
    assert.equal(1, #w:happened { kind = "exit", npc = ada })
    local request
    for _, each in ipairs(w:decisions(ada)) do request = each.kind == "request" and each or request end
    assert.same({ "sit", "chair 1" }, { request.offer, request.providers[1].target })
  end)
end)

describe("coverage", function()
  after_each(function() pcall(coverage.stop) end)

  local function counted(play)
    coverage.start()
    local w, ada, chair = crown.world({}, sim.world)
    play(w, ada, chair)
    local result, missed = coverage.stop(), {}
    for _, part in ipairs(result.parts) do
      if not result.hits[part.key] then missed[part.key] = part.missed end
    end
    return missed, result.hits
  end

  it("counts offers that are taken, requests with both outcomes, and areas that are entered", function()
    local missed = counted(function(w)
      w:run(1)
    end)
    assert.equal("never taken", missed["offer crown.door pass"])
    assert.is_nil(missed["offer crown.chair sit"])
    assert.equal("never entered", missed["area crown.pub"])
    assert.is_nil(missed["request crown.evening/seat answered"])
    assert.equal("always answered", missed["request crown.evening/seat unanswered"])
    assert.equal("never false", missed["when offer crown.chair sit false"])
    assert.equal("never false", missed["while offer crown.door pass"])
  end)

  it("counts their conditions", function()
    local missed = counted(function(w, _, chair)
      chair.state.broken = true
      w:spawn "pub"
      local door, sam = w:spawn "door", w:spawn "stroller"
      w:run(0.5)
      sam:request("pass", door)
      door.state.open = false
      w:run(1)
    end)
    for _, key in ipairs { "offer crown.door pass", "area crown.pub", "request crown.evening/seat unanswered",
      "when offer crown.chair sit false", "while offer crown.door pass", "when request crown.evening/seat false" } do
      assert.is_nil(missed[key], key)
    end
    assert.equal("never answered", missed["request crown.evening/seat answered"])
  end)
end)
