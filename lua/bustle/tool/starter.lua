--- What `bustle new --love` writes: a game for LÖVE with a pack, from the files in the folder `starter` beside this
-- one. `NAME` stands for the game.
local files = require "bustle.tool.files"

local FOLDER = debug.getinfo(1, "S").source:match("^@(.*)%.lua$")

local starter = {}

--- The files, in order.
-- @treturn {table,...} `path` and `text` of each
function starter.files()
  local list = {}
  for _, path in ipairs(files.below(FOLDER)) do
    list[#list + 1] = { path = path, text = assert(files.read(("%s/%s"):format(FOLDER, path))) }
  end
  return list
end

return starter
