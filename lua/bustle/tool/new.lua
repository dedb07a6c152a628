--- `bustle new`: the files of a small pack to begin with.
local editor = require "bustle.tool.editor"
local files = require "bustle.tool.files"
local manifest = require "bustle.packs.manifest"
local skeleton = require "bustle.tool.skeleton"

local new = {
  name = "new", arguments = "PACK", least = 1, most = 1, missing = "the pack",
  summary = "make a small pack to begin with",
  about = [[Makes a folder PACK with a pack that can be loaded, changed and tested: a manifest, vocabulary, actions,
sequences, entities, a spec for busted, and settings for editors as bustle editor writes them. Its name
is the last part of PACK. Nothing that exists is overwritten.

Exit status: 0 made, 1 it could not be made, 2 wrong usage.]],
  options = {},
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

local function write_files(folder, list, name, streams)
  for _, file in ipairs(list) do
    local path = ("%s/%s"):format(folder, (file.path:gsub("NAME", name)))
    local ok, message = files.write(path, (file.text:gsub("NAME", name)))
    if not ok then return nil, message end
    streams.out:write(path, "\n")
  end
  return true
end

local function write_all(folder, name, streams)
  local ok, message = files.make_folder(folder .. "/spec")
  if ok then ok, message = write_files(folder, skeleton, name, streams) end
  if ok then ok, message = write_files(folder, editor.settings(folder), name, streams) end
  return ok, message
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
  local ok, message = write_all(folder, name, streams)
  if not ok then return fail(streams, message) end
  streams.out:write(("Now: bustle check %s, bustle run %s, bustle test %s\n"):format(folder, folder, folder))
  return 0
end

return new
