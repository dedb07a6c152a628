--- The words that the files of a pack are written in: `action "nap" { ... }`. They note what is declared, and in which
-- line; what it means is found out when the packs are compiled.
local pack_type = require "bustle.author.pack"
local problems = require "bustle.problems"
local shapes = require "bustle.author.shapes"

local words = {}

local Words = {}
Words.__index = Words

-- Words that change what is declared elsewhere, and shapes of sequences.
local CHANGES = { "extend", "replace" }
local SHAPES = { "chain", "choice", "loop_until" }

--- All words, for those who have to know them without loading a pack.
words.NAMES = {}
for _, list in ipairs { pack_type.WORDS, CHANGES, SHAPES } do
  for _, word in ipairs(list) do words.NAMES[#words.NAMES + 1] = word end
end

-- ---- Declaring ----

local function thing_of(self, said)
  local name = type(said.name) == "string" and said.name or "?"
  return { kind = "pack", word = said.word, name = name, qualified = ("%s.%s"):format(self.pack.name, name),
    origin = said.origin, pack = self.pack }
end

local function hand_over(self, said, value)
  if said.word == "extend" or said.word == "replace" then
    self.pack:change(said.word, said.name, value, said.origin)
  else
    self.pack:declare(said.word, said.name, value, said.origin)
  end
end

local function declaring(self, word)
  return function(name)
    local said = { word = word, name = name, origin = self.box:where() or self.running }
    self.said[#self.said + 1] = said
    return function(value)
      said.complete = true
      hand_over(self, said, value)
    end
  end
end

-- ---- Shapes ----

-- What a shape finds wrong is wrong in the line of the pack that asked for it; the sandbox says which that is.
local function shaping(shape)
  return function(...)
    local ok, made = pcall(shape, ...)
    if not ok then error((made:gsub("^[^\n]-:%d+: ", "")), 0) end
    return made
  end
end

-- ---- All of them ----

--- The words of a pack.
-- @tparam table pack
-- @treturn table with `offered` (functions by name) and the methods `begin` and `finish`; it is to be given its `box`
function words.new(pack)
  local self = setmetatable({ pack = pack, said = {}, offered = {}, running = nil }, Words)
  for _, word in ipairs(pack_type.WORDS) do self.offered[word] = declaring(self, word) end
  for _, word in ipairs(CHANGES) do self.offered[word] = declaring(self, word) end
  for _, shape in ipairs(SHAPES) do self.offered[shape] = shaping(shapes[shape]) end
  return self
end

--- Notes which file declares.
-- @tparam string file
function Words:begin(file)
  self.running = file
end

--- Ends that, and tells of words that were not followed by anything.
-- @tparam boolean ran whether the file ran to its end; otherwise it is no wonder
function Words:finish(ran)
  self.running = nil
  for _, said in ipairs(self.said) do
    if ran and not said.complete then
      local thing = thing_of(self, said)
      problems.add(self.pack.problems, thing, { code = "incomplete", text = "nothing follows its name",
        cure = ('write %s "%s" %s'):format(said.word, thing.name, said.word == "constant" and "(41)" or "{ ... }") })
    end
  end
  self.said = {}
end

return words
