--- bustle: behaviour for game characters. This is what games require; everything else is reached from here.
local core = require "bustle.core"
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
