--- Tables as Markdown that can be read as it is, and their places in a document.
local markdown = {}

local function width_of(text) return #text:gsub("[\128-\191]", "") end

-- The first column is a name, the others are mostly numbers.
local function padded(text, width, column)
  local space = (" "):rep(width - width_of(text))
  return column == 1 and text .. space or space .. text
end

local function add_row(lines, cells, widths)
  local texts = {}
  for i, cell in ipairs(cells) do texts[i] = padded(cell, widths[i], i) end
  lines[#lines + 1] = ("| %s |"):format(table.concat(texts, " | "))
end

--- The rows of a table.
-- @tparam table shown of `bench.report.tables`
-- @treturn {string,...}
function markdown.rows(shown)
  local widths, rules, lines = {}, {}, {}
  for i, cell in ipairs(shown.head) do widths[i] = math.max(3, width_of(cell)) end
  for _, row in ipairs(shown.rows) do
    for i, cell in ipairs(row) do widths[i] = math.max(widths[i], width_of(cell)) end
  end
  for i, width in ipairs(widths) do rules[i] = ("-"):rep(width - (i == 1 and 0 or 1)) .. (i == 1 and "" or ":") end
  add_row(lines, shown.head, widths)
  add_row(lines, rules, widths)
  for _, row in ipairs(shown.rows) do add_row(lines, row, widths) end
  return lines
end

--- A table with its title.
-- @treturn string
function markdown.titled(shown)
  local lines = { "## " .. shown.title, "" }
  if shown.note then lines[#lines + 1], lines[#lines + 2] = shown.note, "" end
  for _, row in ipairs(markdown.rows(shown)) do lines[#lines + 1] = row end
  return table.concat(lines, "\n") .. "\n"
end

--- A document with the tables in their places: what stands between `<!-- bench KEY -->` and `<!-- end -->`.
-- @tparam string text
-- @tparam {table,...} list of tables
-- @treturn[1] string
-- @treturn[1] number how many places there were
-- @treturn[2] nil
-- @treturn[2] string what is wrong with it
function markdown.inserted(text, list)
  local by_key, places, wrong = {}, 0, nil
  for _, each in ipairs(list) do by_key[each.key] = each end
  local made = text:gsub("(<!%-%- bench ([%w_]+) %-%->\n)(.-)(<!%-%- end %-%->)", function(head, key, _, foot)
    places = places + 1
    if not by_key[key] then
      wrong = wrong or ("there is no table '%s'"):format(key)
      return
    end
    return ("%s%s\n%s"):format(head, table.concat(markdown.rows(by_key[key]), "\n"), foot)
  end)
  if wrong then return nil, wrong end
  return made, places
end

return markdown
