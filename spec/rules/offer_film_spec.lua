-- Films of things that bring their own behaviour: a chair, on which Ada sits down to drink and from which she is called
-- away, and a door on the way (S61 to S64). Times are those of updates, two a second.
local crown = require "spec.lua.support.crown"
local kit = require "spec.rules.kit"

local function name_of(world, id)
  local is_there, entity = pcall(world.entity, world, id)
  return is_there and (entity.name or entity.kind) or "?"
end

local TOLD = { start = true, adopt = true, drop = true, enter = true, exit = true, interrupt = true }

-- "@4.5 Ada drop sit chair 1 interrupted"
local function film(world, npc)
  local list = {}
  for _, event in ipairs(kit.events(world, npc)) do
    if event.kind ~= "spawn" then
      local target = TOLD[event.kind] and event.target and " " .. name_of(world, event.target) or ""
      list[#list + 1] = ("@%g %s%s%s"):format(event.time, event.line, target,
        event.kind == "drop" and " " .. event.why or "")
    end
  end
  return list
end

local function world_of(change)
  local tables = crown.tables()
  if change then change(tables) end
  local world = kit.world(tables)
  local first, second = world:spawn("chair", { name = "chair 1" }), world:spawn("chair", { name = "chair 2", x = 30 })
  return world, world:spawn("guest", { name = "Ada" }), first, second
end

-- She has sat down, and drinks since 2.5 s.
local function seated(change)
  local world, ada, chair = world_of(change)
  kit.run(world, 4, 0.5)
  assert.same({ "@0.5 adopt sit chair 1", "@0.5 start pull_out chair 1", "@1.5 stop pull_out done",
    "@1.5 start sit_down chair 1", "@2.5 stop sit_down done", "@2.5 start drink" }, film(world, ada))
  assert.is_true(ada.state.sitting)
  return world, ada, chair
end

describe("a chair", function()
  it("is taken for as long as it is sat on, and free afterwards", function()
    local world, ada, chair = seated()
    kit.run(world, 7, 0.5)
    assert.same({ "@8.5 stop drink done", "@8.5 start stand_up chair 1", "@9.5 stop stand_up done",
      "@9.5 drop sit chair 1 done", "@9.5 adopt sit chair 1", "@9.5 start pull_out chair 1",
      "@10.5 stop pull_out done", "@10.5 start sit_down chair 1" }, film(world, ada))
    assert.same({ ada }, chair:holders "sit")
    assert.same({ 1, 2, 1 }, { world:stats().places, world:stats().adopts, world:stats().drops })
  end)

  it("is got up from before anything else, and sat down on anew (S63)", function()
    local world, ada, chair = seated()
    ada:interrupt "shout"
    kit.run(world, 1, 0.5)
    assert.same({ "@4.5 stop drink interrupted", "@4.5 interrupt look_up shout", "@4.5 start stand_up chair 1" },
      film(world, ada))
    assert.same({ offer = "sit", sequence = "sit_on_chair", provider = chair, activity = 1, held = true, undone = true,
      revoked = false }, ada:places()[1])
    local stack = ada:doing().stack
    assert.same({ true, "get_up" }, { stack[#stack].undo, stack[#stack].sequence })
    kit.run(world, 4, 0.5)
    assert.same({ "@5.5 stop stand_up done", "@5.5 drop sit chair 1 interrupted", "@5.5 start look",
      "@7.5 stop look done", "@7.5 adopt sit chair 1", "@7.5 start pull_out chair 1", "@8.5 stop pull_out done",
      "@8.5 start sit_down chair 1" }, film(world, ada))
  end)

  it("is kept through what stays", function()
    local world, ada = seated()
    ada:interrupt "whisper"
    kit.run(world, 4, 0.5)
    assert.same({ "@4.5 stop drink interrupted", "@4.5 interrupt look_up whisper", "@4.5 start look",
      "@6.5 stop look done", "@6.5 start drink" }, film(world, ada))
    assert.is_true(ada.state.sitting)
  end)

  it("is left without getting up where that is urgent", function()
    local world, ada, chair = seated()
    ada:interrupt "fire"
    kit.run(world, 1, 0.5)
    assert.same({ "@4.5 stop drink interrupted", "@4.5 drop sit chair 1 interrupted", "@4.5 interrupt flee fire",
      "@4.5 start run_away" }, film(world, ada))
    assert.same({}, chair:holders())
    local bob = world:spawn("guest", { name = "Bob" })
    kit.run(world, 3, 0.5)
    -- Bob has taken it meanwhile: her request fails.
    assert.same({ bob }, chair:holders "sit")
    assert.same({ "@6.5 stop run_away done", "@6.5 start wander" }, film(world, ada))
  end)

  it("is lost when it is revoked, with what was done on it (S64)", function()
    local world, ada, chair = seated()
    assert.equal(1, chair:revoke "sit")
    assert.is_true(ada:places()[1].revoked)
    kit.run(world, 0.5, 0.5)
    assert.same({ "@4.5 stop drink cancelled", "@4.5 drop sit chair 1 revoked", "@4.5 start wander" },
      film(world, ada))
    assert.is_false(ada.state.sitting)
    assert.equal(0, chair:revoke "sit")
  end)

  it("takes its place along when it goes", function()
    local world, ada, chair = seated()
    chair:remove()
    kit.run(world, 1, 0.5)
    assert.same({ "@4 stop drink cancelled", "@4 drop sit ? left", "@4.5 start wander" }, film(world, ada))
    assert.same({}, ada:places())
    assert.equal(world:stats().adopts, world:stats().drops)
  end)

  it("is free again when whoever sat on it goes", function()
    local world, ada, chair = seated()
    ada:remove()
    kit.run(world, 0.5, 0.5)
    assert.same({ 0, {} }, { world:stats().places, chair:holders() })
  end)
end)

describe("a door on the way", function()
  local world, sam, door

  before_each(function()
    world = kit.world(crown.tables())
    door, sam = world:spawn("door", { name = "door" }), world:spawn("stroller", { name = "Sam" })
    kit.run(world, 1, 0.5)
    assert.same({ "@0.5 start wander" }, film(world, sam))
  end)

  it("is gone through, and what was interrupted goes on", function()
    assert.is_true(sam:request("pass", door, { priority = 1 }))
    kit.run(world, 2, 0.5)
    assert.same({ "@1 stop wander interrupted", "@1 interrupt go_through door", "@1 adopt pass door",
      "@1.5 start turn_handle door", "@2.5 stop turn_handle done", "@2.5 drop pass door done", "@2.5 start wander" },
      film(world, sam))
  end)

  it("is not gone through when it closes: its while is tested before each step", function()
    door.state.open = false
    local ok, message, code = sam:request("pass", door)
    assert.same({ "no_offer", "door does not offer pass to Sam now: it holds it already, lacks what that needs, or a "
      .. "condition is false" }, { code, message })
    assert.is_nil(ok)
    door.state.open = true
    sam:request("pass", door)
    door.state.open = false
    kit.run(world, 0.5, 0.5)
    assert.same({ "@1 stop wander interrupted", "@1 interrupt go_through door", "@1 adopt pass door",
      "@1.5 drop pass door revoked", "@1.5 fail go_through revoked" }, film(world, sam))
  end)

  it("lets one through at a time", function()
    local tom = world:spawn("stroller", { name = "Tom" })
    assert.is_true(sam:request("pass", door))
    local ok, message, code = tom:request("pass", door)
    assert.same({ "full", "all places at pass of door are taken" }, { code, message })
    assert.is_nil(ok)
    kit.run(world, 2, 0.5)
    assert.is_true(tom:request("pass", door))
  end)
end)

describe("an area", function()
  it("is entered and left where its NPCs are, and counts them (S67)", function()
    local world = kit.world(crown.tables())
    local pub, sam = world:spawn("pub", { name = "The Crown", x = 40 }), world:spawn("stroller", { name = "Sam" })
    kit.run(world, 0.5, 0.5)
    assert.same({ "@0.5 start wander" }, film(world, sam))
    sam:move(45, 3)
    assert.same({ pub, pub.id, 1 }, { sam.area, sam:areas()[1].id, pub.state.noise })
    assert.same({ sam }, pub:inside())
    sam:move(51, 3)
    assert.same({ nil, 0 }, { sam.area, pub.state.noise })
    kit.run(world, 0.5, 0.5)
    assert.same({ "@0.5 enter pub The Crown", "@0.5 exit pub The Crown" }, film(world, sam))
  end)
end)
