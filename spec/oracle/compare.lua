-- Compares the core with the oracle on random worlds: every event, every refusal, and everything that can be asked of the
-- world now and then and at the end. From the project's folder, on a Lua that finds bustle_core:
--   lua5.4 spec/oracle/compare.lua FIRST LAST [first]
-- What differs is made small (shrink.lua) and printed as a spec to paste; with `first`, it ends at the first difference.

package.path = "./?.lua;./?/init.lua;" .. package.path
local jit = package.loaded.jit
-- Much is run a little: compiled too eagerly, most of the time would go into compiling.
if jit then require("jit.opt").start("hotloop=500", "hotexit=100") end

local random = require "spec.oracle.random"
local agree = require "spec.oracle.agree"
local shrink = require "spec.oracle.shrink"

local PICTURE_EVERY = 10 -- calls
local MOST_SHRUNK, MOST_TOLD = 3, 20
local MOST_REFUSED = 0.04 -- of all; it is one or two in a hundred, but of few worlds it may be more

local first, last = tonumber(arg[1] or 1), tonumber(arg[2] or 200)
local only_first = arg[3] == "first"
local different, refused = 0, 0

local function tell(seed, given, what, accepted)
  print(("seed %d: %s"):format(seed, what))
  if only_first or different > MOST_SHRUNK or not agree.differs(given) then return end
  local small = shrink(given, agree.differs, accepted)
  print(("\nmade small:\n%s\n\n%s\n"):format(agree.differs(small), agree.spec(small, "seed " .. seed)))
end

for seed = first, last do
  local given = random(seed)
  local what, was_refused, expected = agree.difference(given, PICTURE_EVERY)
  if was_refused then refused = refused + 1 end
  if what then
    different = different + 1
    tell(seed, given, what, expected.accepted)
    if only_first or different >= MOST_TOLD then break end
  end
  if (seed - first + 1) % 500 == 0 then io.stderr:write(("%d worlds compared\n"):format(seed - first + 1)) end
end
print(("%d worlds, %d different, %d refused as content"):format(last - first + 1, different, refused))
os.exit(different == 0 and refused <= MOST_REFUSED * (last - first + 1) and 0 or 1)
