local yard = require "spec.explain.yard"

-- What a log writes while a world goes on, as a list of lines.
local function logged(options, seconds, prepare)
  local lines = {}
  local w = yard.world { explain = options.steps or nil }
  w:spawn("bench", { name = "by the gate", x = 5 })
  local npcs = { w:spawn("guest", { name = "mary" }), w:spawn("sitter", { name = "joe" }) }
  if prepare then prepare(w, npcs, options) end
  assert(w:log(function(text)
    for line in text:gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
  end, options))
  for _ = 0, seconds do w:update(1) end
  return lines, w
end

local function kinds(lines)
  local list = {}
  for i, line in ipairs(lines) do list[i] = line:match('^{"kind":"([%a_]+)"') end
  return table.concat(list, " ")
end

describe("world:log", function()
  it("writes events as lines of JSON, in order, with their keys in order", function()
    assert.same({
      '{"kind":"spawn","time":0,"npc":"by the gate","number":1,"definition":"bench"}',
      '{"kind":"spawn","time":0,"npc":"mary","number":2,"definition":"guest"}',
      '{"kind":"spawn","time":0,"npc":"joe","number":3,"definition":"sitter"}',
      '{"kind":"start","time":1,"npc":"mary","number":2,"definition":"guest","action":"hum","duration":2,'
        .. '"remaining":2,"resumed":false,"token":1}',
      '{"kind":"start","time":1,"npc":"joe","number":3,"definition":"sitter","action":"sit","target":"by the gate",'
        .. '"duration":4,"remaining":4,"resumed":false,"token":1}',
    }, (logged({}, 0, function(_, npcs) npcs[1].state.energy = 9 end)))
  end)

  it("writes the steps of decisions, with options, reasons and the rule, in a world that explains", function()
    local lines = logged({ steps = true, npc = "mary" }, 0, function(_, npcs) npcs[1].state.energy = 9 end)
    assert.equal("spawn begin way action start", kinds(lines))
    assert.equal('{"kind":"way","time":1,"npc":"mary","number":2,"definition":"guest","sequence":"day",'
      .. '"node":"choose","to":"hum","open":1,"options":['
      .. '{"to":"rest","verdict":"condition","against":[{"text":"self.energy < 7",'
      .. '"reads":[{"name":"self.energy","value":9}]}]},'
      .. '{"to":"nap","verdict":"condition","against":[{"text":"self.tired","reads":[{"name":"self.tired",'
      .. '"value":false}]},{"text":"self.energy <= self.mood + 1",'
      .. '"reads":[{"name":"self.energy","value":9},{"name":"self.mood","value":1}]}]},{"to":"hum","verdict":"open"}],'
      .. '"rule":{"rule":"only"},"transition":3}', lines[3])
  end)

  it("writes what is asked for: by NPC, by kind, by event", function()
    local function prepare(_, npcs, options) if options.npc == 1 then options.npc = npcs[1] end end
    for _, case in ipairs { { { npc = "joe" }, "joe" }, { { npc = 1 }, "mary" }, { { kind = "sitter" }, "joe" },
      { { npc = { "mary", "nobody" } }, "mary" } } do
      local lines = logged(case[1], 5, prepare)
      assert.is_true(#lines > 1)
      for _, line in ipairs(lines) do assert.equal(case[2], line:match('"npc":"([^"]*)"')) end
    end
    assert.equal("stop stop stop", kinds(logged({ events = { "stop", "halt" } }, 4)))
    assert.equal("spawn spawn spawn", kinds(logged({ events = "spawn" }, 4)))
  end)

  it("tells of errors, unless somebody is asked for", function()
    local function prepare(w)
      w:on("error", function() end)
      w:on("start", function() error("no \"art\"\n", 0) end)
    end
    local lines = logged({ events = "error" }, 1, prepare)
    assert.equal('{"kind":"error","time":1,"message":"no \\"art\\"\\n', lines[1]:sub(1, 48))
    assert.truthy(lines[1]:find('"where":"listener to \\"start\\""', 1, true))
    assert.same({}, (logged({ events = "error", npc = "mary" }, 1, prepare)))
  end)

  it("goes to a file, line by line as updates end, until it is stopped", function()
    local path = os.tmpname()
    local w = yard.world()
    local log = assert(w:log(path))
    w:spawn("guest", { name = "m\255ry" })
    w:update(0)
    local file = assert(io.open(path, "rb"))
    assert.equal('{"kind":"spawn","time":0,"npc":"m?ry","number":1,"definition":"guest"}', file:read("*l"))
    assert.equal("start", file:read("*l"):match('"kind":"(%a+)"'))
    log:stop()
    log:stop()
    w:update(10)
    assert.is_nil(file:read("*l"))
    file:close()
    os.remove(path)
  end)

  it("ends, and is reported, when it cannot be written, and the game goes on", function()
    for _, sink in ipairs { function() error("full", 0) end, function() return nil, "full" end } do
      local w, reported, calls = yard.world(), {}, 0
      w:on("error", function(message, where) reported[#reported + 1] = { message:match("[^\n]*"), where } end)
      assert(w:log(function(text) calls = calls + 1 return sink(text) end))
      local npc = w:spawn "guest"
      for _ = 1, 5 do assert(w:update(1)) end
      assert.same({ { "full", "log" } }, reported)
      assert.equal(1, calls)
      assert.is_true(npc.alive)
    end
  end)

  it("says why a file cannot be opened, and what is wrong with its options", function()
    local w = yard.world()
    local log, message = w:log("/nowhere/at/all.jsonl")
    assert.is_nil(log)
    assert.truthy(message:find("/nowhere/at/all.jsonl", 1, true))
    local function raises(text, target, options)
      assert.has_error(function() w:log(target, options) end, text)
    end
    raises("log: the steps of decisions are told by worlds that are made with explain = true", print, { steps = true })
    raises('log: there is no event stopp (did you mean "stop"?)', print, { events = { "stopp" } })
    raises('unknown entity "gest" (did you mean "guest"?)', print, { kind = "gest" })
    assert.has_error(function() w:log(12) end)
    assert.has_error(function() w:log(print, { who = "mary" }) end)
    -- A log of events alone does not make a world explain.
    assert(w:log(function() end))
    raises("log: the steps of decisions are told by worlds that are made with explain = true", print, { steps = true })
  end)

  it("ends with the world", function()
    local path = os.tmpname()
    local w = yard.world()
    assert(w:log(path))
    w:spawn "guest"
    w:update(0)
    w:close()
    assert.is_nil(next(w._logs))
    os.remove(path)
  end)
end)
