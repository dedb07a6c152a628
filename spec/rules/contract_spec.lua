-- What an offer needs of whoever takes it (S61): who lacks a state is not offered it, and is told so before the game runs.
local bustle = require "bustle"
local support = require "spec.tools.support"

-- An organ, on which only those play who can have played something; a bench, for everybody.
local PACK = [[
state "tunes" {}
action "play" { duration = 5, targets = true, finish = "self.tunes += 1" }
action "sit" { duration = 5, targets = true }
action "stand" { duration = 1 }
sequence "play_the_organ" (chain { same = true, "play" })
sequence "sit_down" (chain { same = true, "sit" })
sequence "day" { entry = "ask", ask = { request = %s, to = "END", failed = "stand" }, stand = { action = "stand", to = "END" } }
sequence "idle" (chain { "stand" })
prop "organ" { offers = { amuse = { sequence = "play_the_organ" } } }
prop "bench" { offers = { rest = { sequence = "sit_down" } } }
npc "monk" { main = "day", fallback = "idle", state = { "tunes" } }
npc "farmer" { main = "day", fallback = "idle" }
]]

local function folder(request)
  local path = support.new_folder()
  os.execute("mkdir -p " .. path)
  support.write(path .. "/pack.lua", 'return { name = "abbey" }')
  support.write(path .. "/content.lua", PACK:format(request))
  return path
end

describe("S61 who lacks a state that an offer needs", function()
  local path
  after_each(function() support.remove_folder(path) end)

  it("is not offered it", function()
    path = folder '"amuse"'
    local world = bustle.world { packs = { path }, seed = 1 }
    local organ = world:spawn "organ"
    local monk, farmer = world:spawn("monk"), world:spawn("farmer")
    world:update(0.5)
    assert.same({ "play", "stand" }, { monk.action, farmer.action })
    assert.same({ monk }, organ:holders "amuse")
    monk:remove()
    for _ = 1, 20 do world:update(0.5) end -- though it is free now
    assert.same({}, organ:holders "amuse")
    local taken, _, code = farmer:request("amuse", organ)
    assert.same({ nil, "no_offer" }, { taken, code })
  end)

  it("is offered what needs no more than it has, in place of that", function()
    path = folder '{ "amuse", "rest" }'
    local world = bustle.world { packs = { path }, seed = 1 }
    world:spawn "organ"
    world:spawn "bench"
    local farmer = world:spawn "farmer"
    world:update(0.5)
    assert.equal("sit", farmer.action)
  end)

  it("is named by bustle check", function()
    path = folder '"amuse"'
    local status, said = support.run("check", path)
    assert.equal(0, status)
    assert.matches('npc "farmer": it can come to ask for "amuse", but lacks a state that every offer of that name needs: '
      .. '"abbey.tunes" for that of "abbey.organ" (give it what it lacks, or do not ask for it)', said, 1, true)
    assert.is_nil(said:find('npc "monk"', 1, true))
    assert.equal(1, (support.run("check", "--strict", path)))
  end)
end)
