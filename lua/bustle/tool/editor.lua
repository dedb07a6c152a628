--- `bustle editor`: settings with which editors and luacheck know the words that packs are written in. `bustle new`
-- writes the same.
local files = require "bustle.tool.files"
local sources = require "bustle.packs.sources"
local words = require "bustle.packs.words"
local writer = require "bustle.json.writer"

local editor = {
  name = "editor", arguments = "FOLDER", least = 1, most = 1, missing = "the folder of a game or a pack",
  summary = "let editors know the words of packs",
  about = [[Writes two files into FOLDER, the folder of a game or of a pack. With .luarc.json, the Lua language
server completes and checks definitions; with .luacheckrc, luacheck knows the words of packs.
.luarc.json names the folder of this bustle: if bustle moves, delete the file and run the command again.
The command overwrites nothing: it prints what to add to a file that exists.

Exit status: 0 both files are written, 1 one of them existed or could not be written, 2 wrong usage.]],
  options = {},
}

-- ---- Texts ----

-- The folder in which the library lies, with its types.
local function library()
  local path = debug.getinfo(1, "S").source:match("^@(.*)/bustle/tool/editor%.lua$") or "."
  local is_whole = path:find("^/") or path:find("^%a:")
  return is_whole and path or ("%s/%s"):format(os.getenv "PWD" or ".", path)
end

local function has_library(folder)
  return files.exists(folder .. "/bustle/meta.lua")
end

-- The server itself has types of what specs and games use. A game into which `bustle love-init` has put the library
-- brings the library's.
local function language_server(folder)
  local libraries = { array = true, "${3rd}/busted/library", "${3rd}/luassert/library", "${3rd}/love2d/library" }
  if not has_library(folder) then table.insert(libraries, 1, library()) end
  return writer.page { "runtime.version", "LuaJIT", "workspace.checkThirdParty", false,
    "workspace.library", libraries }
end

local function luacheck(folder)
  return ([[
-- Packs are written in words that bustle offers them; specs in those of busted.
stds.bustle = { read_globals = {
  "%s",
} }
std = "max+love+bustle"
files["**/spec"] = { std = "+busted" }
%s]]):format(table.concat(words.NAMES, '",\n  "'),
    has_library(folder) and '-- The library, which bustle love-init put there.\nexclude_files = { "bustle" }\n' or "")
end

--- The settings for a folder.
-- @tparam string folder
-- @treturn {table,...} `{ path=, text= }`, paths from that folder
function editor.settings(folder)
  return { { path = ".luarc.json", text = language_server(folder) }, { path = ".luacheckrc", text = luacheck(folder) } }
end

-- ---- The command ----

--- Runs the command.
function editor.run(given, streams)
  local folder = given[1]:gsub("(.)/+$", "%1")
  if not sources.disk():list(folder) then
    streams.err:write(("bustle editor: %s: there is no such folder\n"):format(folder))
    return 1
  end
  local status = 0
  for _, file in ipairs(editor.settings(folder)) do
    local path = ("%s/%s"):format(folder, file.path)
    local written, message = nil, ("exists already, and stays as it is; it needs:\n%s"):format(file.text)
    if not files.exists(path) then written, message = files.write(path, file.text) end
    if written then
      streams.out:write(path, "\n")
    else
      streams.err:write(("bustle editor: %s: %s\n"):format(path, message))
      status = 1
    end
  end
  return status
end

return editor
