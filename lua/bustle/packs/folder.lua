--- A pack in a folder: `pack.lua`, which says what it is, and files that declare what is in it. The manifest is read
-- first and alone, because what a pack needs has to be found before it is worth running.
local keys = require "bustle.common.keys"
local manifest = require "bustle.packs.manifest"
local nearest = require "bustle.common.nearest"
local pack_type = require "bustle.author.pack"
local problems = require "bustle.problems"
local sandbox = require "bustle.author.sandbox"
local words = require "bustle.packs.words"

local folder = {}

local MANIFEST = "pack.lua"
local LIBRARIES = { "math", "string", "table" }

-- ---- Running a file ----

-- Lua's message "market/pack.lua:3: what is wrong", taken apart. It cuts off the beginning of long paths.
local function read_message(message, path)
  local file, line, text = message:match("^([^\n]-):(%d+): (.*)$")
  local tail = file and file:match("^%.%.%.(.+)$")
  if file == path or (tail and path:sub(-#tail) == tail) then return ("%s:%s"):format(path, line), text end
  if message:sub(1, #path + 2) == path .. ": " then message = message:sub(#path + 3) end
  return path, message
end

-- `actoin "nap" {}`, in the words of Lua 5.1 and of 5.4.
local function called_nothing(text)
  return text:match("^attempt to call global '([%w_]+)'") or text:match("^attempt to call .- %(global '([%w_]+)'%)")
end

-- `os.time()`, likewise.
local function indexed_nothing(text)
  return text:match("^attempt to index global '([%w_]+)' %(a nil value%)")
    or text:match("^attempt to index a nil value %(global '([%w_]+)'%)")
end

local function report_message(pack, code, path, message, words_offered)
  if type(message) ~= "string" then message = ("it raises a %s"):format(type(message)) end
  local origin, text = read_message(message, path)
  local found = { code = code, text = text, origin = origin }
  local word = called_nothing(text)
  if word then
    found.text = ('there is no word "%s" here'):format(word)
    found.cure = nearest.question(word, words_offered)
  end
  local global = indexed_nothing(text)
  if global then
    found.text = ('there is no "%s" here'):format(global)
    found.cure = nearest.question(global, LIBRARIES, "of Lua's libraries packs have math, string and table")
  end
  problems.add(pack.problems, pack.thing, found)
  pack.broken = true
end

local BYTE_ORDER_MARK = "\239\187\191"

-- Editors put it there, and Lua stumbles over it.
local function without_mark(text)
  return text:sub(1, 3) == BYTE_ORDER_MARK and text:sub(4) or text
end

-- Runs a text; what goes wrong is told of the pack.
-- @return whether it ran, and what it returned
local function run(pack, box, path, text, words_offered)
  local fn, message = box:load(without_mark(text), "@" .. path)
  if not fn then
    report_message(pack, "bad-lua", path, message, {})
    return false
  end
  local ok, result = box:run(fn)
  if not ok then
    report_message(pack, "load-error", path, result, words_offered)
    return false
  end
  return true, result
end

-- ---- The manifest ----

-- The line in which a key is written, as far as that can be seen.
local function line_of(text, key)
  local number = 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    if line:find("%f[%w_]" .. key .. "%s*=[^=]") and not line:find("^%s*%-%-") then return number end
  end
  return 1
end

-- What is told of a folder whose manifest is of no use.
local function nameless(path)
  local name = path:match("([^/]+)$") or path
  local pack = pack_type.new({ name = name }, path)
  pack.problems, pack.path, pack.broken = {}, path, true
  return pack
end

-- Where it may be instead: `behaviours/park` outside a checkout is the pack of that name that comes with the library.
local function cure_of_missing(source, path, search)
  local parent, name = path:match("^(.*)/([^/]+)$")
  local near = nearest.name(name or path, source:list(parent or ".") or {})
  if near then return ('did you mean "%s"?'):format(parent and parent .. "/" .. near or near) end
  for _, each in ipairs(search) do
    local shipped = nearest.name(name or path, source:list(each) or {})
    if shipped then return ('did you mean "%s", which comes with the library?'):format(shipped) end
  end
  return "see that the path is right"
end

-- A file of a pack stands beside its manifest.
local function cure_of_file(source, path)
  local parent = path:match("^(.*)/[^/]+$")
  if parent and source:read(("%s/%s"):format(parent, MANIFEST)) then return ('did you mean "%s"?'):format(parent) end
  return "name the folder of a pack"
end

local function without_manifest(source, path, search)
  local pack = nameless(path)
  local names = source:list(path)
  local found
  if not names and source:read(path) then
    found = { code = "missing-folder", text = "this is a file, and a pack is a folder",
      cure = cure_of_file(source, path) }
  elseif not names then
    found = { code = "missing-folder", text = "there is no such folder", cure = cure_of_missing(source, path, search) }
  else
    found = { code = "missing-manifest", text = "there is no pack.lua in it",
      cure = ('it says what the pack is: return { name = "%s", version = "1.0.0" }'):format(pack.name) }
    table.sort(names)
    for _, name in ipairs(names) do
      if source:read(("%s/%s/%s"):format(path, name, MANIFEST)) then
        found.cure = ("did you mean %s/%s?"):format(path, name)
        break
      end
    end
  end
  problems.add(pack.problems, pack.thing, found)
  return pack
end

local function check_keys(pack, fields)
  for _, key in ipairs(keys.ordered(fields)) do
    if not manifest.KEYS[key] then
      manifest.refuse_key(key, keys.names(manifest.KEYS), function(found)
        found.origin = type(key) == "string" and pack.origin_of(key:gsub("%W", "%%%0")) or nil
        problems.add(pack.problems, pack.thing, found)
        pack.broken = true
      end, ("it may have %s"):format(table.concat(keys.names(manifest.KEYS), ", ")))
    end
  end
end

--- Whether there is a pack in a folder.
function folder.is_pack(source, path)
  return source:read(("%s/%s"):format(path, MANIFEST)) ~= nil
end

--- Reads the manifest of a folder.
-- @tparam table source of `bustle.packs.sources`
-- @tparam string path
-- @tparam[opt] table limits of the sandbox
-- @tparam {string,...} search folders of packs that can be had by name
-- @treturn table a pack without definitions; `broken` if it is of no use: then its `problems` say why
function folder.open(source, path, limits, search)
  local file = ("%s/%s"):format(path, MANIFEST)
  local text = source:read(file)
  if not text then return without_manifest(source, path, search) end
  local pack = nameless(path)
  pack.broken, pack.thing.origin = nil, file .. ":1"
  local ok, fields = run(pack, sandbox.new { words = {}, limits = limits }, file, text, {})
  if not ok then return pack end
  if type(fields) ~= "table" then
    problems.add(pack.problems, pack.thing, { code = "bad-type",
      text = ("pack.lua returns %s"):format(fields == nil and "nothing" or "a " .. type(fields)),
      cure = 'write return { name = "...", version = "1.0.0" }' })
    pack.broken = true
    return pack
  end
  local function origin_of(key) return ("%s:%d"):format(file, key and line_of(text, key) or 1) end
  pack = pack_type.new(fields, origin_of("name"), origin_of)
  pack.path, pack.source, pack.broken = path, source, #pack.problems > 0 or nil
  check_keys(pack, fields)
  return pack
end

-- ---- The rest ----

-- The files that declare, in byte order. What they name may be declared in any of them, so the order matters only for
-- what they share in Lua.
local function files_of(pack)
  local files = {}
  for _, name in ipairs(pack.source:list(pack.path) or {}) do
    if name:find("%.lua$") and name ~= MANIFEST then files[#files + 1] = name end
  end
  table.sort(files)
  return files
end

--- Runs the files of a pack that `open` has opened. One that cannot be run makes the pack `broken`, but the others are
-- tried, so that all problems are found at once, until there are no instructions left to run them with.
-- @tparam table pack
-- @tparam[opt] table limits of the sandbox
-- @tparam[opt] function progress takes the path of each file that is about to run, and how much is done of the pack
function folder.run(pack, limits, progress)
  local vocabulary = words.new(pack)
  local box = sandbox.new { words = vocabulary.offered, limits = limits }
  vocabulary.box = box
  local files = files_of(pack)
  for i, name in ipairs(files) do
    local path = ("%s/%s"):format(pack.path, name)
    if progress then progress(path, (i - 1) / #files) end
    local text, message = pack.source:read(path)
    if text then
      vocabulary:begin(path)
      vocabulary:finish((run(pack, box, path, text, keys.names(vocabulary.offered))))
    else
      report_message(pack, "unreadable", path, message, {})
    end
    if box:exhausted() then break end
  end
end

return folder
