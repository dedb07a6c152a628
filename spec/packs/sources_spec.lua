-- Where the files of packs come from.
local bustle = require "bustle"
local core = require "bustle.core"
local packs = require "bustle.packs"
local sources = require "bustle.packs.sources"

local function sorted(list)
  table.sort(list)
  return list
end

describe("the folders of a machine", function()
  local disk = sources.disk()

  it("are listed and read", function()
    assert.same({ "good", "market" }, sorted(disk:list("spec/packs/found")))
    assert.equal('return { name = "good", version = "1.0.0", depends = "market" }\n', disk:read("spec/packs/found/good/pack.lua"))
  end)
  it("say why not", function()
    assert.same({ nil, "No such file or directory" }, { disk:list("spec/packs/nowhere") })
    assert.same({ nil, "Not a directory" }, { disk:list("README.md") })
    assert.same({ nil, "spec/packs/nothing.lua: No such file or directory" }, { disk:read("spec/packs/nothing.lua") })
    assert.same({ nil, "spec/packs: Is a directory" }, { disk:read("spec/packs") })
  end)
  it("hold packs, what they need and mods", function()
    local world = bustle.world { packs = { "spec/packs/found/market/" }, mods = "spec/packs/found", search = {} }
    assert.is_truthy(world:spawn("visitor"))
    assert.is_truthy(world:spawn("good.guest"))
    assert.equal("spec/packs/found/good/good.lua:1", world._names.compiled:thing("entity", "good.guest").origin)
  end)
end)

describe("core.list_folder", function()
  it("takes a text without zero bytes", function()
    for _, wrong in ipairs { "a\0b", true, {} } do assert.is_false((pcall(core.list_folder, wrong))) end
    assert.is_false((pcall(core.list_folder)))
  end)
  it("lists without itself and its parent", function()
    assert.same({ "pack.lua", "shop.lua" }, sorted(core.list_folder("spec/packs/found/market")))
  end)
end)

-- What LÖVE offers, over texts.
local function filesystem(texts)
  local inner = sources.texts(texts)
  return {
    getInfo = function(path, filter)
      local kind = texts[path] and "file" or inner:list(path) and "directory"
      return kind and (not filter or filter == kind) and { type = kind } or nil
    end,
    getDirectoryItems = function(path) return inner:list(path) or {} end,
    read = function(path)
      if path:find("torn", 1, true) then return nil, "could not be read" end
      return texts[path], #texts[path]
    end,
  }
end

local IN_LOVE = {
  ["behaviours/common/pack.lua"] = "return { name = 'common' }",
  ["behaviours/common/x.lua"] = "action 'walk' { duration = 1 }",
  ["behaviours/park/pack.lua"] = "return { name = 'park', depends = 'common' }",
  ["behaviours/park/x.lua"] = "sequence 'day' (chain { 'walk' })\nnpc 'ada' { main = 'day' }",
  ["behaviours/torn/pack.lua"] = "",
}

describe("LÖVE's file system", function()
  local love = sources.love(filesystem(IN_LOVE))

  it("is listed and read", function()
    assert.same({ "common", "park", "torn" }, sorted(love:list("behaviours")))
    assert.equal("return { name = 'common' }", love:read("behaviours/common/pack.lua"))
    assert.same({ nil, "nowhere: there is no such folder" }, { love:list("nowhere") })
    assert.same({ nil, "behaviours/common/x.lua: there is no such folder" }, { love:list("behaviours/common/x.lua") })
    assert.same({ nil, "nothing.lua: there is no such file" }, { love:read("nothing.lua") })
    assert.same({ nil, "behaviours/torn/pack.lua: could not be read" }, { love:read("behaviours/torn/pack.lua") })
  end)
  it("holds packs", function()
    local world = bustle.world { packs = { "behaviours/park" }, source = love, search = {} }
    assert.is_truthy(world:spawn("ada"))
  end)
  it("is where packs are read in LÖVE, before the folders of the machine", function()
    local before = rawget(_G, "love")
    rawset(_G, "love", { filesystem = filesystem(IN_LOVE) })
    local set = packs.load({ "behaviours/park", "spec/packs/found/market" }, { search = {} })
    rawset(_G, "love", before)
    assert.same({}, set.problems)
    assert.same({ "common", "market", "park" }, { set.packs[1].name, set.packs[2].name, set.packs[3].name })
  end)
end)

describe("a source of one's own", function()
  it("lists and reads", function()
    local asked = {}
    local mine = {
      list = function(_, folder)
        if folder == "p" then return { "pack.lua", "x.lua" } end
        return nil, "no"
      end,
      read = function(_, path)
        asked[#asked + 1] = path
        return ({ ["p/pack.lua"] = "return { name = 'p' }", ["p/x.lua"] = "action 'x' { duration = 1 }" })[path]
      end,
    }
    assert.is_true(sources.is_source(mine))
    local set = packs.load({ "p" }, { source = mine, search = {} })
    assert.equal("p.x", set.packs[1].things[1].qualified)
    assert.equal("p/x.lua", asked[#asked])
  end)
  it("may fail to read what it lists", function()
    local mine = { list = function() return { "pack.lua", "x.lua" } end,
      read = function(_, path) return path == "p/pack.lua" and "return { name = 'p' }" or nil, "p/x.lua: it is torn" end }
    local set = packs.load({ "p" }, { source = mine, search = {} })
    assert.same({ 0, "unreadable", "it is torn" }, { #set.packs, set.problems[1].code, set.problems[1].text })
  end)
end)
