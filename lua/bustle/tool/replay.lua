--- `bustle replay`: shows what happened in a recording, and whether it happens again.
local nearest = require "bustle.common.nearest"
local replay = require "bustle.replay"
local story = require "bustle.tool.story"

local function seconds(text)
  local number = tonumber(text)
  return number and number >= 0 and number or nil
end

local command = {
  name = "replay", arguments = "FILE", least = 1, most = 1, missing = "the recording",
  summary = "show what happened in a recording, and whether it happens again",
  about = [[Makes the calls of a recording (world:record) again, in a world of the same packs, and prints what the
npcs do. After every update it compares the decisions with those of the recording.

Exit status: 0 the same decisions, 1 the recording cannot be read or the decisions differ, 2 wrong
usage.]],
  options = {
    { "until", "stop at this time of the world", value = "S", read = seconds, takes = "seconds from 0 on" },
    { "npc", "print only the npc of this name", value = "NAME" },
    { "pack", "a pack of the recorded world that has moved; repeat it for more", value = "PATH",
      often = true },
    { "quiet", "print only whether the decisions are the same" },
  },
}

local function fail(streams, message)
  streams.err:write(("bustle replay: %s\n"):format(message))
  return 1
end

local function named(path, message)
  return ("%s: %s"):format(path, message)
end

local function names_of(world)
  local names = {}
  for _, each in ipairs(world:find {}) do
    if each.activities and each.name then names[#names + 1] = each.name end
  end
  return names
end

-- Somebody who comes later cannot be known yet.
local function warn_of(name, world, streams)
  if not name or world:get(name) then return end
  streams.err:write(("bustle replay: nobody is called '%s' when the recording begins (%s)\n"):format(name,
    nearest.question(name, names_of(world), "they may come later")))
end

local function play(again, last)
  while true do
    local went_on, message = again:step()
    if not went_on then return went_on == nil, message end
    if last and again.world:now() >= last or again.difference then return true end
  end
end

--- Runs the command.
function command.run(given, streams)
  local again, problem = replay.open(given[1], { packs = #given.pack > 0 and given.pack or nil })
  if not again then return fail(streams, problem:find(given[1], 1, true) and problem or named(given[1], problem)) end
  warn_of(given.npc, again.world, streams)
  local told
  if not given.quiet then
    told = story.new(again.world, streams.out, function(npc) return not given.npc or npc.name == given.npc end)
  end
  local whole, message = play(again, given["until"])
  if told then told:count_errors() end
  if again.difference then return fail(streams, ("the replay differs %s"):format(again.difference)) end
  if not whole then return fail(streams, named(given[1], message)) end
  streams.out:write(("\n%d updates up to %.1f s, the same decisions: they hash to %08x.\n"):format(again.updates,
    again.world:now(), again.world:hash()))
  return 0
end

return command
