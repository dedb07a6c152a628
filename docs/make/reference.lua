--- Fills docs/reference.md: what stands between `<!-- NAME -->` and `<!-- end -->` is made of the class of that name,
-- its fields and functions; `<!-- the rest -->` of all classes and aliases that stand nowhere else. The prose around it
-- is the page's own.
local model = require "docs.make.model"
local rules = require "docs.make.rules"

local reference = {}

local function anchor(name) return (name:lower():gsub("[^%w]", "")) end

-- A type as code, and as a link if it is one of ours.
local function shown_type(known, kind)
  local code = ("`%s`"):format(kind)
  local name = kind:match("^(bustle%.%w+)[?%[%]]*$")
  return name and known[name] and ("[%s](#%s)"):format(code, anchor(name)) or code
end

local function in_cell(text) return (text:gsub("\n", " "):gsub("|", "\\|")) end

local function table_of(known, title, rows)
  local lines = { ("| %s | Type | |"):format(title), "|---|---|---|" }
  for _, row in ipairs(rows) do
    lines[#lines + 1] = ("| `%s%s` | %s | %s |"):format(row.name, row.optional and "?" or "",
      in_cell(shown_type(known, row.type)), in_cell(rules.link(row.text))):gsub("%s+|$", " |")
  end
  return table.concat(lines, "\n")
end

local function returns_of(known, list)
  local parts = {}
  for i, each in ipairs(list) do
    parts[i] = shown_type(known, each.type) .. (each.name ~= "" and " " .. each.name or "")
      .. (each.text ~= "" and ": " .. each.text or "")
  end
  return "Returns " .. table.concat(parts, "; ") .. "."
end

local function add(out, text)
  if text and text ~= "" then out[#out + 1] = text end
end

local function render_function(known, out, each)
  add(out, ("#### `%s`"):format(each.call))
  add(out, rules.link(each.text))
  if #each.params > 0 then add(out, table_of(known, "Takes", each.params)) end
  if #each.returns > 0 then add(out, returns_of(known, each.returns)) end
end

local function capital(text) return (text:gsub("^%l", string.upper)) end

local function render_type(known, out, each)
  add(out, ("### `%s`"):format(each.name))
  add(out, capital(rules.link(each.text)))
  if each.kind == "alias" then
    add(out, ("`%s`"):format(each.type))
    return
  end
  if each.parent then add(out, ("All that %s has, and:"):format(shown_type(known, each.parent))) end
  if #each.fields > 0 then add(out, table_of(known, "Field", each.fields)) end
end

local function render(found, known, name)
  local out, owner = {}, known[name].variable or name
  render_type(known, out, known[name])
  for _, each in ipairs(found) do
    if each.kind == "function" and each.owner == owner then render_function(known, out, each) end
  end
  return table.concat(out, "\n\n")
end

--- A page with its regions made anew.
function reference.fill(page)
  local found, known, order, placed = model.read(), {}, {}, {}
  for _, each in ipairs(found) do
    if each.kind ~= "function" then
      known[each.name] = each
      order[#order + 1] = each.name
    end
  end
  for name in page:gmatch("<!%-%- (bustle[%w.]*) %-%->") do placed[name] = true end
  return (page:gsub("(<!%-%- ([%w. ]+) %-%->\n).-\n(<!%-%- end %-%->)", function(first, name, last)
    local parts = {}
    if name ~= "the rest" then
      assert(known[name], "docs/reference.md: lua/bustle/meta.lua has no class " .. name)
      parts[1] = render(found, known, name)
    else
      for _, each in ipairs(order) do
        if not placed[each] then parts[#parts + 1] = render(found, known, each) end
      end
    end
    return ("%s\n%s\n\n%s"):format(first, table.concat(parts, "\n\n"), last)
  end))
end

return reference
