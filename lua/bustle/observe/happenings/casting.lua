--- Puts the steps by which a scene is cast together: who might have taken each part, what was against them, and who was
-- found. Whoever takes the steps says what entities are called.
--
-- A search is `{ part=, found=, candidates=, counts=, accepting=, reached=, open=, best= }`: names, `{ target=,
-- verdict=, remembered=, against= }` of those in reach, and how many of these there are by verdict.
local casting = {}

local Casting = {}
Casting.__index = Casting

--- Begins to gather.
-- @tparam[opt] number most how many candidates of a part are kept; all are counted
-- @treturn table
function casting.new(most)
  return setmetatable({ most = most or math.huge, parts = {}, listing = nil }, Casting)
end

local function search_of(self, part)
  for _, search in ipairs(self.parts) do
    if search.part == part then return search end
  end
  local search = { part = part, found = {}, candidates = {}, counts = {}, accepting = 0, reached = 0 }
  self.parts[#self.parts + 1] = search
  return search
end

-- Those in reach are listed anew when somebody was given up; all come before the choice from them.
local function listing_of(self, part)
  local listing = self.listing
  if listing and listing.part == part then return listing end
  listing = search_of(self, part)
  listing.candidates, listing.counts = {}, {}
  self.listing = listing
  return listing
end

-- Whoever was found and is given up is in it no more.
local function give_up(search, target)
  for i, name in ipairs(search.found) do
    if name == target then return table.remove(search.found, i) end
  end
end

--- Takes somebody who might take a part.
-- @tparam string part
-- @tparam table candidate `{ target=, verdict=, remembered=, against= }`
function Casting:member(part, candidate)
  local listing = listing_of(self, part)
  listing.counts[candidate.verdict] = (listing.counts[candidate.verdict] or 0) + 1
  if #listing.candidates < self.most then table.insert(listing.candidates, candidate) end
  if candidate.verdict == "given_up" then give_up(listing, candidate.target) end
end

--- Takes who was chosen, or nobody.
-- @tparam string part
-- @tparam string|nil target
-- @tparam table step with `accepting`, `reached`, `open` and `best`
function Casting:part(part, target, step)
  local search = search_of(self, part)
  search.accepting, search.reached, search.open, search.best = step.accepting, step.reached, step.open, step.best
  if target then table.insert(search.found, target) end
  self.listing = nil
end

--- The searches, in the order in which parts were looked for first. It begins anew.
-- @treturn {table,...}
function Casting:finish()
  local parts = self.parts
  self.parts, self.listing = {}, nil
  return parts
end

return casting
