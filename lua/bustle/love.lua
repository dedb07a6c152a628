--- For LÖVE: packs that are read again when their files change.
local check = require "bustle.world.check"
local pairs = require("bustle.common.tables").pairs

local tools = {}

local OPTIONS = { every = true, on_reload = true, filesystem = true, clock = true }

-- When a file was last changed, as far as LÖVE's file system knows; files elsewhere are never seen to change.
local function stamp_of(filesystem, path)
  local found = filesystem.getInfo(path)
  return found and ("%s %s"):format(tostring(found.modtime), tostring(found.size)) or ""
end

-- What was seen before counts, so that nothing that changes meanwhile is missed.
local function stamps_of(filesystem, paths, seen)
  local stamps = {}
  for _, path in ipairs(paths) do stamps[path] = seen[path] or stamp_of(filesystem, path) end
  return stamps
end

local function have_changed(filesystem, stamps)
  for path, stamp in pairs(stamps) do
    if stamp_of(filesystem, path) ~= stamp then return true end
  end
  return false
end

--- Reloads a world when a file of its packs changes: looked for before an update, twice a second. What is wrong with an
-- edited pack goes to those who listen to "error", and the world goes on as before.
-- @tparam table world
-- @tparam[opt] table options `every`: seconds between two looks, 0.5 if it is left out; `on_reload`: a function that
-- takes what changed, as from `world:reload`; `filesystem` and `clock`: instead of `love.filesystem` and
-- `love.timer.getTime`
-- @treturn function that ends it
function tools.watch(world, options)
  options = options or {}
  check.type(options, "table", "watch: the options", 2)
  check.keys(options, OPTIONS, "watch", 2)
  local love = rawget(_G, "love") or {}
  local filesystem = options.filesystem or love.filesystem
  local clock = options.clock or love.timer and love.timer.getTime
  if not filesystem or not clock then error("watch: there is no love.filesystem or love.timer here", 2) end
  local every = options.every or 0.5
  local next_look, stamps = clock() + every, stamps_of(filesystem, world._files, {})

  world._watch = function()
    local now = clock()
    if now < next_look then return end
    next_look = now + every
    if not have_changed(filesystem, stamps) then return end
    local seen = stamps_of(filesystem, world._files, {})
    local changes, message = world:reload()
    stamps = stamps_of(filesystem, world._files, seen)
    if not changes then
      world:_report(message, "reload")
    elseif options.on_reload then
      options.on_reload(changes)
    end
  end
  return function() world._watch = nil end
end

return tools
