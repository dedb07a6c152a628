--- Where in the user's files something is written: "market/actions.lua:12".
local origin = {}

-- Of functions that stand for others.
local remembered = setmetatable({}, { __mode = "k" })

local function file(info)
  -- `short_src` is cut at 60 characters; the source of a file is not.
  return ((info.source:match("^[@=](.*)$") or info.short_src):gsub("%c", "?"))
end

--- The line that is running so many levels up; 1 is the caller of this function.
-- @tparam number level
-- @treturn string|nil nil where Lua does not know, as after a tail call
function origin.of_level(level)
  local info = debug.getinfo(level + 1, "Sl")
  if not info or info.currentline < 1 then return nil end
  return ("%s:%d"):format(file(info), info.currentline)
end

--- Notes that a function stands for another: it begins where that one does.
-- @tparam function fn
-- @tparam function other
function origin.stands_for(fn, other)
  remembered[fn] = origin.of_function(other)
end

--- Where a function begins.
-- @tparam function fn
-- @treturn string
function origin.of_function(fn)
  if remembered[fn] then return remembered[fn] end
  local info = debug.getinfo(fn, "S")
  if info.linedefined < 1 then return file(info) end
  return ("%s:%d"):format(file(info), info.linedefined)
end

return origin
