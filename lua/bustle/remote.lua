--- Lets a page look into a running game: the page of `./bustle playground`, or another.
--
--     local remote = require("bustle.remote").listen { world = world, port = 27700 }
--     remote:update()      -- once in each frame
--
-- It listens on this machine alone, answers whoever knows the token that it prints, and changes nothing unless
-- `commands = true`. It never waits for anybody. It needs LuaSocket, which LÖVE brings.
local answers = require "bustle.remote.answers"
local client = require "bustle.remote.client"
local http = require "bustle.remote.http"

local remote = {}

local Remote = {}
Remote.__index = Remote

local CLIENTS = 6 -- connections at a time
local EVERY = 0.2 -- seconds between two looks at somebody
local ADDRESS = "127.0.0.1"

-- ---- Who may ask ----

-- Nobody guesses it: from the system where that gives chance, or else from times and addresses.
local function new_token()
  local file = io.open("/dev/urandom", "rb")
  local bytes = file and file:read(16)
  if file then file:close() end
  if bytes and #bytes == 16 then return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) end
  local parts = {}
  for i = 1, 8 do
    local address = tonumber(tostring({}):match "0x(%x+)", 16) or i
    parts[i] = ("%04x"):format((address + os.time() * 7919 + math.floor(os.clock() * 1e6) * 31 + i * 65537) % 65536)
  end
  return table.concat(parts)
end

local function is_here(host)
  local name = (host or ""):gsub(":%d+$", "")
  return name == ADDRESS or name == "localhost"
end

-- A page's origin, or nil for what is no page.
local function may_ask(self, request)
  if not is_here(request.headers.host) then return false end
  local origin = request.headers.origin
  if origin and not self.origins[origin] and not is_here(origin:match "^http://([^/]+)$") then return false end
  return request.query.token == self.token
end

-- ---- Requests ----

local function answer_get(self, each, request)
  local origin = request.headers.origin
  if request.path == "/world" then
    each.list = self.answers:list()
  elseif request.path == "/watch" and tonumber(request.query.number) then
    each.watch, each.due = { number = tonumber(request.query.number) }, 0
    each:write(http.stream(origin))
  else
    each:answer(http.answer(404, "{}", origin))
  end
end

local function answer_post(self, each, request)
  local origin = request.headers.origin
  if not self.commands then
    return each:answer(http.answer(403, '{"problem":"the game takes no commands"}', origin))
  end
  local body = self.answers:command(request.path:sub(2), request.body)
  each:answer(http.answer(body and 200 or 404, body or "{}", origin))
end

local function take(self, each, request)
  if not may_ask(self, request) then return each:answer(http.answer(403, "{}")) end
  if request.method == "GET" then return answer_get(self, each, request) end
  if request.method == "POST" then return answer_post(self, each, request) end
  each:answer(http.answer(405, "{}", request.headers.origin))
end

-- ---- Frames ----

-- One who has read all so far may have more.
local function go_on(each, answering, now)
  if each.list then
    local text = each.list()
    if text then
      each.list = nil
      each:answer(http.answer(200, text, each.request.headers.origin))
    end
  elseif each.look then
    local text = each.look()
    if text then
      each.look = nil
      each:write(http.event(text), now)
    end
  elseif each.watch and now >= each.due and each:is_idle() then
    each.due, each.look = now + EVERY, answering:look(each.watch)
  end
end

local function accept(self, now)
  if #self.clients >= CLIENTS then return end
  local socket = self.server:accept()
  if socket then self.clients[#self.clients + 1] = client.new(socket, now) end
end

local function serve(self, each, now)
  local request = each:read(now)
  if request then take(self, each, request) end
  if not each.gone then go_on(each, self.answers, now) end
  if not each.gone then each:flush(now) end
end

--- Answers, as far as that can be done at once. Call it once in each frame, also while the game is paused.
function Remote:update()
  if not self.server then return end
  local now = self.clock()
  accept(self, now)
  -- One in each frame, in turn: several cost no more than one.
  self.turn = self.turn % math.max(1, #self.clients) + 1
  local each = self.clients[self.turn]
  if not each then return end
  -- Whatever goes wrong here is no reason for a game to end.
  local served, problem = pcall(serve, self, each, now)
  if not served then
    self.world:_report(tostring(problem), "bustle.remote")
    each.gone = true
  end
  if each.gone then
    each:close()
    table.remove(self.clients, self.turn)
  end
end

--- Ends it.
function Remote:close()
  if not self.server then return end
  for _, each in ipairs(self.clients) do each:close() end
  self.server:close()
  self.server, self.clients = nil, {}
end

--- Listens for a page.
-- @tparam table options `world`; `port` (27700; 0: any that is free); `commands`: whether a page may stop the world and
-- interrupt NPCs (false); `origins`: pages from elsewhere that may ask, such as "https://example.org"; `print`: takes
-- the words that say where it listens (`print`; false: nobody)
-- @treturn[1] table with `port` and `token`
-- @treturn[2] nil
-- @treturn[2] string why not
function remote.listen(options)
  if type(options) ~= "table" or type(options.world) ~= "table" then
    error("remote.listen: a table with a world is expected", 2)
  end
  local found, socket = pcall(require, "socket")
  if not found then return nil, "LuaSocket is not there (LÖVE brings it; elsewhere: luarocks install luasocket)" end
  local server, message = socket.bind(ADDRESS, options.port or 27700)
  if not server then return nil, ("port %d: %s"):format(options.port or 27700, message) end
  server:settimeout(0)
  local _, port = server:getsockname()
  local self = setmetatable({ server = server, port = tonumber(port), token = new_token(), clients = {}, turn = 0,
    world = options.world, commands = options.commands == true, clock = socket.gettime, origins = {},
    answers = answers.new(options.world, options.commands == true) }, Remote)
  for _, origin in ipairs(options.origins or {}) do self.origins[origin] = true end
  local say = options.print == nil and print or options.print
  if say then
    say(("bustle listens on port %d; ./bustle playground looks into it at http://127.0.0.1:8080/#live=%d.%s"):format(
      self.port, self.port, self.token))
  end
  return self
end

return remote
