-- Turns what a service answered over gRPC into the HTTP reply it means. PROBLEMS (gRPC status -> HTTP status and
-- problem document without its closing members), REFUSALS (word of a Lua filter -> the same), LATE_BODY and FALLBACK
-- are written in front of this script by src/lua.ts.

local function problem(response, headers, entry)
  local request_id, trace_id = headers:get("x-request-id"), headers:get("x-trace-id")
  request_id = request_id or ""
  -- A request refused before its trace begins has the digits of its request id for one.
  trace_id = trace_id or request_id:gsub("-", "")
  local text = entry.document .. ',"request_id":"' .. request_id .. '","trace_id":"' .. trace_id .. '"'
  headers:remove("x-http-status")
  headers:remove("grpc-status-details-bin")
  headers:replace(":status", entry.status)
  headers:replace("content-type", "application/problem+json")
  headers:replace("cache-control", "no-store")
  local body = response:body(true)
  -- body() yields, after which header objects taken before it are dead.
  headers = response:headers()
  if body then
    headers:replace("content-length", tostring(body:setBytes(text .. "}")))
  else
    -- The error came after initial metadata; nothing can be written. libs/rpc sends both in one tick.
    headers:remove("content-type")
  end
end

local function clear_body(response, headers)
  headers:remove("content-type")
  local body = response:body(true)
  if body then body:setBytes("") end
  response:headers():remove("content-length")
end

function envoy_on_response(response)
  local headers = response:headers()
  local grpc_status = headers:get("grpc-status")
  if not grpc_status then
    -- A stream, whose status follows its messages; or an express service, or a reply of Envoy itself.
    local streamed = headers:get("x-http-status")
    if not streamed then return end
    headers:remove("x-http-status")
    if streamed:match("^[2-5]%d%d$") then headers:replace(":status", streamed) end
    return
  end
  headers:remove("grpc-status")
  headers:remove("grpc-message")
  if grpc_status ~= "0" then
    local marks = response:streamInfo():dynamicMetadata():get("jst")
    local refused = marks and marks["refused"]
    -- The service waited for the body until its deadline (libs/rpc): not its fault.
    local late = headers:get("x-http-status") == "408" and LATE_BODY
    return problem(response, headers, REFUSALS[refused] or late or PROBLEMS[grpc_status] or FALLBACK)
  end
  local status = headers:get("x-http-status")
  if not status then return end
  headers:remove("x-http-status")
  if status:match("^[2-5]%d%d$") then headers:replace(":status", status) end
  if status == "204" or status == "304" then clear_body(response, headers) end
end
