--- Links from the numbers of rules to what docs/rules.md says about them.
local rules = {}

local anchors

local function read_anchors()
  local found = {}
  for line in io.lines "docs/rules.md" do
    local number, title = line:match("^### (S%d+) (.*)$")
    if number then
      found[number] = ("%s %s"):format(number, title):lower():gsub("[^%w%s-]", ""):gsub("%s", "-")
    end
  end
  return found
end

--- A text in which the numbers are links, but for those in code.
function rules.link(text)
  anchors = anchors or read_anchors()
  return (text:gsub("%f[%w](S%d+)%f[%W]", function(number)
    return anchors[number] and ("[%s](rules.md#%s)"):format(number, anchors[number])
  end))
end

return rules
