import { SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { materialise } from "../intake/materialise.ts";
import type { TestWebhooks } from "./test-webhooks.ts";

/** A team with one endpoint. */
export interface TestEndpoint {
  caller: ReturnType<typeof testCaller>;
  id: string;
  /** How its deliveries stand, oldest first: `failed 5`. */
  statuses: () => Promise<string[]>;
}

/** How a delivery ended, and how long ago in hours; `pending` has been due for that long. */
export type Ending = readonly [status: "pending" | "success" | "failed", hoursAgo: number];

/** Makes endpoints of new teams whose deliveries have ended so, oldest first. Call it at the top of a test file. */
export function testDeliveries({ door, database, sql }: TestWebhooks) {
  const connectionString = database.urlOf("webhooks_worker");
  const worker = new SystemDatabase({ connectionString, poolSize: 1, applicationName: "test" });
  after(() => worker.close());
  return async (...endings: Ending[]): Promise<TestEndpoint> => {
    const caller = testCaller();
    const body = { url: "https://example.com/hook", events: ["contact.created"] };
    const { id } = (await door.call("CreateWebhook", { caller, body })).body as { id: string };
    const teamId = caller.team_id;
    const event = { teamId, type: "contact.created", traceparent: undefined };
    const events = endings.map((_, n) => ({ ...event, id: randomUUID(), payload: `{"n":${n}}` }));
    await materialise(worker, [{ teamId, events }]);
    for (const [n, [status, hours]] of endings.entries()) {
      await sql(
        `with queued as (
           select q.ctid from webhooks.queue q join webhooks.deliveries d on d.id = q.delivery_id
           where d.endpoint_id = $1 and (d.payload ->> 'n')::int = $2
         ), gone as (
           delete from webhooks.queue q using queued where q.ctid = queued.ctid and $3 <> 'pending'
         ), moved as (
           update webhooks.queue q set due_at = now() - make_interval(hours => $4)
           from queued where q.ctid = queued.ctid and $3 = 'pending'
         )
         update webhooks.deliveries set status = $3, attempts = case $3 when 'pending' then 0 else 5 end,
           next_attempt_at = case $3 when 'pending' then now() - make_interval(hours => $4) end,
           failed_at = case $3 when 'failed' then now() - make_interval(hours => $4) end,
           succeeded_at = case $3 when 'success' then now() - make_interval(hours => $4) end,
           last_status_code = case $3 when 'failed' then 500 when 'success' then 200 end
         where endpoint_id = $1 and (payload ->> 'n')::int = $2`,
        [id, n, status, hours],
      );
    }
    return { caller, id, statuses: () => statusesOf(sql, id) };
  };
}

async function statusesOf(sql: TestWebhooks["sql"], endpoint: string): Promise<string[]> {
  const rows = await sql<{ line: string }>(
    "select status || ' ' || attempts as line from webhooks.deliveries where endpoint_id = $1 order by created_at",
    [endpoint],
  );
  return rows.map(({ line }) => line);
}
