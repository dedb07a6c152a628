--- `bustle check`: everything that loading refuses, and the warnings of `bustle.author.check`, in one list.
local load = require "bustle.tool.load"
local problems = require "bustle.problems"
local review = require "bustle.author.check"
local terminal = require "bustle.tool.terminal"
local writer = require "bustle.json.writer"

local check = {
  name = "check", arguments = "PATH...", least = 1, missing = "a pack",
  summary = "find mistakes in packs",
  about = [[Loads packs, with those that they depend on, and reports what is wrong with them. A game does not load a
pack that has an error. A warning is about something that you most likely do not mean. A PATH is the
folder of a pack, or a folder of such folders. docs/problems.md explains each code.

Exit status: 0 no errors, 1 errors (or warnings with --strict), 2 wrong usage.]],
  options = {
    { "json", "print one JSON object instead of lines" },
    { "strict", "count warnings as errors" },
  },
}

-- ---- Finding ----

-- Warnings about packs that are only needed by those that are checked are not for whoever checks.
local function concerns(problem, set)
  if problem.severity == "error" or set.names[problem.pack] then return true end
  for _, name in ipairs(problem.changed_by or {}) do
    if set.names[name] then return true end
  end
  return false
end

local function findings(set)
  local all = {}
  local function add(list)
    for _, problem in ipairs(list or {}) do
      if concerns(problem, set) then
        problem.number = #all
        all[#all + 1] = problem
      end
    end
  end
  add(set.problems)
  local compiled, found, draft = load.compile_set(set)
  add(compiled and compiled.problems or found)
  add(review.review(compiled or draft))
  return problems.sort(all)
end

local function count(list)
  local counts = { error = 0, warning = 0 }
  for _, finding in ipairs(list) do counts[finding.severity] = counts[finding.severity] + 1 end
  return counts
end

-- ---- Showing ----

local function place(finding)
  local file, line = (finding.origin or ""):match("^(.*):(%d+)$")
  return file or finding.origin, tonumber(line)
end

local COLOURS = { error = "red", warning = "yellow" }

local function shown(finding, paint)
  local clean, file = terminal.clean, place(finding)
  local said = ('%s "%s"%s%s'):format(finding.word, file and finding.name or finding.thing,
    finding.spot and ", " or ": ", finding.text)
  if finding.cure and finding.cure ~= "" then said = ("%s (%s)"):format(said, finding.cure) end
  local origin = finding.origin and paint("bold", clean(finding.origin) .. ":") .. " " or ""
  local excerpt = finding.excerpt and "\n    " .. clean(finding.excerpt):gsub("\n", "\n    ") or ""
  return ("%s%s %s%s%s\n"):format(origin, paint(COLOURS[finding.severity], finding.severity .. ":"), clean(said),
    paint("dim", (" [%s]"):format(finding.code)), excerpt)
end

local function plural(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

local function write_lines(out, list, counts, set)
  local paint = terminal.painter(out)
  for _, finding in ipairs(list) do out:write(shown(finding, paint)) end
  out:write(("%s, %s in %s\n"):format(plural(counts.error, "error"), plural(counts.warning, "warning"),
    plural(#set.given, "pack")))
end

local FIELDS = { "severity", "code", "file", "line", "kind", "name", "spot", "text", "cure", "excerpt" }

local function write_json(out, list, counts)
  local lines = {}
  for i, finding in ipairs(list) do
    local file, line = place(finding)
    lines[i] = "\n  " .. writer.line({ severity = finding.severity, code = finding.code, file = file, line = line,
      kind = finding.word, name = finding.thing, spot = finding.spot, text = finding.text, cure = finding.cure,
      excerpt = finding.excerpt }, FIELDS)
  end
  out:write(('{"errors":%d,"warnings":%d,"findings":[%s]}\n'):format(counts.error, counts.warning,
    table.concat(lines, ",")))
end

--- Runs the command.
function check.run(given, streams)
  local set = load.packs(given)
  local list = findings(set)
  local counts = count(list)
  if given.json then
    write_json(streams.out, list, counts)
  else
    write_lines(streams.out, list, counts, set)
  end
  return (counts.error > 0 or (given.strict and counts.warning > 0)) and 1 or 0
end

return check
