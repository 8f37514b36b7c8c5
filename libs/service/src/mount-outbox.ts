import { LeasedSession } from "@jst/db";
import type { Deps } from "./deps.ts";

/** Longest time one statement may take. */
const timeoutMs = 5_000;

/** Parts of the rpcs of a service's outbox; the connection is of role `<service>_relay`. */
export function outboxDeps(service: string, relayUrl: string, topicPrefix: string): Pick<Deps, "onOutbox"> {
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
