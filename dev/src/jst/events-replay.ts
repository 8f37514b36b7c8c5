import type { Replay } from "@jst/events";
import { callOperator } from "../operator.ts";
import { OperatorError } from "../operator-error.ts";
import { relaying } from "@jst/fleet";
import { outboxRpc } from "../outboxes.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { sinceOf } from "./since.ts";

/** For a consumer that has lost what it had: those that have an event pass it over. */
export const eventsReplay: Command = {
  name: "events replay",
  usage: "SERVICE --since TIME",
  summary: `Sends the events of a service (${relaying.join(", ")}) again, from a time on: 2h, 7d, 2026-11-21T20:00:00Z. A week is kept.`,
  words: [1, 1],
  options: ["since"],
  isForClusters: true,
  async run(context) {
    const [service = ""] = context.words;
    const since = sinceOf(context.options);
    if (!relaying.some((name) => name === service)) {
      const message = `${service} has no outbox; one of ${relaying.join(", ")} has.`;
      throw new OperatorError(message, { exitCode: 2 });
    }
    const replay = (await withOperator(context, (fleet) =>
      callOperator(fleet, outboxRpc(service, "ReplayOutbox"), { since }),
    )) as unknown as Replay;
    const { events, first_at: first } = replay;
    const what =
      first === null ? "nothing was stored since" : `${events} events go out again, from ${first} on`;
    return { json: { service, since, events, first_at: first }, text: `${service}: ${what}.` };
  },
};
