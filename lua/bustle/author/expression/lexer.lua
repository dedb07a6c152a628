--- Cuts the text of an expression into tokens. What they mean together is the parser's business.
local lexer = {}

local byte, find, match, sub = string.byte, string.find, string.match, string.sub

-- A text may not be longer: nobody writes such by hand, and what machines write has to end somewhere.
lexer.LONGEST_TEXT = 65536

local WORD = "^[A-Za-z_\128-\255][A-Za-z0-9_\128-\255]*"

local SYMBOLS = {
  ["=="] = true, ["~="] = true, ["<="] = true, [">="] = true, ["<"] = true, [">"] = true,
  ["+="] = true, ["-="] = true, ["="] = true, ["+"] = true, ["-"] = true, ["*"] = true,
  ["("] = true, [")"] = true, [";"] = true, ["."] = true,
}

-- What other languages write, and what is written here.
local FOREIGN = {
  ["!="] = "~=", ["<>"] = "~=", ["&&"] = "and", ["||"] = "or", ["!"] = "not", ["&"] = "and", ["|"] = "or",
  ["=<"] = "<=", ["=>"] = ">=",
}

local KEYWORDS = { ["and"] = true, ["or"] = true, ["not"] = true, ["true"] = true, ["false"] = true }

--- Whether a name can be written in an expression.
-- @tparam string name
-- @treturn boolean
function lexer.is_word(name)
  local _, last = name:find(WORD)
  return last == #name
end

--- Whether a word has a meaning of its own at the start of a value.
-- @tparam string name
-- @treturn boolean
function lexer.is_keyword(name)
  return KEYWORDS[name] == true
end

local function mistake(message, column, cure)
  return nil, { code = "syntax", message = message, column = column, cure = cure }
end

-- Each reader gives the kind of a token, its text, and its value if it has one; or nil and the mistake.

local function read_number(text, at)
  local written = match(text, "^[%w_.]+", at)
  local whole = match(written, "^(%d+)$") or match(written, "^(%d+)%.0*$")
  -- Kept as a float where Lua has both: the range is tested before anything is calculated.
  if whole then return "number", written, tonumber(whole .. ".0") end
  if match(written, "^%d*%.%d+$") then
    return mistake(("%s is not a whole number"):format(written), at, "state and distance are whole numbers")
  end
  return mistake(("malformed number %s"):format(written), at, "write digits only")
end

local function read_string(text, at)
  local quote = sub(text, at, at)
  local close = find(text, quote, at + 1, true)
  local newline = find(text, "\n", at, true)
  if not close or (newline and newline < close) then
    return mistake("a quote without its end", at, ("close it with %s"):format(quote))
  end
  return "string", sub(text, at, close), sub(text, at + 1, close - 1)
end

local function read_symbol(text, at)
  local two = sub(text, at, at + 1)
  if SYMBOLS[two] then return two, two end
  local one = sub(text, at, at)
  local foreign = FOREIGN[two] or FOREIGN[one]
  if foreign then
    return mistake(("there is no %s"):format(FOREIGN[two] and two or one), at, ("write %s"):format(foreign))
  end
  if SYMBOLS[one] then return one, one end
  if find(one, "[/%%^]") then
    return mistake(("there is no %s"):format(one), at, "there are only + - *")
  end
  return mistake(("what is %s here?"):format(find(one, "%c") and ("byte %d"):format(byte(one)) or one), at)
end

-- By what a token begins with, as a byte. Thousands of texts are read when a game starts.
local BEGINS = {}
for code = 0, 255 do
  local letter = string.char(code)
  BEGINS[code] = find(letter, WORD) and "word" or find(letter, "%d") and "number" or find(letter, "['\"]") and "string"
    or letter == "." and "dot" or "symbol"
end

local function read_token(text, at)
  local begins = BEGINS[byte(text, at)]
  if begins == "word" then
    local word = match(text, WORD, at)
    return KEYWORDS[word] and word or "name", word
  end
  if begins == "symbol" then return read_symbol(text, at) end
  if begins == "string" then return read_string(text, at) end
  if begins == "number" or find(text, "^%.%d", at) then return read_number(text, at) end
  return read_symbol(text, at)
end

local BLANK, MINUS = byte(" -", 1, 2)

-- Past white space and comments.
local function skip(text, at)
  -- Most tokens follow at once, or after one blank.
  local code = byte(text, at)
  if code == BLANK then
    at = at + 1
    code = byte(text, at)
  end
  if code and code > BLANK and code ~= MINUS then return at end
  while true do
    at = find(text, "%S", at)
    if not at then return #text + 1 end
    if byte(text, at) ~= MINUS or byte(text, at + 1) ~= MINUS then return at end
    at = (find(text, "\n", at, true) or #text) + 1
  end
end

local function new_lists()
  return { kinds = {}, texts = {}, columns = {}, values = {} }
end

-- Short texts share their lists: most of what loading costs would else be garbage. A long text gets its own, which go
-- with it.
local SHORT = 256
local shared = new_lists()

--- Cuts a text into tokens; the last is of kind "end".
-- They come in lists side by side: `kinds` ("name", "number", "string", "end", a keyword or a symbol), `texts`,
-- `columns` (where they begin, in bytes from 1) and `values` (of numbers and strings). The lists are good until the
-- next call, and what comes after the end in them means nothing.
-- @tparam string text
-- @treturn[1] table
-- @treturn[2] nil
-- @treturn[2] table the mistake: `{ code=, message=, column=, cure= }`
function lexer.tokens(text)
  if #text > lexer.LONGEST_TEXT then
    return mistake(("the text is longer than %d bytes"):format(lexer.LONGEST_TEXT), 1, "split it, or use a function")
  end
  local tokens = #text > SHORT and new_lists() or shared
  local kinds, texts, columns, values = tokens.kinds, tokens.texts, tokens.columns, tokens.values
  local count, last, at = 0, 1, skip(text, 1)
  while at <= #text do
    local kind, written, value = read_token(text, at)
    if not kind then return nil, written end
    count = count + 1
    kinds[count], texts[count], columns[count] = kind, written, at
    if value then values[count] = value end
    last = at + #written
    at = skip(text, last)
  end
  count = count + 1
  kinds[count], texts[count], columns[count] = "end", "", last
  return tokens
end

return lexer
