-- How much of the core its tests reach: a table of lines and branches for each file, from what gcov left in a folder, and
-- whether core/test/uncovered.md gives a reason for the rest. Called by .ci/coverage.sh:
--   luajit spec/coverage/report.lua FOLDER

local folder = assert(arg[1], "report.lua FOLDER")
local REASONS, SOURCES = "core/test/uncovered.md", "core/src/"
local LEAST = 95 -- percent, of lines and of branches

local function trimmed(text) return (text:gsub("^%s+", ""):gsub("%s+$", "")) end

---- Reasons: lines of the form "- file: `source`" ----

local function read_reasons()
  local reasons = {}
  for line in assert(io.open(REASONS)):lines() do
    local file, source = line:match "^%- ([%w_]+%.[ch]): `(.*)`$"
    if file then reasons[#reasons + 1] = { file = file, source = source, used = false } end
  end
  return reasons
end

local function explains(reasons, file, source)
  local found = false
  for _, reason in ipairs(reasons) do
    if reason.file == file and reason.source == source then
      reason.used = true
      found = true
    end
  end
  return found
end

---- What gcov says of one file ----

-- Adds up lines and branches; `missed` is called for each source line of which something was not reached, and told whether
-- it was not run at all.
local function read_file(path, missed)
  local counts = { lines = 0, lines_run = 0, branches = 0, branches_taken = 0 }
  local number, source, last_missed
  local function miss(not_run)
    if last_missed ~= number then missed(number, trimmed(source), not_run) end
    last_missed = number
  end
  for line in assert(io.open(path)):lines() do
    local run, at, text = line:match "^%s*([^:]+):%s*(%d+):(.*)$"
    if at == "0" then
      counts.source = counts.source or text:match "^Source:(.*)$"
    elseif at then
      number, source = tonumber(at), text
      if run ~= "-" then
        counts.lines = counts.lines + 1
        if run:find "^[#=]" then miss(true) else counts.lines_run = counts.lines_run + 1 end
      end
    elseif line:find "^branch" then
      counts.branches = counts.branches + 1
      if line:find "never executed" or line:find "taken 0" then miss(false) else counts.branches_taken = counts.branches_taken + 1 end
    end
  end
  return counts
end

---- The report ----

local function share(part, whole) return whole == 0 and 100 or 100 * part / whole end

local function print_row(name, c)
  print(("%-24s %6d %7.2f %% %6d %7.2f %%"):format(name, c.lines, share(c.lines_run, c.lines), c.branches,
    share(c.branches_taken, c.branches)))
end

local function list(pattern)
  local names = {}
  local pipe = assert(io.popen("ls " .. folder))
  for name in pipe:lines() do
    if name:find(pattern) then names[#names + 1] = name end
  end
  pipe:close()
  return names
end

local function main()
  local reasons, unexplained, explained = read_reasons(), {}, 0
  local total = { lines = 0, lines_run = 0, branches = 0, branches_taken = 0 }
  print(("%-24s %6s %9s %6s %9s"):format("file", "lines", "run", "branch", "taken"))
  for _, name in ipairs(list "%.[ch]%.gcov$") do
    local file = name:gsub("%.gcov$", "")
    local missed = {}
    local counts = read_file(folder .. "/" .. name, function(...) missed[#missed + 1] = { ... } end)
    if counts.source and counts.source:find(SOURCES, 1, true) then
      print_row(file, counts)
      for key in pairs(total) do total[key] = total[key] + counts[key] end
      local under -- the number of the last line with a reason, or under one
      for _, each in ipairs(missed) do
        if explains(reasons, file, each[2]) or (under and each[1] - under <= 2 and each[3]) then
          explained, under = explained + 1, each[1]
        else unexplained[#unexplained + 1] = ("%s:%d: `%s`"):format(file, each[1], each[2]) end
      end
    end
  end
  print_row("total", total)
  print(("\n%d lines are not reached on every branch: %d with a reason in %s, %d without"):format(explained + #unexplained,
    explained, REASONS, #unexplained))
  for _, each in ipairs(unexplained) do print("  " .. each) end
  for _, reason in ipairs(reasons) do
    if not reason.used then print(("  no longer needed: %s: `%s`"):format(reason.file, reason.source)) end
  end
  return share(total.lines_run, total.lines) >= LEAST and share(total.branches_taken, total.branches) >= LEAST
end

local enough = main()
if not enough then print(("less than %d %% of lines or branches"):format(LEAST)) end
os.exit(enough and 0 or 1)
