--- Calls the game's functions so that their errors harm nobody, and reports the errors.
local report = {}

local function as_text(problem)
  if type(problem) == "string" then return problem end
  local made, text = pcall(tostring, problem)
  if made and type(text) == "string" and type(problem) == "table" then return text end
  return ("(the error is a %s)"):format(type(problem))
end

local function with_traceback(problem)
  return debug.traceback(as_text(problem), 2)
end

--- Calls a function.
-- @treturn boolean whether it returned
-- @return what it returned, or the error with a traceback
function report.protect(fn, a, b, c, d, e)
  return xpcall(fn, with_traceback, a, b, c, d, e)
end

-- The xpcall of Lua 5.1 passes no arguments. They are read before anything else can be called, so one place is enough;
-- nothing stays there, or it could not be collected.
if not select(2, xpcall(function(passed) return passed end, with_traceback, true)) then
  local called, first, second, third, fourth, fifth

  local function invoke()
    local fn, a, b, c, d, e = called, first, second, third, fourth, fifth
    called, first, second, third, fourth, fifth = nil, nil, nil, nil, nil, nil
    return fn(a, b, c, d, e)
  end

  function report.protect(fn, a, b, c, d, e)
    called, first, second, third, fourth, fifth = fn, a, b, c, d, e
    return xpcall(invoke, with_traceback)
  end
end

--- An error in the words of bustle where Lua's do not say what to do.
function report.explain(message)
  return (message:gsub("^([^\n]*)attempt to yield [^\n]*",
    "%1a function that the world calls cannot yield (let it resume a coroutine of its own, and return)"))
end

-- ---- Standard error ----

local Printer = {}
Printer.__index = Printer

-- So many different errors are told apart; then it begins anew.
local MOST_KNOWN = 200

--- Where errors go if nobody asks for them: whole the first time, and for those that come again from the same line a
-- word at the tenth, the hundredth and so on, because a listener that fails may fail in every frame.
function report.printer()
  return setmetatable({ counts = {}, known = 0 }, Printer)
end

local function is_power_of_ten(number)
  while number % 10 == 0 do number = number / 10 end
  return number == 1
end

local function count(self, key)
  if not self.counts[key] then
    if self.known == MOST_KNOWN then self.counts, self.known = {}, 0 end
    self.known = self.known + 1
  end
  self.counts[key] = (self.counts[key] or 0) + 1
  return self.counts[key]
end

--- Tells of an error.
function Printer:print(message, where)
  message = tostring(message)
  local line = message:match("^[^\n]*")
  local times = count(self, ("%s: %s"):format(where, line:match("^.-:%d+:") or line))
  if times == 1 then
    io.stderr:write(("bustle: %s: %s\n"):format(where, message))
  elseif is_power_of_ten(times) then
    io.stderr:write(("bustle: %s: %s (%d times by now)\n"):format(where, line, times))
  end
end

return report
