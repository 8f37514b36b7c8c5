import { outboxState } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";

/** How far the relay is, what waits, and what keeps it. */
export const getOutbox: InternalHandler<"GetOutbox"> = async (_body, { deps }) => ({
  body: { ...(await deps.onOutbox(outboxState)) },
});
