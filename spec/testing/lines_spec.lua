local lines = require "bustle.observe.happenings.lines"

-- An entry in words, without the time.
local function said(entry)
  entry.time, entry.sequence, entry.node = 12.25, entry.sequence or "day", entry.node or "sit"
  local line = lines.of(entry)
  if not line then return nil end
  assert.equal("  12.3 s  ", line:sub(1, 10))
  return line:sub(11)
end

describe("a decision in words", function()
  it("is a line for each thing that was decided", function()
    local open, remembered = { to = "a", verdict = "open" }, { to = "b", verdict = "open", remembered = 3 }
    local closed = { to = "c", verdict = "condition" }
    assert.equal("begins day at sit", said { kind = "begin" })
    assert.equal("day: from sit to a", said { kind = "way", to = "a", options = {} })
    assert.equal("day: from sit to a (a: open; b: open, last at 3.0 s; c: condition)",
      said { kind = "way", to = "a", options = { open, remembered, closed } })
    assert.equal("day: from sit to nowhere (c: condition)", said { kind = "way", options = { closed } })
    assert.equal("day: sit failed, so to a", said { kind = "failed", to = "a" })
    assert.equal("served ends wait", said { kind = "ended", interruption = "served", action = "wait" })
  end)

  it("says what is against an action, and nothing where nothing is", function()
    assert.is_nil(said { kind = "action", action = "hum", verdict = "open" })
    assert.equal("day: hum is not possible, a condition is false", said { kind = "action", action = "hum",
      verdict = "condition" })
    assert.equal("day: doze with the same target, bench 1, is not possible, a claim cannot be had",
      said { kind = "same_target", action = "doze", target = "bench 1", verdict = "claim" })
    assert.equal("day: doze with the same target is not possible, its target has left",
      said { kind = "same_target", action = "doze", verdict = "gone" })
    assert.equal("day: resuming walk with bench 1 is not possible, it cannot travel",
      said { kind = "resumption", action = "walk", target = "bench 1", verdict = "speed" })
  end)

  it("says whom it was chosen from", function()
    local one = { target = "bench 1", verdict = "open" }
    local function target(fields)
      fields.kind, fields.action = "target", "rest"
      return said(fields)
    end
    assert.equal("day: rest with bench 1 (bench 1: open; 3 out of reach)",
      target { target = "bench 1", candidates = { one }, accepting = 4, reached = 1 })
    assert.equal("day: rest with bench 1 (bench 1: open)",
      target { target = "bench 1", candidates = { one }, accepting = 1, reached = 1 })
    assert.equal("day: rest with nobody (nobody accepts it)", target { candidates = {}, accepting = 0, reached = 0 })
    assert.equal("day: rest with nobody (seat of home leads to nobody)",
      target { candidates = {}, accepting = 0, reached = 0, path = "seat of home" })
    assert.equal("day: rest with nobody (2 accept it, none of them is in reach, or a condition of its own is false)",
      target { candidates = {}, accepting = 2, reached = 0 })
    local many = {}
    for i = 1, 9 do many[i] = { target = "b" .. i, verdict = "claim" } end
    assert.equal("day: rest with nobody (b1: claim; b2: claim; b3: claim; b4: claim; b5: claim; b6: claim; 3 more)",
      target { candidates = many, accepting = 9, reached = 9 })
  end)
end)

describe("an event in words", function()
  it("is a line", function()
    assert.equal("enters the world (visitor)", said { kind = "spawn", definition = "visitor" })
    assert.equal("leaves the world", said { kind = "remove" })
    assert.equal("starts sit with bench 1, for 2.5 s", said { kind = "start", action = "sit", target = "bench 1",
      remaining = 2.5 })
    assert.equal("resumes hum, for 1.0 s", said { kind = "start", action = "hum", remaining = 1, resumed = true })
    assert.equal("finishes hum", said { kind = "stop", action = "hum", reason = "done" })
    assert.equal("finishes sit with bench 1", said { kind = "stop", action = "sit", target = "bench 1", reason = "done" })
    assert.equal("stops hum: timed out", said { kind = "stop", action = "hum", reason = "timed_out" })
    assert.equal("day fails: no candidate", said { kind = "fail", cause = "no_candidate" })
    assert.equal("halts, as day failed too often: same target", said { kind = "halt", cause = "same_target" })
    assert.equal("falls back on day", said { kind = "fallback" })
    assert.equal("restarts with day", said { kind = "restart" })
    assert.equal("is interrupted by shout from bob, runs day", said { kind = "interrupt", interruption = "shout",
      source = "bob" })
    assert.equal("is interrupted by rain, runs day", said { kind = "interrupt", interruption = "rain" })
    assert.equal("is made to run day", said { kind = "interrupt" })
    assert.equal("ignores shout from bob", said { kind = "ignore", interruption = "shout", source = "bob" })
    for verdict, why in pairs { answered = "it answers one already", priority = "what it is at has a higher priority",
      limit = "it has as many activities as it may have", old = "it waited too long for the release" } do
      assert.equal("ignores shout: " .. why, said { kind = "ignore", interruption = "shout", verdict = verdict })
    end
    assert.equal("error in a place: it broke", said { kind = "error", where = "a place", message = "it broke\ntraceback" })
  end)

  it("reads well whatever the names are", function()
    assert.equal("enters the world (admirer)", said { kind = "spawn", definition = "admirer" })
    assert.equal("enters the world (unicorn)", said { kind = "spawn", definition = "unicorn" })
    assert.equal("starts look_at_old_oak with old_oak 3, for 2.0 s", said { kind = "start", action = "look_at_old_oak",
      target = "old_oak 3", remaining = 2 })
    assert.equal("finishes afternoon_nap", said { kind = "stop", action = "afternoon_nap", reason = "done" })
  end)

  it("is nothing for a node that is entered, which its decision tells", function()
    assert.is_nil(said { kind = "node" })
  end)
end)

describe("the last lines", function()
  it("are so many, in order, without what says nothing", function()
    local entries = {}
    for i = 1, 5 do
      entries[#entries + 1] = { kind = "fallback", sequence = "s" .. i, time = i }
      entries[#entries + 1] = { kind = "node", time = i }
    end
    assert.equal("   4.0 s  falls back on s4\n   5.0 s  falls back on s5", lines.last(entries, 2))
    assert.equal("", lines.last({}, 2))
  end)
end)
