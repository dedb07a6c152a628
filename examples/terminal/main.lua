-- A place as a live map of letters, with a log: for machines without a display, in plain Lua.
-- From the project's folder: ./bustle demo village --terminal
local keys = require "examples.terminal.keys"
local map = require "examples.terminal.map"
local options = require "examples.demo.options"
local record = require "examples.demo.record"
local scenes = require "examples.demo.scene"
local screen = require "examples.terminal.screen"
local summary = require "examples.demo.summary"

local STEP, PAUSE = 0.1, "sleep 0.08" -- seconds of a step, and the time that a frame stays where nobody presses keys
local SPARINGLY = 60 -- seconds between two frames where nobody watches

local given = options.read(arg)
local scene = scenes.new(given)
local recorded = record.new(scene, given.seconds)
local watched = screen.is_terminal()
local drawn = scene.days and map.new(scene, screen.size())
local steps, news, over = 4, {}, false -- steps to a frame

-- The log tells of one person, so that one can follow.
local hero = scene:hero()

local function tell(text, ...)
  news[#news + 1] = ("%s  %s"):format(scene:clock(), text:format(...))
end

-- What happens comes before what people make of it.
local happened = 0
local function tell_happenings()
  while happened < #scene.log do
    happened = happened + 1
    tell("* %s.", scene.log[happened].text)
  end
end

scene.world:on("start", function(npc, target, run)
  if npc ~= hero then return end
  tell_happenings()
  tell("%s %s %s%s", npc.name, run.resumed and "goes on to" or "begins to", record.spoken(run.action),
    target and (" (%s)"):format(target.name or record.spoken(target.kind)) or "")
end)

scene.world:on("join", function(npc, what, part)
  if npc ~= hero then return end
  tell_happenings()
  tell("%s joins %s as %s", npc.name, record.spoken(what), record.spoken(part))
end)

local function show()
  io.write(drawn and drawn:frame(hero, news, watched) or screen.frame(scene, hero, news, watched))
  io.flush()
end

-- ---- Keys ----

local function follow(later)
  for i, npc in ipairs(scene.people) do
    if npc == hero then
      hero = scene.people[(i - 1 + later) % #scene.people + 1]
      break
    end
  end
  tell("@ is %s now", hero.name)
end

local PRESSED = {
  n = function() follow(1) end, p = function() follow(-1) end,
  ["+"] = function() steps = math.min(steps * 2, 256) end, ["-"] = function() steps = math.max(steps / 2, 1) end,
  q = function() over = true end,
}

-- Whether it passed without Ctrl-C, which reaches the pause and not Lua.
local function pause()
  local _, how, code = os.execute(PAUSE)
  return not (how == "signal" or code == 130)
end

local close = watched and keys.open()

local function wait()
  if not close then return pause() end
  local key = keys.read()
  if key and PRESSED[key] then PRESSED[key]() end
  return not over
end

-- ---- Playing ----

-- Whether it came to its end.
local function play()
  local shown = -SPARINGLY
  while scene.time < given.seconds - STEP / 2 do
    for _ = 1, steps do recorded:advance(STEP) end
    tell_happenings()
    if watched then
      show()
      if not wait() then return false end
    elseif scene.time >= shown + SPARINGLY then
      shown = scene.time
      show()
    end
  end
  return true
end

if watched then io.write("\27[2J") end
local played, result = pcall(play)
if close then close() end
if not played and not tostring(result):find("interrupted!$") then error(result, 0) end
if not played or not result then print() end
print(table.concat(summary.lines(recorded), "\n"))
