--- Whether what entities had of a state is still there: nothing claimed and not given back, nothing taken by effects
-- and not put back. And whether all messages are accounted for.
local conservation = {}

--- An account of what everyone began with.
function conservation.new()
  return { whole = {}, order = {} }
end

local function amount(world, id, state)
  local free = world._core:get(id, state)
  return free and free + (world._core:taken(id, state) or 0)
end

--- Notes what an entity begins with.
function conservation.meet(account, world, id)
  if account.whole[id] then return end
  local has = world._names.definitions[world._core:definition(id)].has
  local begun = {}
  for state in pairs(has) do begun[state] = amount(world, id, state) end
  account.whole[id] = begun
  account.order[#account.order + 1] = id
end

--- Notes that the spec has written a state: the entity then has so much more or less.
function conservation.written(account, world, id, state, before)
  local begun = account.whole[id]
  begun[state] = begun[state] + world._core:get(id, state) - before
end

-- Effects that change a state of the target take something by hand, and give it back when they end.
local function changed_by_hand(world, qualified)
  for _, action in ipairs(world._names.compiled.tables.actions) do
    for _, part in ipairs { "start", "finish", "interrupted" } do
      for _, op in ipairs(action[part]) do
        if op.subject == "target" and op.name == qualified then return true end
      end
    end
  end
  return false
end

-- Ids of those whom somebody's action has as its target.
local function in_use(world)
  local used = {}
  for id in world:_each() do
    local target = world:_is_npc(id) and world._core:doing(id, world._doing).target
    if target then used[target] = true end
  end
  return used
end

--- Finds entities that have more or less of a state than they should.
-- @tparam table account
-- @tparam table world
-- @tparam number state id
-- @treturn {table,...} `{ id=, begun=, free=, taken= }`
function conservation.leaks(account, world, state)
  local by_hand = changed_by_hand(world, world._names.content:name("state", state))
  local used, found = by_hand and in_use(world) or {}, {}
  for _, id in ipairs(account.order) do
    local begun = account.whole[id][state]
    if begun and world._core:alive(id) then
      local now = amount(world, id, state)
      -- What is used at the moment may lack what its user has taken by hand, or count one user more.
      if now ~= begun and not used[id] then
        found[#found + 1] = { id = id, begun = begun, free = world._core:get(id, state),
          taken = world._core:taken(id, state) or 0 }
      end
    end
  end
  return found
end

--- What has become of all messages.
-- @tparam table world
-- @treturn table `{ whole=, sent=, taken=, lost=, there= }`: `there` are those in inboxes; `whole` says that none is
-- missing and none too many
function conservation.messages(world)
  local stats, there = world:stats(), 0
  for id in world:_each() do
    there = there + (world:_is_npc(id) and #world._core:npc_inbox(id) or 0)
  end
  local left = stats.messages_sent - stats.messages_taken - stats.messages_lost
  return { whole = left == there and stats.messages == there, sent = stats.messages_sent, taken = stats.messages_taken,
    lost = stats.messages_lost, there = there }
end

return conservation
