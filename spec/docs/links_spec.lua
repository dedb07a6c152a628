-- What pages point to is there: files, headings, and the functions that the walk through a decision goes through.
local page = require "spec.docs.page"

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

-- The text of a page without its pieces of code.
local function prose(text)
  return ("\n" .. text):gsub("\n```.-\n```", ""):gsub("`[^`\n]*`", "")
end

-- The anchors that a page has, as they are made of headings.
local function anchors(text)
  local found, seen = {}, {}
  for title in prose(text):gmatch("\n#+ ([^\n]+)") do
    local plain = title:gsub("%[(.-)%]%b()", "%1"):lower():gsub("[^%w%s_-]", ""):gsub("%s", "-")
    found[seen[plain] and ("%s-%d"):format(plain, seen[plain]) or plain] = true
    seen[plain] = (seen[plain] or 0) + 1
  end
  return found
end

-- A path as seen from the folder of a page.
local function resolve(from, path)
  local whole = (from:match("^(.*/)") or "") .. path
  local count
  repeat whole, count = whole:gsub("[^/]+/%.%./", "", 1) until count == 0
  return whole
end

local function check_link(from, link)
  local path, anchor = link:match("^([^#]*)#?(.*)$")
  local target = path == "" and from or resolve(from, path)
  assert.is_true(exists(target), ("%s: there is no %s"):format(from, link))
  if anchor ~= "" and target:find("%.md$") then
    assert.is_true(anchors((page.read(target):gsub("`", "")))[anchor] or false, ("%s: there is no heading for %s"):format(from, link))
  end
end

describe("the links of a page", function()
  local paths = page.all()
  paths[#paths + 1] = "CONTRIBUTING.md"
  for _, from in ipairs(paths) do
    it("lead somewhere: " .. from, function()
      for link in prose(page.read(from)):gmatch("%]%(([^%s)]+)%)") do
        if not link:find("^%a+:") then check_link(from, link) end
      end
    end)
  end

  it("lead from the index to every page", function()
    local index = page.read "docs/README.md"
    for _, path in ipairs(page.all()) do
      local name = path:match("^docs/(.*)$")
      if name and name ~= "README.md" then
        assert.is_truthy(index:find(("](%s)"):format(name), 1, true), path .. " is not in the index")
      end
    end
  end)
end)

describe("the walk through a decision", function()
  it("goes through functions that are there", function()
    local count = 0
    for name, path in page.read("docs/inside.md"):gmatch("| `([%w_:]+)` | `([%w_/.]+)` |\n") do
      count = count + 1
      local text = page.read(path)
      assert.is_truthy(text:find("\nfunction " .. name .. "(", 1, true) or text:find("[ *]" .. name .. "%([^;]-%) {\n")
        or text:find("\nbustle_status " .. name .. "(\n", 1, true), ("%s is not in %s"):format(name, path))
    end
    assert.equal(24, count)
  end)
end)
