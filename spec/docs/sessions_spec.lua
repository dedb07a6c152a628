-- Pages that show commands show what these print, and the files of a page are what the commands find: each page is gone
-- through in an empty folder, from top to bottom.
local page = require "spec.docs.page"
local shell = require "bustle.tool.shell"
local support = require "spec.tools.support"

-- What is on the path of whoever follows a page. A game in LÖVE is played by a script, see game.lua.
local function commands()
  local _, root = support.shell("pwd")
  local lua, quoted = support.LUA, shell.quote((root:gsub("\n", "")))
  return table.concat({
    ("bustle() { %s %s/lua/bin/bustle.lua \"$@\"; }"):format(lua, quoted),
    ("lua() { %s \"$@\"; }"):format(lua),
    ("love() { %s %s/spec/docs/game.lua \"$@\"; }"):format(lua, quoted),
  }, "\n")
end

local function write(folder, step)
  local path = ("%s/%s"):format(folder, step.path)
  os.execute("mkdir -p " .. shell.quote((path:gsub("/[^/]*$", ""))))
  support.write(path, step.text)
end

local function follow(path)
  local folder, done = support.new_folder(), 0
  os.execute("mkdir " .. folder)
  local ok, problem = pcall(function()
    for _, step in ipairs(page.steps(page.read(path))) do
      if step.path then
        write(folder, step)
      elseif step.kind == "command" then
        local _, printed = support.shell(("%s\ncd %s\n%s"):format(commands(), folder, step.command))
        local where = ("%s:%d: $ %s"):format(path, step.line, step.command)
        if not page.matches(step.output, printed) then assert.equal(step.output, printed, where) end
        done = done + 1
      end
    end
  end)
  support.remove_folder(folder)
  assert(ok, problem)
  return done
end

describe("the commands of a page", function()
  for path, count in pairs { ["docs/tools.md"] = 10, ["docs/tutorial.md"] = 12 } do
    it("print what it shows: " .. path, function()
      assert.is_true(follow(path) >= count)
    end)
  end

  it("are not shown in any other", function()
    for _, path in ipairs(page.all()) do
      if path ~= "docs/tools.md" and path ~= "docs/tutorial.md" then
        for _, step in ipairs(page.steps(page.read(path))) do
          assert.equal("piece", step.kind, ("%s:%d: list the page here, so that its commands are run"):format(path, step.line))
        end
      end
    end
  end)
end)

describe("what a page shows", function()
  it("is compared to the letter, but for three dots", function()
    assert.is_true(page.matches("a (b) %\n", "a (b) %\n"))
    assert.is_false(page.matches("a\n", "a\nb\n"))
    assert.is_false(page.matches("a.c\n", "abc\n"))
    assert.is_true(page.matches("1 success : ... seconds\n", "1 success : 0.3 seconds\n"))
  end)
end)
