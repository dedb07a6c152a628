-- The load-time rules (S3 S6 S11 S12 S24 S41 S42 S51 to S54 S61 S67 S69 S74) over normalised content, so that random content is content that the
-- core accepts too. Returns a list of problems; warnings are not reported.

local content = require "spec.oracle.content"
local mentions = content.mentions

local BUILT_IN = { holder = true, provider = true, inside = true, around = true, outer = true, inner = true, member = true }
local COMPARISONS = { ["=="] = true, ["~="] = true, ["<"] = true, [">"] = true, ["<="] = true, [">="] = true }

-- Properties of `who` that an expression or effect list needs.
local function properties(tree, who, found)
  if type(tree) ~= "table" then return found end
  if tree[1] == who and type(tree[2]) == "string" then found[tree[2]] = true end
  if (tree[1] == "set" or tree[1] == "add" or tree[1] == "sub") and tree[2] == who then found[tree[3]] = true end
  for i = 1, #tree do properties(tree[i], who, found) end
  return found
end

-- Properties of `who` without which a condition is never true.
local function condition_needs(tree, who)
  local kind = type(tree) == "table" and tree[1]
  if kind == "not" then return {} end
  if kind ~= "and" and kind ~= "or" then return properties(tree, who, {}) end
  local left, right = condition_needs(tree[2], who), condition_needs(tree[3], who)
  local found = {}
  for name in pairs(left) do found[name] = kind == "and" or right[name] end
  for name in pairs(right) do found[name] = kind == "and" or left[name] end
  return found
end

local function is_on_target(effect)
  if effect[1] == "raise" or effect[1] == "send" then return effect[3] == "target" end
  return effect[1] ~= "call" and effect[2] == "target"
end

local function action_needs(action, who)
  local found = condition_needs(action.when, who)
  for _, part in ipairs { "start", "finish", "interrupted" } do properties(action[part], who, found) end
  if who == "target" then
    for _, claim in ipairs(action.claims) do found[claim.property] = true end
  elseif action.travel and action.travel.property then
    found[action.travel.property] = true
  end
  return found
end

return function(_, c)
  local problems = {}
  local function problem(...) problems[#problems + 1] = string.format(...) end

  -- S6: conditions compare, effects modify; names exist. `parts`: those of a scene that may be named there.
  local parts = {}
  local function check_value(v, where)
    local kind = v[1]
    if kind == "part" then
      if not parts[v[2]] then problem("%s: unknown part %s", where, tostring(v[2])) end
      if not c.states[v[3]] and not c.inboxes[v[3]] then problem("%s: unknown state %s", where, tostring(v[3])) end
      return
    end
    if kind == "link" then
      if not c.links[v[2]] and not BUILT_IN[v[2]] then problem("%s: unknown link %s", where, tostring(v[2])) end
      return
    end
    if kind == "count" then return end
    if kind == "self" or kind == "target" or kind == "area" then
      if not c.states[v[2]] and not c.inboxes[v[2]] then problem("%s: unknown state %s", where, tostring(v[2])) end
    elseif kind == "env" then
      if not c.env[v[2]] then problem("%s: unknown env %s", where, tostring(v[2])) end
    elseif kind == "+" or kind == "-" or kind == "*" then
      check_value(v[2], where); check_value(v[3], where)
    elseif kind ~= "const" and kind ~= "distance" and kind ~= "now" then
      problem("%s: no value: %s", where, tostring(kind))
    end
  end
  local function check_condition(e, where)
    if e == nil then return end
    if e[1] == "and" or e[1] == "or" then check_condition(e[2], where); check_condition(e[3], where)
    elseif e[1] == "not" then check_condition(e[2], where)
    elseif COMPARISONS[e[1]] then check_value(e[2], where); check_value(e[3], where)
    elseif e[1] ~= "call" then problem("%s: no condition: %s", where, tostring(e[1])) end
  end
  local function check_effects(list, where)
    for _, e in ipairs(list or {}) do
      if e[2] == "link" then
        if not c.links[e[3][1]] then problem("%s: unknown link %s (S65)", where, tostring(e[3][1])) end
        check_value(e[4], where)
      elseif e[1] == "set" or e[1] == "add" or e[1] == "sub" then
        local known = e[2] == "self" or e[2] == "target" or e[2] == "area" or (e[2] == "part" and parts[e[5]])
        if not known then problem("%s: effect on %s", where, tostring(e[2])) end
        if not c.states[e[3]] then problem("%s: unknown state %s", where, tostring(e[3])) end
        check_value(e[4], where)
      elseif e[1] == "raise" or e[1] == "raise_within" or e[1] == "raise_on_path" then
        if not c.interruptions[e[2]] then problem("%s: unknown interruption %s", where, tostring(e[2])) end
        if e[3] == "part" and not parts[e[4]] then problem("%s: unknown part %s", where, tostring(e[4])) end
      elseif e[1] == "send" or e[1] == "send_on_path" then
        if not c.inboxes[e[2]] then problem("%s: unknown inbox %s", where, tostring(e[2])) end
        if e[3] == "part" and not parts[e[5]] then problem("%s: unknown part %s", where, tostring(e[5])) end
        if e[4] then check_value(e[4], where) end
      elseif e[1] ~= "call" and e[1] ~= "revoke" then problem("%s: no effect: %s", where, tostring(e[1])) end
    end
  end
  local function check_claims(claims, where)
    for _, claim in ipairs(claims) do
      local key = c.states[claim.property]
      if not key then problem("%s: unknown claimed state %s", where, tostring(claim.property))
      elseif not key.has_min then problem("%s: claimed %s has no minimum (S42)", where, claim.property) end
    end
  end

  for _, i in pairs(c.interruptions) do
    check_condition(i.when, i.name)
    if mentions(i.when, { self = true, target = true, distance = true, now = true, call = true }) then
      problem("%s: condition over more than env (S45)", i.name)
    end
  end

  for _, a in pairs(c.actions) do
    local where = "action " .. a.name
    check_condition(a.when, where)
    for _, list in ipairs { "start", "finish", "interrupted" } do
      check_effects(a[list], where)
      for _, e in ipairs(a[list] or {}) do
        local on_target = is_on_target(e)
        if not a.targeted and on_target then problem("%s: effect on target, but it takes none (S11)", where) end
      end
    end
    check_claims(a.claims, where)
    local calls = { call = true }
    if a.takes_target == nil and not a.targeted and (mentions(a.when, calls) or mentions(a.start, calls)
        or mentions(a.finish, calls) or mentions(a.interrupted, calls)) then
      problem("%s: has functions and does not say whether it takes a target (S12)", where)
    end
    if a.travel then
      if a.duration then problem("%s: travel and duration", where) end
      if (a.travel.near or 0) < 0 then problem("%s: near is negative (S47)", where) end
    else
      if a.duration[1] <= 0 or a.duration[2] < a.duration[1] then problem("%s: duration (S11)", where) end
      if a.timeout_ms <= a.duration[2] then problem("%s: timeout <= longest duration (S11)", where) end
    end
    for name in pairs(a.ends_on_set) do
      if not c.interruptions[name] then problem("%s: unknown interruption %s", where, name) end
    end
  end

  local function check_waiting(name, at)
    if not name then return end
    local a = c.actions[name]
    if not a then problem("%s: unknown action", at)
    elseif a.targeted or a.when or #a.claims > 0 or a.travel or next(a.ends_on_set) then
      problem("%s: %s is more than can be seen (S51)", at, name)
    end
  end
  local function check_wait(n, at)
    check_condition(n.when, at)
    if n.timeout_ms < 0 then problem("%s: timeout (S51)", at) end
    if n.every_ms < 1 then problem("%s: every (S51)", at) end
    check_waiting(n.waiting, at)
  end
  local function check_scene_named(name, as, at)
    local scene = c.scenes[name]
    if not scene then problem("%s: unknown scene %s", at, tostring(name))
    elseif as and not scene.part_index[as] then problem("%s: unknown part %s", at, as) end
  end

  local function check_messages(n, at)
    if (n.kind == "take" or n.kind == "send") and not c.inboxes[n.inbox] then problem("%s: unknown inbox %s", at, tostring(n.inbox)) end
    if n.into and not c.states[n.into] then problem("%s: unknown state %s", at, n.into) end
    if n.value then check_value(n.value, at) end
    if n.kind == "meet" and not (n.same_target or n.from_area or n.path) then problem("%s: meets nowhere (S71)", at) end
    if n.kind == "meet" and (n.count < 2 or n.count > 255) then problem("%s: count (S71)", at) end
  end
  for name in pairs(c.inboxes) do
    if c.states[name] then problem("inbox %s: there is a state of that name (S69)", name) end
  end

  for _, s in pairs(c.sequences) do
    local where = "sequence " .. s.name
    check_claims(s.claims, where)
    if not s.nodes[s.entry] then problem("%s: no entry", where) end
    for _, n in ipairs(s.node_list) do
      local at = where .. "." .. n.name
      if n.kind == "action" and not c.actions[n.action] then problem("%s: unknown action", at) end
      if n.kind == "sequence" and not c.sequences[n.sequence] then problem("%s: unknown sequence", at) end
      local may_name = n.kind == "send" or n.kind == "action" and c.actions[n.action].targeted
      if n.same_target and not (may_name or n.kind == "meet") then
        problem("%s: same target on what takes none (S41)", at)
      end
      if n.failed and not s.nodes[n.failed] then problem("%s: unknown failed node", at) end
      if n.kind ~= "end" and #(n.to or {}) == 0 then problem("%s: nobody can leave it (S24)", at) end
      if n.every_ms then check_wait(n, at) end
      check_messages(n, at)
      check_condition(n.during, at)
      if n.kind == "request" and n.body and not c.sequences[n.body] then problem("%s: unknown body", at) end
      if n.kind == "scene" then check_scene_named(n.scene, n.as, at) end
      if (n.at_member or n.at_part) and not may_name then
        problem("%s: aimed, but takes no target (S54)", at)
      end
      for _, t in ipairs(n.to or {}) do
        if not s.nodes[t.node] then problem("%s: unknown node %s", at, tostring(t.node)) end
        check_condition(t.when, at)
      end
    end
  end

  -- S54: what the members of a part may perform.
  local function performed_in(scene, part)
    if part.sequence then return { part.sequence } end
    local list = {}
    for _, minds in ipairs { c.roles, c.entities } do
      for _, mind in pairs(minds) do list[#list + 1] = mind.reaction[scene.topic] end
    end
    return list
  end

  -- S54: scenes.
  local function check_part(scene, part, where)
    if part.least < 1 or part.most < part.least then problem("%s: how many (S54)", where) end
    if not part.sequence and not scene.topic then problem("%s: neither sequence nor topic (S54)", where) end
    if part.sequence and not c.sequences[part.sequence] then problem("%s: unknown sequence", where) end
    check_condition(part.when, where)
    parts[part.name] = true -- known to those after it, and in effects
  end
  for _, scene in pairs(c.scenes) do
    local where, most = "scene " .. scene.name, 0
    if #scene.parts < 1 or #scene.parts > 8 then problem("%s: parts (S54)", where) end
    for _, part in ipairs(scene.parts) do
      check_part(scene, part, where .. "." .. part.name)
      most = most + part.most
    end
    if most > 32 then problem("%s: too many members (S54)", where) end
    for _, part in ipairs(scene.parts) do
      for _, list in ipairs { part.finish or {}, part.broken or {} } do
        check_effects(list, where)
        for _, e in ipairs(list) do
          if is_on_target(e) or mentions(e[4], { target = true, distance = true }) then problem("%s: effect on target (S54)", where) end
        end
      end
    end
    parts = {}
    check_waiting(scene.waiting, where)
    for _, key in ipairs { "patience_ms", "limit_ms", "longest_ms" } do
      if scene[key] < 1 then problem("%s: %s (S54)", where, key) end
    end
    if scene.rest_ms < 0 then problem("%s: rest (S54)", where) end
  end
  if #problems > 0 then return problems end

  -- S24: recursive nesting, by way of scenes too.
  local nests
  local function nests_in_scene(name, trail)
    local scene = c.scenes[name]
    for _, part in ipairs(scene.parts) do
      for _, sequence in ipairs(performed_in(scene, part)) do
        if c.sequences[sequence] and nests(sequence, trail) then return true end
      end
    end
    return false
  end
  function nests(name, trail)
    if trail[name] then return true end
    trail[name] = true
    for _, n in ipairs(c.sequences[name].node_list) do
      if n.kind == "sequence" and nests(n.sequence, trail) then return true end
      if n.kind == "scene" and nests_in_scene(n.scene, trail) then return true end
      if n.body and nests(n.body, trail) then return true end
    end
    trail[name] = nil
    return false
  end
  for name in pairs(c.sequences) do
    if nests(name, {}) then problem("sequence %s: recursive nesting (S24)", name); return problems end
  end

  -- S24: what can be run through, or round, without any action, by transitions without a condition.
  local through = {}
  local function passable(node)
    return node.kind == "choice" or node.kind == "pass" or node.kind == "body" or (node.kind == "sequence" and through[node.sequence](node.sequence))
  end
  local function can_run_through(name)
    local s, seen = c.sequences[name], {}
    local function walk(node_name)
      if seen[node_name] then return false end
      seen[node_name] = true
      local node = s.nodes[node_name]
      if node.kind == "end" then return true end
      if not passable(node) then return false end
      for _, t in ipairs(node.to) do
        if not t.when and walk(t.node) then return true end
      end
      return false
    end
    return walk(s.entry)
  end
  for name in pairs(c.sequences) do through[name] = can_run_through end
  for name, s in pairs(c.sequences) do
    for _, first in ipairs(s.node_list) do
      local seen = {}
      local function back(node_name)
        local node = s.nodes[node_name]
        if node.kind == "end" or not passable(node) then return false end
        for _, t in ipairs(node.to) do
          if not t.when then
            if t.node == first.name then return true end
            if not seen[t.node] then
              seen[t.node] = true
              if back(t.node) then return true end
            end
          end
        end
        return false
      end
      if back(first.name) then problem("sequence %s.%s: cycle without an action (S24)", name, first.name); break end
    end
  end

  -- S52, S53: roles and cues.
  local function check_cue(cue, where)
    local at = where .. ", cue " .. cue.name
    check_condition(cue.when, at)
    if not cue.when and not cue.targeted then problem("%s: neither condition nor targets (S53)", at) end
    if not cue.targeted and (cue.prefer or mentions(cue.when, { target = true, distance = true })) then
      problem("%s: there is no target (S53)", at)
    end
    if cue.every_ms < 1 then problem("%s: every (S53)", at) end
    if cue.again_ms < 0 then problem("%s: again (S53)", at) end
    if (cue.sequence == nil) == (cue.scene == nil) then problem("%s: a sequence or a scene (S53)", at) end
    if cue.sequence and not c.sequences[cue.sequence] then problem("%s: unknown sequence", at) end
    if cue.scene then check_scene_named(cue.scene, cue.as or "", at) end
  end
  local function check_reactions(mind, where)
    for _, sequence in pairs(mind.reaction) do
      if not c.sequences[sequence] then problem("%s: unknown sequence %s", where, sequence) end
    end
  end
  local function check_main(name, where)
    if not c.sequences[name] then problem("%s: unknown sequence %s", where, tostring(name))
    elseif can_run_through(name) then problem("%s: main runs through without an action (S24)", where) end
  end
  -- S74.
  local function check_entry(entry, where)
    local length = content.minutes_of(entry)
    if entry.from < 0 or entry.from > 1439 or entry.to < 0 or entry.to > 1440 then problem("%s: a time (S74)", where) end
    if entry.vary < 0 or 2 * entry.vary > length then problem("%s: vary (S74)", where) end
    if entry.skip < 0 or entry.skip > length then problem("%s: skip (S74)", where) end
    check_main(entry.sequence, where)
  end
  local function overlap(a, b)
    for later = -1440, 1440, 1440 do
      if a.from < b.from + later + content.minutes_of(b) and b.from + later < a.from + content.minutes_of(a) then return true end
    end
    return false
  end
  for _, plan in pairs(c.plans) do
    local where = "plan " .. plan.name
    if #plan.entries < 1 or #plan.entries > 256 then problem("%s: entries (S74)", where) end
    for i, entry in ipairs(plan.entries) do
      check_entry(entry, where)
      for j = 1, i - 1 do
        if plan.entries[j].priority == entry.priority and overlap(plan.entries[j], entry) then problem("%s: overlap (S74)", where) end
      end
    end
  end
  local function check_plan(mind, where)
    if mind.plan and mind.main then problem("%s: main sequence and plan (S74)", where) end
    if mind.plan and not c.plans[mind.plan] then problem("%s: unknown plan %s", where, mind.plan) end
  end

  for _, role in pairs(c.roles) do
    local where = "role " .. role.name
    if role.main then check_main(role.main, where) end
    check_plan(role, where)
    for _, list in ipairs { role.enter or {}, role.exit or {} } do
      check_effects(list, where)
      for _, e in ipairs(list) do
        if is_on_target(e) or mentions(e[4], { target = true, distance = true }) then problem("%s: effect on target (S52)", where) end
      end
    end
    for name in pairs(role.handler) do
      if not c.interruptions[name] then problem("%s: unknown interruption %s", where, name) end
    end
    for _, cue in pairs(role.cue) do check_cue(cue, where) end
    check_reactions(role, where)
    if role.change ~= "node" and role.change ~= "action" and role.change ~= "now" then problem("%s: change (S52)", where) end
  end

  -- S61, S67: offers, areas and who has no position.
  local function check_offers(mind, where)
    for _, offer in pairs(mind.offer) do
      local at = where .. ", offer " .. offer.name
      for _, sequence in ipairs { offer.sequence, offer.undo } do
        if not c.sequences[sequence] then problem("%s: unknown sequence %s", at, sequence) end
      end
      if offer.holders < 0 then problem("%s: holders (S61)", at) end
      check_condition(offer.when, at)
      check_condition(offer.during, at)
      check_effects(offer.adopt, at)
      check_effects(offer.drop, at)
    end
  end
  for _, role in pairs(c.roles) do check_offers(role, "role " .. role.name) end
  for _, d in pairs(c.entities) do
    check_offers(d, "entity " .. d.name)
    if d.area then
      check_effects(d.enter, d.name)
      check_effects(d.exit, d.name)
      for p in pairs(properties(d.exit, "target", properties(d.enter, "target", {}))) do
        local there = false
        for _, state in ipairs(d.state or {}) do there = there or state[1] == p end
        if not there then problem("entity %s: lacks %s (S67)", d.name, p) end
      end
      if d.position then problem("entity %s: an area that moves (S67)", d.name) end
      if #d.area < 1 or #d.area > 8 then problem("entity %s: boxes (S67)", d.name) end
    end
  end

  -- S61: what an offer needs of who takes it.
  local function add_needs(offer, sequence, seen)
    if seen[sequence] then return end
    seen[sequence] = true
    local function add(found)
      for state in pairs(found) do offer.needs[state] = true end
    end
    for _, n in ipairs(c.sequences[sequence].node_list) do
      local action = c.actions[n.action or n.waiting]
      if action then add(action_needs(action, "self")) end
      if n.kind == "take" then offer.needs_inbox[n.inbox] = true end
      if n.into then offer.needs[n.into] = true end
      add(properties(n.value, "self", {}))
      if n.when then add(condition_needs(n.when, "self")) end
      if n.during then add(condition_needs(n.during, "self")) end
      for _, t in ipairs(n.to or {}) do add(condition_needs(t.when, "self")) end
      for _, nested in ipairs { n.sequence or n.body } do add_needs(offer, nested, seen) end
      if n.kind == "scene" then
        for _, part in ipairs(c.scenes[n.scene].parts) do
          if n.as == part.name and part.sequence then add_needs(offer, part.sequence, seen) end
        end
      end
    end
  end
  for _, minds in ipairs { c.roles, c.entities } do
    for _, mind in pairs(minds) do
      for _, offer in pairs(#problems == 0 and mind.offer or {}) do
        offer.needs, offer.needs_inbox = {}, {}
        local seen = {}
        add_needs(offer, offer.sequence, seen)
        if offer.undo then add_needs(offer, offer.undo, seen) end
        properties(offer.adopt, "self", offer.needs)
        properties(offer.drop, "self", offer.needs)
        for name in pairs(c.inboxes) do offer.needs[name] = nil end -- to read how much is in one is no need
      end
    end
  end

  local function check_listed(d, where)
    local seen = {}
    for i, listed in ipairs(d.roles) do
      local role = c.roles[listed.role]
      if not role then problem("%s: unknown role %s", where, tostring(listed.role)) end
      if seen[listed.role] then problem("%s: %s listed twice (S52)", where, listed.role) end
      if (listed.when == nil) ~= (i == #d.roles) then problem("%s: only the last role has no condition (S52)", where) end
      if mentions(listed.when, { target = true, distance = true }) then problem("%s: role by target (S52)", where) end
      if role and not (role.main or role.plan or d.main or d.plan) then problem("%s: no main sequence as %s (S52)", where, listed.role) end
      check_condition(listed.when, where)
      seen[listed.role] = true
    end
    if #d.roles == 0 and not (d.main or d.plan) then problem("%s: no main sequence", where) end
  end

  -- S3: needed properties; S24: main sequences.
  for _, d in pairs(c.entities) do
    local where, has = "entity " .. d.name, {}
    for _, p in ipairs(d.state or {}) do
      has[p[1]] = true
      if not c.states[p[1]] then problem("%s: unknown state %s", where, tostring(p[1])) end
    end
    for name in pairs(c.inboxes) do has[name] = true end -- to read how much is in one is no need
    for name in pairs(d.has_inbox) do
      if not c.inboxes[name] then problem("%s: unknown inbox %s", where, name) end
      if not d.npc then problem("%s: a prop with an inbox (S69)", where) end
    end
    for name in pairs(d.accepts_set) do
      local a = c.actions[name]
      if not a then problem("%s: accepts unknown action %s", where, name) end
      for p in pairs(a and action_needs(a, "target") or {}) do
        if not has[p] then problem("%s: accepts %s, lacks %s (S3)", where, name, p) end
      end
    end
    local reached, reach = {}, nil
    local function reach_scene(name)
      local scene = c.scenes[name]
      for _, part in ipairs(scene and scene.parts or {}) do
        for _, sequence in ipairs(performed_in(scene, part)) do reach(sequence) end
      end
    end
    function reach(sequence)
      if reached[sequence] then return end
      reached[sequence] = true
      if not c.sequences[sequence] then problem("%s: unknown sequence %s", where, tostring(sequence)); return end
      for _, n in ipairs(c.sequences[sequence].node_list) do
        if n.kind == "sequence" then reach(n.sequence) end
        if n.kind == "scene" then reach_scene(n.scene) end
        if n.body then reach(n.body) end
        if n.kind == "take" and not d.has_inbox[n.inbox] then problem("%s: lacks inbox %s (S3)", where, n.inbox) end
        if n.into and not has[n.into] then problem("%s: lacks %s (S3)", where, n.into) end
        for p in pairs(properties(n.value, "self", {})) do
          if not has[p] then problem("%s: sends, lacks %s (S3)", where, p) end
        end
        local action = c.actions[n.action or n.waiting]
        for p in pairs(action and action_needs(action, "self") or {}) do
          if not has[p] then problem("%s: reaches %s, lacks %s (S3)", where, action.name, p) end
        end
      end
    end
    local function needs(found, what)
      for p in pairs(found) do
        if not has[p] then problem("%s: %s needs %s (S3)", where, what, p) end
      end
    end
    local function provide(mind)
      for _, offer in pairs(mind.offer) do
        local found = condition_needs(offer.when, "target")
        for state in pairs(condition_needs(offer.during, "target")) do found[state] = true end
        needs(properties(offer.drop, "target", properties(offer.adopt, "target", found)), "offer " .. offer.name)
      end
    end
    provide(d)
    for _, listed in ipairs(d.roles) do provide(c.roles[listed.role] or { offer = {} }) end
    local function reach_mind(mind)
      if mind.main then reach(mind.main) end
      for _, entry in ipairs(mind.plan and c.plans[mind.plan] and c.plans[mind.plan].entries or {}) do reach(entry.sequence) end
      for _, s in ipairs(mind.fallbacks) do reach(s) end
      for _, h in pairs(mind.handler) do reach(h.sequence) end
      for _, sequence in pairs(mind.reaction) do reach(sequence) end
      for _, cue in pairs(mind.cue) do
        if cue.scene then reach_scene(cue.scene) else reach(cue.sequence) end
        needs(condition_needs(cue.when, "self"), cue.name)
      end
    end
    if not d.npc and (d.plan or #d.roles > 0 or next(d.cue) or next(d.reaction)) then problem("%s: has no mind", where) end
    if d.npc then
      if d.main then check_main(d.main, where) end
      check_plan(d, where)
      check_listed(d, where)
      for name in pairs(d.handler) do
        if not c.interruptions[name] then problem("%s: unknown interruption %s", where, name) end
      end
      for _, cue in pairs(d.cue) do check_cue(cue, where) end
      check_reactions(d, where)
      reach_mind(d)
      for _, listed in ipairs(d.roles) do
        local role = c.roles[listed.role]
        needs(condition_needs(listed.when, "self"), "as " .. listed.role)
        if role then
          reach_mind(role)
          needs(properties(role.exit, "self", properties(role.enter, "self", {})), listed.role)
        end
      end
    end
  end
  return problems
end
