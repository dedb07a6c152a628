--- `bustle inspect`: what a pack defines, and who defined or changed a thing.
local describe = require "bustle.tool.describe"
local load = require "bustle.tool.load"
local terminal = require "bustle.tool.terminal"
local who = require "bustle.tool.who"

local inspect = {
  name = "inspect", arguments = "PACK...", least = 1, most = nil, missing = "the pack",
  summary = "list what a pack defines, and who changed it",
  about = [[Lists the states, environment values, interruptions, links, inboxes, constants, actions,
sequences, plans, roles, scenes, props, npcs and places of packs, each with its line. With --who it shows
one thing: the pack and line that define it, and every change that another pack makes to it, such as the
entries that it adds to a plan. Name the packs that make changes too:
bustle inspect --who market.visitor behaviours/market mods/flood

If packs have errors, --who reports them and shows what it could read.

Exit status: 0 shown, 1 a pack has errors or there is no such thing, 2 wrong usage.]],
  options = { { "who", "show who defines and changes this: visitor, or market.visitor", value = "NAME" } },
}

local function show_who(set, name, streams)
  local text, message = who(set, name)
  if text then
    streams.out:write(terminal.clean(text))
    return 0
  end
  streams.err:write(("bustle inspect: %s\n"):format(terminal.clean(message)))
  return 1
end

--- Runs the command.
function inspect.run(given, streams)
  local compiled, set = load.compile(given, streams, inspect.name)
  local status = given.who and show_who(set, given.who, streams)
  if not compiled then return 1 end
  if status then return status end
  local texts = {}
  for _, pack in ipairs(set.packs) do
    if set.names[pack.name] then texts[#texts + 1] = describe(compiled, pack) end
  end
  streams.out:write(terminal.clean(table.concat(texts, "\n")))
  return 0
end

return inspect
