-- What was: the world is recorded piece by piece, so that going back plays a minute again at the most.
local replay = require "bustle.replay"
local sources = require "bustle.packs.sources"

local past = {}

local PIECE, KEPT = 60, 30 -- seconds in a piece, pieces that are kept

local world
local pieces = {} -- { from=, parts=, packs= }, oldest first
local opened -- the replay that was looked at last: { piece=, replay= }

-- ---- Recording ----

-- A copy of the texts of all packs as they are now: later edits are no part of what was.
local function texts_of()
  local texts = {}
  local disk = sources.disk()
  for _, path in ipairs(world._files or {}) do
    local text = disk:read(path)
    if text then texts[path] = text end
  end
  return texts
end

local function begin_piece()
  world:stop_recording()
  local piece = { from = world:now(), parts = {} }
  local last = pieces[#pieces]
  piece.texts = last and not past.changed and last.texts or texts_of()
  past.changed = false
  local ok = world:record(function(bytes)
    piece.parts[#piece.parts + 1] = bytes
    return true
  end)
  if not ok then return end
  pieces[#pieces + 1] = piece
  if #pieces > KEPT then table.remove(pieces, 1) end
end

--- Ends the piece that is being recorded: the packs of a world that is recorded cannot change.
function past.pause() world:stop_recording() end

--- Begins with a world, or again with one whose packs have changed.
function past.begin(begun)
  past.changed = true
  if begun ~= world then
    world, pieces, opened = begun, {}, nil
    local update = world.update
    function world.update(self, ...)
      local last = pieces[#pieces]
      if not last or world:now() - last.from >= PIECE then begin_piece() end
      return update(self, ...)
    end
  end
  begin_piece()
end

-- ---- Going back ----

local function piece_at(time)
  for i = #pieces, 1, -1 do
    if pieces[i].from <= time then return pieces[i] end
  end
end

--- Probes somebody at a time.
-- @tparam number time seconds
-- @tparam number number
-- @tparam function probe (world, number): a text
-- @treturn string what `probe` returns; "null" if nothing is known of that time
function past.probe(time, number, probe)
  local piece = piece_at(time)
  if not piece then return "null" end
  if piece == pieces[#pieces] and world:now() > piece.from then begin_piece() end -- it is written whole when it ends
  if not opened or opened.piece ~= piece or opened.replay.world:now() > time then
    local again = replay.open(table.concat(piece.parts), { source = sources.texts(piece.texts) })
    if not again then return "null" end
    opened = { piece = piece, replay = again }
  end
  local again = opened.replay
  while again.world:now() < time and again:step() do end -- luacheck: ignore 542
  return probe(again.world, number)
end

return past
