import { LeasedSession } from "@jst/db";
import { consumerLag, type ConsumerPlace, type TopicLag } from "@jst/events";
import type { QueueSession } from "./queries.ts";

/** Dependencies of the operator's rpcs besides the common ones. */
export interface OperatorDeps {
  /** Runs the work as webhooks_worker, over a connection that ends with it: an operator asks now and then. */
  onQueue: <T>(work: (session: QueueSession) => Promise<T>) => Promise<T>;
  /** How far the intake is behind the broker; rejects when the broker does not answer. */
  intakeLag: () => Promise<TopicLag[]>;
}

/** Longest time one statement may take. */
const timeoutMs = 8_000;

/** The same for a deployment; the connection is of role webhooks_worker. */
export function operatorDeps(connectionString: string, intake: ConsumerPlace): OperatorDeps {
  return {
    onQueue: async (work) => {
      const options = { connectionString, applicationName: "webhooks_operator", timeoutMs };
      const session = await LeasedSession.open({ ...options, lease: "webhooks operator" });
      try {
        return await work(session);
      } finally {
        await session.close();
      }
    },
    intakeLag: () => consumerLag(intake),
  };
}
