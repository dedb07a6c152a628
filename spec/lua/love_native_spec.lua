-- Where the native module of a game in LÖVE is found and unpacked to, with a file system made of tables. That LÖVE
-- loads it is seen by a stage of its own.
local native = require "bustle.love.native"

-- A game: `files` by path, which are really in the folder or archive `real`; what is saved can be looked at.
local function filesystem_of(files, real)
  local saved = {}
  return { saved = saved,
    getInfo = function(path) return (files[path] or saved[path]) and { type = "file" } or nil end,
    read = function(path) return saved[path] or files[path] end,
    write = function(path, text)
      if saved.full then return nil, "no space left" end
      saved[path], saved.writes = text, (saved.writes or 0) + 1
      return true
    end,
    createDirectory = function() return true end,
    getRealDirectory = function() return real end,
    getSaveDirectory = function() return "/save" end,
    getDirectoryItems = function()
      local names = {}
      for path in pairs(files) do names[#names + 1] = path:match("^bustle/native/(.*)$") end
      return names
    end }
end

describe("the native module in LÖVE", function()
  it("is taken from the game's folder", function()
    local folder = os.tmpname()
    os.remove(folder)
    os.execute(("mkdir -p %s/bustle/native && echo x >%s/bustle/native/linux-x64.so"):format(folder, folder))
    local filesystem = filesystem_of({ ["bustle/native/linux-x64.so"] = "x" }, folder)
    assert.equal(folder .. "/bustle/native/linux-x64.so", native.locate(filesystem, "linux-x64.so"))
    assert.is_nil(filesystem.saved.writes)
    os.execute("rm -r " .. folder)
  end)

  it("is unpacked from an archive, once for each that differs", function()
    local files = { ["bustle/native/linux-x64.so"] = "one" }
    local filesystem = filesystem_of(files, "/no/such/game.love")
    for _ = 1, 2 do
      assert.equal("/save/bustle-native/linux-x64.so", native.locate(filesystem, "linux-x64.so"))
      assert.same({ ["bustle-native/linux-x64.so"] = "one", writes = 1 }, filesystem.saved)
    end
    files["bustle/native/linux-x64.so"] = "two"
    -- LÖVE looks into the save directory first, where the file has another name.
    native.locate(filesystem, "linux-x64.so")
    assert.same({ ["bustle-native/linux-x64.so"] = "two", writes = 2 }, filesystem.saved)
  end)

  it("says where it cannot be unpacked to", function()
    local filesystem = filesystem_of({ ["bustle/native/linux-x64.so"] = "one" }, "/no/such/game.love")
    filesystem.saved.full = true
    assert.has_error(function() native.locate(filesystem, "linux-x64.so") end, "bustle: bustle/native/linux-x64.so cannot "
      .. "be unpacked to /save/bustle-native/linux-x64.so: no space left; close other copies of this game, or make room "
      .. "there")
  end)

  it("says which there are if that for the platform is missing", function()
    local text = "bustle: bustle/native/macos-arm64.so is not in this game, which so cannot run on this platform (there %s); "
      .. "./bustle love-init FOLDER, in a checkout of bustle, puts the right one there"
    for _, case in ipairs { { {}, "is none at all" }, { { "linux-x64.so" }, "is linux-x64.so" },
      { { "windows-x64.dll", "linux-x64.so" }, "are linux-x64.so, windows-x64.dll" } } do
      local files = {}
      for _, name in ipairs(case[1]) do files["bustle/native/" .. name] = "x" end
      assert.has_error(function() native.locate(filesystem_of(files, "/no/such/game.love"), "macos-arm64.so") end,
        text:format(case[2]))
    end
  end)
end)
