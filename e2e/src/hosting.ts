import assert from "node:assert/strict";
import { jst } from "./fleet.ts";
import { asked, sendUnlessDown } from "./killing.ts";

/** Host of a booking, with the event type. */
export interface BookedHost {
  id: string;
  email: string;
  eventTypeIds: string[];
}

let count = 0;

/** A member of the team who is there day and night, with these event types. */
export async function newHost(
  { slug, token }: { slug: string; token: string },
  types: readonly object[],
): Promise<BookedHost> {
  const email = `host${++count}@example.com`;
  const member = ["--team", slug, "--email", email, "--role", "member"];
  const { id } = await jst<{ id: string }>("member", "add", ...member);
  const intervals = [{ start: "00:00", end: "24:00" }];
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, intervals }));
  const schedule = { method: "PATCH", path: `/api/v1/scheduling/schedules/${id}`, token };
  assert.equal((await sendUnlessDown({ ...schedule, body: { timezone: "UTC", weekly } }))?.status, 200);
  const eventTypeIds: string[] = [];
  for (const type of types) {
    const made = await asked(token, "scheduling/event-types", { name: "Call", host_id: id, ...type });
    eventTypeIds.push(made["id"] as string);
  }
  return { id, email, eventTypeIds };
}
