--- Calling the game's functions so that their errors harm nobody, and telling of them.
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
function report.protect(fn, a, b, c, d)
  return xpcall(fn, with_traceback, a, b, c, d)
end

-- The xpcall of Lua 5.1 passes no arguments. They are read before anything else can be called, so one place is enough;
-- nothing stays there, or it could not be collected.
if not select(2, xpcall(function(passed) return passed end, with_traceback, true)) then
  local called, first, second, third, fourth

  local function invoke()
    local fn, a, b, c, d = called, first, second, third, fourth
    called, first, second, third, fourth = nil, nil, nil, nil, nil
    return fn(a, b, c, d)
  end

  function report.protect(fn, a, b, c, d)
    called, first, second, third, fourth = fn, a, b, c, d
    return xpcall(invoke, with_traceback)
  end
end

--- Where errors go if nobody asks for them.
function report.to_stderr(message, where)
  io.stderr:write(("bustle: %s: %s\n"):format(where, message))
end

return report
