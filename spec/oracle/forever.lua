-- Whether anybody can come to wait for ever: for patience, sinking, lifting, limits of scenes, awaited messages, meetings and
-- places at offers (S49 to S71). All states of a small town (forever_town.lua) are visited that the game can bring about by
-- so many calls, at whatever moments, in whatever order; each once. In each of them everybody who is not held must get back
-- to where its day begins, if only time passes from then on. From the project's folder:
--   lua5.4 spec/oracle/forever.lua CALLS [STATES]     prints what was visited, and the longest that anybody was away; ends
--                                                     soon after so many states, if given
-- The oracle is the transition function, so what is found is about the rules.

package.path = "./?.lua;./?/init.lua;" .. package.path
local outcomes = require "spec.oracle.outcomes"
local state = require "spec.oracle.forever_state"
local town = require "spec.oracle.forever_town"

local Search = {}
Search.__index = Search

-- What has to be met with, or too little was tried.
local WANTED = [[
S50 sinks | lifted to the top | lifted below others | may not go on yet | a part below others
S51 a scene later | no cast yet | called, and it has come
S62 later | waits
S57 arrives and waits | ends and waits | the wait is over | interrupted | goes on and waits
S58 patience sinks it | past its patience | stuck | stuck no more | limit | longest
S60 left: its part fails | left: set main | left: the game | left: removed | the stager waits on | the stager goes on, over
S70 in hand | awaited no more | it is done | it has failed | withdrawn: too late
S71 comes about | not yet | its place leaves | interrupted after it had come about | waits there again
]]

local function new_search(most)
  local start, occurred = town.begin(), {}
  outcomes.watch(start, function(outcome) occurred[outcome] = (occurred[outcome] or 0) + 1 end)
  return setmetatable({ shared = state.shared(start), known = {}, list = {}, most = most, moves = 0, refused = 0, steps = 0,
    occurred = occurred, longest = 0, start = start }, Search)
end

-- ---- States ----

-- A world must decide without draws: then the same always follows from the same state.
local function check_draws(world)
  for _, entity in ipairs(world.entities) do
    assert(not entity.stream or entity.stream.counter == entity.drawn, "something was drawn")
  end
end

local function note_draws(world)
  for _, entity in ipairs(world.entities) do entity.drawn = entity.stream and entity.stream.counter end
end

-- The state that a world is in, known or new. `from`: { state, what has come }.
function Search:state_of(world, from)
  local key = state.key(world, self.shared)
  local known = self.known[key]
  if not known then
    known = { world = world, from = from, number = #self.list + 1 }
    self.known[key] = known
    self.list[#self.list + 1] = known
  end
  return known
end

-- What must be true in every state.
local function check_world(world)
  for _, check in ipairs { "check_claims", "check_scenes", "check_places", "check_messages" } do
    local problems = world[check](world)
    assert(#problems == 0, problems[1])
  end
  for _, scene in ipairs(world.scenes) do
    assert(scene.over or world.now - scene.cast_at <= scene.def.longest_ms, "a scene goes on for longer than it may")
  end
end

-- ---- Time ----

-- Who has begun its day in this step, or cannot: by spawn number.
local function who_is_home(world)
  local home = {}
  for _, number in ipairs(town.PEOPLE) do
    local npc = world:npc(number)
    if not npc or npc.held then home[number] = true end
  end
  for _, e in ipairs(world.events) do
    if e.kind == "start" and e.name == town.HOME then home[e.npc] = true end
  end
  return home
end

-- The state after a step in which nothing comes.
function Search:follow(from)
  if from.follower then return from.follower end
  local world = state.copy(from.world, self.shared)
  note_draws(world)
  assert(world:update(town.STEP))
  check_draws(world)
  check_world(world)
  self.steps = self.steps + 1
  from.home = who_is_home(world)
  from.follower = self:state_of(world, { from, "a step" })
  return from.follower
end

-- How many steps it takes everybody to be home, if that takes so many after the next step.
local function away(from)
  local steps = {}
  for _, number in ipairs(town.PEOPLE) do
    steps[number] = from.home[number] and 1 or from.follower.away[number] + 1
  end
  return steps
end

-- Of a circle of states in which nothing comes any more, given one of them: somebody who is not home in any.
local function who_never_is(first)
  for _, number in ipairs(town.PEOPLE) do
    local at, home = first, false
    repeat
      home, at = home or at.home[number], at.follower
    until at == first
    if not home then return number end
  end
end

-- Begins anywhere in a circle: twice round it, everybody's steps are known.
local function count_round(first)
  local round = {}
  local at = first
  repeat
    round[#round + 1], at.away, at = at, {}, at.follower
  until at == first
  for _, number in ipairs(town.PEOPLE) do
    for _, each in ipairs(round) do each.away[number] = 0 end
  end
  for i = 2 * #round, 1, -1 do
    local each = round[(i - 1) % #round + 1]
    each.away = away(each)
  end
end

local function story(at)
  local words, steps = {}, 0
  while at.from do
    if at.from[2] == "a step" then steps = steps + 1
    else
      table.insert(words, 1, ("%s, %d steps"):format(at.from[2], steps))
      steps = 0
    end
    at = at.from[1]
  end
  table.insert(words, 1, steps .. " steps")
  return table.concat(words, ", ")
end

-- Follows a state until it is known when everybody is home. `last`: nothing is called of these states.
function Search:settle(from, last)
  local path, on_path = {}, {}
  local at = from
  while not at.away and not on_path[at] do
    path[#path + 1], on_path[at] = at, true
    at = self:follow(at)
  end
  if not at.away then
    local number = who_never_is(at)
    if number then error(("number %d waits for ever after: %s"):format(number, story(at)), 0) end
    count_round(at)
  end
  for i = #path, 1, -1 do path[i].away = path[i].away or away(path[i]) end
  for _, each in ipairs(path) do
    for _, number in ipairs(town.PEOPLE) do
      if each.away[number] > self.longest then self.longest, self.longest_after = each.away[number], each end
    end
    if last then each.world = nil end
  end
end

-- ---- Calls ----

-- The states that one call leads to.
function Search:expand(from, comings)
  for _, coming in ipairs(comings) do
    local world = state.copy(from.world, self.shared)
    note_draws(world)
    local accepted = coming.come(world)
    check_draws(world)
    check_world(world)
      self.moves = self.moves + 1
    if accepted then self:state_of(world, { from, coming.name }) else self.refused = self.refused + 1 end
  end
end

--- Visits all states that so many calls can bring about. If there are more than `most`, of the last call only some; false then.
function Search:run(calls, tell)
  local comings, done, whole = town.comings(), 0, true
  self:state_of(self.start)
  for call = 0, calls do
    local first = done + 1
    -- Time first: what it leads to is reached by as many calls.
    while done < #self.list do
      done = done + 1
      self:settle(self.list[done], call == calls or not whole)
    end
    tell(self, call)
    for i = first, call < calls and done or 0 do
      whole = #self.list <= self.most
      if not whole then break end
      self:expand(self.list[i], comings)
      self.list[i].world = nil -- its follower is known
    end
  end
  return whole
end

-- ---- Printing ----

-- What was wanted and did not occur.
local function missing(occurred)
  local list = {}
  for rule, outcomes_of_rule in WANTED:gmatch "(S%d+) ([^\n]+)" do
    for outcome in (outcomes_of_rule .. " | "):gmatch "(.-) | " do
      local full = rule .. " " .. outcome
      if not occurred[full] then list[#list + 1] = full end
    end
  end
  return list
end

local function count(occurred)
  local number = 0
  for _ in pairs(occurred) do number = number + 1 end
  return number
end

local function report(search, calls)
  print(("%d calls: %d states, %d steps of time, %d calls tried, %d of them refused; the longest way home took %d steps")
    :format(calls, #search.list, search.steps, search.moves, search.refused, search.longest))
  io.stdout:flush()
end

-- Whether nobody waits for ever, and enough was tried.
local function main(calls, most)
  local search = new_search(most)
  local whole = search:run(calls, report)
  if not whole then print(("there are more states than %d"):format(most)) end
  print(("%d outcomes of rules occurred; the longest way home is after: %s"):format(count(search.occurred),
    search.longest_after and story(search.longest_after) or "nothing"))
  local list = missing(search.occurred)
  for _, outcome in ipairs(list) do print("  never: " .. outcome) end
  print "nobody waits for ever"
  return #list == 0
end

if arg and arg[0] and arg[0]:find("forever.lua", 1, true) then
  local ok, result = pcall(main, tonumber(arg[1]) or 1, tonumber(arg[2]) or math.huge)
  if not ok then print(result) end
  os.exit(ok and result and 0 or 1)
end

-- Raises an error that says who waits for ever, and after what.
return function(calls)
  new_search(math.huge):run(calls, function() end)
end
