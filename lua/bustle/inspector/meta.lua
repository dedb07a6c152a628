---@meta bustle.inspector
--- Types of the inspector for editors with the Lua language server. Never required: `require "bustle.inspector"` is
--- `inspector.lua`.

---@class bustle.inspector
local inspector = {}

---@class bustle.InspectorOptions
---@field at? fun(npc: bustle.Entity): number, number where an NPC is on the screen; its x and y
---@field screen? fun(x: number, y: number): number, number where a point of the world is on the screen: for things and areas
---@field key? string shows and hides the panel; "i"
---@field over_key? string draws areas and links over the game; "f2"
---@field visible? boolean whether it begins shown; false
---@field x? number where its left edge begins; at the right of the window
---@field y? number where its upper edge begins; 0
---@field width? number 358
---@field height? number that of the window

---@param world bustle.World
---@param options? bustle.InspectorOptions
---@return bustle.Inspector
function inspector.new(world, options) end

---@class bustle.Inspector
---@field selected? bustle.Entity
---@field visible boolean
---@field over boolean whether areas and links are drawn over the game
local Inspector = {}

---@param npc? bustle.Entity
function Inspector:select(npc) end

---Selects the NPC nearest to a click, or else the nearest thing. On the panel it takes hold of that, so that dragging moves it.
---@param x number
---@param y number
---@return boolean on_panel
function Inspector:mousepressed(x, y) end

---@param key string
---@return boolean taken
function Inspector:keypressed(key) end

---Draws the panel, and areas and links over the game, if they are shown. Last in `love.draw`.
function Inspector:draw() end

return inspector
