local M = {}
M.__index = M
function M.new(world) return setmetatable({world=world}, M) end
function M:update() end
function M:draw() end
function M:keypressed() end
function M:mousepressed() end
function M:select() end
return M
