--- HTTP as far as `bustle.remote` speaks it: requests are read from text as it comes, answers are text.
local http = {}

http.LONGEST = 8192 -- bytes of a request, its body included

local REASONS = { [200] = "OK", [400] = "Bad Request", [403] = "Forbidden", [404] = "Not Found",
  [405] = "Method Not Allowed", [413] = "Content Too Large" }

local function unescaped(text)
  return (text:gsub("+", " "):gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
end

local function read_query(text)
  local query = {}
  for key, value in (text or ""):gmatch "([^&=]+)=([^&]*)" do query[unescaped(key)] = unescaped(value) end
  return query
end

--- Reads a request.
-- @tparam string text what has come so far
-- @treturn[1] table `{ method=, path=, query=, headers=, body= }`, names of headers in small letters
-- @treturn[2] nil it is not whole yet
-- @treturn[3] boolean false
-- @treturn[3] number the status with which it is refused
function http.read(text)
  local _, last = text:find("\r\n\r\n", 1, true)
  if not last then
    if #text > http.LONGEST then return false, 413 end
    -- What begins otherwise is not meant for this.
    if #text >= 8 and not text:find "^%u+ /" then return false, 400 end
    return nil
  end
  local method, target = text:match "^(%u+) (/[^%s]*) HTTP/1%.[01]\r\n"
  if not method then return false, 400 end
  local headers = {}
  for name, value in text:sub(1, last):gmatch "\r\n([%w%-]+):[ \t]*([^\r\n]*)" do headers[name:lower()] = value end
  local length = tonumber(headers["content-length"] or "0")
  if not length or length < 0 or length % 1 ~= 0 or headers["transfer-encoding"] then return false, 400 end
  if last + length > http.LONGEST then return false, 413 end
  if #text < last + length then return nil end
  local path, query = target:match "^([^?]*)%??(.*)$"
  return { method = method, path = path, query = read_query(query), headers = headers,
    body = text:sub(last + 1, last + length) }
end

-- Whoever may not ask may not read either.
local function head(status, kind, origin, rest)
  local lines = { ("HTTP/1.1 %d %s"):format(status, REASONS[status]), "Content-Type: " .. kind,
    "Cache-Control: no-store", "X-Content-Type-Options: nosniff" }
  if origin then lines[#lines + 1] = "Access-Control-Allow-Origin: " .. origin end
  lines[#lines + 1] = rest
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

--- An answer, after which the connection ends.
-- @tparam number status
-- @tparam string body JSON
-- @tparam[opt] string origin the page that may read it
function http.answer(status, body, origin)
  return head(status, "application/json", origin, ("Content-Length: %d\r\nConnection: close"):format(#body)) .. body
end

--- The beginning of a stream of events.
function http.stream(origin) return head(200, "text/event-stream", origin, "Connection: close") end

--- An event in a stream.
function http.event(data) return ("data: %s\n\n"):format(data) end

return http
