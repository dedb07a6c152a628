-- Lets a place live for a while without showing it, and tells what happened; --report FILE draws it, too.
-- From the project's folder: ./bustle demo market --report market.html
local days = require "examples.report.days"
local options = require "examples.demo.options"
local page = require "examples.report.page"
local record = require "examples.demo.record"
local scenes = require "examples.demo.scene"
local summary = require "examples.demo.summary"

local STEP = 0.1

local given = options.read(arg)
local recorded = record.new(scenes.new(given), given.seconds)
for _ = 1, given.seconds / STEP do recorded:advance(STEP) end
print(table.concat(summary.lines(recorded), "\n"))

if given.report then
  local file, problem = io.open(given.report, "w")
  if not file then
    io.stderr:write("demo: the report cannot be written: ", problem, "\n")
    os.exit(1)
  end
  file:write((recorded.diary and days or page).of(recorded, given))
  file:close()
  print(("The report is in %s."):format(given.report))
end
