-- Answers the page: requests are a name and a text, answers a text, most of them JSON. page/lua.js asks.
package.path = "/bustle/lua/?.lua;/bustle/lua/?/init.lua;/bustle/page/?.lua"

local fonts = require "fonts"
local look = require "look"
local pack_files = require "pack_files"
local past = require "past"
local stage = require "stage"
local writer = require "bustle.json.writer"

local requests = {}

-- The parts of a text, which line ends divide.
local function parts_of(text)
  local parts = {}
  for part in (text .. "\n"):gmatch "(.-)\n" do parts[#parts + 1] = part end
  return table.unpack(parts)
end

local function numbers(text)
  local list = {}
  for number in text:gmatch "%S+" do list[#list + 1] = tonumber(number) end
  return table.unpack(list)
end

function requests.measure(text)
  fonts.measure(text)
  return "{}"
end

-- ---- The game ----

--- The folder of a game.
function requests.open(folder)
  local world = stage.open(folder)
  past.begin(world)
  look.begin(world)
  return writer.line({ now = world:now(), interruptions = look.interruptions(), people = look.people(),
    actions = look.actions() }, {})
end

--- The paths of packs, one a line: what is wrong with them.
function requests.check(paths) return pack_files.check { parts_of(paths) } end

function requests.reload()
  past.pause()
  local answer = pack_files.reload(stage.world())
  past.begin(stage.world())
  return answer
end

--- Seconds that pass, of the one who watches.
function requests.frame(dt)
  stage.frame(tonumber(dt))
  return look.frame()
end

--- Draws it again, without time.
function requests.draw()
  stage.draw()
  return "{}"
end

function requests.resize(text)
  stage.resize(numbers(text))
  return "{}"
end

function requests.press(key)
  stage.press(key)
  return "{}"
end

function requests.hold(text)
  local key, down = text:match "^(%a+) (%d)$"
  stage.hold(key, down == "1")
  return "{}"
end

function requests.pointer(text)
  local what, x, y, button = text:match "^(%a+) (%S+) (%S+) ?(%S*)$"
  stage.pointer(what, tonumber(x), tonumber(y), tonumber(button))
  return look.frame()
end

--- Who is looked at, by number; an empty text: nobody.
function requests.select(number)
  stage.select(tonumber(number))
  return look.frame()
end

--- An interruption, and whom: a number, or "all".
function requests.interrupt(text)
  local name, whom = parts_of(text)
  return look.interrupt(name, tonumber(whom))
end

--- A line for each breakpoint.
function requests.stops(text) return writer.line({ wrong = stage.stops():set { parts_of(text) } }, {}) end

function requests.go_on()
  stage.stops():go_on()
  return "{}"
end

-- ---- What is asked about it ----

function requests.probe(number) return look.probe(stage.world(), tonumber(number)) end

function requests.hash()
  local world = stage.world()
  return writer.line({ hash = ("%08x"):format(world:hash()), now = world:now() }, {})
end

--- What the world was at a time, and somebody in it.
function requests.back(text)
  local time, number = numbers(text)
  return past.probe(time, number, look.probe)
end

--- Runs a text of Lua, for tests.
function requests.run(text) return tostring(assert(load(text, "=run"))()) end

return function(name, argument) return requests[name](argument) end
