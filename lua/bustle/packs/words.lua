--- The words that the files of a pack are written in: `action "nap" { ... }`. They note what is declared, and in which
-- line; what it means is found out when the packs are compiled.
local pack_type = require "bustle.pack"
local plain = require "bustle.packs.plain"
local problems = require "bustle.problems"
local shapes = require "bustle.shapes"

local words = {}

local Words = {}
Words.__index = Words

-- ---- Declaring ----

-- A function has one guard, so that it stays one function.
local function guard(self, fn)
  if not self.guards[fn] then
    self.guards[fn] = self.box:guard(fn)
    self.pack.written[self.guards[fn]] = fn
  end
  return self.guards[fn]
end

local function thing_of(self, said)
  local name = type(said.name) == "string" and said.name or "?"
  return { kind = "pack", word = said.word, name = name, qualified = ("%s.%s"):format(self.pack.name, name),
    origin = said.origin, pack = self.pack }
end

local function hand_over(self, said, value)
  local copied = plain.copy(value, function(fn) return guard(self, fn) end, function(text, cure)
    problems.add(self.pack.problems, thing_of(self, said), { code = "bad-type", text = text, cure = cure })
  end)
  if said.word == "extend" or said.word == "replace" then
    self.pack:change(said.word, said.name, copied, said.origin)
  else
    self.pack:declare(said.word, said.name, copied, said.origin)
  end
end

local function check_open(self, word)
  if not self.running then error(("%s: things are declared while a pack is loaded, not later"):format(word), 3) end
end

local function declaring(self, word)
  return function(name)
    check_open(self, word)
    local said = { word = word, name = name, origin = self.box:where() or self.running }
    self.said[#self.said + 1] = said
    return function(value)
      check_open(self, word)
      said.complete = true
      hand_over(self, said, value)
    end
  end
end

-- ---- Shapes ----

-- On plain copies: the shapes walk tables, and what a metatable would run there is nobody's business.
local function shaping(shape)
  return function(...)
    local refused
    local copies = {}
    for i = 1, 2 do
      copies[i] = plain.copy((select(i, ...)), function(fn) return fn end, function(text) refused = text end)
    end
    if refused then error(refused, 2) end
    local ok, made = pcall(shape, copies[1], copies[2])
    if not ok then error((tostring(made):gsub("^[^\n]-:%d+: ", "")), 2) end
    return made
  end
end

-- ---- All of them ----

--- The words of a pack.
-- @tparam table pack
-- @treturn table with `offered` (functions by name) and the methods `begin` and `finish`; it is to be given its `box`
function words.new(pack)
  local self = setmetatable({ pack = pack, guards = {}, said = {}, offered = {}, running = nil }, Words)
  pack.written = {}
  for _, word in ipairs(pack_type.WORDS) do self.offered[word] = declaring(self, word) end
  for _, word in ipairs { "extend", "replace" } do self.offered[word] = declaring(self, word) end
  for _, shape in ipairs { "chain", "choice", "loop_until" } do self.offered[shape] = shaping(shapes[shape]) end
  return self
end

--- Lets a file declare.
-- @tparam string file
function Words:begin(file)
  self.running = file
end

--- Ends that, and tells of words that were not followed by anything.
function Words:finish()
  self.running = nil
  for _, said in ipairs(self.said) do
    if not said.complete then
      local thing = thing_of(self, said)
      problems.add(self.pack.problems, thing, { code = "incomplete", text = "nothing follows its name",
        cure = ('write %s "%s" %s'):format(said.word, thing.name, said.word == "constant" and "(41)" or "{ ... }") })
    end
  end
  self.said = {}
end

return words
