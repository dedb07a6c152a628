-- The first thing that a reader sees runs, and prints what the README shows.
local folder = require "spec.docs.folder"
local page = require "spec.docs.page"

describe("the game of the README", function()
  it("prints what is shown below it", function()
    local text = page.read "README.md"
    local shown = text:match("\n```\n\nIt prints:\n\n(.-)\n\n%S"):gsub("^    ", ""):gsub("\n    ", "\n")
    folder.within(function(path)
      folder.write(path, "game.lua", page.pieces(text, "lua")[1].text)
      local status, printed = folder.run(path, "lua game.lua")
      assert.same({ 0, shown .. "\n" }, { status, printed })
      assert.falsy(printed:find("[ ,]\n"))
    end)
  end)
end)
