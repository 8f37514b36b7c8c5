import { randomUUID } from "node:crypto";
import type { DeliveredEvent } from "@jst/events";

/** Makes the fact that a contact is merged into another, or that its merge has ended, as a consumer receives it. */
export function mergedFact(
  teamId: string,
  id: string,
  merged_into: string | null,
  version: number,
): DeliveredEvent {
  const fact = { fact_id: randomUUID(), type: "contact.merged", id, team_id: teamId };
  const payload = JSON.stringify({ ...fact, data: { merged_into, version } });
  return { teamId, id: fact.fact_id, type: fact.type, payload, traceparent: undefined };
}
