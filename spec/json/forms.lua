-- Prints damaged JSON files, and whether the loader finds their form wrong, a line each: kind, "bad" or "fine", JSON.
-- schemas.py holds the JSON Schemas against that. From the project's folder: lua5.4 spec/json/forms.lua COUNT SEED
package.path = "./?.lua;" .. package.path
local damage = require "spec.json.support.damage"
local park = require "spec.json.support.park"

local count, seed = tonumber(arg[1]) or 1000, tonumber(arg[2]) or 1

local FILES = { schema = "schema", conditions = "conditions", actions = "actions", sequences = "sequences",
  kiosk = "entities", bench_by_the_pond = "entities", ines = "entities" }
local NAMES = { "schema", "conditions", "actions", "sequences", "kiosk", "bench_by_the_pond", "ines" }

local FORM = { ["bad-type"] = true, ["missing-key"] = true, ["unknown-key"] = true, ["unknown-value"] = true,
  ["unknown-operation"] = true, ["effect-in-condition"] = true, ["condition-in-effects"] = true, ["not-writable"] = true,
  ["bad-operation"] = true, ["listed-twice"] = true, ["without-entity"] = true, ["bad-name"] = true }

-- "bad" or "fine"; nil for what is no JSON, or has a key twice, which parsers take differently.
local function verdict(name, text)
  local kind = FILES[name]
  local pack = park.load { entities = kind == "entities" and park.source(text) or {}, [kind] = park.source(text) }
  local bad = false
  for _, problem in ipairs(pack.problems) do
    if problem.code == "bad-json" or problem.code == "duplicate-key" then return nil end
    if FORM[problem.code] and problem.origin:find("^a%.json:") then bad = true end
  end
  return bad and "bad" or "fine"
end

-- JSON without line ends outside of texts; those within have been refused as no line of output.
local function one_line(text)
  return (text:gsub("%s*\n%s*", " "))
end

local random, made = damage.generator(seed), 0
while made < count do
  local name = NAMES[random(#NAMES)]
  local text = damage.exchange(park.text(name), random)
  if random(2) == 1 then text = damage.change_line(text, random) end
  local found = not text:find('"\n"', 1, true) and verdict(name, text)
  if found then
    made = made + 1
    io.write(FILES[name], "\t", found, "\t", one_line(text), "\n")
  end
end
