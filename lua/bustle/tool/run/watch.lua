--- For `bustle run --watch`: packs are read again when their files change, and time passes as it does for people.
local reloading = require "bustle.love"
local sources = require "bustle.packs.sources"

local watch = {}

-- What LÖVE would say of a file: here it is as new as what is in it, and a folder as the names in it.
local function filesystem()
  local disk = sources.disk()
  return { getInfo = function(path)
    local names = disk:list(path)
    if names then table.sort(names) end
    local text = names and table.concat(names, "\n") or disk:read(path)
    return text and { modtime = text, size = #text } or nil
  end }
end

--- Reloads a world when a file of its packs changes. What is wrong with a changed pack goes to who listens to "error".
-- @tparam table world
-- @tparam function on_reload takes what changed
function watch.begin(world, on_reload)
  reloading.watch(world, { filesystem = filesystem(), clock = function() return world:now() end,
    on_reload = on_reload })
end

--- Waits.
-- @tparam number seconds
-- @treturn boolean false if somebody has ended it
function watch.wait(seconds)
  local result = os.execute(("sleep %.3f"):format(seconds))
  return result == true or result == 0
end

return watch
