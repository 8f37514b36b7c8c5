import type { InternalHandler } from "../../gen/rpc.ts";
import { requestsPerWindow } from "../rate-limits.ts";

/** Takes requests from the window of a token, as many as are left of those wanted; while Redis is away, all. */
export const takeRequests: InternalHandler<"TakeRequests"> = async (wanted, { deps }) => {
  const { token_id, token_type, requests } = wanted;
  const limit = requestsPerWindow(token_type);
  // Calls in one turn of the event loop share one round trip to Redis.
  const taken = await Promise.all(Array.from({ length: requests }, () => deps.limiter.take(token_id, limit)));
  const refused = taken.filter((one) => one?.isAllowed === false);
  return {
    body: {
      granted: requests - refused.length,
      retry_after_seconds: refused[0]?.retryAfterS ?? 0,
    },
  };
};
