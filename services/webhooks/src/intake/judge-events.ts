import type { Row, SystemTx } from "@jst/db";
import type { DeliveredEvent } from "@jst/events";
import { objectOf } from "../filters/event-fields.ts";
import { JudgedEvent, matcherFor, passes, type Demand } from "../filters/judge.ts";

/** SQL that is true for an endpoint `e` that asks for events by more than their types. */
export const HAS_DEMAND = "(e.filter is not null or e.changed <> '{}')";

/** The endpoints for which an event was judged, by their ids. */
export interface Judged {
  passed: string[];
  refused: string[];
}

/** An endpoint that asks for events by more than their types. */
type DemandingEndpoint = Row & Demand & { id: string; team_id: string; version: number };

/**
 * Judges each of the events for each endpoint of its team that has a filter or names of changed fields, and whose types
 * are about the same object.
 */
export async function judgeEvents(tx: SystemTx, events: readonly DeliveredEvent[]): Promise<Judged[]> {
  const endpoints = await tx.query<DemandingEndpoint>({
    name: "demanding_endpoints",
    text: `select e.team_id, e.id, e.version, e.events, e.filter, e."when", e.changed, e.judged_in
      from endpoints e
      where e.team_id = any($1::uuid[]) and e.enabled and e.deleted_at is null and ${HAS_DEMAND}`,
    values: [[...new Set(events.map(({ teamId }) => teamId))]],
  });
  const ofTeams = Map.groupBy(endpoints, ({ team_id }) => team_id);
  return events.map((event) => {
    const about = objectOf(event.type);
    const judged = new JudgedEvent(event);
    const asked = (ofTeams.get(event.teamId) ?? []).filter(
      ({ events: [type = ""] }) => objectOf(type) === about,
    );
    const { passed = [], refused = [] } = Object.groupBy(asked, (endpoint) =>
      passes(judged, endpoint, matcherFor(endpoint)) ? "passed" : "refused",
    );
    return { passed: passed.map(({ id }) => id), refused: refused.map(({ id }) => id) };
  });
}
