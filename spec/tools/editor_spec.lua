-- `bustle editor`: settings with which the real luacheck finds nothing to say about what is right.
local support = require "spec.tools.support"

-- What luacheck says in a folder, in the folder's own settings.
local function luacheck(folder)
  return support.shell(("cd %s && luacheck --quiet --no-color --no-cache ."):format(folder))
end

describe("bustle editor", function()
  local folder

  before_each(function()
    folder = support.new_folder()
    support.shell("mkdir " .. folder)
  end)
  after_each(function() support.remove_folder(folder) end)

  it("writes settings beside a game or a pack", function()
    assert.same({ 0, folder .. "/.luarc.json\n" .. folder .. "/.luacheckrc\n", "" }, { support.run("editor", folder .. "/") })
    local library = support.read(folder .. "/.luarc.json"):match('"workspace.library": %["([^"]*)"')
    assert.is_string(support.read(library .. "/bustle/packs/meta.lua"))
  end)

  it("names no library where the game has it in its own folder", function()
    support.shell(("mkdir %s/bustle && touch %s/bustle/meta.lua"):format(folder, folder))
    support.run("editor", folder)
    assert.matches('"workspace.library": ["${3rd}/busted', support.read(folder .. "/.luarc.json"), 1, true)
  end)

  it("overwrites nothing, and says what is needed", function()
    support.write(folder .. "/.luacheckrc", "mine")
    local status, out, err = support.run("editor", folder)
    assert.same({ 1, folder .. "/.luarc.json\n", "mine" }, { status, out, support.read(folder .. "/.luacheckrc") })
    assert.matches("%.luacheckrc: exists already, and stays as it is; it needs:\n.*\"loop_until\"", err)
  end)

  it("wants a folder", function()
    assert.same({ 1, "", "bustle editor: nowhere: there is no such folder\n" }, { support.run("editor", "nowhere") })
  end)

  it("leaves luacheck nothing to say about packs that ship, and what it should say of others", function()
    support.shell(("cp -r behaviours/* %s"):format(folder))
    support.run("editor", folder)
    -- The packs keep longer lines.
    local status, out = support.shell(("cd %s && luacheck --quiet --no-color --no-cache --no-max-line-length ."):format(folder))
    assert.equal(0, status, out)
    support.write(folder .. "/market/wrong.lua", 'actoin "x" { duration = 1 }\n')
    assert.matches("undefined variable 'actoin'", select(2, luacheck(folder)))
  end)

  it("leaves luacheck nothing to say about games and about what bustle new makes", function()
    support.shell(("cp -r examples/lua examples/json examples/terminal examples/minimal-love examples/market-love %s")
      :format(folder))
    support.run("editor", folder)
    support.run("new", folder .. "/tavern")
    for _, each in ipairs { folder, folder .. "/tavern" } do
      local status, out = luacheck(each)
      assert.equal(0, status, out)
    end
  end)
end)
