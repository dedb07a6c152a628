-- 32-bit arithmetic on plain Lua numbers, the same on Lua 5.4 (integers or floats) and LuaJIT (doubles), and what the
-- rules build on it: FNV-1a (S28, S43), sfc32 and draws (S28), saturation (S2). No intermediate passes 2^53.

local u32 = {}

local TWO32 = 4294967296
u32.MIN, u32.MAX = -2147483648, 2147483647

-- Exclusive or of two bytes, as a table, so that no bit operators are needed: XOR[a * 256 + b].
local XOR = {}
for a = 0, 255 do
  for b = 0, 255 do
    local result, bit, x, y = 0, 1, a, b
    while x > 0 or y > 0 do
      if x % 2 ~= y % 2 then result = result + bit end
      x, y, bit = math.floor(x / 2), math.floor(y / 2), bit * 2
    end
    XOR[a * 256 + b] = result
  end
end

function u32.xor(a, b)
  local result, place = 0, 1
  for _ = 1, 4 do
    local x, y = a % 256, b % 256
    result = result + XOR[x * 256 + y] * place
    a, b, place = (a - x) / 256, (b - y) / 256, place * 256
  end
  return result
end

function u32.add(a, b) return (a + b) % TWO32 end

function u32.shift_left(a, n) return (a % 2 ^ (32 - n)) * 2 ^ n end

function u32.shift_right(a, n) return math.floor(a / 2 ^ n) end

function u32.rotate_left(a, n) return u32.shift_left(a, n) + u32.shift_right(a, 32 - n) end

-- FNV-1a, one byte further. The prime is 2^24 + 403.
function u32.fnv_byte(hash, byte)
  local low = hash % 256
  hash = hash - low + XOR[low * 256 + byte]
  return ((hash % 256) * 16777216 + hash * 403) % TWO32
end

u32.FNV_START = 2166136261

-- FNV-1a of a string. Names come again and again, so that what was found once is kept.
local found = {}
function u32.fnv(text)
  if found[text] then return found[text] end
  local hash = u32.FNV_START
  for i = 1, #text do hash = u32.fnv_byte(hash, text:byte(i)) end
  found[text] = hash
  return hash
end

-- FNV-1a, one little-endian word further.
function u32.fnv_word(hash, word)
  for _ = 1, 4 do
    local byte, low = word % 256, hash % 256
    hash = hash - low + XOR[low * 256 + byte]
    hash = ((hash % 256) * 16777216 + hash * 403) % TWO32
    word = (word - byte) / 256
  end
  return hash
end

-- S28: sfc32, counter 1, first 15 outputs discarded.
function u32.stream(a, b, c)
  local stream = { a = a, b = b, c = c, counter = 1 }
  for _ = 1, 15 do u32.next(stream) end
  return stream
end

function u32.next(s)
  local out = u32.add(u32.add(s.a, s.b), s.counter)
  s.counter = u32.add(s.counter, 1)
  s.a = u32.xor(s.b, u32.shift_right(s.b, 9))
  s.b = u32.add(s.c, u32.shift_left(s.c, 3))
  s.c = u32.add(u32.rotate_left(s.c, 21), out)
  return out
end

-- S28: a number in 0 .. n-1; n = 1 draws nothing.
function u32.draw(stream, n)
  if n == 1 then return 0 end
  local limit = TWO32 - TWO32 % n
  local x
  repeat x = u32.next(stream) until x < limit
  return x % n
end

-- S2: saturation at 32 bits. "+ 0" turns a negative zero into zero.
function u32.saturate(x)
  if x < u32.MIN then return u32.MIN end
  if x > u32.MAX then return u32.MAX end
  return x + 0
end

function u32.clamp(x, low, high)
  if x < low then return low end
  if x > high then return high end
  return x + 0
end

-- S9: rounded, halves away from zero, saturating; nil for NaN and infinities.
function u32.round(x)
  if x ~= x or x == math.huge or x == -math.huge then return nil end
  if x >= u32.MAX then return u32.MAX end
  if x <= u32.MIN then return u32.MIN end
  local whole = math.floor(math.abs(x))
  if math.abs(x) - whole >= 0.5 then whole = whole + 1 end
  return u32.saturate(x < 0 and -whole or whole)
end

return u32
