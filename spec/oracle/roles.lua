-- Roles: which one applies, what a change of it does, and when its main sequence takes the place of the old one: S49 S52.
-- npc.role is the compiled role or nil, npc.role_set whether the game has set it, npc.tested_at_end whether roles were tested
-- in this turn because the main sequence had ended, npc.change_due how a change of main sequence that is due is made:
-- "node", "action" or "now", or nil. activity.began of the main activity is the main sequence it began with last.

return function(World)
  ---- Role and definition, merged key by key, the role's first ----

  function World:handler(npc, interruption)
    return npc.role and npc.role.handler[interruption] or npc.def.handler[interruption]
  end

  function World:fallbacks(npc)
    if npc.role and #npc.role.fallbacks > 0 then return npc.role.fallbacks end
    return npc.def.fallbacks
  end

  -- In byte order of their names.
  function World:cues(npc)
    local list = {}
    for name, cue in pairs(npc.def.cue) do
      if not (npc.role and npc.role.cue[name]) then list[#list + 1] = cue end
    end
    for _, cue in pairs(npc.role and npc.role.cue or {}) do list[#list + 1] = cue end
    table.sort(list, function(a, b) return a.name < b.name end)
    return list
  end

  -- A definition without main sequence and plan takes, in a role without them, those of the last role that it lists. What a plan says
  -- is in plans.lua.
  function World:main_sequence(npc)
    local last = npc.def.roles[#npc.def.roles]
    local minds = { npc.def, last and self.content.roles[last.role] }
    if npc.role then table.insert(minds, 1, npc.role) end
    return self:main_of(npc, minds)
  end

  ---- Which role applies ----

  -- The first of the list whose condition holds; nil where none is listed.
  function World:applying_role(npc)
    for _, listed in ipairs(npc.def.roles) do
      if self:condition(listed.when, { npc = npc, action = "", testing = true }) then return self.content.roles[listed.role] end
    end
    return nil
  end

  ---- A change ----

  local function no_longer_heeded(world, npc, list)
    for i = #list, 1, -1 do
      local name = list[i].name
      if not world:handler(npc, name) and not world:would_end(npc, name) then table.remove(list, i) end
    end
  end

  -- If the role is another: `exit`, the change, with which what nobody would heed vanishes, the event, `enter`; then a change
  -- of main sequence may be due. Says whether the role is another.
  function World:change_role(npc, role)
    local old, about = npc.role, { npc = npc, action = "", unreported = true }
    if role == old then return false end
    if old then self:apply(old.exit, about) end
    npc.role = role
    npc.looked_at = self.now
    no_longer_heeded(self, npc, npc.queue)
    no_longer_heeded(self, npc, npc.kept)
    self:event("role", npc, 0, role and role.name or "", 0)
    if role then self:apply(role.enter, about) end
    npc.main = self:main_sequence(npc)
    npc.change_due = nil
    local main = self:main_activity(npc)
    if main and main.began ~= npc.main then npc.change_due = role and role.change or "node" end
    return true
  end

  -- The one it begins with is no change of main sequence.
  function World:first_role(npc)
    npc.role, npc.role_set, npc.tested_at_end, npc.change_due = nil, false, false, nil
    self:change_role(npc, self:applying_role(npc))
    npc.main = self:main_sequence(npc)
  end

  -- The main sequence, or a fallback in its place, has ended: the role for the next time, once in a turn.
  function World:role_at_end(npc)
    if npc.role_set or npc.tested_at_end or #npc.def.roles == 0 then return end
    npc.tested_at_end = true
    self:change_role(npc, self:applying_role(npc))
  end

  ---- Conditions over the environment (S45, S49) ----

  -- The environment values that the conditions of a definition's roles read.
  local function collect_env(tree, found)
    if type(tree) ~= "table" then return found end
    if tree[1] == "env" then found[tree[2]] = true end
    for i = 2, #tree do collect_env(tree[i], found) end
    return found
  end

  -- For each definition with roles what it watches; all of these values, as they were when roles were last looked at.
  function World:watch_roles()
    self.roles_watch, self.roles_saw = {}, {}
    for name, def in pairs(self.content.entities) do
      local watched = {}
      for _, listed in ipairs(def.roles) do collect_env(listed.when, watched) end
      self.roles_watch[name] = watched
      for env in pairs(watched) do self.roles_saw[env] = self.env[env].key.default end
    end
  end

  -- After the interruptions' conditions, first thing in an update.
  function World:refresh_roles()
    local changed = {}
    for name, before in pairs(self.roles_saw) do
      if self.env[name].value ~= before then changed[name] = true end
    end
    for name in pairs(self.roles_saw) do self.roles_saw[name] = self.env[name].value end
    for _, npc in ipairs(self.entities) do
      local concerned = false
      for name in pairs(self.roles_watch[npc.def.name]) do concerned = concerned or changed[name] end
      if npc.def.npc and concerned and not npc.role_set then self:role_by_environment(npc) end
    end
  end

  function World:role_by_environment(npc)
    if self:change_role(npc, self:applying_role(npc)) and npc.change_due and not npc.held then self:join(npc) end
    self:carry_shouts()
  end

  ---- The main sequence ----

  -- The main activity is known by its mark.
  function World:main_activity(npc)
    for _, activity in ipairs(npc.activities) do
      if activity.is_main then return activity end
    end
    return nil
  end

  local STANDS = {} -- may the main activity be replaced as it stands?

  function STANDS.node(npc, main)
    local state = main.frames[1].state
    return npc.activities[#npc.activities] == main and state ~= "subsequence" and state ~= "waiting" and state ~= "awaiting"
  end

  local function has_part(main)
    for _, frame in ipairs(main.frames) do
      if frame.part then return true end
    end
    return false
  end

  function STANDS.action(npc, main)
    return npc.activities[#npc.activities] == main and main.frames[#main.frames].state ~= "waiting" and not has_part(main)
  end

  function STANDS.now() return true end

  -- A change that is due is made, if it can be by now.
  function World:change_main(npc)
    local how = npc.change_due
    if not how or npc.halted then return end
    if STANDS[how](npc, self:main_activity(npc)) then self:replace_main(npc) end
  end

  ---- The game sets a role ----

  -- The role's name; nil: the one that applies by the definition.
  function World:set_role(number, name)
    self:guard()
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    local role = name and self.content.roles[name]
    if name and not role then return nil, "unknown role" end
    npc.role_set = role ~= nil
    if not role then role = self:applying_role(npc) end
    if self:change_role(npc, role) and npc.change_due then self:replace_main(npc) end
    self:look_at_scenes(npc)
    self:carry_shouts()
    return true
  end

  -- The name of its role, or nil; whether the game has set it.
  function World:role_of(number)
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    return npc.role and npc.role.name, npc.role_set
  end
end
