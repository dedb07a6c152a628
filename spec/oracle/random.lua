-- A random valid world from a number: content, the game's answers, and a script of calls, all plain data, so that the
-- oracle (run.lua) and the core can be driven alike and compared event by event.
--
-- Each seed up to 2000 keeps its world whatever content learns to say; from 2001 on there are nodes that wait
-- (S51) and effects that raise within a distance (S45), from 4001 on roles (S52) and cues (S53) too, from 20001 on scenes (S54), from
-- 40001 on links (S65), areas (S67) and offers (S61), in a third of the worlds only the first of these, or the first two, from 60001
-- on messages and meetings (S69 to S71), and clocks, plans and patches (S73 to S75), in a third of the worlds only one or the other.
--
--[[ random(seed) returns:

{ seed = n,
  options = { seed_low=, seed_high=, ends="timed"|"game", depth=, steps=, queue=, activities=, failures=, auto_restart=bool,
              restart_ms=, metric=, day_ms=, day_start_ms= }, -- world options
  content = { ... },               -- the form at the top of content.lua
  functions = { [id] = F, ... },   -- what {"call", id} stands for, see below; ids count from 1
  env_answers = { [name] = A },    -- what the game answers when asked for an env value
  position_answer = P,             -- what it answers when asked for a position
  script = { OP, ... } }

THE ANSWERS. All arithmetic is on integers; // is division rounded down, % the remainder; no operand is negative.
`t` is the world's time in ms (that of the update, or the last update's for calls between updates), `npc` and `number` spawn
numbers, `target` that of the target or 0 without one.

A: { step_ms=, mul=, add=, mod=, base=, none=, odd=, fault= }
   k = t // step_ms;  no answer if none > 0 and k % none == none - 1;  else v = (k * mul + add) % mod + base, an integer,
   possibly outside the declared bounds.  If odd > 0 and k % odd == 0, the fault is answered instead: "error", "nan",
   "infinite", "far" (v * 1e300), "half" (v - 1.5), "boolean", "name" (that of a value, if the key has names), "nonsense" (a
   name that it has not), "table".
P: { step_ms=, ax=, bx=, ay=, by=, mod=, none=, odd=, fault=, parts=nil|n }
   k = t // step_ms;  a failed query if none > 0 and (number + k) % none == 0;
   else x = (number * ax + k * bx) % mod - mod // 2,  y = (number * ay + k * by) % mod - mod // 2,  z = number % 3;
   with parts=, (number + k) % parts of so many parts of a unit are added to x, number * k % parts taken from y.
   If odd > 0 and (number + k) % odd == 1, the fault: "error", "nan", "far" (beyond the end of the world), "half" (of a sixteenth).
F, kind "condition": { id=, kind=, npc=, target=, step_ms=, mod=, limit=, err= }  (the fields npc, target are factors: f.npc, f.target)
   v = (id + npc * f.npc + target * f.target + t // step_ms) % mod;  an error if v == err;  else true if v < limit.
F, kind "effect": { id=, kind=, npc=, target=, step_ms=, mod=, base=, err=, who="self"|"target", property= }
   v as above;  an error (nothing written) if v == err;  else, if `who` is there and has `property`, it is set to v + base
   (clamped as any write); if not, nothing happens and it is no error.
Both kinds: meddles=true or nil: it first tries to remove, hold, complete, spawn and update, all of which is refused.

THE SCRIPT. Entities are named by spawn number: the n-th accepted spawn has number n. A call that names one that has left is
refused. Whether each call is accepted is part of the answer. `token` is "current", "stale" or "none": with c the number of
starts of that NPC so far (tokens count from 1, so c is the last token given; 0 for an NPC that has left), the token passed is
c for "current" (none if c is 0: it is refused either way), for "stale" c - 1 or, if c < 2, c + 1 (never 0), and none for "none".
Values of `set`, `push` and a spawn's `state` may lie outside the declared bounds: they are clamped (S2). A list `npcs` may be
empty, or name an NPC twice. A definition's `fallbacks` may name a sequence twice: the draw is over the list as it is.

{ op="spawn", definition=, x=, y=, z=, name= or nil, state={ { property, value }, ... } }   -- refused: name taken
{ op="remove", number= }
{ op="move", number=, x=, y=, z= }                       -- refused: static. Never a queried entity.
{ op="set", number=, property=, value= }                 -- refused: no such property
{ op="push", name=, value= }                             -- env; never before the first update
{ op="interrupt", name=, npcs={ numbers }, from= or nil }    -- refused as a whole if one, or `from`, has left
{ op="interrupt", name=, all=true, from= or nil }
{ op="interrupt", name=, within=, x=, y=, z=, from= or nil }
{ op="interrupt", name=, within=, of=number, from= or nil }
{ op="complete", number=, token=, action= or nil }       -- refused: not acting, old token, another action
{ op="fail", number=, token=, action= or nil }
{ op="hold", number= }        { op="release", number= }        -- a second hold, a release without one: accepted, nothing happens
{ op="run", number=, sequence=, priority= }
{ op="set_main", number=, sequence= }
{ op="set_role", number=, role=name or nil }
{ op="stage", scene=, at=number or nil, members={ { part from 1, number }, ... } }
{ op="leave_scene", number= }                            -- refused: in no scene
{ op="restart", number= }                                -- refused: not halted, or held
{ op="link", number=, kind=, to=, value= }               -- refused: to itself, too many
{ op="unlink", number=, kind=, to= }
{ op="query", number=, path= }                           -- whom it finds is part of the answer
{ op="request", number=, offer=, provider=, priority= }
{ op="revoke", number=, offer= }
{ op="send", number=, inbox=, to=, value= }              -- refused: full, no such inbox, to itself
{ op="set_time", day=n or nil, time=ms }                 -- refused: no clock
{ op="patch", number=, patch={ from=, to=, sequence=, ... days= } }  -- refused: no plan, overlaps, too many; its number is part of the answer
{ op="unpatch", number=, patch=n }
{ op="save" }                                            -- the core saves and loads; always after an update
{ op="set_ending", action=, ending="timed", "game" or nil }
{ op="update", dt=ms, batch=n or -1 }                    -- the batch size is that of this update

The answer (run.lua, core.lua): { events = { { kind=, time=, npc=, target=, name=, argument= }, ... }, accepted = { bool for
each call }, found = { [index of a call] = spawn numbers }, pictures = { [index of a call] = what picture.lua tells of
the world after that call } }. The events end with
those of one more update of no length in which nobody decides.
]]

local u32 = require "spec.oracle.u32"
local random_content = require "spec.oracle.random_content"
local random_places = require "spec.oracle.random_places"
local random_days = require "spec.oracle.random_days"

---- The generator's own stream ----

local Stream = {}
Stream.__index = Stream

function Stream:int(low, high) return low + math.floor(u32.draw(self.words, high - low + 1)) end
function Stream:chance(percent) return self:int(1, 100) <= percent end
function Stream:pick(list) return list[self:int(1, #list)] end

---- The game's answers ----

local function make_env_answers(r, content)
  local answers = {}
  for _, env in ipairs(content.env) do
    answers[env.name] = { step_ms = r:pick { 400, 1500, 4000, 9000 }, mul = r:int(1, 7), add = r:int(0, 9),
      mod = env.min and 27 or r:int(2, 4), base = env.min and -1 or 0, none = r:pick { 0, 0, 3, 5 },
      odd = r:pick { 0, 0, 2, 3 }, fault = r:pick { "error", "nan", "infinite", "far", "half", "boolean", "name", "nonsense", "table" } }
    if env.name:find "^common" and r:chance(85) then answers[env.name].none = 1 end -- the clock answers
  end
  return answers
end

local function make_position_answer(r)
  return { step_ms = r:pick { 700, 2000, 5000 }, ax = r:int(1, 40), bx = r:int(0, 9), ay = r:int(1, 40), by = r:int(0, 9), mod = 61,
    none = r:pick { 0, 0, 4 }, odd = r:pick { 0, 0, 3, 5 }, fault = r:pick { "error", "nan", "far", "half" },
    parts = r:pick { 16, 16, 7, 32 } }
end

---- The script ----
-- `plan` knows who lives: { r=, content=, mains=, script=, alive={ { number=, def=, name= } }, gone={ numbers }, patched={ numbers }, count= }.

local function add(plan, op) plan.script[#plan.script + 1] = op end

local function pick_entity(plan, npc)
  local r, list = plan.r, {}
  if #plan.gone > 0 and r:chance(2) then return { number = r:pick(plan.gone), def = r:pick(plan.content.entities) } end
  for _, entity in ipairs(plan.alive) do
    if not npc or entity.def.npc then list[#list + 1] = entity end
  end
  return #list > 0 and r:pick(list) or nil
end

-- A place: mostly near, half of the time in whole units, at times on the edge of the world or between two sixteenths.
local function place(r, reach)
  local x, y = r:int(-reach, reach), r:int(-reach, reach)
  local kind = r:int(1, 50)
  if kind == 1 then return r:pick { -2147483648, -1048576, 1048575.97, 4e9 }, y end
  if kind == 2 then return x + 1 / 32, -y - 1 / 32 end
  if kind <= 25 then return x + r:int(0, 15) / 16, y - r:int(0, 99) / 100 end
  return x, y
end

local function spawn(plan, def)
  local r = plan.r
  local x, y = place(r, 30)
  local op = { op = "spawn", definition = def.name, x = x, y = y, z = r:pick { 0, 0, 3 }, state = {} }
  for _, p in ipairs(def.state) do
    if r:chance(15) then op.state[#op.state + 1] = { p[1], r:int(-1, 6) } end
  end
  if r:chance(25) then op.name = "name" .. r:int(1, 6) end
  add(plan, op)
  for _, other in ipairs(plan.alive) do
    if op.name and def.npc and other.def.npc and other.name == op.name then return end
  end
  plan.count = plan.count + 1
  plan.alive[#plan.alive + 1] = { number = plan.count, def = def, name = op.name }
end

local function kinds(content, npc)
  local list = {}
  for _, def in ipairs(content.entities) do
    if (def.npc or false) == npc then list[#list + 1] = def end
  end
  return list
end

local OPS = {}

function OPS.spawn(plan)
  if #plan.alive < (plan.features and 22 or 13) then spawn(plan, plan.r:pick(plan.content.entities)) end
end

function OPS.remove(plan)
  if #plan.alive < 5 then return end
  local entity = pick_entity(plan, plan.r:chance(25))
  if not entity then return end
  add(plan, { op = "remove", number = entity.number })
  for i, other in ipairs(plan.alive) do
    if other.number == entity.number then
      table.remove(plan.alive, i)
      plan.gone[#plan.gone + 1] = entity.number
      break
    end
  end
end

function OPS.move(plan)
  local r, entity = plan.r, pick_entity(plan, plan.r:chance(70))
  if entity and entity.def.position ~= "queried" then
    local x, y = place(r, 40)
    add(plan, { op = "move", number = entity.number, x = x, y = y, z = 0 })
  end
end

function OPS.set(plan)
  local r, entity = plan.r, pick_entity(plan, false)
  if not entity then return end
  local op = { op = "set", number = entity.number, property = r:pick(plan.content.states).name, value = r:int(-3, 9) }
  if r:chance(40) then op.property, op.value = "st1", r:int(0, 3) end -- the one that is claimed most
  add(plan, op)
end

function OPS.push(plan)
  local env = plan.r:pick(plan.content.env)
  if plan.updated then add(plan, { op = "push", name = env.name, value = plan.r:int(-1, env.min and 26 or 3) }) end
end

function OPS.interrupt(plan)
  local r = plan.r
  local op = { op = "interrupt", name = r:pick(plan.content.interruptions).name }
  local from = r:chance(60) and pick_entity(plan, r:chance(50))
  if from then op.from = from.number end
  local form = r:int(1, 4)
  if form == 1 then
    op.npcs = {}
    for _ = 1, r:int(1, 3) do
      local npc = pick_entity(plan, true)
      if npc and npc.def.npc then op.npcs[#op.npcs + 1] = npc.number end
    end
  elseif form == 2 then
    op.all = true
  else
    op.within = r:chance(50) and r:int(5, 60) or r:int(80, 960) / 16 + r:pick { 0, 0.03 }
    local centre = form == 3 and pick_entity(plan, r:chance(50))
    if centre then op.of = centre.number else op.x, op.y, op.z = r:int(-30, 30), r:int(-30, 30), 0 end
  end
  add(plan, op)
end

local function ending(name)
  return function(plan)
    local npc = pick_entity(plan, true)
    if npc and npc.def.npc then
      local action = plan.r:chance(20) and plan.r:pick(plan.content.actions).name or nil
      add(plan, { op = name, number = npc.number, token = plan.r:pick { "current", "current", "none", "none", "stale" },
        action = action })
    end
  end
end
OPS.complete, OPS.fail = ending("complete"), ending("fail")

local function control(name, more)
  return function(plan)
    local npc = pick_entity(plan, true)
    if npc and npc.def.npc then
      local op = more and more(plan) or {}
      op.op, op.number = name, npc.number
      add(plan, op)
    end
  end
end
OPS.hold, OPS.release, OPS.restart = control("hold"), control("release"), control("restart")
OPS.run = control("run", function(plan)
  return { sequence = plan.r:pick(plan.content.sequences).name, priority = plan.r:pick { 0, 0, 1, 2, -1 } }
end)
-- Runs on top of each other, until there is no room for more (S31).
function OPS.pile(plan)
  local r, npc = plan.r, pick_entity(plan, true)
  if not npc or not npc.def.npc then return end
  for _ = 1, r:int(3, 9) do
    add(plan, { op = "run", number = npc.number, sequence = r:pick(plan.content.sequences).name, priority = 2 })
    if r:chance(30) then OPS.update(plan) end
  end
  OPS.interrupt(plan)
end

OPS.set_main = control("set_main", function(plan) return { sequence = plan.r:pick(plan.mains) } end)

OPS.set_role = control("set_role", function(plan)
  return { role = plan.r:chance(65) and plan.r:pick(plan.content.roles).name or nil }
end)

-- At an entity or nowhere, with some named for parts, at times too many or the wrong ones.
function OPS.stage(plan)
  local r = plan.r
  local scenes = plan.content.scenes
  local scene = r:chance(30) and scenes[#scenes] or r:pick(scenes)
  local op = { op = "stage", scene = scene.name, members = {} }
  local at = r:chance(50) and pick_entity(plan, r:chance(50))
  if at then op.at = at.number end
  local only = r:chance(50) and r:int(1, #scene.parts) -- one is named, as most are busy
  for part in ipairs(scene.parts) do
    for _ = 1, only and (only == part and 1 or 0) or r:pick { 0, 1, 1, 1, 2 } do
      local npc = (only or r:chance(40)) and pick_entity(plan, true)
      if npc then op.members[#op.members + 1] = { part, npc.number } end
    end
  end
  add(plan, op)
end

OPS.leave_scene = control("leave_scene")

-- What somebody has claimed is taken away while it is held (S32, S60).
function OPS.shake(plan)
  local npc = pick_entity(plan, true)
  if not npc then return end
  add(plan, { op = "hold", number = npc.number })
  for _, entity in ipairs(plan.alive) do
    if not entity.def.npc then add(plan, { op = "set", number = entity.number, property = "st1", value = plan.r:pick { -3, 0, 9 } }) end
  end
  add(plan, { op = "release", number = npc.number })
end

function OPS.link(plan)
  local r, from, to = plan.r, pick_entity(plan, plan.r:chance(40)), pick_entity(plan, plan.r:chance(40))
  if not (from and to) then return end
  local kind = "l" .. r:int(1, 4)
  if r:chance(25) then add(plan, { op = "unlink", number = from.number, kind = kind, to = to.number })
  else add(plan, { op = "link", number = from.number, kind = kind, to = to.number, value = r:pick { 1, 1, 1, 0, -1, 2, 9 } }) end
end

function OPS.query(plan)
  local entity = pick_entity(plan, plan.r:chance(40))
  if entity then add(plan, { op = "query", number = entity.number, path = random_places.path(plan.r, plan.features, {}) }) end
end

function OPS.request(plan)
  local r, npc, provider = plan.r, pick_entity(plan, true), pick_entity(plan, plan.r:chance(20))
  if not (npc and npc.def.npc and provider) then return end
  add(plan, { op = "request", number = npc.number, offer = "off" .. r:int(1, 4), provider = provider.number, priority = r:pick { 0, 0, 1, 2, -1 } })
end

function OPS.revoke(plan)
  local entity = pick_entity(plan, plan.r:chance(20))
  if entity then add(plan, { op = "revoke", number = entity.number, offer = "off" .. plan.r:int(1, 4) }) end
end

-- Something comes in between, and meanwhile what was offered goes.
function OPS.lose(plan)
  local r, npc = plan.r, pick_entity(plan, true)
  if not npc or not npc.def.npc then return end
  if r:chance(25) then add(plan, { op = "fail", number = npc.number, token = "none" }) end
  if r:chance(45) then add(plan, { op = "hold", number = npc.number })
  else add(plan, { op = "run", number = npc.number, sequence = r:pick(plan.content.sequences).name, priority = 2 }) end
  if r:chance(50) then add(plan, { op = "update", dt = r:pick { 0, 100 }, batch = -1 }) end
  local kind = r:int(1, 3)
  if kind == 1 then
    OPS.remove(plan)
    OPS.remove(plan)
    for _ = 1, 2 do OPS.spawn(plan) end
  elseif kind == 2 then
    for _, entity in ipairs(plan.alive) do
      for i = 1, 4 do
        if r:chance(40) then add(plan, { op = "revoke", number = entity.number, offer = "off" .. i }) end
      end
    end
  else
    for _, entity in ipairs(plan.alive) do
      if entity.def.npc and r:chance(30) then
        add(plan, { op = "set_role", number = entity.number, role = r:chance(65) and r:pick(plan.content.roles).name or nil })
      end
    end
  end
  add(plan, { op = "release", number = npc.number })
end

-- Many offers are taken, and then something comes to everybody.
function OPS.flurry(plan)
  local r = plan.r
  for _, npc in ipairs(plan.alive) do
    local provider = npc.def.npc and pick_entity(plan, false)
    if provider and r:chance(60) then
      add(plan, { op = "request", number = npc.number, offer = "off" .. r:int(1, 4), provider = provider.number,
        priority = r:pick { 0, 1, 2 } })
    end
  end
  add(plan, { op = "update", dt = 0, batch = -1 })
  if r:chance(60) then add(plan, { op = "interrupt", name = r:pick(plan.content.interruptions).name, all = true }) end
  add(plan, { op = "update", dt = r:pick { 0, 50 }, batch = -1 })
end

function OPS.send(plan)
  local r, from, to = plan.r, pick_entity(plan, plan.r:chance(60)), pick_entity(plan, plan.r:chance(95))
  for _ = 1, r:pick { 1, 1, 1, 2, 4 } do
    if from and to then
      add(plan, { op = "send", number = from.number, inbox = r:pick { "in1", "in1", "in2", "in3" }, to = to.number, value = r:int(-3, 9) })
    end
  end
end

function OPS.set_time(plan)
  local r = plan.r
  add(plan, { op = "set_time", day = r:pick { false, false, 0, 0, 1, 2, 5, 1000000 } or nil,
    time = r:pick { 0, 1, 700, 1439, 1500, 5000, r:int(0, 20000) } })
end

-- Often somebody who has one already.
local function pick_patched(plan, percent)
  if #plan.patched > 0 and plan.r:chance(percent) then return { number = plan.r:pick(plan.patched) } end
  return pick_entity(plan, plan.r:chance(98))
end

function OPS.patch(plan)
  local r, npc = plan.r, pick_patched(plan, 35)
  if not npc then return end
  local many = r:chance(6)
  for _ = 1, many and 10 or r:pick { 1, 1, 1, 3 } do
    local from = r:chance(45) and not many and r:pick { 360, 720, 1080 } or r:int(0, 1439)
    local to = r:pick { r:int(0, 1440), (from + r:int(1, 60)) % 1440, (from + r:int(1, 300)) % 1440, from }
    if many then to = (from + r:int(1, 20)) % 1440 end
    local patch = random_days.entry(r, from, to, plan.mains)
    patch.priority, patch.days = r:pick { false, 1, 1, 2, 3, 3, 0, -1, 4 } or nil, r:pick { 0, 1, 1, 1, 1, 2, 3 }
    if r:chance(8) then patch[r:pick { "from", "to", "vary", "skip", "days" }] = r:pick { -1, 1441, 2000 } end
    add(plan, { op = "patch", number = npc.number, patch = patch })
    if r:chance(12) then -- the same on another day
      add(plan, { op = "set_time", day = r:pick { 0, 1, 3, 9 }, time = r:pick { 0, 700, 1400 } })
      add(plan, { op = "patch", number = npc.number, patch = patch })
    end
  end
  plan.patched[#plan.patched + 1] = npc.number
end

function OPS.unpatch(plan)
  local npc = pick_patched(plan, 85)
  if npc then add(plan, { op = "unpatch", number = npc.number, patch = plan.r:pick { 1, 1, 1, 1, 2, 2, 3, 4, 9 } }) end
end

-- Everybody is linked to one, where they may meet (S71), and who may leave.
function OPS.gather(plan)
  local r, hub = plan.r, pick_entity(plan, plan.r:chance(30))
  for _, entity in ipairs(plan.alive) do
    if not entity.def.npc and not entity.def.area and r:chance(50) then hub = entity end
  end
  if not hub then return end
  for _, npc in ipairs(plan.alive) do
    if npc.def.npc and r:chance(80) then add(plan, { op = "link", number = npc.number, kind = "l1", to = hub.number, value = 1 }) end
  end
end

function OPS.save(plan)
  if not plan.updated then return end
  add(plan, { op = "update", dt = 100, batch = -1 })
  add(plan, { op = "save" })
end

function OPS.set_ending(plan)
  add(plan, { op = "set_ending", action = plan.r:pick(plan.content.actions).name,
    ending = plan.r:pick { "timed", "game", "game", false } or nil })
end

function OPS.update(plan)
  local r = plan.r
  plan.updated = true
  local dt = r:pick { 0, 1, 16, 16, 100, 250, 500, 500, 1000, 1000, 1000, 1500, 2000, 2500, 4000, 8000 }
  if r:chance(4) then dt = r:pick { 31000, 100000, 3000000000 } end
  add(plan, { op = "update", dt = dt, batch = r:chance(25) and r:int(1, 3) or -1 })
end

local WEIGHTS = { { "update", 72 }, { "interrupt", 12 }, { "complete", 6 }, { "fail", 4 }, { "set", 6 }, { "move", 4 }, { "push", 4 },
  { "spawn", 4 }, { "remove", 4 }, { "hold", 2 }, { "release", 4 }, { "run", 3 }, { "pile", 1 }, { "set_main", 1 }, { "restart", 3 },
  { "set_ending", 2 } }

local LIVELY_WEIGHTS = { { "set_role", 6 }, { "push", 4 }, { "set_main", 3 }, { "hold", 1 } }
for i, entry in ipairs(WEIGHTS) do LIVELY_WEIGHTS[4 + i] = entry end

-- Quieter, so that scenes come to something.
local SCENE_WEIGHTS = { { "update", 130 }, { "stage", 20 }, { "shake", 3 }, { "leave_scene", 12 }, { "interrupt", 6 },
  { "complete", 8 }, { "fail", 3 }, { "set", 5 }, { "move", 4 }, { "push", 4 }, { "spawn", 4 }, { "remove", 6 }, { "hold", 3 },
  { "release", 10 }, { "run", 4 }, { "pile", 1 }, { "set_main", 3 }, { "set_role", 4 }, { "restart", 3 }, { "set_ending", 1 } }

local PLACE_WEIGHTS = { { "update", 140 }, { "link", 16 }, { "query", 6 }, { "request", 14 }, { "revoke", 18 }, { "save", 4 }, { "stage", 6 },
  { "shake", 2 }, { "leave_scene", 4 }, { "interrupt", 22 }, { "complete", 8 }, { "fail", 3 }, { "set", 8 }, { "move", 10 }, { "push", 4 },
  { "spawn", 6 }, { "remove", 9 }, { "hold", 5 }, { "release", 14 }, { "run", 12 }, { "pile", 1 }, { "set_main", 4 }, { "set_role", 6 },
  { "lose", 14 }, { "flurry", 8 },
  { "restart", 4 }, { "set_ending", 1 } }

local DAY_WEIGHTS = { { "send", 14 }, { "set_time", 5 }, { "patch", 14 }, { "unpatch", 10 }, { "gather", 3 }, { "update", 20 }, { "save", 4 } }

local NEEDS = { send = "messages", gather = "messages", patch = "days", unpatch = "days",
  link = "links", query = "links", request = "offers", revoke = "offers", stage = "scenes",
  leave_scene = "scenes", lose = "offers", flurry = "offers" }

-- Those of which there is something.
local function weights_for(features)
  local list = {}
  for _, entry in ipairs(PLACE_WEIGHTS) do
    local needed = NEEDS[entry[1]]
    if not needed or features[needed] then list[#list + 1] = entry end
  end
  for _, entry in ipairs((features.messages or features.days) and DAY_WEIGHTS or {}) do
    if not NEEDS[entry[1]] or features[NEEDS[entry[1]]] then list[#list + 1] = entry end
  end
  return list
end

-- Is there something that offers what everybody asks for (S62)? Then there is a lot of it.
local function abounds(content)
  local last = content.entities[#content.entities]
  return last.name == "stone" and #last.offers > 0
end

-- Does everybody send to everybody (S69)? Then there are many.
local function sends_much(content)
  return content.sequences[#content.sequences].name == "much"
end

-- More links than are kept, and than a path looks at (S65, S66).
local function add_star(plan)
  local def
  for _, each in ipairs(plan.content.entities) do
    if each.name == "stone" then def = each end
  end
  local first = plan.count + 1
  for _ = 1, 258 do
    plan.count = plan.count + 1
    add(plan, { op = "spawn", definition = def.name, x = 0, y = 0, z = 0, state = {} })
  end
  for i = first, plan.count do add(plan, { op = "link", number = 1, kind = "l1", to = i, value = 1 }) end
  for i = first, first + 5 do add(plan, { op = "link", number = i, kind = "l2", to = 2, value = 1 }) end
  add(plan, { op = "query", number = 1, path = "l2 of l1" })
end

local function pick_op(r, weights)
  local total = 0
  for _, entry in ipairs(weights) do total = total + entry[2] end
  local n = r:int(1, total)
  for _, entry in ipairs(weights) do
    n = n - entry[2]
    if n <= 0 then return OPS[entry[1]] end
  end
end

-- Is there a cue that wants a crowd (S53)?
local function greets(npcs)
  for _, cue in ipairs(npcs[1].cues or {}) do
    if cue.name == "cue0" then return true end
  end
  return false
end

-- How many more NPCs there are in a world with scenes: enough for the scene that takes many (S55), if there is one.
local function extras(r, content)
  if not content.scenes then return 0 end
  local parts = content.scenes[1].parts
  return parts[#parts].most == 12 and r:int(12, 16) or r:int(1, 4)
end

local function make_script(r, content, mains, features)
  local plan = { features = features, r = r, content = content, mains = mains, script = {}, alive = {}, gone = {}, patched = {},
    count = 0, updated = false }
  local props, npcs = kinds(content, false), kinds(content, true)
  local lively = content.roles ~= nil
  for _ = 1, greets(npcs) and r:int(16, 24) or 0 do spawn(plan, r:pick(props)) end
  for _ = 1, r:int(2, 4) do spawn(plan, r:pick(props)) end
  for _ = 1, r:int(3, 6) do spawn(plan, r:pick(npcs)) end
  for _ = 1, extras(r, content) do spawn(plan, r:pick(npcs)) end
  local length = r:int(60, 160) + ((content.scenes or greets(npcs)) and 80 or 0)
  for _ = 1, features and abounds(content) and 20 or 0 do spawn(plan, content.entities[#content.entities]) end
  for _ = 1, features and features.links and r:int(5, 25) or 0 do OPS.link(plan) end
  if features and features.messages then OPS.gather(plan) end
  for _ = 1, sends_much(content) and 18 or 0 do spawn(plan, r:pick(npcs)) end
  if features and features.links and r:chance(2) then
    add_star(plan)
    length = #plan.script + 60
  end
  local weights = features and weights_for(features) or content.scenes and SCENE_WEIGHTS or lively and LIVELY_WEIGHTS or WEIGHTS
  while #plan.script < length do pick_op(r, weights)(plan) end
  return plan.script
end

-- Where there are scenes, there is mostly room for them.
local function make_roomy(r, options)
  options.depth, options.steps = r:pick { 16, 16, 16, 16, 3, 2, 1 }, r:pick { 64, 64, 64, 64, 64, 64, 64, 12, 5 }
  options.activities, options.restart_ms = r:pick { 8, 8, 8, 8, 8, 3, 2 }, r:pick { 30000, 2500, 2500, 1 }
end

local WAITS_FROM, LIVELY_FROM, SCENES_FROM, PLACES_FROM, DAYS_FROM = 2001, 4001, 20001, 40001, 60001

-- S61 to S68: what a world has of them. nil: nothing.
local function features_of(seed)
  if seed < PLACES_FROM then return nil end
  local kind = seed % 6
  if seed >= DAYS_FROM then
    return { links = true, areas = kind ~= 1, offers = kind > 3, messages = kind ~= 2, days = kind ~= 1 }
  end
  return { links = true, areas = kind ~= 1, offers = kind ~= 1 and kind ~= 2 }
end

-- `only`: the features, where they are to be others than the seed says.
return function(seed, only)
  local r = setmetatable({ words = u32.stream(seed % 4294967296, 3141592653, 7) }, Stream)
  local features = only or features_of(seed)
  local scenes = seed >= SCENES_FROM and not (features and r:chance(50))
  local content, functions, mains = random_content(r, seed >= WAITS_FROM, seed >= LIVELY_FROM, scenes, features)
  local options = { seed_low = r:int(0, 2147483646), seed_high = r:int(0, 3), ends = r:chance(15) and "game" or "timed",
    depth = r:pick { 16, 16, 1, 2, 3 }, steps = r:pick { 64, 64, 64, 64, 12, 5, 1 }, queue = r:pick { 8, 8, 8, 2, 1, 0 },
    activities = r:pick { 8, 8, 8, 3, 2, 1 }, failures = r:pick { 3, 3, 3, 2, 1, 0, 9 }, auto_restart = r:chance(75),
    restart_ms = r:pick { 30000, 30000, 1, 2500 }, metric = r:pick { "euclidean", "euclidean", "manhattan" } }
  if seed >= SCENES_FROM then make_roomy(r, options) end
  if features then options.failures = r:pick { 3, 3, 9, 9, 2, 0 } end
  if features and features.days then
    options.day_ms = r:pick { 0, 1440, 2000, 7777, 20000, 20000, 60000, 60000, 300000 }
    options.day_start_ms = options.day_ms > 0 and r:chance(60) and r:int(0, options.day_ms - 1) or -1
  end
  return { seed = seed, options = options, content = content, functions = functions, env_answers = make_env_answers(r, content),
    position_answer = make_position_answer(r), script = make_script(r, content, mains, features) }
end
