import { replayOutbox as replay } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";

/** Asks the relay, whichever process it works in, to go back; it does so within a second. */
export const replayOutbox: InternalHandler<"ReplayOutbox"> = async ({ since }, { deps }) => ({
  body: { ...(await deps.onOutbox((outbox) => replay(outbox, since))) },
});
