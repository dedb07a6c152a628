-- The sandbox as a game meets it: packs in folders, limits as an option, errors that are reported.
local bustle = require "bustle"
local expression = require "bustle.author.expression"
local nearest = require "bustle.common.nearest"

-- A file system of one pack.
local function source(text)
  local files = { ["mod/pack.lua"] = 'return { name = "mod", version = "1.0.0" }', ["mod/all.lua"] = text }
  return { read = function(_, path) return files[path] end,
    list = function(_, path) return path == "mod" and { "pack.lua", "all.lua" } or nil end }
end

local function world_of(text, limits)
  return bustle.world { packs = { "mod" }, source = source(text), sandbox = limits, seed = 1 }
end

local ATTACK = [[
action "attack" { duration = 1, targets = false, when = function() %s end }
action "rest" { duration = 1 }
sequence "attack" { entry = "go", go = { action = "attack", to = "END", failed = "rest" },
  rest = { action = "rest", to = "END" } }
npc "attacker" { main = "attack" }
]]

describe("a world with a pack that breaks a limit", function()
  it("is not made if that happens while loading, and the file is named", function()
    assert.has_error(function() world_of("\nwhile true do end", { load_instructions = 50000 }) end,
      "bustle.world: the content has problems:\nmod/all.lua:2: pack \"mod\": it takes more than 50000 instructions")
  end)

  it("reports it if that happens in a condition, which is then false, and goes on", function()
    local world = world_of(ATTACK:format("while true do end"), { instructions = 5000 })
    local problems = {}
    world:on("error", function(message, where) problems[#problems + 1] = where .. ": " .. message:match("^[^\n]*") end)
    local attacker = world:spawn "attacker"
    for _ = 1, 3 do world:update(1) end
    assert.equal("rest", attacker.action)
    assert.equal('pack "mod", action "mod.attack", condition at mod/all.lua:1: mod/all.lua:1: it takes more than 5000 '
      .. "instructions", problems[1])
  end)

  it("has the limits that the game sets", function()
    local text = ATTACK:format("for _ = 1, 30000 do end return #('x'):rep(500000) > 0")
    for instructions, action in pairs { [20000] = "rest", [500000] = "attack" } do
      local world = world_of(text, { instructions = instructions, megabytes = 4 })
      world:on("error", function() end)
      local attacker = world:spawn "attacker"
      world:update(0)
      assert.equal(action, attacker.action)
    end
  end)

  it("refuses limits that are none", function()
    for limits, message in pairs {
      [{ instruction = 5 }] = 'bustle.world, sandbox: unknown option "instruction" (did you mean "instructions"?)',
      [{ megabytes = 0 }] = "bustle.world, sandbox: megabytes must be a number from 0 to 1000000000, not 0",
      [{ seconds = "1" }] = "bustle.world, sandbox: seconds must be a number from 0 to 1000000000, not a string",
    } do
      assert.has_error(function() world_of("", limits) end, message)
    end
  end)
end)

-- Each of these took minutes once, in a single call of the string library or in comparing names.
describe("the host's own reading of a pack", function()
  local blank = (" "):rep(90000)

  it("shows a text of many spaces", function()
    assert.equal("...\n^", expression.excerpt(blank .. "?", 1))
  end)

  it("reads a preference of many spaces", function()
    local _, message = pcall(world_of, ('action "a" { duration = 1, prefer = "x" .. (" "):rep(90000) .. "y" }'))
    assert.is_truthy(message:find("there is no preference", 1, true))
  end)

  it("reads a dependency of many spaces", function()
    local files = { ["mod/pack.lua"] = 'return { name = "mod", version = "1", depends = { "a" .. (" "):rep(90000) .. "?" } }' }
    local _, message = pcall(bustle.world, { packs = { "mod" }, source = { read = function(_, path) return files[path] end,
      list = function(_, path) return path == "mod" and { "pack.lua" } or nil end } })
    assert.is_truthy(message:find("depends", 1, true))
  end)

  it("gives up guessing what thousands of names meant", function()
    local names = {}
    for i = 1, 1000 do names[i] = ("%040d"):format(i) end
    nearest.renew()
    assert.equal(names[1], nearest.name(("%040d"):format(0), names))
    for _ = 1, 32 do nearest.name(("x"):rep(40), names) end
    assert.is_nil(nearest.name(("%040d"):format(0), names))
    nearest.renew()
    assert.equal("abc", nearest.name("abx", { "abc" }))
  end)
end)
