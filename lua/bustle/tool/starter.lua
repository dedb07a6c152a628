--- What `bustle new --love` writes: a game for LÖVE with a pack, from the files in the folder `starter` beside this
-- one, and the settings of luacheck and of the Lua language server. `NAME` stands for the game.
local files = require "bustle.tool.files"

local FOLDER = debug.getinfo(1, "S").source:match("^@(.*)%.lua$")

local LUACHECK = [[
std = "luajit+love"
-- The library, which bustle love-init puts there.
exclude_files = { "bustle" }
-- Packs are written in words that they are offered.
stds.pack = { read_globals = { "state", "env", "interruption", "constant", "action", "sequence", "prop", "npc", "place",
  "extend", "replace", "chain", "choice", "loop_until" } }
files["square"] = { std = "+pack", max_line_length = 140 }
files["square/spec"] = { std = "+busted" }
]]

local LUARC = [[
{
  "runtime.version": "LuaJIT",
  "workspace.library": ["bustle", "${3rd}/love2d/library", "${3rd}/busted/library", "${3rd}/luassert/library"],
  "workspace.ignoreDir": ["bustle"],
  "workspace.checkThirdParty": false,
  "diagnostics.globals": ["state", "env", "interruption", "constant", "action", "sequence", "prop", "npc", "place",
    "extend", "replace", "chain", "choice", "loop_until"]
}
]]

local starter = {}

--- The files, in order.
-- @treturn {table,...} `path` and `text` of each
function starter.files()
  local list = { { path = ".luacheckrc", text = LUACHECK }, { path = ".luarc.json", text = LUARC } }
  for _, path in ipairs(files.below(FOLDER)) do
    list[#list + 1] = { path = path, text = assert(files.read(("%s/%s"):format(FOLDER, path))) }
  end
  return list
end

return starter
