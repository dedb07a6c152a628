---@meta bustle.remote
--- Types for editors with the Lua language server. Never required: `require "bustle.remote"` is `remote.lua`.

---@class bustle.remote
local remote = {}

---@class bustle.RemoteOptions
---@field world bustle.World
---@field port? integer 27700; 0: any that is free
---@field commands? boolean whether a page may interrupt NPCs and stop the world; false
---@field origins? string[] pages from elsewhere that may ask, such as "https://example.org"
---@field print? fun(text: string) | false takes the words that say where it listens

---Lets a page look into a running game. Needs LuaSocket, which LÖVE brings.
---@param options bustle.RemoteOptions
---@return bustle.Remote?
---@return string? message
function remote.listen(options) end

---@class bustle.Remote
---@field port integer
---@field token string
local Remote = {}

---Answers, as far as that can be done at once. Call it once in each frame.
function Remote:update() end

function Remote:close() end

return remote
