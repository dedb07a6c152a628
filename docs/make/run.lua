--- Writes the pages that are made of the sources, docs/reference.md and docs/c-reference.md, and what LDoc makes HTML
-- of.
--   lua docs/make/run.lua               the pages
--   lua docs/make/run.lua --html FOLDER and in FOLDER the input of LDoc
-- Run in the folder of the project, as `./bustle docs` does.
local header = require "docs.make.header"
local html = require "docs.make.html"
local reference = require "docs.make.reference"

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

write("docs/reference.md", reference.fill(read "docs/reference.md"))
write("docs/c-reference.md", header.page(read "core/include/bustle.h"))
if arg[1] == "--html" then html.write(arg[2], read, write) end
