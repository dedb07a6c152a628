-- A game that lets the page look into it, for live.test.mjs: in LÖVE.
local bustle = require "bustle"

local world, remote

function love.load(arguments)
  world = bustle.world { packs = { "behaviours/market" }, seed = 42, explain = true }
  world:set("market_open", true)
  remote = assert(require("bustle.remote").listen { world = world, port = 0, commands = arguments[1] == "commands" })
  io.stdout:flush()
end

function love.update(dt)
  world:update(dt)
  remote:update()
end

function love.draw() love.graphics.print(("%.1f s"):format(world:now()), 20, 20) end
