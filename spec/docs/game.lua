-- Plays the main.lua of a folder without LÖVE, for two minutes in frames, with keys pressed now and then. Whatever of
-- love.graphics the game calls is there and noted. Says nothing if all is well.
--   lua spec/docs/game.lua FOLDER
local folder = assert(arg[1], "the folder of a game")

local calls = {}
love = { graphics = setmetatable({}, { __index = function(_, name)
  return function(...) calls[#calls + 1] = ("%s %s"):format(name, table.concat({ ... }, " ")) end
end }) }

-- What a frame draws, as a text.
local function frame()
  calls = {}
  love.draw()
  return table.concat(calls, "\n")
end

dofile(folder .. "/main.lua")
love.load()
local first = frame()
assert(first:find "circle", "the game draws nobody")
local seen = {}
for i = 1, 120 * 60 do
  love.update(1 / 60)
  if i % 60 == 0 then seen[frame()] = true end
  if i % 600 == 0 then love.keypressed(i % 1200 == 0 and "r" or "space") end
end
local different = 0
for _ in pairs(seen) do different = different + 1 end
assert(different > 30, "nothing happens in the game")
