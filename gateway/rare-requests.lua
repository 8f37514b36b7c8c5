-- Runs only for the requests that envoy.yaml names: HEAD, a gRPC media type, a key or a reason that is not printable,
-- a reason with a comma, a NUL or more
-- than 32 KiB in the target, %3A or a slash behind a verb in its path.
-- The bodies of its refusals are written by local_reply_config.

local function refuse(request, status, reason)
  -- Envoy answers a gRPC media type in gRPC's own shape, status 200; replies.lua finds the status again by the reason.
  request:streamInfo():dynamicMetadata():set("jst", "refused", reason)
  request:respond({ [":status"] = status }, "")
end

function envoy_on_request(request)
  local headers = request:headers()
  local target = headers:get(":path")
  if #target > 32768 then return refuse(request, "414", "target") end
  if target:find("%00", 1, true) then return refuse(request, "400", "nul") end
  local content_type = headers:get("content-type")
  if content_type and content_type:lower():sub(1, 16) == "application/grpc" then return refuse(request, "415", "grpc") end
  local key = headers:get("idempotency-key")
  -- gRPC would drop it without a word, and the write would be done twice. An empty key is refused, in its turn.
  if key and key:find("[^ -~]") then headers:replace("idempotency-key", "") end
  local reason = headers:get("x-change-reason")
  -- Refused in its turn, as an empty one is. One with a comma may be two headers.
  if reason and (headers:getNumValues("x-change-reason") > 1 or reason:find("[^ -~]")) then
    headers:remove("x-change-reason")
    headers:add("x-change-reason", "")
  end
  -- The transcoder finds rows:batch by its end; clients that encode path segments write %3A, and some end with a slash.
  local path, query = target:match("^([^?]*)(.*)$")
  local plain = path:gsub("%%3[Aa]", ":"):gsub("(:[%l-]+)/$", "%1")
  if plain ~= path then headers:replace(":path", plain .. query) end
  if headers:get(":method") == "HEAD" then
    -- The transcoder knows no HEAD. Uncompressed, or content-length and ETag would not be those of the body.
    headers:replace(":method", "GET")
    headers:remove("accept-encoding")
    -- A file of a list is not made for its headers alone.
    headers:replace("x-internal-head", "1")
    request:streamInfo():dynamicMetadata():set("jst", "head", true)
  end
end

function envoy_on_response(response)
  local marks = response:streamInfo():dynamicMetadata():get("jst")
  if not (marks and marks["head"]) then return end
  -- HTTP/2 clients reset a stream whose HEAD has DATA. Chunk by chunk: a download is not held in memory.
  for chunk in response:bodyChunks() do chunk:setBytes("") end
end
