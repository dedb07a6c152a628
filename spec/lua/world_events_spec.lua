local square = require "spec.lua.support.square"

local refusal = square.refusal

describe("listeners", function()
  it("are told of every kind of event, in order (S39, S43)", function()
    local world = square.world({ limits = { failures = 1 }, restart = 1 })
    local lines = square.record(world)
    world:spawn("bench", { name = "bench" })
    local mary = world:spawn("visitor", { name = "mary" })
    local lost = world:spawn("hopeless", { name = "hope" })
    world:spawn("loser", { name = "lou" })
    square.run(world, 6)
    mary:interrupt("shout", lost)
    mary:interrupt("whistle")
    square.run(world, 1)
    mary:interrupt("shout")
    square.run(world, 1)
    mary:remove()
    square.run(world, 1)
    assert.same({
      "spawn bench", "spawn mary", "spawn hope", "spawn lou",
      "start mary nil run of rest",
      "fail hope doomed condition", "fail lou doomed condition", "fallback lou watch", "start lou nil run of stand",
    }, square.slice(lines, 1, 9))
    local all = "\n" .. table.concat(lines, "\n") .. "\n"
    for _, line in ipairs {
      "stop mary done run of rest", "start mary bench run of sit", "stop mary interrupted run of sit",
      "interrupt mary shout hope scare", "interrupt mary whistle nil greeting", "start mary nil run of salute",
      "ignore mary shout nil scare", "stop mary removed run of salute", "remove mary", "halt hope doomed condition",
      "restart hope doomed",
    } do
      assert.is_truthy(all:find("\n" .. line .. "\n", 1, true), line .. " is not in" .. all)
    end
  end)

  it("get the run of an action", function()
    local world = square.world()
    local runs = {}
    world:on("start", function(npc, target, run)
      runs[#runs + 1] = { npc.kind, target and target.kind, run.action, run.token, run.duration, run.remaining,
        run.resumed, run.show.anim, run.target == target }
    end)
    world:spawn "bench"
    local mary = world:spawn "visitor"
    world:update(0)
    world:update(2)
    world:update(1)
    mary:interrupt "shout"
    world:update(0)
    world:update(1)
    local sit = runs[2][5]
    assert.is_true(sit >= 6 and sit <= 10)
    assert.same({
      { "visitor", nil, "rest", 1, 2, 2, false, nil, true },
      { "visitor", "bench", "sit", 2, sit, sit, false, "sit", true },
      { "visitor", nil, "gasp", 3, 1, 1, false, nil, true },
      { "visitor", "bench", "sit", 4, sit, sit - 1, true, "sit", true },
    }, runs)
    assert.equal(4, mary.token)
  end)

  it("come in the order of their coming, and go", function()
    local world, calls = square.world(), {}
    local leave = world:on("spawn", function() calls[#calls + 1] = 1 end)
    world:on("spawn", function() calls[#calls + 1] = 2 end)
    world:spawn "bench"
    world:update(0)
    leave()
    leave()
    world:spawn "bench"
    world:update(0)
    assert.same({ 1, 2, 2 }, calls)
  end)

  it("that are sent away by one before them are not called any more", function()
    local world, calls, leave = square.world(), 0, nil
    world:on("spawn", function() leave() end)
    leave = world:on("spawn", function() calls = calls + 1 end)
    world:spawn "bench"
    world:update(0)
    assert.equal(0, calls)
  end)

  it("hear of stops whose starts they missed, without a duration", function()
    local world, stopped = square.world(), nil
    world:spawn "guard"
    world:update(0)
    world:on("stop", function(_, why, run) stopped = { why, run.action, run.token, run.duration, run.target } end)
    world:update(3)
    assert.same({ "done", "stand", 1 }, stopped)
  end)

  it("hear of stops that nobody waited for at the start, without a duration", function()
    local world, started, stopped = square.world(), 0, nil
    world:on("start", function() started = started + 1 end)
    world:spawn "guard"
    world:update(0)
    world:on("stop", function(_, why, run) stopped = { why, run.action, run.token, run.duration, run.target } end)
    world:update(3)
    assert.equal(2, started)
    assert.same({ "done", "stand", 1 }, stopped)
  end)

  it("may keep a run: it stays that of its action", function()
    local world, runs = square.world(), {}
    world:on("start", function(_, _, run) runs[#runs + 1] = run end)
    local bob = world:spawn "guard"
    world:update(0)
    world:update(3)
    assert.same({ 1, 2 }, { runs[1].token, runs[2].token })
    local ok, _, code = bob:complete(runs[1].token)
    assert.is_nil(ok)
    assert.equal("old_token", code)
    assert.is_true(bob:complete(runs[2].token))
  end)

  it("must be functions, for events that exist", function()
    local world = square.world()
    assert.equal('on: there is no event strat (did you mean "start"?)', refusal(function() world:on("strat", print) end))
    assert.matches("^on: there is no event nil %(there are adopt, drop, ", refusal(function() world:on(nil, print) end))
    assert.equal("on: the second argument must be a function, not a nil", refusal(function() world:on("start") end))
  end)

  it("may change the world at once; what comes of it comes with the next update (S39)", function()
    local world, lines = square.world(), {}
    world:on("start", function(npc)
      if npc.name == "a" then
        lines[#lines + 1] = tostring(npc:complete())
        lines[#lines + 1] = tostring(npc.action)
        world:spawn("guard", { name = "b" })
      end
    end)
    world:on("spawn", function(npc) lines[#lines + 1] = "spawn " .. npc.name end)
    world:spawn("guard", { name = "a" })
    world:update(0)
    assert.same({ "spawn a", "true", "nil" }, lines)
    world:update(0)
    assert.same({ "spawn a", "true", "nil", "spawn b", "true", "nil" }, lines)
  end)

  it("cannot update or close the world", function()
    local world, texts = square.world(), {}
    world:on("error", function(message) texts[#texts + 1] = message:match("^.-_spec.lua:%d+: (.-)\n") end)
    world:on("spawn", function() world:update(1) end)
    world:on("spawn", function() world:close() end)
    world:handle("stand", { start = function() world:update(1) end })
    world:spawn "guard"
    world:update(0)
    assert.same({ "update cannot be called inside a handler", "close cannot be called inside a handler",
      "update cannot be called inside a handler" }, texts)
    assert.equal(0, world:now())
    world:update(1)
    assert.equal(1, world:now())
  end)

  it("and functions may be reached from a coroutine", function()
    local world, heard = square.world(), 0
    world:on("start", function(npc) heard = heard + 1 npc:complete() end)
    local routine = coroutine.wrap(function()
      world:spawn "guard"
      while true do
        world:update(1)
        coroutine.yield(world:now())
      end
    end)
    assert.same({ 1, 2, 3, 3 }, { routine(), routine(), routine(), heard })
    world:update(1)
    assert.equal(4, heard)
  end)

  it("get objects of those who have left meanwhile", function()
    local world, seen = square.world(), {}
    local ann = world:spawn("guard", { name = "ann", owner = "sprite" })
    world:spawn("guard", { name = "bob" })
    world:on("start", function(npc)
      seen[#seen + 1] = { npc.name, npc.alive, npc.owner, npc.kind }
      if npc.name == "ann" then world:get("bob"):remove() end
    end)
    world:on("stop", function(npc, why) seen[#seen + 1] = { npc.name, npc.alive, why } end)
    world:on("remove", function(npc) seen[#seen + 1] = { npc.name, npc.alive } end)
    world:update(0)
    assert.same({ { "ann", true, "sprite", "guard" }, { "bob", false, nil, "guard" } }, seen)
    ann:remove()
    world:update(0)
    assert.same({ { "bob", false, "removed" }, { "bob", false }, { "ann", false, "removed" }, { "ann", false } },
      square.slice(seen, 3))
    assert.is_nil(next(world._left))
    assert.is_nil(next(world._leaving))
  end)
end)

describe("the handler of an action", function()
  it("takes it over from listeners", function()
    local world, lines = square.world(), {}
    local function note(text) return function(npc, other) lines[#lines + 1] = ("%s %s %s"):format(text, npc.kind, tostring(other)) end end
    world:on("start", note "on start")
    world:on("stop", note "on stop")
    world:handle("stand", { start = note "start", stop = note "stop" })
    world:handle("square.rest", { start = note "start" })
    world:spawn "guard"
    world:spawn "visitor"
    world:update(0)
    world:update(3)
    assert.same({ "start guard nil", "start visitor nil", "on stop visitor done", "stop guard done" },
      { lines[1], lines[2], lines[3], lines[4] })
  end)

  it("is called by every update while the action runs, and completes it by returning true", function()
    local world, calls = square.world(), {}
    world:handle("stroll", {
      start = function(_, _, run) calls[#calls + 1] = ("start %g"):format(run.duration) end,
      update = function(npc, dt, run)
        calls[#calls + 1] = ("update %s %g %g"):format(npc.action, dt, run.remaining)
        return run.remaining < 4.5
      end,
      stop = function(_, why, run) calls[#calls + 1] = ("stop %s %g"):format(why, run.remaining) end,
    })
    local mary = world:spawn "visitor"
    mary:set_main "day"
    world:update(0)
    world:update(2)
    assert.same({ "start 5" }, calls)
    world:update(0.5)
    world:update(0.25)
    assert.is_nil(mary.action)
    world:update(0.25)
    assert.same({ "start 5", "update stroll 0.5 4.5", "update stroll 0.25 4.25", "stop done 4.25" },
      square.slice(calls, 1, 4))
    assert.equal("rest", mary.action)
  end)

  it("completes by true alone", function()
    local world = square.world()
    world:handle("stand", { update = function() return 1 end })
    local bob = world:spawn "guard"
    square.run(world, 3)
    assert.equal(1, bob.token)
  end)

  it("is not called for what another handler has ended", function()
    local world, updated = square.world(), {}
    local ann, bob
    world:handle("stand", { update = function(npc)
      updated[#updated + 1] = npc.name
      if npc == ann and bob.alive then bob:remove() end
      if npc == ann then npc:complete() return true end
    end })
    ann, bob = world:spawn("guard", { name = "ann" }), world:spawn("guard", { name = "bob" })
    world:spawn("guard", { name = "cat" })
    world:update(0)
    world:update(0.5)
    assert.same({ "ann", "cat" }, updated)
    world:update(0.5)
    assert.same({ "ann", "cat", "cat" }, updated)
    world:update(0.5)
    assert.same({ "ann", "cat", "cat", "cat", "ann" }, updated)
  end)

  it("hears of exactly one stop for every start, whatever happens", function()
    local world, running, starts, stops = square.world(), {}, 0, 0
    world:spawn_many("bench", 3)
    for _, action in ipairs { "rest", "sit", "stroll", "gasp", "salute", "stand" } do
      world:handle(action, {
        start = function(npc, _, run)
          assert.is_nil(running[npc])
          running[npc], starts = run, starts + 1
        end,
        stop = function(npc, _, run)
          assert.equal(running[npc], run)
          running[npc], stops = nil, stops + 1
        end,
      })
    end
    local problems = 0
    world:on("error", function() problems = problems + 1 end)
    local state = 1
    local function random(n)
      state = state * 16807 % 2147483647
      return state % n + 1
    end
    local npcs = {}
    for i = 1, 20 do npcs[i] = world:spawn(i % 2 == 0 and "visitor" or "guard") end
    for _ = 1, 600 do
      local i = random(#npcs)
      local npc, what = npcs[i], random(8)
      if what == 1 then npc:complete() elseif what == 2 then npc:fail() elseif what == 3 then npc:interrupt "shout"
      elseif what == 4 then npc:hold() elseif what == 5 then npc:release() elseif what == 6 then npc:run "greeting"
      elseif what == 7 then npc:set_main "watch"
      else
        npc:remove()
        npcs[i] = world:spawn "visitor"
      end
      world:update(random(10) / 10)
    end
    for _, npc in ipairs(npcs) do npc:remove() end
    world:update(0)
    assert.equal(0, problems)
    assert.is_true(starts > 500)
    assert.equal(starts, stops)
    assert.is_nil(next(running))
    assert.is_nil(next(world._delivery.runs))
    world:update(0)
    assert.equal(0, #world._delivery.ticking)
    assert.is_true(world:check())
  end)

  it("of starts alone leaves no account of what runs", function()
    local world, starts = square.world(), 0
    world:handle("stand", { start = function() starts = starts + 1 end })
    world:spawn "guard"
    world:update(0)
    world:update(3)
    assert.equal(2, starts)
    assert.is_nil(next(world._delivery.runs))
  end)

  it("stays with what it was started with", function()
    local world, calls = square.world(), {}
    world:handle("stand", { stop = function() calls[#calls + 1] = "first" end })
    world:spawn "guard"
    world:update(0)
    world:handle("stand", { stop = function() calls[#calls + 1] = "second" end })
    world:update(3)
    world:handle("stand", nil)
    world:update(3)
    world:update(3)
    assert.same({ "first", "second" }, calls)
  end)

  it("hears why the game let an action fail (S17)", function()
    local world, seen = square.world(), {}
    world:on("stop", function(_, why, run) seen[#seen + 1] = { why, run.reason } end)
    local bob = world:spawn "guard"
    world:update(0)
    assert.is_true(bob:fail "no path")
    world:update(0)
    world:update(60)
    bob:fail()
    world:update(0)
    assert.same({ { "failed", "no path" }, { "failed" } }, seen)
    assert.is_nil(next(world._delivery.reasons))
  end)

  it("must be functions, for actions that exist", function()
    local world = square.world()
    assert.equal('unknown action "sti" (did you mean "sit"?)', refusal(function() world:handle("sti", {}) end))
    assert.equal("handle: the handler must be a table, not a function", refusal(function() world:handle("sit", print) end))
    assert.equal('handle: unknown option "strat" (did you mean "start"?)',
      refusal(function() world:handle("sit", { strat = print }) end))
    assert.equal("handle: stop must be a function, not a string",
      refusal(function() world:handle("sit", { stop = "stop" }) end))
  end)

  it("cannot change what actions show by default", function()
    local world, text = square.world(), nil
    world:on("error", function(message) text = message end)
    world:on("start", function(_, _, run) run.show.anim = "wave" end)
    world:spawn "guard"
    world:update(0)
    assert.matches("what an action shows cannot be changed", text)
  end)
end)

describe("errors in handlers", function()
  it("are told with a traceback and where they came from, and harm nobody (S39)", function()
    local world, told, calls = square.world(), {}, 0
    world:on("error", function(message, where) told[#told + 1] = { message, where } end)
    world:on("spawn", function() error "first" end)
    world:on("spawn", function() calls = calls + 1 end)
    world:handle("stand", {
      start = function() error "second" end, update = function() error { "third" } end,
      stop = function() error(setmetatable({}, { __tostring = function() return "fourth" end })) end,
    })
    world:spawn "guard"
    world:update(0)
    world:update(1)
    world:update(2)
    local wheres, firsts = {}, {}
    for i, each in ipairs(told) do
      wheres[i], firsts[i] = each[2], each[1]:match("^[^\n]*")
      assert.matches("stack traceback:", each[1])
    end
    assert.same({ 'listener to "spawn"', 'handler of "stand", start', 'handler of "stand", update',
      'handler of "stand", stop' }, { wheres[1], wheres[2], wheres[3], wheres[4] })
    assert.matches("_spec.lua:%d+: first$", firsts[1])
    assert.matches("_spec.lua:%d+: second$", firsts[2])
    assert.matches("^table: ", firsts[3])
    assert.equal("fourth", firsts[4])
    assert.equal(1, calls)
    assert.equal(3, world:now())
    assert.is_true(world:check())
  end)

  -- What goes to standard error meanwhile.
  local function stderr_of(fn)
    local real, written = io.stderr, {}
    io.stderr = { write = function(_, text) written[#written + 1] = text end } -- luacheck: ignore 122
    local ok, problem = pcall(fn)
    io.stderr = real -- luacheck: ignore 122
    if not ok then error(problem, 0) end
    return table.concat(written)
  end

  it("go to standard error when nobody listens", function()
    local world = square.world()
    world:on("spawn", function() error "oh" end)
    world:spawn "bench"
    local text = stderr_of(function() world:update(0) end)
    assert.matches('^bustle: listener to "spawn": .-_spec.lua:%d+: oh\nstack traceback:', text)
  end)

  it("go there whole once, and are counted when they come again from the same line", function()
    local world, number = square.world(), 0
    world:on("spawn", function()
      number = number + 1
      error("oh " .. number)
    end)
    world:on("spawn", function() error("rarely", 0) end)
    local text = stderr_of(function()
      for _ = 1, 120 do
        world:spawn "bench"
        world:update(0)
      end
    end)
    local _, tracebacks = text:gsub("stack traceback:", "")
    assert.equal(2, tracebacks)
    local _, lines = text:gsub("bustle: ", "")
    assert.equal(6, lines)
    assert.matches('\nbustle: listener to "spawn": [^\n]-_spec.lua:%d+: oh 10 %(10 times by now%)\n', text)
    assert.matches('\nbustle: listener to "spawn": [^\n]-_spec.lua:%d+: oh 100 %(100 times by now%)\n', text)
    assert.matches('\nbustle: listener to "spawn": rarely %(100 times by now%)\n', text)
  end)

  it("go there too when each of them is another", function()
    local world, number = square.world(), 0
    world:on("spawn", function()
      number = number + 1
      error("oh " .. number, 0)
    end)
    local _, tracebacks = stderr_of(function()
      for _ = 1, 1000 do world:spawn "bench" end
      world:update(0)
    end):gsub("stack traceback:", "")
    assert.equal(1000, tracebacks)
  end)

  it("go there too when the listener to errors has one", function()
    local world = square.world()
    world:on("error", function() error "worse" end)
    world:on("spawn", function() error "oh" end)
    world:spawn "bench"
    local text = stderr_of(function() world:update(0) end)
    assert.matches("_spec.lua:%d+: oh\n", text)
    assert.matches('bustle: listener to "error": .-_spec.lua:%d+: worse\n', text)
  end)
end)
