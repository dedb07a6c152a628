--- What is required of counted instructions: some paths against others that were counted in the same run. Such a ratio
-- means the same with every compiler, so it counts where the kept figures cannot be compared.
local required = {}

local LIST = {
  { what = "a phase of two NPCs, to two plain starts", path = "phases", to = "plain-starts", times = 2, at_most = 2 },
  { what = "casting among 30, to a target search", path = "casting-30", to = "search-30", times = 1, at_most = 3 },
  { what = "a request among 30, to a target search", path = "requests-30", to = "stalls-30", times = 1, at_most = 1.5 },
  { what = "a condition about a link, to one about a state", path = "link-tests", to = "state-tests", times = 1,
    at_most = 2 },
  { what = "a move between nested areas, to a plain start", path = "areas", to = "plain-starts", times = 1,
    at_most = 1.2 },
  { what = "a start among 5,000 whose positions are queried, to one among 200", path = "queried-5000",
    to = "queried-200", times = 1, at_most = 1.3 },
}

--- The requirements whose paths were counted.
-- @tparam table counted a list of `path` and `instructions`
-- @treturn {table,...} `what`, `figure`, `at_most`, `met`
function required.of(counted)
  local by_path, list = {}, {}
  for _, each in ipairs(counted) do by_path[each.path] = each.instructions end
  for _, each in ipairs(LIST) do
    local of, to = by_path[each.path], by_path[each.to]
    if of and to then
      local figure = of / (each.times * to)
      list[#list + 1] = { what = each.what, figure = figure, at_most = each.at_most, met = figure <= each.at_most }
    end
  end
  return list
end

--- Whether all of them are met.
function required.pass(list)
  for _, each in ipairs(list) do
    if not each.met then return false end
  end
  return true
end

--- In words, a line for each; begins with an empty line. Without any it is empty.
function required.text(list)
  local lines = {}
  for i, each in ipairs(list) do
    lines[i] = ("\n%s%s: %.2f, at most %g: %s"):format(i == 1 and "\nRequired:\n  " or "  ", each.what, each.figure,
      each.at_most, each.met and "met" or "NOT met")
  end
  return table.concat(lines)
end

return required
