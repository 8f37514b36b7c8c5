import { LeasedSession } from "@jst/db";
import { readFileSync } from "node:fs";
import type { Deps } from "./deps.ts";

/** Wire messages of the rpcs that show and replay an outbox. */
export const outboxDescriptor = readFileSync(new URL("../gen/descriptor.binpb", import.meta.url));

/** Longest time one statement may take. */
const timeoutMs = 5_000;

/** What the rpcs of a service's outbox work with; the connection is of role `<service>_relay`. */
export function outboxDeps(service: string, relayUrl: string, topicPrefix: string): Deps {
  return {
    onOutbox: async (work) => {
      const options = { connectionString: relayUrl, applicationName: `${service}_operator`, timeoutMs };
      const session = await LeasedSession.open({ ...options, lease: `${service} operator` });
      try {
        return await work({ session, service, topicPrefix });
      } finally {
        await session.close();
      }
    },
  };
}
