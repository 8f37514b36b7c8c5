import { randomUUID } from "node:crypto";
import { SystemDatabase } from "@jst/db";
import { testCaller, until } from "@jst/testing";
import type { WebhookDetail } from "../../gen/rpc.ts";
import { Dispatcher } from "../delivery/dispatcher.ts";
import { wakeSignal } from "../delivery/due-signal.ts";
import { LineQueue, Queue } from "../delivery/queue.ts";
import { standardSchedule } from "../delivery/schedule.ts";
import { materialise } from "../intake/materialise.ts";
import { testLogger, type TestWebhooks } from "./test-webhooks.ts";

/** Starts a dispatcher whose clock the test shifts; its file stops it before the service ends. */
export function testDispatcher({ door, database, guard, secrets, sql }: TestWebhooks) {
  const connectionString = database.urlOf("webhooks_worker");
  const worker = new SystemDatabase({ connectionString, poolSize: 6, applicationName: "test" });
  const clock = { shiftMs: 0 };
  const queue = new Queue(worker);
  const lines = new LineQueue(worker);
  const dispatcher = new Dispatcher({
    queue,
    lines,
    guard,
    secrets,
    schedule: { ...standardSchedule, jitter: 0 },
    logger: testLogger,
    clockShiftMs: () => clock.shiftMs,
  });
  dispatcher.start();
  const stop = async (): Promise<void> => {
    await dispatcher.stop();
    await worker.close();
  };
  return { queue, lines, dispatcher, clock, endpointAt: endpointsOf({ door, sql }, worker), stop };
}

/** Makes endpoints of new teams, each with the acts of a test. */
function endpointsOf({ door, sql }: Pick<TestWebhooks, "door" | "sql">, worker: SystemDatabase) {
  return async (url: string, settings: object = {}, caller = testCaller()) => {
    const body = { url, events: ["contact.created"], ...settings };
    const reply = await door.call("CreateWebhook", { caller, body });
    const endpoint = reply.body as { id: string; secret: string };
    const path = { webhook_id: endpoint.id };
    return {
      caller,
      path,
      secret: endpoint.secret,
      emit: async (count = 1, more: object = {}) => {
        const events = Array.from({ length: count }, (_, n) => ({
          teamId: caller.team_id,
          id: randomUUID(),
          type: "contact.created",
          payload: JSON.stringify({ n, ...more }),
          traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        }));
        await materialise(worker, [{ teamId: caller.team_id, events }]);
        wakeSignal.ring();
      },
      patch: (change: object) => door.call("UpdateWebhook", { caller, path, body: change }),
      redeliver: async () => {
        const body = { failed_since: "2020-01-01T00:00:00Z" };
        await door.call("RedeliverWebhook", { caller, path, body });
        wakeSignal.ring();
      },
      detail: async () => (await door.call("GetWebhook", { caller, path })).body as WebhookDetail,
      /** Resolves with the newest delivery once it has been tried that often and nothing is under way. */
      tried: (attempts: number) =>
        until(`attempt ${attempts} is over`, 15_000, async () => {
          const sqlText = `select d.status, d.attempts, q.lease, d.last_status_code, d.last_error
            from webhooks.deliveries d left join webhooks.queue q on q.delivery_id = d.id where d.endpoint_id = $1`;
          const [row] = await sql<{
            status: string;
            attempts: number;
            lease: string | null;
            last_status_code: number | null;
            last_error: string | null;
          }>(sqlText, [path.webhook_id]);
          return row?.attempts === attempts && row.lease === null ? row : undefined;
        }),
    };
  };
}
