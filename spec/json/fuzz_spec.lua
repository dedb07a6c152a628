-- JSON texts that are damaged at random load, or are refused with a place for each problem; nothing raises or hangs.
-- BUSTLE_JSON_FUZZ says how many are tried, BUSTLE_JSON_FUZZ_SEED which, BUSTLE_JSON_FUZZ_SECONDS for how long.
local bustle = require "bustle"
local content = require "bustle.author.content"
local damage = require "spec.json.support.damage"
local park = require "spec.json.support.park"

local COUNT = tonumber(os.getenv "BUSTLE_JSON_FUZZ") or 600
local SEED = tonumber(os.getenv "BUSTLE_JSON_FUZZ_SEED") or 17
local SECONDS = tonumber(os.getenv "BUSTLE_JSON_FUZZ_SECONDS")

local FILES = { "schema", "conditions", "actions", "sequences", "bench_by_the_gate", "ines" }

-- The example with one damaged file.
local function options_with(texts, name, text)
  local options = { name = "park", entities = {} }
  for _, file in ipairs(FILES) do
    local source = { text = file == name and text or texts[file], name = file .. ".json" }
    if file == "ines" or file == "bench_by_the_gate" then
      table.insert(options.entities, source)
    else
      options[file] = source
    end
  end
  return options
end

local function check_places(problems, number, name, text)
  assert(#problems > 0)
  for _, problem in ipairs(problems) do
    if not (problem.origin and problem.origin:find("^[%w_]+%.json:%d+$") and #problem.text > 0) then
      error(("text %d, %s:\n%s\n%s"):format(number, name, text, content.format(problem)))
    end
  end
end

-- What loads can be saved, and comes back.
local function check_saving(pack)
  local written = {}
  _G.love = { filesystem = { write = function(path, text) written[path] = text return true end,
    read = function(path) return written[path] end, getDirectoryItems = error,
    getInfo = function() return { type = "file" } end } }
  local files, message = bustle.json.save(pack, "x")
  local again = files and bustle.json.load(files)
  _G.love = nil
  assert.is_truthy(files, message)
  assert.is_truthy(content.compile { again })
end

describe("a damaged JSON text", function()
  it("is refused with places, or loads and can be saved; nothing raises", function()
    local texts = {}
    for _, file in ipairs(FILES) do texts[file] = park.text(file) end
    local random, refused, count, ends = damage.generator(SEED), 0, 0, SECONDS and os.time() + SECONDS
    while count < COUNT or (ends and os.time() < ends) do
      count = count + 1
      local name = FILES[random(#FILES)]
      local text = damage.damaged(texts[name], random)
      local pack = bustle.json.load(options_with(texts, name, text))
      local compiled, problems = content.compile { pack }
      if compiled then
        check_saving(pack)
      else
        refused = refused + 1
        check_places(problems, count, name, text)
      end
    end
    if SECONDS then print(("%d texts, %d refused"):format(count, refused)) end
    assert.is_true(refused > count / 2 and refused < count)
  end)
end)
