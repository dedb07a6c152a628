-- `bustle love-init`: what it puts into a game, whose files it leaves alone, which native modules it takes. That LÖVE
-- runs the game is seen by a stage of its own.
local binary = require "bustle.tool.love.binary"
local core = require "bustle.core"
local files = require "bustle.tool.files"
local native = require "bustle.love.native"
local support = require "spec.tools.support"

local function bytes_of(...)
  local parts = {}
  for i, number in ipairs { ... } do parts[i] = string.char(number) end
  return table.concat(parts)
end

local FOR_LUAJIT = "bustle.core was built for Lua 5.1 and LuaJIT"
local FOR_54 = "bustle.core was built for Lua 5.4"

local ELF = "\127ELF" .. ("\0"):rep(14)
local PE = "MZ" .. ("\0"):rep(58) .. bytes_of(64, 0, 0, 0) .. "PE\0\0"
local MACH = bytes_of(0xcf, 0xfa, 0xed, 0xfe)
local UNIVERSAL = bytes_of(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2)

describe("a native module", function()
  it("tells its platform", function()
    for _, case in ipairs {
      { ELF .. bytes_of(62, 0), "linux-x64.so" }, { ELF .. bytes_of(183, 0), "linux-arm64.so" },
      { ELF .. bytes_of(40, 0), "linux-arm.so" }, { ELF .. bytes_of(3, 0), "linux-x86.so" },
      { PE .. bytes_of(0x64, 0x86), "windows-x64.dll" }, { PE .. bytes_of(0x4c, 1), "windows-x86.dll" },
      { PE .. bytes_of(0x64, 0xaa), "windows-arm64.dll" },
      { MACH .. bytes_of(7, 0, 0, 1), "macos-x64.so" }, { MACH .. bytes_of(12, 0, 0, 1), "macos-arm64.so" },
    } do
      assert.same({ case[2] }, binary.names(case[1]))
    end
  end)

  it("may be for several processors", function()
    assert.same({ "macos-x64.so", "macos-arm64.so" }, binary.names(UNIVERSAL .. bytes_of(1, 0, 0, 7)
      .. ("\0"):rep(16) .. bytes_of(1, 0, 0, 12) .. ("\0"):rep(16)))
  end)

  it("is none if it is for nothing that is known, or cut off", function()
    for _, bytes in ipairs { "", "text", "\127ELF", ELF .. bytes_of(99, 0), "MZ", PE:sub(1, 64), PE, MACH,
      UNIVERSAL } do
      assert.same({}, binary.names(bytes))
    end
  end)

  it("tells its Lua", function()
    assert.equal("Lua 5.1 and LuaJIT", binary.lua("\0\1" .. FOR_LUAJIT .. "\0"))
    assert.equal("Lua 5.4", binary.lua(FOR_54 .. ", but another Lua loads it"))
    assert.equal(binary.lua(core.build), binary.lua(assert(files.read(assert(rawget(package, "searchpath")("bustle_core",
      package.cpath))))))
    assert.is_nil(binary.lua("bustle.core"))
  end)
end)

describe("bustle love-init", function()
  local folder, game, module

  local function put(name, text)
    local path = ("%s/%s"):format(folder, name)
    assert(files.write(path, text))
    return path
  end

  local function init()
    return support.run("love-init", game, "--module", module)
  end

  before_each(function()
    folder = support.new_folder()
    game = folder .. "/game"
    assert(files.make_folder(game))
    module = put("module", ELF .. bytes_of(62, 0) .. FOR_LUAJIT)
    put("game/main.lua", "")
  end)
  after_each(function() support.remove_folder(folder) end)

  it("puts the library, its packs and the module there, and says so", function()
    local status, out, err = init()
    assert.same({ 0, "" }, { status, err })
    local count = out:match("^" .. game:gsub("%p", "%%%0") .. "/bustle %((%d+) Lua files%)\n")
    assert.equal(#files.below(game .. "/bustle") - 2, tonumber(count))
    assert.truthy(out:find(("\n%s/bustle/native/linux-x64.so (from %s)\n"):format(game, module), 1, true))
    assert.truthy(out:find(("\nNow: love %s; to pack it: "):format(game), 1, true))
    assert.falsy(out:find("main.lua", 1, true))
    for _, path in ipairs { "init.lua", "love/native.lua", "world/create.lua" } do
      assert.equal(files.read("lua/bustle/" .. path), files.read(("%s/bustle/%s"):format(game, path)))
    end
    assert.equal(files.read("behaviours/market/pack.lua"), files.read(game .. "/bustle/behaviours/market/pack.lua"))
    assert.equal(files.read(module), files.read(game .. "/bustle/native/linux-x64.so"))
    assert.truthy(files.read(game .. "/bustle/core.lua"):find(("load(\"%s\")"):format(core.version), 1, true))
    assert.is_false(files.exists(game .. "/bustle/tool.lua"))
    assert.is_false(files.exists(game .. "/bustle/tool"))
  end)

  it("says what a game begins with where there is none", function()
    os.remove(game .. "/main.lua")
    local _, out = init()
    assert.truthy(out:find(('There is no %s/main.lua yet; it begins with: local bustle = require "bustle"\n')
      :format(game), 1, true))
  end)

  it("renews what it has written, and takes away what is no longer part of it", function()
    init()
    put("game/bustle/world.lua", "old")
    put("game/bustle/gone.lua", "old")
    put("game/bustle/mine.lua", "mine")
    local path = game .. "/bustle/love-init.txt"
    local sum = "028c0140-3" -- Adler-32 of "old"
    assert(files.write(path, (files.read(path):gsub("%S+ world%.lua\n", sum .. " world.lua\n" .. sum .. " gone.lua\n"))))
    assert.equal(0, (init()))
    assert.equal(files.read("lua/bustle/world.lua"), files.read(game .. "/bustle/world.lua"))
    assert.is_false(files.exists(game .. "/bustle/gone.lua"))
    assert.equal("mine", files.read(game .. "/bustle/mine.lua"))
  end)

  it("keeps the modules of other platforms", function()
    init()
    module = put("other", PE .. bytes_of(0x64, 0x86) .. FOR_LUAJIT)
    local _, out = init()
    assert.truthy(out:find("native/linux-x64.so (from an earlier run; give it again with --module to renew it)\n", 1,
      true))
    assert.truthy(out:find(("native/windows-x64.dll (from %s)\n"):format(module), 1, true))
    assert.same({ "linux-x64.so", "windows-x64.dll" }, files.below(game .. "/bustle/native"))
  end)

  it("overwrites nothing that somebody else has written or changed, and then writes nothing at all", function()
    assert(files.make_folder(game .. "/bustle"))
    put("game/bustle/world.lua", "mine")
    assert.same({ 1, "", ("bustle love-init: %s/bustle/world.lua: not written by this command, or changed since; "
      .. "nothing is overwritten: move it away\n"):format(game) }, { init() })
    assert.same({ "world.lua" }, files.below(game .. "/bustle"))
    os.remove(game .. "/bustle/world.lua")
    init()
    for _, name in ipairs { "history", "inspector", "json", "love", "packs", "problems", "replay" } do
      put(("game/bustle/%s.lua"):format(name), "changed")
    end
    local status, _, err = init()
    assert.equal(1, status)
    assert.truthy(err:find("/bustle/packs.lua and 2 more: ", 1, true))
    assert.truthy(err:find("move them away\n", 1, true))
    assert.equal("changed", files.read(game .. "/bustle/problems.lua"))
  end)

  it("takes only modules that LÖVE can load", function()
    for _, case in ipairs {
      { ELF .. bytes_of(62, 0) .. FOR_54, " was built for Lua 5.4, but LÖVE runs LuaJIT: give one that was built for "
        .. "LuaJIT or Lua 5.1 (with LuaRocks: install with --lua-version 5.1)" },
      { ELF .. bytes_of(62, 0), " is no build of bustle.core" },
      { ELF .. bytes_of(99, 0) .. FOR_LUAJIT, " is for a system or processor that is not known here" },
    } do
      module = put("wrong", case[1])
      assert.same({ 1, "", ("bustle love-init: %s%s\n"):format(module, case[2]) }, { init() })
    end
    assert.is_false(files.exists(game .. "/bustle"))
    module = folder .. "/none"
    assert.same({ 1, "", ("bustle love-init: %s: No such file or directory\n"):format(module) }, { init() })
  end)

  it("takes its own module if none is given", function()
    local status, out, err = support.run("love-init", game)
    if rawget(_G, "jit") then
      assert.same({ 0, "" }, { status, err })
      assert.truthy(out:find("/bustle/native/linux-", 1, true))
    else
      assert.same({ 1, "" }, { status, out })
      assert.truthy(err:find(" was built for Lua 5.4, but LÖVE runs LuaJIT: ", 1, true))
    end
  end)

  it("is what a game in LÖVE is told to call when it was forgotten", function()
    local cure = "\nFor a game in LÖVE: ./bustle love-init FOLDER, in a checkout of bustle, puts what it needs beside its "
      .. "main.lua"
    local function said(lua, modules, before)
      local _, text = support.shell(("LUA_PATH='lua/?.lua;lua/?/init.lua' LUA_CPATH='%s' %s -e '%srequire [[bustle]]'")
        :format(modules, lua, before))
      return text
    end
    assert.truthy(said(support.LUA, "none", "love = {} "):find("module 'bustle_core' not found:" .. cure, 1, true))
    local other = support.LUA == "luajit" and "lua5.4" or "luajit"
    local modules = native.installed():gsub("bustle_core", "?")
    local foreign = said(other, modules, "love = {} ")
    assert.truthy(foreign:find("bustle: bustle.core was built for Lua 5[^\n]*, but another Lua loads it" .. cure:gsub("%p", "%%%0")),
      foreign)
    for _, elsewhere in ipairs { said(support.LUA, "none", ""), said(other, modules, "") } do
      assert.falsy(elsewhere:find("love-init", 1, true))
    end
  end)

  it("leaves the commands and other programs working in the folder of the game", function()
    init()
    local one = support.LUA .. " -e 'io.write(require([[bustle]]).version)'"
    local checkout, own = "$OLDPWD/lua/?.lua;$OLDPWD/lua/?/init.lua", "./?.lua;./?/init.lua"
    local within = ("cd %s && export LUA_PATH=\"%%s;;\" && "):format(game)
    for _, path in ipairs { checkout, own } do
      assert.same({ 0, core.version }, { support.shell(within:format(path) .. one) })
    end
    assert.same({ 1, "" }, { support.shell(("%sLUA_CPATH=none %s 2>said"):format(within:format(own), one)) })
    assert.truthy(files.read(game .. "/said"):find("bustle: the bustle in this folder is for LÖVE, and this Lua finds no "
      .. "other: install it, or let LUA_CPATH lead to it", 1, true))
  end)

  it("wants a folder that exists", function()
    assert.same({ 1, "", ("bustle love-init: %s/none: there is no such folder; it is the one with the game's main.lua\n")
      :format(folder) }, { support.run("love-init", folder .. "/none") })
  end)
end)
