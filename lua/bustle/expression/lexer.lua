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

local function read_number(text, at)
  local written = text:match("^[%w_.]+", at)
  local whole = written:match("^(%d+)$") or written:match("^(%d+)%.0*$")
  if whole then
    -- Kept as a float where Lua has both: the range is tested before anything is calculated.
    return { kind = "number", column = at, text = written, value = tonumber(whole .. ".0") }, at + #written
  end
  if written:match("^%d*%.%d+$") then
    return mistake(("%s is not a whole number"):format(written), at, "state and distance are whole numbers")
  end
  return mistake(("malformed number %s"):format(written), at, "write digits only")
end

local function read_string(text, at)
  local quote = text:sub(at, at)
  local close = text:find(quote, at + 1, true)
  local newline = text:find("\n", at, true)
  if not close or (newline and newline < close) then
    return mistake("a quote without its end", at, ("close it with %s"):format(quote))
  end
  return { kind = "string", column = at, text = text:sub(at, close), value = text:sub(at + 1, close - 1) }, close + 1
end

local function read_symbol(text, at)
  local two = sub(text, at, at + 1)
  if SYMBOLS[two] then return { kind = two, column = at, text = two }, at + #two end
  local one = sub(text, at, at)
  local foreign = FOREIGN[two] or FOREIGN[one]
  if foreign then
    return mistake(("there is no %s"):format(FOREIGN[two] and two or one), at, ("write %s"):format(foreign))
  end
  if SYMBOLS[one] then return { kind = one, column = at, text = one }, at + 1 end
  if one:find("[/%%^]") then
    return mistake(("there is no %s"):format(one), at, "there are only + - *")
  end
  return mistake(("what is %s here?"):format(one:find("%c") and ("byte %d"):format(one:byte()) or one), at)
end

-- By what a token begins with, as a byte. Thousands of texts are read when a game starts.
local BEGINS = {}
for code = 0, 255 do
  local letter = string.char(code)
  BEGINS[code] = letter:find(WORD) and "word" or letter:find("%d") and "number" or letter:find("['\"]") and "string"
    or letter == "." and "dot" or "symbol"
end

local function read_token(text, at)
  local begins = BEGINS[byte(text, at)]
  if begins == "word" then
    local word = match(text, WORD, at)
    return { kind = KEYWORDS[word] and word or "name", column = at, text = word }, at + #word
  end
  if begins == "symbol" then return read_symbol(text, at) end
  if begins == "string" then return read_string(text, at) end
  if begins == "number" or find(text, "^%.%d", at) then return read_number(text, at) end
  return read_symbol(text, at)
end

local MINUS = byte("-")

-- Past white space and comments.
local function skip(text, at)
  while true do
    at = find(text, "%S", at)
    if not at then return #text + 1 end
    if byte(text, at) ~= MINUS or byte(text, at + 1) ~= MINUS then return at end
    at = (find(text, "\n", at, true) or #text) + 1
  end
end

--- Cuts a text into tokens; the last is of kind "end".
-- A token is `{ kind=, column=, text=, value= }`: kind is "name", "number", "string", "end", a keyword or a symbol;
-- column is where it begins, in bytes from 1.
-- @tparam string text
-- @treturn[1] {table,...}
-- @treturn[2] nil
-- @treturn[2] table the mistake: `{ code=, message=, column=, cure= }`
function lexer.tokens(text)
  if #text > lexer.LONGEST_TEXT then
    return mistake(("the text is longer than %d bytes"):format(lexer.LONGEST_TEXT), 1, "split it, or use a function")
  end
  local list = {}
  local at = skip(text, 1)
  while at <= #text do
    local token, next_at = read_token(text, at)
    if not token then return nil, next_at end
    list[#list + 1] = token
    at = skip(text, next_at)
  end
  local last = list[#list]
  list[#list + 1] = { kind = "end", column = last and last.column + #last.text or 1, text = "" }
  return list
end

return lexer
