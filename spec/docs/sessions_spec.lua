-- Pages that show commands show what these print. Each is followed in a folder, from top to bottom: files are written,
-- programs and commands are run.
local folder = require "spec.docs.folder"
local page = require "spec.docs.page"

-- How many commands the pages have that show some.
local PAGES = { ["docs/inside.md"] = 1, ["docs/manual.md"] = 12, ["docs/replay.md"] = 1, ["docs/tavern.md"] = 26,
  ["docs/tools.md"] = 12, ["docs/tutorial.md"] = 11, ["docs/village.md"] = 3 }

local function take(path, where, step)
  if step.path then
    folder.write(path, step.path, step.text)
  elseif step.kind == "command" then
    local _, printed = folder.run(path, step.command)
    local what = ("%s:%d: $ %s"):format(where, step.line, step.command)
    if not page.matches(step.output, printed) then assert.equal(step.output, printed, what) end
  elseif step.language == "lua" and step.mark == "" then
    folder.write(path, "program.lua", step.text)
    local status, printed = folder.run(path, "lua program.lua")
    assert.equal(0, status, ("%s:%d: %s"):format(where, step.line, printed))
  end
end

describe("the commands of a page", function()
  for where, count in pairs(PAGES) do
    it("print what it shows: " .. where, function()
      local commands = 0
      folder.within(function(path)
        for _, step in ipairs(page.steps(page.read(where))) do
          take(path, where, step)
          if step.kind == "command" then commands = commands + 1 end
        end
      end)
      assert.is_true(commands >= count, commands)
    end)
  end

  it("are in no other page", function()
    for _, path in ipairs(page.all()) do
      for _, step in ipairs(PAGES[path] and {} or page.steps(page.read(path))) do
        assert.equal("piece", step.kind, ("%s:%d: name the page in PAGES, so that its commands are run"):format(path, step.line))
      end
    end
  end)
end)

describe("what a page shows", function()
  it("is compared to the letter, but for three dots and empty lines at the end", function()
    assert.is_true(page.matches("a (b) %\n", "a (b) %\n\n"))
    assert.is_false(page.matches("a\n", "a\nb\n"))
    assert.is_false(page.matches("a.c\n", "abc\n"))
    assert.is_true(page.matches("1 success : ... seconds\n", "1 success : 0.3 seconds\n"))
  end)
end)
