import { callOperator, type OperatorTarget } from "../operator.ts";
import { OperatorError } from "../operator-error.ts";
import { teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { webhooksRpc } from "./events-status.ts";
import { withOperator } from "./operator-door.ts";
import { sinceOf } from "./since.ts";

/** Reply of webhooks for one part. */
interface Part {
  redelivered: number;
  failed_before: string;
  complete: boolean;
}

/** Does POST /webhooks/{id}/redeliver for all endpoints of a team, or for one of any team. */
export const eventsRedeliver: Command = {
  name: "events redeliver",
  usage: "--team SLUG|--endpoint ID --since TIME",
  summary:
    "Posts again what failed since a time (2h, 7d, 2026-11-21T20:00:00Z), with five attempts: of a team or of one endpoint.",
  words: [0, 0],
  options: ["team", "endpoint", "since"],
  isForClusters: true,
  async run(context) {
    const { team, endpoint } = context.options;
    const since = sinceOf(context.options);
    if (team === undefined && endpoint === undefined)
      throw new OperatorError("Say whose: --team SLUG, --endpoint ID or both.", { exitCode: 2 });
    const redelivered = await withOperator(context, async (fleet) =>
      redeliver(fleet, {
        ...(team !== undefined && { team_id: await teamIdOf(fleet, team) }),
        ...(endpoint !== undefined && { endpoint_id: endpoint }),
        failed_since: since,
      }),
    );
    const text = `${redelivered} deliveries that failed since ${since} are posted again.`;
    return { json: { redelivered, since }, text };
  },
};

/** Asks part by part, and answers how many deliveries there were. */
async function redeliver(fleet: OperatorTarget, whose: Record<string, string>): Promise<number> {
  let redelivered = 0;
  for (let before: string | undefined; ;) {
    const request = { ...whose, ...(before !== undefined && { failed_before: before }) };
    const part = (await callOperator(fleet, webhooksRpc("RedeliverFailed"), request)) as unknown as Part;
    redelivered += part.redelivered;
    before = part.failed_before;
    if (part.complete) return redelivered;
  }
}
