-- The games of the playground play on what its page has of LÖVE, and its park is the park of the README.
local bustle = require "bustle"
local page = require "spec.docs.page"

-- Other engineers' games change: what they ask of LÖVE has to be there in the page too.
describe("the games of the playground", function()
  local before, path, drawn

  setup(function()
    before, path, drawn = rawget(_G, "love"), package.path, 0
    package.path = "examples/playground/lua/?.lua;" .. path
    package.preload["page.native"] = function()
      local function count() drawn = drawn + 1 end
      return { put = count, write = count }
    end
  end)
  teardown(function()
    package.path, package.preload["page.native"] = path, nil
    for _, name in ipairs { "page.native", "stage", "fonts", "love" } do package.loaded[name] = nil end
    rawset(_G, "love", before)
  end)

  for _, folder in ipairs { "examples/playground/park", "examples/market-love", "examples/village-love" } do
    it("play on what the page has of LÖVE: " .. folder, function()
      local stage, fonts = require "stage", require "fonts"
      fonts.measure(("0.5 "):rep(95))
      local world = stage.open(folder)
      world:on("error", function(message) error(message, 0) end)
      for _, npc in ipairs(world:find { kind = folder:find "park" and "visitor" or nil }) do
        if npc.owner then stage.select(world._core:spawn_number(npc.id)) end
      end
      assert.is_table(stage.selected())
      drawn = 0
      for frame = 1, 60 do
        if frame == 20 then stage.press "r" end -- rain
        stage.frame(0.1)
      end
      assert.is_true(world:now() > 5 and drawn > 60 * 10)
      stage.pointer("press", 300, 300)
      stage.pointer("release", 300, 300)
      stage.press "i"
      stage.frame(0.1)
    end)
  end
end)

describe("the page of the playground", function()
  local path

  setup(function() path, package.path = package.path, "examples/playground/lua/?.lua;" .. package.path end)
  teardown(function()
    package.path, package.loaded.look, package.loaded.stage = path, nil, nil
  end)

  it("keeps the decisions of everybody, but in a crowd of whoever is looked at", function()
    local selected
    package.loaded.stage = { selected = function() return selected end }
    local look = require "look"
    for _, crowd in ipairs { 0, 100 } do
      local world = bustle.world { packs = { "behaviours/market" }, seed = 1, explain = true }
      for i = 1, crowd do world:spawn("visitor", { x = i % 60, y = 9 + i % 20 }) end
      selected = world:get "Ada"
      look.begin(world)
      for _ = 1, 600 do world:update(0.1) end
      local function has_chosen(name)
        for _, entry in ipairs(world:get(name):explain().decisions) do
          if entry.kind == "way" then return true end
        end
        return false
      end
      assert.same({ true, crowd == 0 }, { has_chosen "Ada", has_chosen "Bruno" })
    end
  end)
end)

describe("the park of the playground", function()
  it("does what the README prints", function()
    local shown = page.read("README.md"):match("\n```\n\nIt prints:\n\n(.-)\n\n%S"):gsub("^    ", ""):gsub("\n    ", "\n")
    local world, lines = bustle.world { packs = { "examples/playground/park/park" }, seed = 7 }, {}
    world:spawn("bench", { name = "the old bench", x = 0, y = 0 })
    world:spawn("bench", { name = "the new bench", x = 18, y = 6 })
    world:spawn("visitor", { name = "Ada", x = 0, y = 12 })
    world:on("start", function(npc, target, run)
      lines[#lines + 1] = ("%4.1f s  %s %s %s%s"):format(world:now(), npc.name, run.resumed and "resumes" or "starts",
        run.action, target and ", " .. target.name or "")
    end)
    for frame = 1, 1800 do
      if frame == 480 then world:interrupt("thunder", "all") end
      world:update(1 / 60)
    end
    assert.equal(shown, table.concat(lines, "\n"))
  end)
end)
