--- The inn of content.lua by hand: a state machine for every patron and server, and messages between the two of an
-- order. Both stay in step: nobody begins a step before the other has ended the one before. If one goes, the other is
-- told; if one is kept from it for too long, the other gives up. Durations are the content's; how people are found is
-- room.lua's.
local content = require "bench.lua.inn.content"
local dice = require "bench.lua.tickers.dice"

local machines = {}

-- Seconds that one waits for the other.
local LIMIT = content.scenes.order.limit

-- What each does in a step of an order; nothing: it waits for the other.
local STEPS = {
  { patron = "approach", server = "turn" },
  { patron = "ask", server = "nod" },
  { server = "fetch" },
  { patron = "pay", server = "hand_over" },
}

local ROUTINE = { patron = "sip", server = "wipe" }

-- ---- Actions ----

local function begin(npc, action)
  local duration = content.actions[action].duration
  npc.action, npc.timer = action, dice.between(duration[1] * 1000, duration[2] * 1000) / 1000
  npc.room.starts = npc.room.starts + 1
end

local function has_ended(npc, dt)
  npc.timer = npc.timer - dt
  return npc.timer <= 0
end

-- ---- Messages ----

-- They are read on the next tick of whoever gets them.
local function send(npc, to, message)
  local inbox = to.inbox
  inbox[#inbox + 1] = message
  inbox[#inbox + 1] = npc
end

-- ---- States ----

local STATES = {}

local function change(npc, state)
  npc.state = state
  STATES[state].enter(npc)
end

-- Whoever has heard the bell goes there when it has looked up.
local function change_later(npc, state)
  if npc.state == "looking" then npc.before = state else change(npc, state) end
end

-- An order is over, one way or the other.
local function forget_order(npc)
  npc.partner, npc.step, npc.partner_step, npc.waited_on, npc.rested = nil, nil, nil, nil, false
  change_later(npc, "routine")
end

local function break_off(npc)
  if npc.step and npc.kind == "patron" then npc.room.broken = npc.room.broken + 1 end
  forget_order(npc)
end

local function give_up(npc)
  send(npc, npc.partner, "over")
  break_off(npc)
end

-- What one does when nothing is ordered. A server is free again when it has done that once.
STATES.routine = {
  enter = function(npc) begin(npc, ROUTINE[npc.kind]) end,
  update = function(npc, dt)
    if not has_ended(npc, dt) then return end
    npc.rested = true
    change(npc, npc.kind == "patron" and "calling" or "routine")
  end,
}

local function is_free(server)
  return server.state == "routine" and server.rested and not server.partner
end

-- A patron has called a server and waits for the answer.
STATES.calling = {
  enter = function(npc)
    npc.action, npc.waited = nil, 0
    npc.partner = npc.partner or npc.room:find_server(npc, is_free)
    if not npc.partner then return change(npc, "routine") end
    send(npc, npc.partner, "order")
  end,
  update = function(npc, dt)
    npc.waited = npc.waited + dt
    if npc.waited > LIMIT then give_up(npc) end
  end,
}

-- A step of the order.
STATES.step = {
  enter = function(npc)
    local action = STEPS[npc.step][npc.kind]
    if not action then return change(npc, "waiting") end
    begin(npc, action)
  end,
  update = function(npc, dt)
    if not has_ended(npc, dt) then return end
    if npc.action == "pay" then npc.partner.till = npc.partner.till + 3 end
    change(npc, "waiting")
  end,
}

local function finish_order(npc)
  if npc.kind == "patron" then
    npc.served = npc.served + 1
    npc.room.served = npc.room.served + 1
  end
  forget_order(npc)
end

-- The end of a step: one waits until the other has ended it too. The other is told once, however often one comes back.
STATES.waiting = {
  enter = function(npc)
    npc.action, npc.waited = nil, npc.waited_on or 0
    npc.waited_on = nil
    if npc.told == npc.step then return end
    npc.told = npc.step
    send(npc, npc.partner, "done")
  end,
  update = function(npc, dt)
    npc.waited = npc.waited + dt
    if npc.partner_step >= npc.step then
      if npc.step == #STEPS then return finish_order(npc) end
      npc.step = npc.step + 1
      return change(npc, "step")
    end
    if npc.waited > LIMIT then give_up(npc) end
  end,
}

-- The bell has rung. What one did begins anew afterwards, unless the order is over by then; who waited waits on.
STATES.looking = {
  enter = function(npc) begin(npc, "look_up") end,
  update = function(npc, dt)
    if has_ended(npc, dt) then change(npc, npc.before) end
  end,
}

-- ---- What messages mean ----

local READ = {}

local function join(npc, partner)
  npc.partner, npc.step, npc.partner_step, npc.told = partner, 1, 0, nil
end

-- A server that is not free any more says so.
function READ.order(npc, from)
  if npc.partner == from then return end
  if not is_free(npc) then return send(npc, from, "over") end
  join(npc, from)
  send(npc, from, "yes")
  change(npc, "step")
end

-- A patron that has given up meanwhile says so.
function READ.yes(npc, from)
  if npc.partner ~= from then return send(npc, from, "over") end
  join(npc, from)
  change_later(npc, "step")
end

function READ.done(npc, from)
  if npc.partner == from then npc.partner_step = npc.partner_step + 1 end
end

-- Who has done all there is to do is not missed.
function READ.over(npc, from)
  if npc.partner == from and not (npc.step and npc.partner_step >= #STEPS) then break_off(npc) end
end

local function read_messages(npc)
  local inbox = npc.inbox
  for i = 1, #inbox, 2 do
    READ[inbox[i]](npc, inbox[i + 1])
  end
  for i = #inbox, 1, -1 do inbox[i] = nil end
end

-- ---- For the room ----

function machines.arrive(npc)
  npc.rested = true
  change(npc, "routine")
end

function machines.tick(npc, dt)
  if npc.inbox[1] then read_messages(npc) end
  STATES[npc.state].update(npc, dt)
end

function machines.bell(npc)
  if npc.state == "looking" then return end
  npc.before, npc.waited_on = npc.state, npc.state == "waiting" and npc.waited or nil
  change(npc, "looking")
end

function machines.leave(npc)
  if npc.partner then send(npc, npc.partner, "over") end
end

return machines
