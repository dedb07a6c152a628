---@meta bustle.stats
--- Types of `bustle.stats` for editors with the Lua language server. Never required.

---@class bustle.stats
local stats = {}

---What one NPC did, in order.
---@class bustle.Routine
---@field npc string
---@field number integer
---@field definition string
---@field actions string[]

---@class bustle.Repetition
---@field length integer of the stretch, in actions
---@field times integer how often the block comes in it
---@field block string[]

---@class bustle.Share
---@field seen integer
---@field all integer
---@field share number from 0 to 1

---@class bustle.GraphCoverage
---@field nodes bustle.Share
---@field transitions bustle.Share

---@class bustle.DefinitionStats
---@field npcs integer
---@field actions number of each, on average
---@field entropy number
---@field evenness number
---@field repetition bustle.Repetition the longest of all
---@field spread number
---@field closest number

---@param history bustle.HistoryEntry[]
---@return bustle.Routine[]
function stats.routines(history) end

---@param actions string[]
---@return number bits
---@return number evenness from 0 to 1
function stats.entropy(actions) end

---@param actions string[]
---@return bustle.Repetition
function stats.repetition(actions) end

---@param a string[]
---@param b string[]
---@return number from 0, the same, to 1
function stats.distance(a, b) end

---@param routines bustle.Routine[]
---@return number mean
---@return number least
---@return bustle.Routine[] closest
function stats.spread(routines) end

---@param world bustle.SimWorld
---@return bustle.GraphCoverage
function stats.coverage(world) end

---@param world bustle.SimWorld
---@return { coverage: bustle.GraphCoverage, definitions: table<string, bustle.DefinitionStats> }
function stats.of(world) end

return stats
