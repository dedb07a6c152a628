-- Explanations of roles and cues (S52, S53).
local pub = require "spec.lua.support.pub"

local function line_with(npc, text)
  for line in (tostring(npc:explain()) .. "\n"):gmatch("([^\n]*)\n") do
    if line:find(text, 1, true) then return line end
  end
end

describe("npc:explain, of a role", function()
  it("says why the role applies, and what was against those before it", function()
    local world, ada = pub.world()
    world:update(0)
    assert.equal("Its role is patron (not night_watch: env.hour >= 22: it is 12).", line_with(ada, "Its role"))
    world:set("hour", 23)
    world:update(0.1)
    assert.equal("Its role is night_watch (env.hour >= 22 (it is 23)).", line_with(ada, "Its role"))
    assert.equal("     0.1 s  is night_watch from now on", line_with(ada, "is night_watch from"))
  end)

  it("says that the game has set it", function()
    local _, ada = pub.world()
    ada:set_role "night_watch"
    assert.equal("Its role is night_watch (the game has set it).", line_with(ada, "Its role"))
    assert.is_true(ada:explain().role.set)
  end)
end)

describe("npc:explain, of a cue", function()
  local function cue_line(npc) return line_with(npc, "leads to") end

  it("says whom it found, and that its activity runs", function()
    local world, ada = pub.world()
    assert.equal("  glance, priority -1, leads to look_up: no test is known", cue_line(ada))
    world:update(0.1)
    assert.equal("  glance, priority -1, leads to look_up: found Bob 0.0 s ago", cue_line(ada))
    assert.matches("on the cue glance, priority %-1: look_up at look", line_with(ada, "on the cue"))
    assert.matches("takes the cue glance at Bob, runs look_up", line_with(ada, "takes the cue"))
    world:update(0.5)
    assert.equal("  glance, priority -1, leads to look_up: tested 0.0 s ago: it is at it", cue_line(ada))
  end)

  it("says that somebody was met too lately, is out of reach, or does not meet a condition", function()
    local world, ada, bob = pub.world()
    for _ = 1, 20 do world:update(0.1) end
    assert.matches("tested 0%.%d s ago: Bob  closed: found too lately", cue_line(ada))
    bob:move(50)
    world:update(1)
    assert.matches("1 out of reach %(distance <= 4%)", cue_line(ada))
    world, ada = pub.world()
    ada.state.thirst = 2
    world:update(1)
    assert.matches("self%.thirst > 5: it is 2", cue_line(ada))
  end)
end)
