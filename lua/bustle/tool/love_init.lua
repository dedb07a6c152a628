--- `bustle love-init`: puts the library into a game for LÖVE, beside its `main.lua`, so that the game runs from its
-- folder and from a `.love` file.
local files = require "bustle.tool.files"
local record = require "bustle.tool.love.record"
local shipment = require "bustle.tool.love.shipment"
local sources = require "bustle.packs.sources"

local love_init = {
  name = "love-init", arguments = "DIR", least = 1, most = 1, missing = "the folder of the game",
  summary = "put what a game in LÖVE needs beside its main.lua",
  about = [[Makes or renews the folder DIR/bustle: the Lua files of the library, the packs that come with it, and a
native module for each platform that the game should run on. After that, require "bustle" works in the
game, also when you pack the game into a .love file. The command never overwrites a file that it did not
write, or that somebody has changed since.

Without --module it uses the native module that it runs with, which must be one for LuaJIT or Lua 5.1
(./bustle love-init, in a checkout, takes care of that). For several platforms, give a file for each: the
command sees from the file which platform it is for. Modules of other platforms, from earlier runs, stay.

Exit status: 0 the folder is complete, 1 it could not be written, 2 wrong usage.]],
  options = { { "module", "a native module to put in; repeat it for more", value = "FILE", often = true } },
}

local function fail(streams, message)
  streams.err:write(("bustle love-init: %s\n"):format(message))
  return 1
end

-- ---- Before anything is written ----

local function foreign_among(folder, list, known)
  local foreign = {}
  for _, item in ipairs(list) do
    local path = ("%s/%s"):format(folder, item.path)
    local text = files.read(path)
    if (text and not record.is_ours(text, known[item.path], item.text)) or (not text and files.exists(path)) then
      foreign[#foreign + 1] = path
    end
  end
  return foreign
end

local function refuse_foreign(streams, foreign)
  local shown = {}
  for i = 1, math.min(#foreign, 5) do shown[i] = foreign[i] end
  local more = #foreign > 5 and (" and %d more"):format(#foreign - 5) or ""
  return fail(streams, ("%s%s: not written by this command, or changed since; nothing is overwritten: move %s away")
    :format(table.concat(shown, ", "), more, #foreign == 1 and "it" or "them"))
end

-- ---- Writing ----

local function make_folders(folder, list)
  local seen = {}
  for _, item in ipairs(list) do
    local path = ("%s/%s"):format(folder, item.path):match("^(.*)/")
    if not seen[path] then
      seen[path] = true
      local made, message = files.make_folder(path)
      if not made then return nil, message end
    end
  end
  return true
end

-- The record comes first: what is half written is ours the next time.
local function write_all(folder, list, known)
  local made, message = make_folders(folder, list)
  if not made then return nil, message end
  for _, item in ipairs(list) do known[item.path] = record.sum(item.text) end
  local written
  written, message = record.write(folder, known)
  for _, item in ipairs(list) do
    if not written then return nil, message end
    written, message = files.write(("%s/%s"):format(folder, item.path), item.text)
  end
  return written, message
end

-- What an earlier version had and this one has not; native modules of other platforms stay.
local function remove_obsolete(folder, list, known)
  local wanted = {}
  for _, item in ipairs(list) do wanted[item.path] = true end
  for path, value in pairs(known) do
    if not wanted[path] and not path:find("^native/") then
      local full = ("%s/%s"):format(folder, path)
      local text = files.read(full)
      if text and record.is_ours(text, value) then os.remove(full) end
      known[path] = nil
    end
  end
end

-- ---- Telling ----

local function natives(folder, list)
  local from, lines = {}, {}
  for _, item in ipairs(list) do from[item.path] = item.from end
  for _, name in ipairs(files.below(folder .. "/native")) do
    local source = from["native/" .. name]
    lines[#lines + 1] = ("%s/native/%s (%s)\n"):format(folder, name,
      source and "from " .. source or "from an earlier run; give it again with --module to renew it")
  end
  return table.concat(lines)
end

local function tell(streams, game, folder, list)
  local count = 0
  for _, item in ipairs(list) do
    if not item.path:find("^native/") then count = count + 1 end
  end
  streams.out:write(("%s (%d Lua files)\n"):format(folder, count), natives(folder, list))
  if not files.read(game .. "/main.lua") then
    streams.out:write(("There is no %s/main.lua yet; it begins with: local bustle = require \"bustle\"\n"):format(game))
  end
end

--- Says what to do with a game that has the library.
function love_init.advise(game, streams)
  local there = game == "." and "" or ("cd %s && "):format(game)
  streams.out:write(("Now: love %s; to pack it: %szip -9 -r ../game.love .\n"):format(game, there))
end

--- Puts the library into a game.
-- @return the exit status, and the folder of the game
function love_init.put(given, streams)
  local game = given[1]:gsub("(.)/+$", "%1")
  local folder = game .. "/bustle"
  if not sources.disk():list(game) then
    return fail(streams, ("%s: there is no such folder; it is the one with the game's main.lua"):format(game))
  end
  local list, message = shipment.collect(given.module)
  if not list then return fail(streams, message) end
  local known = record.read(folder)
  local foreign = foreign_among(folder, list, known)
  if #foreign > 0 then return refuse_foreign(streams, foreign) end
  remove_obsolete(folder, list, known)
  local written
  written, message = write_all(folder, list, known)
  if not written then return fail(streams, message) end
  tell(streams, game, folder, list)
  return 0, game
end

--- Runs the command.
function love_init.run(given, streams)
  local status, game = love_init.put(given, streams)
  if status == 0 then love_init.advise(game, streams) end
  return status
end

return love_init
