-- A page that looks into a running game: who may ask, what it is told, and what those cost the game who mean it harm.
local bustle = require "bustle"
local remote = require "bustle.remote"
local socket = require "socket"

describe("a game that lets a page look into it", function()
  local world, listening, said

  local function listen(options)
    options = options or {}
    world = bustle.world { packs = { "behaviours/market" }, seed = 3, explain = options.explain }
    world:set("market_open", true)
    for _ = 1, 50 do world:update(0.1) end
    options.explain = nil
    options.world, options.port, options.print = world, 0, function(text) said = text end
    listening = assert(remote.listen(options))
    local time = 0
    listening.clock = function() -- a frame is a millisecond
      time = time + 0.001
      return time
    end
  end

  after_each(function()
    if listening then listening:close() end
    listening = nil
  end)

  local function frames(count)
    for _ = 1, count do listening:update() end
  end

  local function connect()
    local client = assert(socket.connect("127.0.0.1", listening.port))
    client:settimeout(0)
    return client
  end

  -- Plays frames until the text has come that is looked for, or the connection has ended.
  local function read(client, wanted)
    local text = ""
    for _ = 1, 20000 do
      listening:update()
      local whole, problem, part = client:receive(65536)
      text = text .. (whole or part or "")
      if problem == "closed" or wanted and text:find(wanted, 1, true) then return text end
    end
    error("it has not come: " .. text)
  end

  local function request(line, headers, body)
    local lines = { line .. " HTTP/1.1" }
    for name, value in pairs(headers or { Host = "127.0.0.1:27700" }) do
      lines[#lines + 1] = ("%s: %s"):format(name, value)
    end
    if body then lines[#lines + 1] = "Content-Length: " .. #body end
    return table.concat(lines, "\r\n") .. "\r\n\r\n" .. (body or "")
  end

  local function ask(line, headers, body)
    local client = connect()
    client:send(request(line, headers, body))
    local text = read(client)
    client:close()
    return tonumber(text:match "^HTTP/1%.1 (%d+)"), text
  end

  local function with_token(path)
    return path .. (path:find("?", 1, true) and "&" or "?") .. "token=" .. listening.token
  end

  it("says where it listens, and with which token", function()
    listen()
    assert.is_truthy(said:find(("%d.%s"):format(listening.port, listening.token), 1, true))
    assert.equal(32, #listening.token)
    local first = listening.token
    listening:close()
    listen()
    assert.not_equal(first, listening.token)
  end)

  it("lists who there is, and shows somebody from inside as long as that is asked for", function()
    listen { explain = true }
    local status, text = ask("GET " .. with_token "/world")
    assert.equal(200, status)
    local ada = world:get "Ada"
    assert.is_truthy(text:find(('"name":"Ada","number":%d'):format(ada.id), 1, true))
    assert.is_truthy(text:find('"player_shouts"', 1, true) and text:find('"commands":false', 1, true))
    local client = connect()
    client:send(request("GET " .. with_token("/watch?number=" .. ada.id)))
    local first = read(client, '"words"')
    assert.is_truthy(first:find('"name":"Ada"', 1, true) and first:find('"decisions":[{', 1, true))
    for _ = 1, 20 do world:update(0.1) end
    assert.is_truthy(read(client, ('"now":%d'):format(world:now())))
    client:close()
  end)

  it("refuses who does not know the token, and pages from elsewhere", function()
    listen { origins = { "https://example.org" } }
    local here = { Host = "127.0.0.1:1" }
    local function status(path, headers) return (ask("GET " .. path, headers)) end
    assert.equal(403, status("/world", here))
    assert.equal(403, status("/world?token=" .. ("0"):rep(32), here))
    assert.equal(403, status(with_token "/world", { Host = "bustle.example" }))
    assert.equal(403, status(with_token "/world", {}))
    assert.equal(403, status(with_token "/world", { Host = "127.0.0.1", Origin = "https://evil.example" }))
    assert.equal(403, status(with_token "/world", { Host = "127.0.0.1", Origin = "http://127.0.0.1.evil.example" }))
    assert.equal(403, status(with_token "/world", { Host = "127.0.0.1", Origin = "null" }))
    assert.equal(200, status(with_token "/world", { Host = "127.0.0.1", Origin = "https://example.org" }))
    local code, text = ask("GET " .. with_token "/world", { Host = "localhost:3", Origin = "http://127.0.0.1:8080" })
    assert.equal(200, code)
    assert.is_truthy(text:find("Access-Control-Allow-Origin: http://127.0.0.1:8080\r\n", 1, true))
  end)

  it("takes no commands unless the game allows them", function()
    listen()
    local before = world:hash()
    assert.equal(403, (ask("POST " .. with_token "/interrupt", nil, "player_shouts\n")))
    assert.equal(403, (ask("POST " .. with_token "/stops", nil, "anybody starts browse")))
    assert.equal(before, world:hash())
  end)

  it("interrupts and stops where the game allows it", function()
    listen { commands = true, explain = true }
    local status, text = ask("POST " .. with_token "/interrupt", nil, "player_shouts\n" .. world:get("Ada").id)
    assert.equal(200, status)
    assert.is_truthy(text:find('"queued":1', 1, true))
    assert.is_truthy(select(2, ask("POST " .. with_token "/interrupt", nil, "nonsense\n")):find("no such", 1, true))
    assert.equal(404, (ask("POST " .. with_token "/explode", nil, "")))
    ask("POST " .. with_token "/stops", nil, "Ada starts gasp\nwhenever")
    for _ = 1, 100 do world:update(0.1) end
    local at = world:now()
    world:update(0.1)
    assert.equal(at, world:now())
    ask("POST " .. with_token "/stops", nil, "")
    ask("POST " .. with_token "/go-on", nil, "")
    world:update(0.1)
    assert.is_true(world:now() > at)
  end)

  it("answers rubbish with a refusal, and is there for the next", function()
    listen()
    for _, rubbish in ipairs { "\0\1\2\3\4\5\6\7\r\n\r\n", "GET\r\n\r\n", "HELO mail.example\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" } do
      local client = connect()
      client:send(rubbish)
      assert.equal("400", read(client):match "^HTTP/1%.1 (%d+)")
    end
    assert.equal(405, (ask("PUT " .. with_token "/world")))
    assert.equal(404, (ask("GET " .. with_token "/watch?number=x")))
    assert.equal(200, (ask("GET " .. with_token "/world")))
  end)

  it("lets go of who sends ten megabytes, having read almost nothing of them", function()
    listen()
    local client, sent, chunk = connect(), 0, ("x"):rep(65536)
    client:send "POST /interrupt?token=x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10000000\r\n\r\n"
    for _ = 1, 200 do
      local last, problem, part = client:send(chunk)
      sent = sent + (last or part or 0)
      listening:update()
      if problem == "closed" then break end
    end
    for _ = 1, 50 do listening:update() end
    assert.equal(0, #listening.clients)
    assert.equal(200, (ask("GET " .. with_token "/world")))
  end)

  it("lets go of who stops reading, and of who never says what they want", function()
    listen { explain = true }
    local time = socket.gettime()
    listening.clock = function() return time end
    local lazy, silent = connect(), connect()
    lazy:send(request("GET " .. with_token("/watch?number=" .. world:get("Ada").id)))
    frames(10)
    assert.equal(2, #listening.clients)
    for _ = 1, 6000 do -- the system itself keeps some megabytes for whoever does not read
      time = time + 0.3
      frames(14)
      if #listening.clients == 0 then break end
    end
    assert.equal(0, #listening.clients)
    lazy:close()
    silent:close()
  end)

  it("has room for the next when too many come", function()
    listen()
    local crowd = {}
    for i = 1, 20 do crowd[i] = connect() end
    frames(100)
    assert.equal(6, #listening.clients)
    for _, each in ipairs(crowd) do each:close() end
    frames(400)
    assert.equal(200, (ask("GET " .. with_token "/world")))
  end)

  it("decides the same as a game that nobody looks into", function()
    listen { explain = true }
    local other = bustle.world { packs = { "behaviours/market" }, seed = 3 }
    other:set("market_open", true)
    for _ = 1, 50 do other:update(0.1) end
    local client = connect()
    client:send(request("GET " .. with_token("/watch?number=" .. world:get("Ada").id)))
    for _ = 1, 300 do
      world:update(0.1)
      other:update(0.1)
      listening:update()
      client:receive(65536)
    end
    assert.equal(other:hash(), world:hash())
    client:close()
  end)
end)
