--- `bustle new`: the files of a small pack, or of a small game for LÖVE, to begin with.
local editor = require "bustle.tool.editor"
local files = require "bustle.tool.files"
local love_init = require "bustle.tool.love_init"
local manifest = require "bustle.packs.manifest"
local shipment = require "bustle.tool.love.shipment"
local skeleton = require "bustle.tool.skeleton"
local starter = require "bustle.tool.starter"

local new = {
  name = "new", arguments = "NAME", least = 1, most = 1, missing = "the pack or game",
  summary = "make a small pack, or a small game for LÖVE, to begin with",
  about = [[Makes a folder NAME with a small pack to change and test: a manifest, vocabulary, actions, sequences,
entities, a spec for busted, and the settings for editors that bustle editor writes. The pack's name is
the last part of NAME.

With --love it makes a game that runs at once: a square where people stroll, talk, rest and run from the
rain, with pictures, saves, an inspector, a pack that the game reads again when you edit it, a spec, and
settings for editors. It puts the library beside main.lua, as love-init does.

The command overwrites nothing.

Exit status: 0 made, 1 it could not be made, 2 wrong usage.]],
  options = { { "love", "make a game for LÖVE" },
    { "module", "for --love: a native module, as for love-init; repeat it for more", value = "FILE", often = true } },
}

local function fail(streams, message, status)
  streams.err:write(("bustle new: %s\n"):format(message))
  return status or 1
end

-- What a manifest would say about the name.
local function name_problem(name)
  local wrong
  manifest.read({ name = name }, function(found) wrong = wrong or found end)
  return wrong and ("'%s' cannot be the name of a pack: %s (%s)"):format(name, wrong.text, wrong.cure)
end

local function write_all(folder, name, list, streams)
  local function named(text) return (text:gsub("NAME", function() return name end)) end
  for _, file in ipairs(list) do
    local path = ("%s/%s"):format(folder, named(file.path))
    local ok, message = files.make_folder(path:match("^(.*)/"))
    if ok then ok, message = files.write(path, named(file.text)) end
    if not ok then return nil, message end
    streams.out:write(path, "\n")
  end
  return true
end

local function make_pack(folder, name, streams)
  local ok, message = write_all(folder, name, skeleton, streams)
  if ok then ok, message = write_all(folder, name, editor.settings(folder), streams) end
  if not ok then return fail(streams, message) end
  streams.out:write(("Now: bustle check %s, bustle run %s, bustle test %s\n"):format(folder, folder, folder))
  return 0
end

-- Whether the library can be put into it is asked first, so that there is a whole game or none.
local function make_game(folder, name, modules, streams)
  local ok, message = shipment.collect(modules)
  if ok then ok, message = write_all(folder, name, starter.files(), streams) end
  if not ok then return fail(streams, message) end
  local status = love_init.put({ folder, module = modules }, streams)
  if status ~= 0 then return status end
  -- They name the library, which is there now.
  ok, message = write_all(folder, name, editor.settings(folder), streams)
  if not ok then return fail(streams, message) end
  love_init.advise(folder, streams)
  return 0
end

--- Runs the command.
function new.run(given, streams)
  local folder = given[1]:gsub("(.)/+$", "%1")
  local name = folder:match("([^/]*)$")
  local problem = name_problem(name)
  if problem then return fail(streams, problem, 2) end
  if files.exists(folder) then
    return fail(streams, ("%s exists already, and nothing is overwritten"):format(folder))
  end
  if given.love then return make_game(folder, name, given.module, streams) end
  if #given.module > 0 then return fail(streams, "--module is for --love", 2) end
  return make_pack(folder, name, streams)
end

return new
