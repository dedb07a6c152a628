--- The nodes of behaviour trees. All NPCs of a kind share one tree, and each keeps where in it it is: `npc.at` has for
-- every depth which child of the node there is under way, 0 if none is. A tick goes from the root to the leaf that is
-- under way.
local wishes = require "bench.lua.tickers.wishes"

local nodes = {}

-- A constructor of nodes of a class.
local function class(name)
  local methods = {}
  methods.__index = methods
  nodes[name] = function(self) return setmetatable(self, methods) end
  return methods
end

local function set_depths(node, depth)
  local deepest = depth
  node.depth = depth
  for _, child in ipairs(node) do
    if type(child) == "table" then
      deepest = math.max(deepest, set_depths(child.tick and child or child[1], depth + 1))
    end
  end
  return deepest
end

--- A whole tree.
-- @tparam table root
function nodes.tree(root)
  root.deepest = set_depths(root, 1)
  return root
end

--- Puts an NPC at the beginning of a tree.
function nodes.enter(npc, tree)
  npc.tree, npc.at = tree, {}
  for depth = 1, tree.deepest do npc.at[depth] = 0 end
end

-- ---- With children ----

--- One child after the other, as long as they succeed.
local Sequence = class "sequence"

function Sequence:tick(npc, dt)
  local at = npc.at
  local first = at[self.depth]
  for i = first > 0 and first or 1, #self do
    local status = self[i]:tick(npc, dt)
    if status ~= "success" then
      at[self.depth] = status == "running" and i or 0
      return status
    end
  end
  at[self.depth] = 0
  return "success"
end

--- One child after the other, until one does not fail.
local Selector = class "selector"

function Selector:tick(npc, dt)
  local at = npc.at
  local first = at[self.depth]
  for i = first > 0 and first or 1, #self do
    local status = self[i]:tick(npc, dt)
    if status ~= "failure" then
      at[self.depth] = status == "running" and i or 0
      return status
    end
  end
  at[self.depth] = 0
  return "failure"
end

--- One of the children, by chance; of `{ when = function, child }` only if it is open.
local Random = class "random"

function Random:tick(npc, dt)
  local at = npc.at
  local i = at[self.depth]
  if i == 0 then i = wishes.pick(self, npc) end
  local status = self[i][1]:tick(npc, dt)
  at[self.depth] = status == "running" and i or 0
  return status
end

--- Its child again, as long as it succeeds and `again` says so.
local Loop = class "loop"

function Loop:tick(npc, dt)
  local status
  repeat
    status = self[1]:tick(npc, dt)
  until status ~= "success" or not self.again(npc)
  return status
end

--- Its child, whatever comes of it.
local Try = class "try"

function Try:tick(npc, dt)
  return self[1]:tick(npc, dt) == "running" and "running" or "success"
end

-- ---- Leaves ----

--- An action, which takes its time. `same`: with the target that the one before had.
local Perform = class "perform"

function Perform:tick(npc, dt)
  local at = npc.at
  if at[self.depth] == 0 then
    if not npc.square:begin(npc, self.action, self.same and npc.target) then return "failure" end
    at[self.depth] = 1
    return "running"
  end
  npc.timer = npc.timer - dt
  if npc.timer > 0 then return "running" end
  npc.square:finish(npc)
  at[self.depth] = 0
  return "success"
end

--- A question.
local Condition = class "condition"

function Condition:tick(npc)
  return self[1](npc) and "success" or "failure"
end

--- Something that takes no time.
local Effect = class "effect"

function Effect:tick(npc)
  self[1](npc)
  return "success"
end

return nodes
