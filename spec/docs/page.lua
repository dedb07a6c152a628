-- What a page of the documentation consists of, besides prose: pieces of code, and commands with what they print.
--
-- - A fenced piece has a language, and perhaps a mark after it: "```lua" runs, "```lua fragment" is not whole, and only
--   has to be Lua; "```lua pack" is part of a pack, which all such pieces of a page make together.
-- - A piece whose first line is a comment with a path, such as `-- square/actions.lua`, is that file.
-- - An indented line that begins with `$ ` is a command; the indented lines after it are what it prints. Three dots in
--   these stand for anything.
local page = {}

--- The text of a file.
function page.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

--- The pages of the documentation and the README, by path.
function page.all()
  local paths = { "README.md" }
  local pipe = io.popen("ls docs/*.md examples/*.md")
  for path in pipe:lines() do paths[#paths + 1] = path end
  pipe:close()
  return paths
end

local function finish(command)
  local lines = command.lines
  while lines[#lines] == "" do table.remove(lines) end
  command.lines = nil
  command.output = #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

local function begin_piece(line, number)
  local language, mark = line:match("^```(%S*)%s*(.-)%s*$")
  return language and { kind = "piece", language = language, mark = mark, line = number + 1, lines = {} }
end

local function finish_piece(piece)
  local first = piece.lines[1] or ""
  piece.path = first:match("^%-%- ([%w_./-]+%.lua)$")
  piece.text = table.concat(piece.lines, "\n") .. "\n"
  piece.lines = nil
end

--- All pieces and commands of a text, in order.
-- @treturn table of { kind = "piece", language=, mark=, line=, text=, path= }, { kind = "command", line=, command=, output= }
function page.steps(text)
  local steps, open, number = {}, nil, 0
  local function close()
    if open and open.kind == "command" then finish(open) end
    open = nil
  end
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    if open and open.kind == "piece" then
      if line == "```" then
        finish_piece(open)
        open = nil
      else
        table.insert(open.lines, line)
      end
    else
      local command, printed = line:match("^    %$ (.*)$"), line:match("^    (.*)$")
      local begun = command and { kind = "command", line = number, command = command, lines = {} }
        or begin_piece(line, number)
      if begun then
        close()
        open = begun
        steps[#steps + 1] = begun
      elseif open and (printed or line == "") then
        table.insert(open.lines, printed or "")
      else
        close()
      end
    end
  end
  close()
  return steps
end

--- The pieces of a language, whatever their mark.
function page.pieces(text, language)
  local pieces = {}
  for _, step in ipairs(page.steps(text)) do
    if step.kind == "piece" and step.language == language then pieces[#pieces + 1] = step end
  end
  return pieces
end

--- Whether what was printed is what the page shows, but for blanks at the ends of lines and empty lines at the end.
function page.matches(shown, printed)
  local pattern = shown:gsub("[%^%$%(%)%%%.%[%]%*%+%-%?]", "%%%0"):gsub("%%%.%%%.%%%.", ".-")
  return printed:gsub("[ \t]+\n", "\n"):find("^" .. pattern .. "\n*$") ~= nil
end

return page
