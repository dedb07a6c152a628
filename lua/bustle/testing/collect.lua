--- Counts what the specs of a pack exercise, for `bustle test`: a helper of busted (`--helper=bustle.testing.collect`),
-- which writes the counts to the file that BUSTLE_COVERAGE names when busted is done.
local busted = require "busted"
local coverage = require "bustle.testing.coverage"
local keys = require "bustle.common.keys"

-- Here, so that all files of specs share one: busted forgets what a file has required.
require "bustle.testing"

local function write(path, hits)
  local lines = {}
  for i, key in ipairs(keys.names(hits)) do lines[i] = ("%d %s\n"):format(hits[key], key) end
  local file = assert(io.open(path, "wb"))
  file:write(table.concat(lines))
  file:close()
end

local path = os.getenv("BUSTLE_COVERAGE")
if path then
  coverage.start()
  busted.subscribe({ "exit" }, function()
    write(path, coverage.stop().hits)
    return nil, true
  end)
end
