import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "@jst/telemetry";
import type { Backlog } from "../../gen/rpc.ts";
import { testDeliveries } from "../testing/test-deliveries.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { operatorDeps } from "./operator-deps.ts";

const webhooks = await testWebhooks();
const { door, sql } = webhooks;
const endpointWith = testDeliveries(webhooks);
const backlog = async (): Promise<Backlog> => (await door.operate("GetBacklog", {})).body as Backlog;
const entryOf = async (id: string) =>
  (await backlog()).endpoints.find(({ endpoint_id }) => endpoint_id === id);

test("without deliveries nothing waits and no endpoint is named", async () => {
  const empty = { pending: 0, due: 0, oldest_due_age: 0, endpoints: [], topics: [], fault: null };
  assert.deepEqual((await backlog()).endpoints, empty.endpoints);
  assert.deepEqual(await backlog(), empty);
});

test("what waits is counted for each endpoint of each team; a disabled one's is not due", async () => {
  const one = await endpointWith(["pending", 2], ["pending", 1], ["success", 1]);
  const other = await endpointWith(["pending", 30]);
  await sql(
    "set session_replication_role = replica; update webhooks.endpoints set enabled = false where id = " +
      `'${other.id}'`,
  );
  const { pending, due, oldest_due_age: ageS, endpoints } = await backlog();
  assert.deepEqual([pending, due], [3, 2]);
  assert.ok(ageS >= 7_200 && ageS < 8_000, `the oldest that is due waits for two hours: ${ageS} s`);
  assert.deepEqual(
    endpoints.map(({ team_id, endpoint_id, enabled, dead, pending: waits, due: now }) => {
      return { team_id, endpoint_id, enabled, dead, waits, now };
    }),
    [
      { team_id: one.caller.team_id, endpoint_id: one.id, enabled: true, dead: false, waits: 2, now: 2 },
      { team_id: other.caller.team_id, endpoint_id: other.id, enabled: false, dead: false, waits: 1, now: 0 },
    ],
  );
});

test("an endpoint is dead when of its last ten deliveries none succeeded; old failures are forgotten", async () => {
  const dead = await endpointWith(
    ["success", 20],
    ...Array.from({ length: 10 }, () => ["failed", 1] as const),
  );
  const alive = await endpointWith(
    ["success", 20],
    ...Array.from({ length: 9 }, () => ["failed", 1] as const),
  );
  const forgotten = await endpointWith(["failed", 25]);
  const entry = await entryOf(dead.id);
  assert.deepEqual([entry?.dead, entry?.failed, entry?.last_status_code], [true, 10, 500]);
  assert.match(String(entry?.last_failed_at), /^\d{4}-.*Z$/);
  assert.equal((await entryOf(alive.id))?.dead, false);
  assert.equal(await entryOf(forgotten.id), undefined);
  assert.equal((await backlog()).endpoints[0]?.endpoint_id, dead.id, "the dead ones come first");
});

test("a broker that is away is told as a fault, and hides nothing else", async () => {
  const place = {
    brokers: { addresses: "127.0.0.1:1" },
    groupId: "g",
    topics: ["t"],
    logger: createLogger("t", "error"),
  };
  await assert.rejects(operatorDeps("postgres://unused", place).intakeLag(), /ECONNREFUSED/);
});
