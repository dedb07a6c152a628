-- Writing files: whole or not at all, and never in the place of what is no plain file.
local core = require "bustle.core"
local files = require "bustle.tool.files"
local support = require "spec.tools.support"

describe("writing a file", function()
  local folder, path

  before_each(function()
    folder = support.new_folder()
    os.execute("mkdir " .. folder)
    path = folder .. "/it"
  end)
  after_each(function() support.remove_folder(folder) end)

  -- Calls a function while another stands in the place of one of a library.
  local function with(library, name, other, fn)
    local own = library[name]
    library[name] = other(own)
    local ok, problem = pcall(fn)
    library[name] = own
    assert(ok, problem)
  end

  it("makes or replaces it, and leaves nothing beside it", function()
    for _, text in ipairs { "one", "", "a\0b\n" } do
      assert.is_true(files.write(path, text))
      assert.equal(text, files.read(path))
      assert.same({ "it" }, files.below(folder))
    end
  end)

  it("leaves what was there when there is no room", function()
    assert.is_true(files.write(path, "good"))
    local status, said = support.shell(("trap '' XFSZ; ulimit -f 2; %s"):format(
      support.command("compile", "behaviours/market", "-o", path)))
    assert.equal(1, status)
    assert.equal(("bustle compile: %s: File too large\n"):format(path), said)
    assert.equal("good", files.read(path))
    assert.same({ "it" }, files.below(folder))
  end)

  it("writes to devices, pipes and links, which stay what they are", function()
    assert.same({ nil, "/dev/full: No space left on device" }, { files.write("/dev/full", "text") })
    assert.is_true(core.is_special "/dev/full")
    assert.is_true(files.write("/dev/null", "text"))
    assert.is_true(core.is_special "/dev/null")
    assert.is_true(files.write(folder .. "/meant", "old"))
    os.execute(("ln -s meant %s"):format(path))
    assert.is_true(files.write(path, "new"))
    assert.is_true(core.is_special(path))
    assert.equal("new", files.read(folder .. "/meant"))
    assert.same({ 0, "text" }, { support.shell(("mkfifo %s/pipe && cat %s/pipe & %s"):format(folder, folder,
      ("until [ -p %s/pipe ]; do :; done; %s -e \"require('bustle.common.file').write('%s/pipe', 'text')\"; wait"):format(
        folder, support.LUA, folder))) })
  end)

  it("refuses folders, and what is protected", function()
    assert.same({ nil, folder .. ": Is a directory" }, { files.write(folder, "text") })
    files.write(path, "kept")
    with(io, "open", function(open)
      return function(name, mode)
        if mode == "r+b" then return nil, name .. ": Permission denied", 13 end
        return open(name, mode)
      end
    end, function() assert.same({ nil, path .. ": Permission denied" }, { files.write(path, "text") }) end)
    assert.equal("kept", files.read(path))
  end)

  it("says what is wrong with the path that was asked for", function()
    assert.same({ nil, folder .. "/none/it: No such file or directory" }, { files.write(folder .. "/none/it", "text") })
  end)

  it("takes away what was there where renaming does not, and tells if that is of no use", function()
    files.write(path, "old")
    local calls = 0
    local function failing(count)
      return function(rename)
        return function(from, to)
          calls = calls + 1
          if calls <= count then return nil, from .. ": File exists" end
          return rename(from, to)
        end
      end
    end
    with(os, "rename", failing(1), function() assert.is_true(files.write(path, "new")) end)
    assert.equal("new", files.read(path))
    calls = 0
    with(os, "rename", failing(2), function()
      assert.same({ nil, ("%s: File exists; it is in %s.unfinished"):format(path, path) }, { files.write(path, "newer") })
    end)
    assert.equal("newer", files.read(path .. ".unfinished"))
  end)
end)
