-- `bustle new`: a pack that can be checked, run and tested as it is.
local support = require "spec.tools.support"

local FILES = { "pack.lua", "vocabulary.lua", "actions.lua", "sequences.lua", "entities.lua", "spec/tavern_spec.lua",
  ".luarc.json", ".luacheckrc" }

describe("bustle new", function()
  local folder, pack

  before_each(function()
    folder = support.new_folder()
    pack = folder .. "/tavern"
  end)
  after_each(function() support.remove_folder(folder) end)

  it("makes the files of a pack, and says what to do next", function()
    local status, out, err = support.run("new", pack)
    local lines = {}
    for i, name in ipairs(FILES) do
      lines[i] = pack .. "/" .. name
      assert.is_string(support.read(lines[i]))
    end
    lines[#lines + 1] = ("Now: bustle check %s, bustle run %s, bustle test %s\n"):format(pack, pack, pack)
    assert.same({ 0, table.concat(lines, "\n"), "" }, { status, out, err })
  end)

  it("makes one without a single warning", function()
    support.run("new", pack .. "/")
    assert.same({ 0, "0 errors, 0 warnings in 1 pack\n", "" }, { support.run("check", "--strict", pack) })
  end)

  it("makes a spec that passes, from the folder of the pack and from above", function()
    support.run("new", pack)
    local _, busted = support.shell("command -v busted")
    busted = support.LUA .. " " .. busted:gsub("%s", "")
    for _, command in ipairs { ("cd %s && %s"):format(pack, busted), ("cd %s && %s tavern/spec"):format(folder, busted),
      ("%s %s/spec"):format(busted, pack) } do
      local status, out = support.shell(command)
      assert.equal(0, status, out)
      assert.truthy(out:find("3 successes / 0 failures / 0 errors / 0 pending", 1, true), out)
    end
  end)

  it("makes a spec that bustle test runs", function()
    support.run("new", pack)
    local status, out = support.process("test", pack)
    assert.equal(0, status, out)
    assert.truthy(out:find("3 successes / 0 failures / 0 errors / 0 pending", 1, true), out)
  end)

  it("makes a spec that fails when the pack is broken", function()
    support.run("new", pack)
    local path = pack .. "/actions.lua"
    support.write(path, (support.read(path):gsub("resumable = true,", "resumable = true, ends_on = 'noise',")))
    local status, out = support.shell(("%s $(command -v busted) %s/spec"):format(support.LUA, pack))
    assert.is_true(status > 0, out)
  end)

  it("overwrites nothing", function()
    support.run("new", pack)
    support.write(pack .. "/pack.lua", "mine")
    assert.same({ 1, "", ("bustle new: %s exists already, and nothing is overwritten\n"):format(pack) },
      { support.run("new", pack) })
    assert.equal("mine", support.read(pack .. "/pack.lua"))
    assert.equal(1, (support.run("new", pack .. "/pack.lua/tavern")))
    support.write(folder .. "/inn", "a file")
    assert.equal(1, (support.run("new", folder .. "/inn")))
    assert.equal("a file", support.read(folder .. "/inn"))
  end)

  it("refuses names that a pack cannot have", function()
    assert.same({ 2, "", "bustle new: 'my-inn' cannot be the name of a pack: its name cannot be written in an expression (use letters, digits and _)\n" },
      { support.run("new", folder .. "/my-inn") })
    assert.equal(2, (support.run("new", folder .. "/self")))
    assert.equal(2, (support.run("new", "/")))
    assert.equal(2, (support.run("new")))
  end)

  it("works as a process, in a folder with blanks and quotes in its name", function()
    local odd = folder .. "/a b's/inn"
    assert.equal(0, (support.process("new", odd)))
    assert.same({ 0, "0 errors, 0 warnings in 1 pack\n" }, { support.process("check", odd) })
    assert.equal(1, (support.process("new", odd)))
  end)
end)

describe("bustle new --love", function()
  local folder, game

  before_each(function()
    folder = support.new_folder()
    game = folder .. "/village"
  end)
  after_each(function() support.remove_folder(folder) end)

  if package.loaded.jit then
    it("makes a game with its pack, settings and the library, and says how to run it", function()
      local status, out, err = support.run("new", "--love", game)
      assert.same({ 0, "" }, { status, err })
      for _, name in ipairs { ".luacheckrc", ".luarc.json", "conf.lua", "main.lua", "figures.lua", "scenery.lua",
        "square/pack.lua", "square/actions.lua", "square/spec/square_spec.lua" } do
        assert.is_string(support.read(game .. "/" .. name), name)
        assert.truthy(out:find(game .. "/" .. name, 1, true), name)
      end
      assert.is_string(support.read(game .. "/bustle/init.lua"))
      assert.matches("\nNow: love [^\n]*\n$", out)
      assert.matches('title = "village"', support.read(game .. "/conf.lua"))
      assert.matches('"LuaJIT"', support.read(game .. "/.luarc.json"))
    end)

    it("makes one in which luacheck and bustle check find nothing", function()
      support.run("new", "--love", game)
      assert.same({ 0, "0 errors, 0 warnings in 1 pack\n", "" }, { support.run("check", "--strict", game .. "/square") })
      local status, out = support.shell(("cd %s && luacheck ."):format(game))
      assert.equal(0, status, out)
    end)
  else
    it("makes nothing where the library is not for LÖVE", function()
      local status, out, err = support.run("new", "--love", game)
      assert.same({ 1, "" }, { status, out })
      assert.matches("bustle new: .*LÖVE runs LuaJIT", err)
      assert.equal(1, (support.shell("test -e " .. game)))
    end)
  end

  it("overwrites nothing, and takes a module for a game alone", function()
    support.run("new", game)
    assert.same({ 1, "", ("bustle new: %s exists already, and nothing is overwritten\n"):format(game) },
      { support.run("new", "--love", game) })
    assert.same({ 2, "", "bustle new: --module is for --love\n" }, { support.run("new", folder .. "/inn", "--module", "x.so") })
  end)
end)
