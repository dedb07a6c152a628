-- Texts that were damaged on the way: each compiles, or is refused with a position. Nothing raises, and nothing takes more
-- instructions than its length allows. `BUSTLE_FUZZ=1000000` tries more of them, `BUSTLE_FUZZ_SEED=7` others,
-- `BUSTLE_FUZZ_SECONDS=600` goes on that long.
local expression = require "bustle.author.expression"
local compile = require "spec.lua.support.compile"
local content = require "bustle.author.content"
local pack = require "bustle.author.pack"
local scopes = require "spec.lua.support.scope"

local COUNT = tonumber(os.getenv "BUSTLE_FUZZ") or 6000
local SEED = tonumber(os.getenv "BUSTLE_FUZZ_SEED") or 1
local SECONDS = tonumber(os.getenv "BUSTLE_FUZZ_SECONDS")

local KINDS = { "condition", "effects", "value" }

local TEXTS = {
  "target.seats > 0 and distance < nearby and env.weather ~= 'rainy'", "self.energy >= 7 or not self.fed",
  "env.hour < 8 or env.hour >= 18", "(self.energy + 2) * 3 - -seats == now", "not (self.sitting and target.waiting)",
  "env.market.weather == 'foul' -- a comment", "self.and == 1 and war", "distance <= common.far", "self.mood == 'happy'",
  "target.seats -= 1; self.sitting = true", "self.energy += two * 3; raise served on target;",
  "raise market.flood on self ; self.waiting_since = now", "self.mood = 'sad'", ";;", "41", "nearby - 2147483648", "-two * 3",
  "\"sunny\" == env.weather", "1 < 2 < 3", "self.energy = = 3", "self.energy != 3 && target.x", "((((((true))))))",
  "self.energy < 5\nand\ntarget.seats > 1", "", " ", "--", "'", "self.", ".5", "1e9", "a.b.c.d", "raise on self",
}

local PIECES = {
  "self", "target", "env", "distance", "now", "and", "or", "not", "true", "false", "raise", "on", ".", "(", ")", ";", "=", "==",
  "~=", "<", ">", "<=", ">=", "+=", "-=", "+", "-", "*", "/", "'", "\"", "--", "\n", "\0", "\200", "0", "1", "2147483647",
  "2147483648", "99999999999999999999", "1.5", "0x10", "energy", "weather", "'sunny'", "nearby", "served", "\t", "\226\128\139",
}

local function generator(seed)
  local state = seed
  return function(n)
    state = (state * 16807) % 2147483647
    return state % n + 1
  end
end

-- ---- Damage ----

local function cut(random, text)
  local at = random(#text + 1)
  return text:sub(1, at - 1), text:sub(at)
end

local DAMAGE = {
  function(random, text)
    local before, after = cut(random, text)
    return before .. PIECES[random(#PIECES)] .. after
  end,
  function(random, text)
    local before, after = cut(random, text)
    return before .. " " .. PIECES[random(#PIECES)] .. " " .. after
  end,
  function(random, text)
    local before, after = cut(random, text)
    return before .. after:sub(1 + random(4))
  end,
  function(random, text)
    local before, after = cut(random, text)
    return before .. string.char(random(256) - 1) .. after:sub(2)
  end,
  function(random, text) return (select(random(2), cut(random, text))) end,
  function(random, text) return (cut(random, text)) .. select(2, cut(random, TEXTS[random(#TEXTS)])) end,
  function(random, text)
    local before, after = cut(random, text)
    local piece = after:sub(1, random(8))
    return before .. piece:rep(random(random(8) == 1 and 3000 or 4)) .. after
  end,
}

local function damaged(random)
  local text = TEXTS[random(#TEXTS)]
  for _ = 1, random(6) do
    if #text < 100000 then text = DAMAGE[random(#DAMAGE)](random, text) end
  end
  return text
end

-- ---- Trying ----

-- A word that is nearly known is compared with all that are, at a cost of its length; the rest is a little for each byte.
local function most_instructions(text)
  return 1000000 + 20000 * #text
end

local function counted(most, fn)
  debug.sethook(function() error("it takes too long", 0) end, "", most)
  local results = { pcall(fn) }
  debug.sethook()
  return results[1], results[2], results[3]
end

local function is_position(mistake, text)
  return type(mistake.column) == "number" and mistake.column == math.floor(mistake.column) and mistake.column >= 1
    and mistake.column <= #text + 1
end

local function compiled(text, kind, scope)
  if kind == "value" then return expression.constant(text, scope) end
  return expression.compile(text, kind, scope)
end

-- What is wrong with how a text was taken, or nil; and whether it was accepted.
local function try(text, kind)
  local done, result, mistakes = counted(most_instructions(text), function()
    return compiled(text, kind, scopes.new())
  end)
  if not done then return result end
  if result then return nil, true end
  if type(mistakes) ~= "table" or #mistakes == 0 then return "no mistakes" end
  for _, mistake in ipairs(mistakes) do
    if type(mistake.message) ~= "string" or type(mistake.code) ~= "string" then return "a mistake without a message" end
    if not is_position(mistake, text) then return ("no position: %s"):format(mistake.message) end
    expression.format(mistake)
  end
  return nil, false
end

-- What compiles is taken by the core too, or told as a problem.
local function seal(text, kind)
  local action = { duration = 1, targets = true, when = kind == "condition" and text or nil,
    start = kind == "effects" and text or nil }
  local result, problems = content.compile { pack.from_table(compile.with { actions = { act = action } }) }
  assert(result or #problems > 0)
end

local function still_going(tried, started)
  if SECONDS then return os.time() - started < SECONDS end
  return tried < COUNT
end

describe("a damaged expression", function()
  it("is refused with a position, or compiles", function()
    -- The hook that counts instructions is not called in compiled code. What was compiled before goes, too: LuaJIT that
    -- leaves compiled code while a hook is set loses locals now and then.
    if _G.jit then
      _G.jit.off()
      _G.jit.flush()
    end
    local random, tried, accepted, started = generator(SEED), 0, 0, os.time()
    while still_going(tried, started) do
      local text, kind = damaged(random), KINDS[random(3)]
      local wrong, taken = try(text, kind)
      if wrong then error(("%s: %q: %s"):format(kind, text:sub(1, 2000), wrong)) end
      tried = tried + 1
      if taken then accepted = accepted + 1 end
      if taken and accepted % 20 == 0 then seal(text, kind) end
    end
    if _G.jit then _G.jit.on() end
    if SECONDS then print(("%d expressions, %d accepted"):format(tried, accepted)) end
    assert.is_true(accepted > tried / 50 and accepted < tried * 0.9)
  end)
end)
