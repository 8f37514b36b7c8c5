-- Runs only for requests of pages (those with Origin) to the MCP servers. ALLOWED, the origins of the deployment, is
-- written in front of this script by src/lua.ts. The service behind refuses a page that is not marked (agents.origin).

local function is_loopback(host)
  return host == "localhost" or host == "[::1]" or host:match("^127%.%d%d?%d?%.%d%d?%d?%.%d%d?%d?$") ~= nil
end

local function host_of(origin)
  local host = origin:match("^https?://([^/:%[%]]+)$") or origin:match("^https?://([^/:%[%]]+):%d+$")
  return host or origin:match("^https?://(%[[%x:]+%])$") or origin:match("^https?://(%[[%x:]+%]):%d+$")
end

local function is_allowed(origin, authority)
  local host = host_of(origin)
  if not host then return false end
  return ALLOWED[origin] or is_loopback(host) or host == authority:gsub(":%d+$", "")
end

function envoy_on_request(request)
  local headers = request:headers()
  local origin = headers:get("origin")
  if not is_allowed(origin:lower(), headers:get(":authority"):lower()) then return end
  headers:replace("x-internal-page", "allowed")
  request:streamInfo():dynamicMetadata():set("jst", "page", origin)
end

function envoy_on_response(response)
  local headers = response:headers()
  headers:add("vary", "Origin")
  local marks = response:streamInfo():dynamicMetadata():get("jst")
  local origin = marks and marks["page"]
  if not origin then return end
  headers:replace("access-control-allow-origin", origin)
  headers:replace("access-control-expose-headers", "WWW-Authenticate, Retry-After, RateLimit, X-Request-Id")
end
