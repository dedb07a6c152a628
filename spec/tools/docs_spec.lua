-- docs/tools.md shows what really happens; docs/problems.md explains every code.
local shell = require "bustle.tool.shell"
local support = require "spec.tools.support"

-- The commands of a text, `    $ command`, each with the output that follows it.
local function sessions_of(text)
  local list, current = {}, nil
  for line in text:gmatch("([^\n]*)\n") do
    local command = line:match("^    %$ (.*)$")
    if command then
      current = { command = command, lines = {} }
      list[#list + 1] = current
    elseif current and (line:find("^    ") or line == "") then
      table.insert(current.lines, (line:gsub("^    ", "")))
    else
      current = nil
    end
  end
  for _, each in ipairs(list) do
    while each.lines[#each.lines] == "" do table.remove(each.lines) end
    each.output = #each.lines > 0 and table.concat(each.lines, "\n") .. "\n" or ""
  end
  return list
end

describe("docs/tools.md", function()
  local folder

  setup(function()
    folder = support.new_folder()
    os.execute("mkdir " .. folder)
  end)
  teardown(function() support.remove_folder(folder) end)

  it("shows what the commands write", function()
    local _, root = support.shell("pwd")
    local bustle = ("bustle() { %s %s/lua/bin/bustle.lua \"$@\"; }"):format(support.LUA, shell.quote((root:gsub("\n", ""))))
    local sessions = sessions_of(support.read("docs/tools.md"))
    assert.is_true(#sessions >= 10)
    for _, each in ipairs(sessions) do
      local _, out = support.shell(("%s\ncd %s\n%s"):format(bustle, folder, each.command))
      assert.equal(each.output, out)
    end
  end)
end)

describe("docs/problems.md", function()
  it("explains each code that check adds", function()
    local text = support.read("docs/problems.md")
    local _, files = support.shell("grep -rhoE 'code = \"[a-z-]+\"' lua/bustle/check")
    local count = 0
    for code in files:gmatch('code = "([a-z-]+)"') do
      count = count + 1
      assert.truthy(text:find(("\n| `%s` |"):format(code), 1, true), code .. " is not explained")
    end
    assert.is_true(count >= 8)
  end)
end)
