--- What LDoc makes HTML of: a Lua file with the module in LDoc's own tags, and the pages, with tables written as HTML
-- because its Markdown has none.
local model = require "docs.make.model"

local html = {}

local PAGES = { "README", "install", "tutorial", "tavern", "village", "manual", "reference", "packs", "tools",
  "testing", "problems", "saving", "explain", "replay", "sandbox", "inspector", "playground", "json", "embedding",
  "c-reference", "rules", "inside", "performance", "comparison", "variety" }

-- ---- Pages ----

local function escape(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

-- Code, links and strong words in a cell.
local function cell(text)
  text = text:gsub("\\|", "|")
  local codes = {}
  text = text:gsub("`([^`]+)`", function(code)
    codes[#codes + 1] = ("<code>%s</code>"):format(escape(code))
    return ("\1%d\2"):format(#codes)
  end)
  text = escape(text):gsub("%*%*(.-)%*%*", "<strong>%1</strong>"):gsub("%[([^%]]*)%]%(([^)]*)%)", '<a href="%2">%1</a>')
  return (text:gsub("\1(%d+)\2", function(i) return codes[tonumber(i)] end))
end

local function row(line, tag)
  local cells = {}
  for text in line:gsub("\\|", "\3"):gsub("^|", ""):gmatch("([^|]*)|") do
    cells[#cells + 1] = ("<%s>%s</%s>"):format(tag, cell((text:gsub("\3", "|"):match("^%s*(.-)%s*$"))), tag)
  end
  return "<tr>" .. table.concat(cells) .. "</tr>"
end

local function table_html(lines)
  local rows = { '<table class="module_list">', row(lines[1], "th") }
  for i = 3, #lines do rows[#rows + 1] = row(lines[i], "td") end
  rows[#rows + 1] = "</table>"
  return table.concat(rows, "\n")
end

-- Links between pages lead to where LDoc puts them; those to sources lead to nothing here and become plain words.
local function link(label, target)
  local name, anchor = target:match("^([%w_-]+)%.md(#?.*)$")
  if name then return ("[%s](%s.md.html%s)"):format(label, name, anchor) end
  if target:find("^%a+:") or target:find("^#") or target:find("^pictures/") or target:find("^images/") then
    return ("[%s](%s)"):format(label, target)
  end
  return label
end

-- A heading after the place that links lead to.
local function heading(line)
  local title = line:gsub("^#+%s*", ""):gsub("`", ""):gsub("%[(.-)%]%b()", "%1")
  local anchor = title:lower():gsub("[^%w%s_-]", ""):gsub("%s", "-")
  return ('<a id="%s"></a>\n\n%s'):format(anchor, line)
end

--- A page as LDoc's Markdown can read it.
function html.page(text)
  local out, rows, fenced = {}, nil, false
  for line in (text:gsub("\n+$", "") .. "\n\n"):gmatch("([^\n]*)\n") do
    if line:find("^```") then fenced = not fenced end
    local in_table = not fenced and line:find("^|")
    if not fenced and not line:find("^    ") then line = line:gsub("%[([^%[%]]*)%]%(([^)%s]*)%)", link) end
    if in_table then
      rows = rows or {}
      rows[#rows + 1] = line
    else
      if rows then out[#out + 1] = table_html(rows) end
      rows = nil
      if not fenced and line:find("^##") then line = heading(line) end
      out[#out + 1] = (line:gsub("^```lua %w+$", "```lua"))
    end
  end
  return table.concat(out, "\n")
end

-- ---- The module ----

local function comment(lines, text)
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do lines[#lines + 1] = "-- " .. line end
end

-- A type in few words: LDoc takes it up to the first blank and knows no more than alternatives.
local function word(kind)
  local plain = kind:gsub("fun%b().*", "function"):gsub("%b{}", "table"):gsub("%b<>", ""):gsub('"', ""):gsub("[()]", "")
  return (plain:gsub("%?", "|nil"):gsub("%s+", ""))
end

local function add_function(lines, each)
  lines[#lines + 1] = "---"
  comment(lines, each.text ~= "" and each.text or each.short .. ".")
  lines[#lines + 1] = ("-- @function %s"):format((each.call:gsub("%(.*$", "")))
  for _, param in ipairs(each.params) do
    local optional = param.optional and "[opt]" or ""
    comment(lines, ("@tparam%s %s %s %s"):format(optional, word(param.type), param.name, param.text))
  end
  for _, result in ipairs(each.returns) do
    comment(lines, ("@treturn %s %s %s"):format(word(result.type), result.name, result.text))
  end
  lines[#lines + 1] = ""
end

local function add_class(lines, each)
  lines[#lines + 1] = "---"
  comment(lines, each.text ~= "" and each.text or each.name .. ".")
  lines[#lines + 1] = "-- @table " .. each.name
  for _, field in ipairs(each.fields) do
    local optional = field.optional and "[opt]" or ""
    comment(lines, ("@tfield%s %s %s %s"):format(optional, word(field.type), field.name, field.text))
  end
  lines[#lines + 1] = ""
end

--- The module as LDoc reads it.
function html.module()
  local lines = { "--- Behaviour for the background characters of a game.", "-- @module bustle", "" }
  for _, each in ipairs(model.read()) do
    if each.kind == "function" then add_function(lines, each) end
    if each.kind == "class" and #each.fields > 0 then add_class(lines, each) end
  end
  return table.concat(lines, "\n")
end

--- Writes LDoc's input into a folder: bustle.lua and the pages.
function html.write(folder, read, write)
  write(folder .. "/bustle.lua", html.module() .. "\n")
  for _, name in ipairs(PAGES) do
    write(("%s/%s.md"):format(folder, name), html.page(read(("docs/%s.md"):format(name))))
  end
end

return html
