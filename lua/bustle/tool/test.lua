--- `bustle test`: runs the specs of packs, and says how much of their content these exercise.
local coverage = require "bustle.testing.coverage"
local load = require "bustle.tool.load"
local pictures = require "bustle.tool.test.picture"
local report = require "bustle.tool.test.report"
local shell = require "bustle.tool.shell"
local sources = require "bustle.packs.sources"
local specs = require "bustle.tool.test.busted"
local terminal = require "bustle.tool.terminal"

local function percentage(text)
  local number = tonumber(text)
  return number and number >= 0 and number <= 100 and number or nil
end

local test = {
  name = "test", arguments = "PACK...", least = 1, missing = "a pack",
  summary = "run the specs of packs, and measure what they exercise",
  about = [[Runs PACK/spec/*_spec.lua of each pack with busted, and counts how much of the pack's content the worlds
of bustle.testing exercise: nodes entered, transitions taken, conditions that were true and false,
interruptions answered, fallbacks used. A PACK is the folder of a pack, or a folder of such folders.
docs/testing.md explains how to write specs.

Exit status: 0 the specs pass and exercise enough, 1 they fail or exercise too little, 2 wrong usage.]],
  options = {
    { "min", "fail if the specs exercise less than N percent of a pack", value = "N", read = percentage,
      takes = "a number from 0 to 100" },
    { "svg", "draw the sequences into FOLDER, coloured by what was exercised", value = "FOLDER" },
  },
}

local function fail(streams, message, ...)
  streams.err:write(("bustle test: %s\n"):format(message:format(...)))
  return 1
end

-- The packs that were asked for, in order.
local function packs_under_test(set)
  local by_name, list = {}, {}
  for _, pack in ipairs(set.packs) do by_name[pack.name] = pack end
  for i, name in ipairs(set.given) do list[i] = by_name[name] end
  return list
end

local function files_of(packs, streams)
  local files, source = {}, sources.disk()
  for _, pack in ipairs(packs) do
    local own = specs.of(source, pack.path)
    if #own == 0 then
      return nil, fail(streams, "%s has no specs: write %s/spec/%s_spec.lua", pack.name, pack.path, pack.name)
    end
    for _, file in ipairs(own) do files[#files + 1] = file end
  end
  return files
end

local function draw(compiled, packs, hits, folder, streams)
  local made, message = shell.run("mkdir -p " .. shell.path(folder))
  for _, pack in ipairs(made and packs or {}) do
    made, message = pictures.write(compiled, pack.name, hits, folder)
    if not made then break end
    streams.out:write(("drew %d sequences of %s into %s\n"):format(#made, pack.name, folder))
  end
  if not made then return fail(streams, "%s", message) end
  return 0
end

-- Writes what was exercised; returns the status.
local function tell(parts, packs, hits, least, streams)
  local status = 0
  for _, pack in ipairs(packs) do
    local made = report.of(parts, hits, pack.name)
    report.write(streams.out, pack.name, made, terminal.painter(streams.out))
    local percent = report.percent(made.total)
    if least and percent < least then
      status = fail(streams, "%s is at %d %%, below %g %%", pack.name, percent, least)
    end
  end
  return status
end

--- Runs the command.
function test.run(given, streams)
  local compiled, set = load.compile(given, streams, test.name)
  if not compiled then return 1 end
  local packs = packs_under_test(set)
  local files, status = files_of(packs, streams)
  if not files then return status end
  local ran, message = specs.run(files)
  if not ran then return fail(streams, "%s", message) end
  streams.out:write(ran.output, "\n")
  status = tell(coverage.parts(compiled), packs, ran.hits, given.min, streams)
  if given.svg then status = math.max(status, draw(compiled, packs, ran.hits, given.svg, streams)) end
  if not ran.passed then return fail(streams, "the specs do not pass") end
  return status
end

return test
