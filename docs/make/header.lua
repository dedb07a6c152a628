--- Makes docs/c-reference.md of the public header: its sections, and in each every declaration with its comment.
local rules = require "docs.make.rules"

local header = {}

-- Names as code, in a text that has some of them marked already.
local function mark_names(text)
  return ((text .. "`"):gsub("([^`]*)(`[^`]*`?)", function(plain, code)
    return plain:gsub("%*?%f[%w_][Bb][Uu][Ss][Tt][Ll][Ee]_[%w_]+", "`%0`"):gsub("%*%l[%l_]*", "`%0`") .. code
  end):gsub("`$", "", 1))
end

-- The text of a comment without its stars.
local function words_of(comment)
  local text = comment:gsub("^/%*%s?", ""):gsub("%s*%*/$", ""):gsub("\n %*? ?", "\n"):gsub("\n   ", "\n")
  return mark_names(text)
end

-- A declaration that begins at a place, and the place after it; nil if none does.
local function declaration(text, at)
  local code = text:match("^typedef %w+ [%w_]+ {\n.-\n} [%w_]+;", at)
    or text:match("^typedef %w+ [%w_]+ {[^\n]*} [%w_]+;", at)
    or text:match("^typedef [^{;]*;", at) or text:match("^BUSTLE_API .-;", at)
    or text:match("^#define BUSTLE_[%u_]+ [^\n]*", at)
    or text:match("^#define BUSTLE_[%u_]+%b() *\\\n.-[^\\]%f[\n]", at)
  return code, code and at + #code
end

local function name_of(code)
  return code:match("^#define ([%w_]+)") or code:match("^typedef .*[ *]([%w_]+);$") or code:match("([%w_]+)%(")
end

-- The pieces of a section: a comment and the declarations that follow it without an empty line in between.
local function pieces_of(text)
  local pieces, at, open = {}, 1, nil
  local function piece()
    if not open then
      open = { code = {}, names = {} }
      pieces[#pieces + 1] = open
    end
    return open
  end
  while at <= #text do
    local comment = text:match("^/%*.-%*/", at)
    local code, after = declaration(text, at)
    if comment then
      open = nil
      piece().words = words_of(comment)
      at = at + #comment
    elseif code then
      table.insert(piece().code, code)
      table.insert(piece().names, name_of(code))
      at = after
    else
      at = (text:find("\n", at, true) or #text) + 1
    end
    if text:sub(at, at + 1) == "\n\n" then open = nil end
  end
  return pieces
end

local function render_piece(out, piece)
  if #piece.names > 0 then
    out[#out + 1] = ("### `%s`"):format(table.concat(piece.names, "`, `"))
  end
  if piece.words then out[#out + 1] = rules.link(piece.words) end
  if #piece.code > 0 then
    local code = table.concat(piece.code, "\n"):gsub("BUSTLE_API ", "")
    out[#out + 1] = ("```c\n%s\n```"):format(code)
  end
end

local INTRODUCTION = [[
# C reference

Made of [bustle.h](../core/include/bustle.h) by `./bustle docs`: change the comments there. [embedding.md](embedding.md)
is the guide. It begins with a program that runs:

    ./bustle build && build/release/examples/embed/embed]]

-- The sections of the header: { title=, text= }.
local function sections_of(text)
  local sections, at = {}, 1
  while true do
    local from, to, title = text:find("/%* %-%-%-%- ([^\n]-) %-+ %*/\n", at)
    if #sections > 0 then sections[#sections].text = text:sub(at, (from or #text + 1) - 1) end
    if not from then return sections end
    sections[#sections + 1], at = { title = title }, to + 1
  end
end

--- The page for the text of a header.
function header.page(text)
  local out = { INTRODUCTION, (words_of(text:match("^/%*.-%*/")):gsub("^[^\n]*\n\n", "")) }
  for _, section in ipairs(sections_of(text)) do
    out[#out + 1] = "## " .. section.title
    for _, piece in ipairs(pieces_of(section.text)) do render_piece(out, piece) end
  end
  return table.concat(out, "\n\n") .. "\n"
end

return header
