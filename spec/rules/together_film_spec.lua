-- Two films of a tavern (film_spec.lua has the first): an order, a chat and a walk that interrupt each other, wait for
-- each other and go on, each where it was. Times are those of updates, two a second; who is called after its turn has
-- the next turn in the next update.
local kit = require "spec.rules.kit"
local tavern = require "spec.rules.tavern"

-- Dave looks up, then talks about the weather with whoever has something to say to that.
local function content()
  local made = tavern.content()
  made.sequences.seek_company = { entry = "look", look = { action = "look_up", to = "talk" },
    talk = { scene = "weather", as = "speaker", to = "rest", failed = "rest" }, rest = { action = "sit", to = "END" } }
  made.npcs.talker = { main = "seek_company", fallback = "rest", tags = { "person" } }
  return made
end

-- Mary has exclaimed, and has walked towards Bob for two and a half seconds.
local function on_her_way(thirst)
  local world = kit.world(content())
  local mary = world:spawn("patron", { name = "Mary", state = { thirst = thirst } })
  local bob = world:spawn("friend", { name = "Bob", x = 40 })
  kit.run(world, 4, 0.5)
  assert.same({ "@0.5 Mary start exclaim Bob", "@1.5 Mary stop exclaim done", "@1.5 Mary start walk Bob" },
    tavern.film(world, mary))
  return world, mary, bob
end

describe("Mary, who is thirsty and approaches Bob,", function()
  local world, mary, bob, linda, dave

  before_each(function()
    world, mary, bob = on_her_way(9)
    linda = world:spawn("server", { name = "Linda", x = 3 }) -- comes by
    kit.run(world, 12, 0.5)
    dave = world:spawn("talker", { name = "Dave", x = 6 })
  end)

  it("orders, walks on while Linda fetches, talks with Dave, gets her drink, and finishes all of it", function()
    kit.run(world, 44, 0.5)
    assert.same({
      -- Linda is near: the cue interrupts the walk and casts the order (S53, S55).
      "@4.5 Mary stop walk interrupted", "@4.5 Mary interrupt order.patron", "@4.5 Mary join order",
      -- Three phases, with Linda (S57).
      "@4.5 Mary start step_closer Linda", "@5.5 Mary stop step_closer done",
      "@6 Mary start say Linda", "@8 Mary stop say done",
      "@8.5 Mary start listen Linda", "@10.5 Mary stop listen done",
      -- Linda fetches, Mary has nothing to do in this phase; after three seconds her patience is over (S58): the order
      -- sinks, the walk goes on, and she does not exclaim again (S32, S50).
      "@13.5 Mary start walk again Bob",
      -- Dave talks to her. A walk is no reason not to listen (S56); the order that sank is none either.
      "@17.5 Mary join weather", "@17.5 Mary stop walk interrupted",
      "@17.5 Mary start step_closer Dave", "@18.5 Mary stop step_closer done", "@19 Mary start listen Dave",
      -- Linda is back: the order is lifted above the chat (S50), and goes on with its next phase.
      "@20 Mary stop listen interrupted", "@20 Mary start swap Linda", "@21 Mary stop swap done",
      "@21.5 Mary start thank Linda", "@22.5 Mary stop thank done", "@23 Mary leave order finished",
      -- The chat goes on in the phase in which it was, and Dave is still there.
      "@23 Mary start listen Dave", "@25 Mary stop listen done", "@25 Mary start say Dave", "@27 Mary stop say done",
      "@27.5 Mary leave weather finished",
      -- At last she comes to Bob.
      "@27.5 Mary start walk again Bob", "@47.5 Mary stop walk done", "@47.5 Mary start sit",
    }, tavern.film(world, mary))
    assert.same({ bob.x, 0 }, { mary.x, mary.state.thirst })
    assert.equal(1, mary.activities)
  end)

  it("keeps neither Linda nor Dave from theirs: he has waited for her, Linda goes back to her rounds", function()
    kit.run(world, 44, 0.5)
    local films = { [linda.name] = {}, [dave.name] = {} }
    for _, line in ipairs(tavern.film(world, linda, dave)) do
      local who = films[line:match "^@%S+ (%w+)"]
      who[#who + 1] = line:gsub(" %w+ ", " ", 1)
    end
    assert.same({ "@4.5 start wipe", "@4.5 join order", "@5 stop wipe interrupted", "@5 start step_closer Mary",
      "@6 stop step_closer done", "@6 start listen Mary", "@8 stop listen done", "@8 start say Mary", "@10 stop say done",
      "@11 start fetch", "@20 stop fetch done", "@20 start swap Mary", "@21 stop swap done", "@21 start listen Mary",
      "@23 stop listen done", "@23.5 leave order finished", "@23.5 start wipe again" }, films.Linda)
    assert.same({ "@16.5 start look_up", "@17.5 stop look_up done", "@17.5 join weather", "@17.5 start step_closer Mary",
      "@18.5 stop step_closer done", "@18.5 start say Mary", "@20.5 stop say done", -- and waits for her
      "@25.5 start listen Mary", "@27.5 stop listen done", "@28 leave weather finished", "@28 start sit" }, films.Dave)
  end)

  it("is in both scenes at once, one of which has sunk", function()
    kit.run(world, 2, 0.5)
    local scenes = mary:scenes()
    assert.same({ "weather", 2 }, { mary.scene.name, #scenes })
    local parts = {}
    for _, own in ipairs(scenes) do parts[own.name] = ("%s %d"):format(own.part, own.phase) end
    -- Three phases of the order are over, and she is through with the fourth, in which she has nothing to do.
    assert.same({ order = "patron 4", weather = "hearer 0" }, parts)
    assert.equal(3, mary.activities)
  end)

  it("gets nothing if Linda never comes back: the order breaks, the chat is not disturbed (S58, S60)", function()
    kit.run(world, 2, 0.5)
    linda:remove()
    tavern.film(world)
    kit.run(world, 30, 0.5)
    assert.same({ "@18.5 Mary stop step_closer done", "@18.5 Mary leave order broken", "@19 Mary start listen Dave",
      "@21 Mary stop listen done", "@21 Mary start say Dave", "@23 Mary stop say done",
      "@23.5 Mary leave weather finished",
      "@23.5 Mary start walk again Bob", "@43.5 Mary stop walk done", "@43.5 Mary start sit" }, tavern.film(world, mary))
    assert.equal(9, mary.state.thirst)
  end)
end)

describe("Mary, who is not thirsty and approaches Bob,", function()
  it("listens to Dave and answers him, then goes on to where Bob is now", function()
    local world, mary, bob = on_her_way(0)
    world:spawn("talker", { name = "Dave", x = 6 })
    kit.run(world, 4, 0.5)
    bob:move(0, 20) -- while they talk
    kit.run(world, 16, 0.5)
    assert.same({
      "@5.5 Mary join weather", "@5.5 Mary stop walk interrupted", "@5.5 Mary start step_closer Dave",
      "@6.5 Mary stop step_closer done", "@7 Mary start listen Dave", "@9 Mary stop listen done",
      "@9 Mary start say Dave", "@11 Mary stop say done", "@11.5 Mary leave weather finished",
      "@11.5 Mary start walk again Bob", "@21.5 Mary stop walk done", "@21.5 Mary start sit", -- 20 units, not 40 (S47)
    }, tavern.film(world, mary))
    assert.same({ 0, 20 }, { mary.x, mary.y })
  end)
end)
