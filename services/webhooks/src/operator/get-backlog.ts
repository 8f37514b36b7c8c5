import type { InternalHandler } from "../../gen/rpc.ts";
import { findEndpoints, findTotals } from "./queries.ts";

/** Reports the waiting deliveries by endpoint. If the broker does not answer, only its part is missing. */
export const getBacklog: InternalHandler<"GetBacklog"> = async (_body, { deps }) => {
  const { onQueue, intakeLag } = deps.operator;
  const [queue, intake] = await Promise.all([
    onQueue(async (session) => ({
      ...(await findTotals(session)),
      endpoints: await findEndpoints(session),
    })),
    intakeLag().then(
      (topics) => ({ topics, fault: null }),
      (error: unknown) => ({ topics: [], fault: error instanceof Error ? error.message : "unknown" }),
    ),
  ]);
  return { body: { ...queue, ...intake } };
};
