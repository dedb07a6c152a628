--- A connection of `bustle.remote`: reads and writes a little at a time and never waits. Whoever sends too much, or
-- does not read what they are sent, is let go.
local http = require "bustle.remote.http"

local client = {}

local Client = {}
Client.__index = Client

local READ, WRITTEN = 2048, 8192 -- bytes at a time
local WAITING = 262144 -- bytes that somebody may leave unread
local PATIENCE = 5 -- seconds until a request is whole, and in which something of an answer is read

--- A connection that was just accepted.
-- @tparam table socket of LuaSocket
-- @tparam number now seconds
function client.new(socket, now)
  socket:settimeout(0)
  return setmetatable({ socket = socket, came = "", out = {}, waiting = 0, until_when = now + PATIENCE }, Client)
end

--- Reads a little.
-- @treturn[1] table the request, once, when it is whole
-- @treturn[2] nil there is none
function Client:read(now)
  if self.request then return self:notice_end(now) end
  local text, problem, part = self.socket:receive(READ)
  self.came = self.came .. (text or part or "")
  if problem == "closed" or now > self.until_when then self.gone = true end
  local request, status = http.read(self.came)
  if request == false then
    self.request = {}
    self:answer(http.answer(status, "{}"))
  elseif request then
    self.request, self.came = request, ""
    return request
  end
end

-- After its request nothing more is expected: what comes is thrown away.
function Client:notice_end(now)
  if #self.out > 0 and now > self.until_when then self.gone = true end
  local _, problem = self.socket:receive(READ)
  if problem == "closed" then self.gone = true end
end

--- Has a text written, as the connection takes it.
function Client:write(text, now)
  if #self.out == 0 and now then self.until_when = now + PATIENCE end
  self.out[#self.out + 1] = text
  self.waiting = self.waiting + #text
  if self.waiting > WAITING then self.gone = true end
end

--- Has a text written, and ends.
function Client:answer(text)
  self:write(text)
  self.ends = true
end

--- Writes a little.
function Client:flush(now)
  local text = self.out[1]
  if not text then
    if self.ends then self.gone = true end
    return
  end
  local last, problem, partly = self.socket:send(text, 1, math.min(#text, WRITTEN))
  local sent = last or partly or 0
  if problem == "closed" then self.gone = true end
  if sent > 0 then self.until_when = now + PATIENCE end
  self.waiting = self.waiting - sent
  if sent == #text then table.remove(self.out, 1) else self.out[1] = text:sub(sent + 1) end
end

--- Whether it has nothing left to write.
function Client:is_idle() return #self.out == 0 end

function Client:close() self.socket:close() end

return client
