-- Writes the whole core as one file, bustle.c, and bustle.h beside it, for programs that compile it as they do their
-- own sources: lua5.4 rocks/single.lua FOLDER
--
-- Headers come first, each once, then the sources in byte order. What is private to a source keeps its name, unless
-- another source or a header has that name too: then the name of its file goes before it.
local here = arg[0]:match("^(.*)/[^/]*$") or "."
local core = here .. "/../core/"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  assert(file:close())
end

local function listed(ending)
  local paths = {}
  local listing = assert(io.popen(("cd '%ssrc' && find . -name '*%s'"):format(core, ending)))
  for path in listing:lines() do paths[#paths + 1] = path:sub(3) end
  listing:close()
  table.sort(paths)
  return paths
end

-- ---- Tokens ----

-- { kind, text } of all of a source: "word", "string", "comment", "directive" (a # and the word after it), or "other",
-- one character of anything else.
local function tokens_of(text)
  local tokens, at = {}, 1
  local function take(kind, pattern)
    local found = text:match("^" .. pattern, at)
    if not found then return false end
    tokens[#tokens + 1] = { kind = kind, text = found }
    at = at + #found
    return true
  end
  local function comment()
    if text:sub(at, at + 1) ~= "/*" then return take("comment", "//[^\n]*") end
    local _, last = assert(text:find("*/", at + 2, true))
    tokens[#tokens + 1] = { kind = "comment", text = text:sub(at, last) }
    at = last + 1
    return true
  end
  local function quoted()
    local quote = text:match("^[\"']", at)
    if not quote then return false end
    local last = at + 1
    while text:sub(last, last) ~= quote do last = last + (text:sub(last, last) == "\\" and 2 or 1) end
    tokens[#tokens + 1] = { kind = "string", text = text:sub(at, last) }
    at = last + 1
    return true
  end
  while at <= #text do
    local _ = comment() or quoted() or take("directive", "#[ \t]*%a+") or take("word", "[%a_][%w_]*") or
      take("other", "%d[%w.]*") or take("other", "%s+") or take("other", ".")
  end
  return tokens
end

-- Those that mean something to the compiler, without directives and what they say.
local function meaningful(tokens)
  local kept, directive = {}, false
  for _, token in ipairs(tokens) do
    directive = directive or token.kind == "directive"
    if directive then
      local line = token.text:match("\n") and not token.text:match("\\$")
      local continued = kept.slash and token.text:match("^\n")
      kept.slash = token.text == "\\"
      directive = not line or continued
    elseif token.kind ~= "comment" and not token.text:match("^%s+$") then
      kept[#kept + 1] = token
    end
  end
  return kept
end

-- ---- Names ----

-- What a file declares outside of functions, by name: functions, variables, types, tags and the constants of enums.
local function declared(tokens)
  local names, depth, parens = {}, 0, 0
  local list = meaningful(tokens)
  local enum_at
  for i, token in ipairs(list) do
    local before, after = list[i - 1] or {}, list[i + 1] or {}
    if token.text == "{" then
      local tag = before.kind == "word" and list[i - 2] and list[i - 2].text == "enum" or before.text == "enum"
      if depth == 0 and tag then enum_at = 1 end
      depth = depth + 1
    elseif token.text == "}" then
      depth = depth - 1
      if depth == 0 then enum_at = nil end
    elseif token.text == "(" then
      parens = parens + 1
    elseif token.text == ")" then
      parens = parens - 1
    elseif parens == 1 and depth == 0 and before.text == "*" and list[i - 2].text == "(" and after.text == ")" then
      names[token.text] = true -- a type of functions
    elseif token.kind == "word" and parens == 0 and not token.text:match("^_[_A-Z]") then
      local tag = before.text == "struct" or before.text == "enum" or before.text == "union"
      if depth == 0 and (tag and after.text == "{" or not tag and (after.text or ""):match("^[(;=%[,]$")) then
        names[token.text] = true
      elseif depth == 1 and enum_at and (before.text == "{" or before.text == ",") then
        names[token.text] = true
      end
    end
  end
  return names
end

local function add_macros(text, names)
  for name in ("\n" .. text):gmatch("\n[ \t]*#[ \t]*define[ \t]+([%a_][%w_]*)") do names[name] = true end
end

-- ---- Files ----

local source_of_system = {} -- <...> that headers include, which come first

local function without_includes(text, unguarded)
  text = text:gsub("\n#include \"[^\"]*\"", ""):gsub("\n#define _DEFAULT_SOURCE\n", "\n")
  if unguarded then
    text = text:gsub("\n#include (<[^>]*>)", function(name)
      source_of_system[name] = true
      return ""
    end)
    text = text:gsub("#ifndef BUSTLE_[%w_]+_H\n#define BUSTLE_[%w_]+_H\n", ""):gsub("\n#endif%s*$", "\n")
  end
  return text
end

local headers, seen = {}, { ["bustle.h"] = true }

local function add_header(path)
  if seen[path] then return end
  seen[path] = true
  local text = read(core .. "src/" .. path)
  for other in text:gmatch("\n#include \"([^\"]*)\"") do add_header(other) end
  headers[#headers + 1] = { path = path, text = text }
end

local sources, owners = {}, {}

local function own(names)
  for name in pairs(names) do owners[name] = (owners[name] or 0) + 1 end
end

for _, path in ipairs(listed(".h")) do add_header(path) end
for _, path in ipairs(listed(".c")) do
  local text = read(core .. "src/" .. path)
  local tokens = tokens_of(text)
  local source = { path = path, tokens = tokens, names = declared(tokens) }
  add_macros(text, source.names)
  source.names._DEFAULT_SOURCE = nil
  sources[#sources + 1] = source
end
local promised = {} -- structs that a source completes
local public = declared(tokens_of(read(core .. "include/bustle.h")))
for _, header in ipairs(headers) do
  for name in pairs(declared(tokens_of(header.text))) do public[name] = true end
  add_macros(header.text, public)
  for name in header.text:gmatch("\ntypedef struct ([%w_]+) %1;") do promised[name] = true end
end
own(public)
for _, source in ipairs(sources) do
  -- What a header promises is defined here, once, and no clash.
  for name in pairs(source.names) do
    if name:match("^bsl_") or name:match("^bustle_") or promised[name] then source.names[name] = nil end
  end
  own(source.names)
end

-- Whether the word at a place is the name of a member, in the braces of a struct.
local function is_member(list, i, structs)
  return structs[#structs] and list[i + 1].text:match("^[;,:%[]$") ~= nil
end

local function renamed(source)
  local prefix = source.path:match("([^/]*)%.c$") .. "_"
  local list, structs, kept = meaningful(source.tokens), {}, {}
  for i, token in ipairs(list) do
    local before = i > 1 and list[i - 1].text or ""
    if token.text == "{" then
      local two = i > 2 and list[i - 2].text or ""
      structs[#structs + 1] = before == "struct" or before == "union" or two == "struct" or two == "union"
    elseif token.text == "}" then
      structs[#structs] = nil
    end
    kept[token] = before == "." or (before == ">" and list[i - 2].text == "-") or is_member(list, i, structs)
  end
  local out = {}
  for i, token in ipairs(source.tokens) do
    local clashes = token.kind == "word" and not kept[token] and source.names[token.text] and owners[token.text] > 1
    out[i] = clashes and prefix .. token.text or token.text
  end
  return table.concat(out)
end

local body = {}
for _, header in ipairs(headers) do
  body[#body + 1] = ("/* ======== %s ======== */\n\n%s"):format(header.path, without_includes(header.text, true))
end
for _, source in ipairs(sources) do
  local text = without_includes(renamed(source), false)
  body[#body + 1] = ("/* ======== %s ======== */\n\n%s"):format(source.path, text)
end

local system = {}
for name in pairs(source_of_system) do system[#system + 1] = "#include " .. name .. "\n" end
table.sort(system)

local folder = assert(arg[1], "usage: lua5.4 rocks/single.lua FOLDER")
local header = read(core .. "include/bustle.h")
write(folder .. "/bustle.h", header)
write(folder .. "/bustle.c", ([[
/* The core of bustle in one file, made of core/src by rocks/single.lua. Compile it as C11, with bustle.h beside it;
 * -O3 is worth it. Functions of bustle.h and those that begin with bsl_ are all that a linker sees. */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE
#endif
#if !defined(BUSTLE_CHECKS)
#define BUSTLE_CHECKS 0
#endif
#include "bustle.h"

%s
%s]]):format(table.concat(system), table.concat(body, "\n")))
