-- State, environment, positions, expressions and effects: S2 S3 S6 S7 S8 S9 S10, and the taken totals of S42.
-- Leaves choosing and starting actions to actions.lua.

local u32 = require "spec.oracle.u32"
local content = require "spec.oracle.content"
local space = require "spec.oracle.space"

return function(World)
  ---- Properties (S2, S42) ----

  -- S42: a write sets the free part only, clamped to maximum - taken.
  function World:write(entity, property, value)
    local key = self.content.states[property]
    entity.state[property] = u32.clamp(value, key.min, key.max - (entity.taken[property] or 0))
  end

  -- S42: taken out of the free part, and kept count of.
  function World:take(entity, claims)
    for _, claim in ipairs(claims) do
      local p, n = claim.property, claim.amount or 1
      entity.state[p] = entity.state[p] - n
      entity.taken[p] = (entity.taken[p] or 0) + n
    end
  end

  function World:give_back(entity, claims)
    for _, claim in ipairs(claims) do
      local p, n = claim.property, claim.amount or 1
      entity.state[p] = entity.state[p] + n
      entity.taken[p] = entity.taken[p] - n
    end
  end

  -- S42: value - minimum >= amount, several claims together; never with what the NPC itself holds.
  function World:claimable(entity, claims)
    local needed = {}
    for _, claim in ipairs(claims) do
      needed[claim.property] = (needed[claim.property] or 0) + (claim.amount or 1)
    end
    for property, amount in pairs(needed) do
      local value = entity.state[property]
      if value == nil or value - self.content.states[property].min < amount then return false end
    end
    return true
  end

  -- S42: how much of an entity's property an NPC holds: by its action, and by the sequences of its running activity.
  function World:held_by(npc, entity, property)
    local sum = 0
    local function count(claims)
      for _, claim in ipairs(claims) do
        if claim.property == property then sum = sum + (claim.amount or 1) end
      end
    end
    if npc.action and npc.action.claim_held and npc.action.target == entity.number then count(npc.action.def.claims) end
    local activity = npc.activities[#npc.activities]
    for _, frame in ipairs(activity and activity.frames or {}) do
      if frame.claim_held and frame.claimed_on == entity.number then count(frame.sequence.claims) end
    end
    return sum
  end

  ---- Environment (S9) ----

  function World:env_due(env)
    return env.asked_at == nil or self.now - env.asked_at >= math.max(env.key.every_ms, 1)
  end

  -- Asks the game. An error, no answer or nonsense keeps the value and counts as asked; there is no event of it. S73: the clock answers
  -- where the game has no answer.
  function World:ask_env(env)
    env.asked_at, env.asks = self.now, (env.asks or 0) + 1
    local ok, answer = true, nil
    if self.query_env then ok, answer = self:outside(self.query_env, env.key.name) end
    if ok and answer == nil then answer = self:clock_answer(env.key.name) end
    local value = ok and content.to_value(env.key, answer)
    if value then env.value = value end
  end

  function World:read_env(name)
    local env = self.env[name]
    if self:env_due(env) then self:ask_env(env) end
    return env.value
  end

  ---- Positions (S10) ----

  function World:ask_position(entity)
    local def = entity.def
    if def.static or def.area or def.position ~= "queried" then return end
    if entity.asked_at and self.now - entity.asked_at < math.max(def.position_every_ms or 0, 1) then return end
    entity.asked_at = self.now
    if not self.query_position then return end
    local ok, x, y, z = self:outside(self.query_position, entity.number)
    if not ok or type(x) ~= "number" then return end
    local rx, ry, rz = space.round(x), space.round(y or 0), space.round(z or 0)
    if rx and ry and rz then entity.x, entity.y, entity.z = rx, ry, rz end
  end

  -- S10: by the world's metric, over cached positions.
  -- nil: one of them is nowhere (S68).
  function World:distance_between(a, b)
    if a.def and a.def.position == "none" or b.def and b.def.position == "none" then return nil end
    return space.distance(self.options.metric, a, b)
  end

  -- The NPC's own position is asked first, if stale. nil without a target.
  function World:distance(about)
    if not about.target then return nil end
    self:ask_position(about.npc)
    self:ask_position(about.target)
    return self:distance_between(about.npc, about.target)
  end

  ---- Expressions (S3, S6, S7) ----
  -- `about` says whom an expression is about: npc, target (an entity or nil), action (its name, for reports), testing
  -- (true: a condition, so that what the NPC holds of the target counts as free, S42), unreported (effects of a role or a scene), raiser (who raises
  -- what effects raise, if it is not the NPC: an area, S67),
  -- part(name) (in scenes: whom the name of a part stands for, or nil).

  function World:property(about, who, property)
    local entity = about.npc
    if who ~= "self" then entity = self:whom(about, who) end
    if entity == nil then return nil end
    if self.content.inboxes[property] then return self:count_messages(entity, property) end
    local value = entity.state[property]
    if value == nil then return nil end
    if about.testing and who == "target" then value = value + self:held_by(about.npc, entity, property) end
    return value
  end

  -- A number, or nil for what is not there (S3).
  function World:value(v, about)
    local kind = v[1]
    if kind == "const" then return v[2] end
    if kind == "link" then
      local from, to = self:whom(about, v[3]), self:whom(about, v[4])
      if not (from and to) then return nil end
      return (self:link_value(from, v[2], to))
    end
    if kind == "count" then return self:count_path(v[2], v[3], about) end
    if kind == "self" or kind == "target" or kind == "area" then return self:property(about, kind, v[2]) end
    if kind == "env" then return self:read_env(v[2]) end
    if kind == "part" then
      local member = about.part(v[2])
      return member and (self.content.inboxes[v[3]] and self:count_messages(member, v[3]) or member.state[v[3]])
    end
    if kind == "now" then return u32.saturate(math.floor(self.now / 1000)) end
    if kind == "distance" then
      local distance = self:distance(about)
      return distance and space.whole(distance)
    end
    local a, b = self:value(v[2], about), self:value(v[3], about)
    if a == nil or b == nil then return nil end
    if kind == "+" then return u32.saturate(a + b) end
    if kind == "-" then return u32.saturate(a - b) end
    return u32.saturate(a * b)
  end

  -- A side of a comparison: the distance alone is not rounded (S10).
  function World:side(v, about)
    if v[1] == "distance" then return self:distance(about) end
    return self:value(v, about)
  end

  local BROKEN = {}

  function World:test(e, about)
    local kind = e[1]
    if kind == "and" then return self:test(e[2], about) and self:test(e[3], about) end
    if kind == "or" then return self:test(e[2], about) or self:test(e[3], about) end
    if kind == "not" then return not self:test(e[2], about) end
    if kind == "call" then
      local ok, result = self:call_function(e[2], about, false)
      if not ok then error(BROKEN, 0) end
      return result and true or false
    end
    local a, b = self:side(e[2], about), self:side(e[3], about)
    if a == nil or b == nil then return false end
    if type(a) == "table" then
      a, b = space.order(a, b), 0
    elseif type(b) == "table" then
      a, b = 0, space.order(b, a)
    end
    if kind == "==" then return a == b end
    if kind == "~=" then return a ~= b end
    if kind == "<" then return a < b end
    if kind == ">" then return a > b end
    if kind == "<=" then return a <= b end
    return a >= b
  end

  -- A whole condition: none is true; one in which a function errs is false (S8).
  function World:condition(e, about)
    if e == nil then return true end
    local ok, result = pcall(self.test, self, e, about)
    if ok then return result end
    if result ~= BROKEN then error(result, 0) end
    return false
  end

  ---- Functions of the game (S8) ----

  function World:call_function(id, about, may_write)
    local world = self
    local ctx = {
      npc = about.npc.number,
      target = about.target and about.target.number,
      now = self.now,
      get = function(who, property) return world:property(about, who, property) end,
      env = function(name) return world:read_env(name) end,
    }
    if may_write then
      ctx.set = function(who, property, value)
        local entity = about.npc
        if who == "target" then entity = about.target end
        if entity == nil or entity.state[property] == nil then error("nothing to write: " .. tostring(property), 0) end
        local given = content.to_value({ min = u32.MIN, max = u32.MAX, values = world.content.states[property].values }, value)
        if given == nil then error("no value", 0) end
        world:write(entity, property, given)
      end
    end
    local ok, result = self:outside(self.call, id, ctx)
    if not ok then
      local key = tostring(id) .. "|" .. tostring(about.action)
      if not self.erred_this_update[key] then
        self.erred_this_update[key] = true
        self:report(about.npc, about.action, result)
      end
    end
    return ok, result
  end

  -- Runs a function of the game; any call to the world from inside is refused.
  function World:outside(f, ...)
    local before = self.outside_call
    self.outside_call = true
    local ok, a, b, c = pcall(f, ...)
    self.outside_call = before
    return ok, a, b, c
  end

  ---- Effects (S2, S3, S6, S45) ----
  -- With about.target nil (it is just leaving, S19) only what concerns `self` happens, and functions run without a target.

  local function on_whom(world, about, who, part)
    if who == "part" then return about.part(part) end
    return world:whom(about, who)
  end

  -- S69: the value first. To who is not there nothing is sent.
  function World:send_by_effect(about, effect)
    local value = 0
    if effect[4] then value = self:value(effect[4], about) end
    local entity = on_whom(self, about, effect[3], effect[5])
    if value and entity and entity ~= about.npc then self:put_message(about.npc, effect[2], entity, value) end
  end

  function World:apply(effects, about)
    for _, effect in ipairs(effects or {}) do
      local kind = effect[1]
      if kind == "call" then
        self:call_function(effect[2], about, true)
      elseif kind == "raise" then
        local entity = on_whom(self, about, effect[3], effect[4])
        if entity then self:raise(entity, effect[2], (about.raiser or about.npc).number) end
      elseif kind == "raise_within" then
        self.shouts[#self.shouts + 1] = { raiser = (about.raiser or about.npc).number, name = effect[2], within = effect[3] }
      elseif kind == "raise_on_path" then
        self:shout_on_path(about, effect[2], effect[3])
      elseif kind == "send" then
        self:send_by_effect(about, effect)
      elseif kind == "send_on_path" then
        self:shout_message(about, effect)
      elseif kind == "revoke" then
        local entity = on_whom(self, about, effect[3])
        if entity then self:revoke_all(entity, effect[2]) end
      elseif effect[2] == "link" then
        self:modify_link(about, kind, effect[3], self:value(effect[4], about))
      else
        local entity = on_whom(self, about, effect[2], effect[5])
        local value = self:value(effect[4], about) -- S6: first, also if there is nothing to modify
        if entity then self:modify(entity, kind, effect[3], value, about) end
      end
    end
  end

  -- A value of nil is one that is not there.
  function World:modify(entity, kind, property, value, about)
    local old = entity.state[property]
    if value == nil then return end
    if old == nil and about.unreported then return end -- S52, S54
    if old == nil then
      local key = about.action .. "|" .. property
      if not self.missing_reported[key] then
        self.missing_reported[key] = true
        self:report(about.npc, about.action, "no property " .. property)
      end
      return
    end
    if kind == "add" then value = u32.saturate(old + value) end
    if kind == "sub" then value = u32.saturate(old - value) end
    self:write(entity, property, value)
  end
end
