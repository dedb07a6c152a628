-- Packs in folders: what is run, in which order they come, and where what they need is found.
local support = require "spec.packs.support"

local function depending(...)
  local list = {}
  for i, name in ipairs { ... } do list[i] = ("%q"):format(name) end
  return table.concat(list, ", ")
end

local function pack(name, ...)
  return { ["pack.lua"] = ("return { name = %q, version = '1.2.0', depends = { %s } }"):format(name, depending(...)) }
end

describe("a folder", function()
  it("is a pack whose files declare in any order", function()
    local compiled = support.compiled({ market = {
      ["a.lua"] = 'npc "visitor" { main = "day", state = { "energy" } }',
      ["b.lua"] = 'sequence "day" (chain { "rest" })',
      ["c.lua"] = 'state "energy" { default = 3 }\n\naction "rest" { duration = 1, finish = "self.energy += 1" }',
      ["spec/market_spec.lua"] = "error 'not run'", ["notes.txt"] = "not run",
    } }, { "market" })
    assert.equal("b/market/c.lua:3", compiled:thing("action", "market.rest").origin)
    assert.is_truthy(compiled.content:find("entity", "market.visitor"))
  end)
end)

describe("the load order", function()
  it("is by what packs need, then by name", function()
    local folders = { a = pack("a", "c"), b = pack("b"), c = pack("c", "d"), d = pack("d") }
    assert.equal("b d c a", support.names(support.load(folders, { "a", "b" })))
    assert.equal("d c a", support.names(support.load(folders, { "a" })))
  end)
end)

describe("what a pack needs", function()
  local sources = require "bustle.packs.sources"
  local packs = require "bustle.packs"

  local function text(name, more) return ("return { name = %q, version = '1.2.0'%s }"):format(name, more or "") end
  local function load(texts, given, options)
    options = options or {}
    options.source = sources.texts(texts)
    options.search = options.search or {}
    return packs.load(given, options)
  end

  it("is found beside it", function()
    local set = load({ ["x/a/pack.lua"] = text("a", ", depends = 'b'"), ["x/b/pack.lua"] = text "b" }, { "x/a" })
    assert.equal("b a", support.names(set))
    assert.equal("x/b", set.packs[1].path)
  end)
  it("is found beside it in the folder where the game runs", function()
    assert.equal("b a", support.names(load({ ["a/pack.lua"] = text("a", ", depends = 'b'"), ["b/pack.lua"] = text "b" }, { "a" })))
  end)
  it("is found where packs are looked for, after that", function()
    local texts = { ["x/a/pack.lua"] = text("a", ", depends = { 'b', 'c' }"), ["y/b/pack.lua"] = text "b", ["y/c/pack.lua"] = text "c",
      ["x/c/pack.lua"] = text "c", ["z/b/pack.lua"] = text "b" }
    local set = load(texts, { "x/a" }, { search = { "y", "z" } })
    assert.same({ "b c a", "y/b", "x/c" }, { support.names(set), set.packs[1].path, set.packs[2].path })
  end)
  it("is the one that was given, wherever that is", function()
    local texts = { ["x/a/pack.lua"] = text("a", ", depends = 'b'"), ["x/b/pack.lua"] = text "b", ["y/b/pack.lua"] = text "b" }
    assert.equal("y/b", load(texts, { "x/a", "y/b" }).packs[1].path)
    local mine = require("bustle.author.pack").from_table { name = "b", version = "1" }
    assert.equal(mine, load(texts, { "x/a", mine }).packs[1])
  end)
  it("is found among the mods at last", function()
    local texts = { ["x/a/pack.lua"] = text("a", ", depends = 'b'"), ["mods/other/pack.lua"] = text "b" }
    assert.equal("b a", support.names(load(texts, { "x/a" }, { mods = "mods" })))
  end)
  it("is not what a folder of its name holds under another name", function()
    local set = load({ ["x/a/pack.lua"] = text("a", ", depends = 'b'"), ["x/b/pack.lua"] = text "bee" }, { "x/a" })
    assert.equal("", support.names(set))
    assert.equal('x/a/pack.lua:1: pack "a", depends: there is no pack "b" in a > b (it was looked for in x)',
      require("bustle.problems").format_all(set.problems))
  end)
  it("is asked about if a pack of nearly its name is there", function()
    local set = load({ ["x/a/pack.lua"] = text("a", ", depends = 'vilage'"), ["y/village/pack.lua"] = text "village",
      ["y/vilages/notes.txt"] = "no pack" }, { "x/a" }, { search = { "y" } })
    assert.equal('x/a/pack.lua:1: pack "a", depends: there is no pack "vilage" in a > vilage (did you mean "village"?)',
      require("bustle.problems").format_all(set.problems))
  end)
  it("is not fetched if it is optional", function()
    assert.equal("a", support.names(load({ ["x/a/pack.lua"] = text("a", ", optional = 'b'"), ["x/b/pack.lua"] = text "b" }, { "x/a" })))
  end)
  it("comes first even if it is optional", function()
    local texts = { ["x/a/pack.lua"] = text("a", ", optional = 'b'"), ["x/b/pack.lua"] = text "b" }
    assert.equal("b a", support.names(load(texts, { "x/a", "x/b" })))
  end)
  it("may be of a range of versions", function()
    local function problems_of(range)
      return #load({ ["x/a/pack.lua"] = text("a", (", depends = 'b %s'"):format(range)), ["x/b/pack.lua"] = text "b" }, { "x/a" }).problems
    end
    assert.same({ 0, 0, 1, 1 }, { problems_of ">= 1.0, < 2", problems_of "^1.1", problems_of "> 1.2", problems_of "~= 1.2.0" })
  end)
end)

describe("a pack", function()
  local packs = require "bustle.packs"
  local sources = require "bustle.packs.sources"

  it("is looked for if only its name is given", function()
    local source = sources.texts { ["y/b/pack.lua"] = "return { name = 'b' }" }
    assert.equal("y/b", packs.load({ "b" }, { source = source, search = { "y" } }).packs[1].path)
  end)
  it("may be one that comes with the library", function()
    assert.is_true(#packs.SEARCH > 0)
    for _, folder in ipairs(packs.SEARCH) do assert.is_truthy(folder:find("behaviours$")) end
    -- In a checkout they are beside lua/.
    assert.is_truthy(sources.disk():read((packs.SEARCH[1]:gsub("behaviours$", "lua/bustle/packs.lua"))))
  end)
  it("finds those of the library where paths have backslashes", function()
    local text, config = sources.disk():read("lua/bustle/packs.lua"), package.config
    rawset(package, "config", "\\" .. config:sub(2))
    local there = assert((_G.loadstring or load)(text, "@C:\\bustle\\lua/bustle\\packs.lua"))()
    rawset(package, "config", config)
    assert.same({ "C:/bustle/behaviours", "C:/bustle/lua/bustle/behaviours" }, there.SEARCH)
  end)
  it("keeps what its manifest says", function()
    local source = sources.texts { ["p/pack.lua"] = [[return { name = "p", version = "1.4", title = "P", authors = { "Ada", "Bob" },
      bustle = ">= 0.1", depends = {}, optional = "q", conflicts = { "r < 2" } }]] }
    local p = packs.load({ "p" }, { source = source, search = {} }).packs[1]
    assert.same({ "p", "1.4", "P", { "Ada", "Bob" }, "q", "r" }, { p.name, p.version, p.title, p.authors, p.depends[1].name, p.conflicts[1].name })
  end)
  it("may be a table, or made by the game, among folders", function()
    local set = support.load({ a = pack("a", "q") }, { "a", { name = "q", states = { "mood" } } })
    assert.equal("q a", support.names(set))
  end)
end)

describe("progress", function()
  it("is told while files are run and definitions read, and never goes back", function()
    local texts = { ["x.lua"] = "" }
    for i = 1, 300 do texts["x.lua"] = texts["x.lua"] .. ('action "a%d" { duration = 1 }\n'):format(i) end
    local told, last = 0, -1
    local function progress(done, what)
      assert.is_true(done >= last and done <= 1)
      assert.is_string(what)
      told, last = told + 1, done
    end
    local packs = require "bustle.packs"
    local set = support.load({ p = texts, q = texts }, { "p", "q" }, { progress = progress })
    assert.same({ 2, 0.25 }, { told, last })
    packs.compile(set, { progress = progress })
    assert.is_true(told >= 100 and told <= 110)
    assert.equal(1, last)
  end)
end)
