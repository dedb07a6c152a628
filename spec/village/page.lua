-- The table of docs/village.md: what is seen in a week, and how often. After a change to the village:
--
--     eval "$(./bustle env lua5.4)"; lua5.4 spec/village/page.lua
--
-- writes it anew. page_spec.lua says when that is due.
local week = require "spec.village.week"

local page = { PATH = "docs/village.md" }

local BEGIN, END = "<!-- a week -->\n", "<!-- end -->\n"

--- The table, as Markdown.
function page.table(counts)
  local lines = { "| what | times |", "|---|---:|" }
  for i, sight in ipairs(week.SIGHTS) do lines[#lines + 1] = ("| %s | %d |"):format(sight[1], counts[i]) end
  return table.concat(lines, "\n") .. "\n"
end

--- The page with this table in the place of the old one.
function page.fill(text, counts)
  local _, from = text:find(BEGIN, 1, true)
  local to = text:find(END, from, true)
  return text:sub(1, from) .. page.table(counts) .. text:sub(to)
end

local function read()
  local file = assert(io.open(page.PATH, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end
page.read = read

if arg and arg[0] and arg[0]:match "spec/village/page%.lua$" then
  local text = page.fill(read(), select(2, week.play()))
  local file = assert(io.open(page.PATH, "wb"))
  file:write(text)
  file:close()
end

return page
