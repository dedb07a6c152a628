--- A sequence as nodes and the ways between them, and which of these an NPC has taken, as far as one who looks after
-- each update can say. Draws nothing.
local ways = {}

local Walk = {}
Walk.__index = Walk

--- The ways from a node.
-- @tparam table node of a sequence as it was sealed
-- @treturn {table,...} `{ to=, failed= }`
function ways.from(node)
  local list = {}
  for _, transition in ipairs(node.transitions) do list[#list + 1] = { to = transition.to } end
  if node.failed then list[#list + 1] = { to = node.failed, failed = true } end
  return list
end

local function nodes_of(sequence)
  local by_name = {}
  for _, node in ipairs(sequence.nodes) do by_name[node.name] = node end
  return by_name
end

--- Layers by the fewest steps from the entry; the end is below all.
-- @tparam table sequence as it was sealed
-- @treturn {{string,...},...} names of nodes
-- @treturn table nodes by name
function ways.layers(sequence)
  local by_name = nodes_of(sequence)
  local depth, layers, queue = { [sequence.entry] = 1 }, { { sequence.entry } }, { sequence.entry }
  for _, name in ipairs(queue) do -- which grows meanwhile
    for _, way in ipairs(ways.from(by_name[name])) do
      if way.to ~= "END" and not depth[way.to] then
        local at = depth[name] + 1
        depth[way.to] = at
        layers[at] = layers[at] or {}
        table.insert(layers[at], way.to)
        queue[#queue + 1] = way.to
      end
    end
  end
  layers[#layers + 1] = { "END" }
  return layers, by_name
end

--- The shortest way from one node to another.
-- @treturn {string,...}|nil the names of all nodes on it; nil if there is none
function ways.shortest(sequence, from, to)
  local by_name, came, queue = nodes_of(sequence), { [from] = from }, { from }
  for _, name in ipairs(queue) do -- which grows meanwhile
    if name == to then
      local way = { name }
      while name ~= from do
        name = came[name]
        table.insert(way, 1, name)
      end
      return way
    end
    for _, way in ipairs(by_name[name] and ways.from(by_name[name]) or {}) do
      if not came[way.to] then
        came[way.to] = name
        queue[#queue + 1] = way.to
      end
    end
  end
end

-- ---- Watching somebody ----

--- Follows one NPC of a world at a time.
function ways.walk(world) return setmetatable({ world = world, walked = {}, last = {} }, Walk) end

--- Forgets what has been walked: it is about somebody else from now on.
function Walk:begin() self.walked, self.last = {}, {} end

--- A sequence as it was sealed, by a name that the world knows.
function Walk:sequence(name)
  local compiled = self.world._names.compiled
  if self.compiled ~= compiled then
    self.compiled, self.sequences = compiled, {}
    for _, sequence in ipairs(compiled.tables.sequences) do self.sequences[sequence.name] = sequence end
  end
  return self.sequences[compiled:resolve("sequence", name)]
end

--- Looks where an NPC is, after an update. What it passes between two of them, as choices, is on the shortest way;
-- without one it has entered the sequence anew.
function Walk:follow(npc)
  local walked, last = {}, {}
  for depth, frame in ipairs(npc:doing().stack) do
    local key, sequence = ("%d %s"):format(depth, frame.sequence), self:sequence(frame.sequence)
    local taken, from, node = self.walked[key], self.last[key], frame.node
    local way = taken and node and ways.shortest(sequence, from, node)
    if not way then taken, way = {}, node and ways.shortest(sequence, sequence.entry, node) or {} end
    for i, name in ipairs(way) do
      taken[name] = taken[name] or {}
      if way[i + 1] then taken[name][way[i + 1]] = true end
    end
    walked[key], last[key] = taken, node or from
  end
  self.walked, self.last = walked, last
end

--- The ways taken in the sequence at a depth of its stack: `taken[from][to]` is true.
function Walk:taken(depth, sequence) return self.walked[("%d %s"):format(depth, sequence)] or {} end

return ways
