local written = require "bustle.observe.explain.written"

describe("a condition as it is written", function()
  it("has the parts that are joined by the outermost and", function()
    assert.same({ "self.a > 1" }, written.parts "self.a > 1")
    assert.same({ "self.a > 1", "not env.b", "distance < near" }, written.parts "self.a > 1 and not env.b and distance < near")
    assert.same({ "self.a > 1 and env.b or env.c" }, written.parts "self.a > 1 and env.b or env.c")
  end)

  it("looks into parentheses around all of a part, and keeps all others", function()
    assert.same({ "env.a", "env.b", "env.c or env.d" }, written.parts "(env.a and (env.b)) and (env.c or env.d)")
    assert.same({ "not (env.a and env.b)", "env.c" }, written.parts "not (env.a and env.b) and env.c")
    assert.same({ "(self.a + 1) * (self.b) > 2" }, written.parts "(self.a + 1) * (self.b) > 2")
  end)

  it("has no comments and no more space than it needs", function()
    assert.same({ "env.w ~= 'a--b'", "self.x>1" }, written.parts "env.w   ~= 'a--b' -- dry\n  and self.x>1")
  end)
end)
