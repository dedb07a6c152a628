-- Every file in spec/sandbox/hostile is a pack that means harm. It says on top what it tries, and how that ends: in
-- which stage (see `host.take_in`), and with which words in the message. Some come as a crowd, and say what an update may
-- cost at most for each of the crowd: `-- Crowd: 40. Each costs at most: 2 turns, 16 adopts, 0 allocations.`, or how many
-- of something there are in the end: `-- At last: 262144 messages.`
local host = require "spec.sandbox.support.host"

local FOLDER = "spec/sandbox/hostile/"

local function files()
  local list = {}
  local listing = assert(io.popen("ls " .. FOLDER))
  for name in listing:lines() do
    if name:find("%.lua$") then list[#list + 1] = name end
  end
  listing:close()
  return list
end

local function read(name)
  local file = assert(io.open(FOLDER .. name, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- Lua gives back its own buffers and stacks little by little, and the generational collector of 5.4 keeps the stack; the
-- library keeps a few megabytes to read expressions with.
pcall(collectgarbage, "incremental")

local function holds_no_more_than(kilobytes)
  -- Compiled code keeps the functions that it calls.
  if _G.jit then _G.jit.flush() end
  for _ = 1, 12 do
    collectgarbage()
    if collectgarbage "count" < kilobytes then return true end
  end
  return false
end

-- Words that are in the message of every limit.
local WHATEVER_ENDS_IT = { ["it takes more than"] = true, ["hostile.lua"] = true }

local function check_host(told)
  assert.same({}, told.escaped)
  assert.same({ volume = 7, audio = { volume = 8 } }, told.game.settings)
  assert.equal(io.stdout, told.game.exposed.output)
  assert.is_false(told.game.working or false)
  -- The neighbour has worked all the time, each time as ever.
  assert.equal(4, told.worked)
end

-- What the neighbour costs beside them.
local NEIGHBOUR = 5

-- What costs too much, of what the file says.
local function too_much(text, told, crowd)
  local dear = {}
  for most, what in (text:match("%. Each costs at most: ([^\n]*)") or ""):gmatch "(%d+) ([%w_]+)" do
    local cost = assert(told.costs[what], what)
    if cost > (most == "0" and 0 or most * crowd + NEIGHBOUR) then dear[what] = cost end
  end
  return dear
end

local function check_costs(text, told, crowd)
  assert.same({}, too_much(text, told, crowd))
  local number, what = text:match "\n%-%- At last: (%d+) ([%w_]+)"
  assert.equal(tonumber(number), what and told.last[what])
end

describe("a hostile pack", function()
  -- Whatever is made once is made.
  host.take_in ""
  local names = files()

  it("is one of many", function()
    assert.is_true(#names >= 60)
  end)

  for _, name in ipairs(names) do
    local text = read(name)
    local tries = text:match("^%-%- (Tries [^\n]*)\n")
    it(("%s: %s"):format(name, tries or "?"), function()
      local stage, words = text:match("\n%-%- Ends: (%w+)[:%.] ?([^\n]*)")
      assert.is_truthy(tries and stage)
      collectgarbage()
      local before, held = host.belongings(), collectgarbage "count"
      local crowd = tonumber(text:match "\n%-%- Crowd: (%d+)") or 1
      local told = host.take_in(text, WHATEVER_ENDS_IT[words] ~= nil, crowd)
      assert.same({}, host.changes(before, host.belongings()))
      assert.is_true(holds_no_more_than(held + 8192))
      assert.equal(stage, told.stage, told.text)
      assert.is_truthy(told.text:find(words, 1, true), told.text)
      assert.is_nil((told.text:gsub("[\n\t]", "")):find("%c"), told.text)
      check_host(told)
      check_costs(text, told, crowd)
    end)
  end
end)
