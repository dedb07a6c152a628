--- bustle: behaviour for game characters. This is what games require; everything else is reached from here.
local loaded, core = pcall(require, "bustle.core")
if not loaded then
  -- Lua's own advice, paths to look in, is of no use to a game in LÖVE.
  local forgotten = _G.love and not core:find("love-init", 1, true)
  error(forgotten and ("bustle: %s\nFor a game in LÖVE: ./bustle love-init FOLDER, in a checkout of bustle, puts what "
    .. "it needs beside its main.lua"):format(core:match("^[^;\n]*")) or core, 0)
end
local json = require "bustle.json"
local love = require "bustle.love"
local pack = require "bustle.author.pack"
local shapes = require "bustle.author.shapes"
local world = require "bustle.world"

return {
  --- The version of the library.
  version = core.version,
  --- Makes a world of packs; see `bustle.world`.
  world = world.new,
  --- Makes a pack of plain tables; see `bustle.author.pack`.
  pack = pack.from_table,
  --- Reads and writes packs as JSON files; see `bustle.json`.
  json = json,
  --- For games made with LÖVE; see `bustle.love`.
  love = love,
  --- Common shapes of sequences; see `bustle.author.shapes`.
  chain = shapes.chain, choice = shapes.choice, loop_until = shapes.loop_until,
}
