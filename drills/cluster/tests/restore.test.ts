import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { kubectl } from "../node/kubectl.ts";
import { relaying } from "@jst/fleet";
import { until } from "../../../dev/src/process/until.ts";
import { backUp, restore, valueOf } from "./database.ts";
import { helmTest, jst, newToken, podsOf } from "./fleets.ts";
import { gateway } from "./replacing.ts";

let token = "";
before(async () => {
  token = await newToken("jst", `restore-${Date.now().toString(36)}`);
});

test("a fleet whose database is restored to a moment has every write from before it, none from after, and all its events", async () => {
  const endpoint = { url: "http://127.0.0.1:9999/", events: ["contact.created"] };
  assert.equal((await call("POST", "/api/v1/webhooks", endpoint)).status, 201);
  await backUp();
  const kept = await createContacts(20);
  const moment = await valueOf("select clock_timestamp()::text");
  const lost = await createContacts(20);

  await scale(0);
  await eventually(async () => (await podsOf("jst")).length === 0);
  await restore(moment);
  await eventually(async () => (await valueOf("select pg_is_in_recovery()")) === "false");
  await scale(2);
  await kubectl("--namespace", "jst", "rollout", "status", "deployment", "--timeout=300s");

  const statuses = async (ids: readonly string[]): Promise<Set<number>> =>
    new Set(await Promise.all(ids.map(async (id) => (await call("GET", `/api/v1/contacts/${id}`)).status)));
  assert.deepEqual(await statuses(kept), new Set([200]));
  assert.deepEqual(await statuses(lost), new Set([404]));
  // Kafka may have events that the database of that moment lacks.
  for (const service of relaying) await jst("jst", "events", "replay", service, "--since", "1h");
  const [more = ""] = await createContacts(1);
  await eventually(async () => {
    const told = await contactsTold();
    return [...kept, more].every((id) => told.filter((one) => one === id).length === 1);
  });
  await jst("jst", "audit", "verify");
  await helmTest("jst");
});

async function call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(`${gateway}${path}`, { method, headers, ...sent });
  return { status: reply.status, body: await reply.json() };
}

async function createContacts(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const contact = { first_name: "Ada", email: `${randomUUID()}@a.test` };
    const { status, body } = await call("POST", "/api/v1/contacts", contact);
    assert.equal(status, 201);
    ids.push((body as { id: string }).id);
  }
  return ids;
}

/** The contacts that the team's events tell of. */
async function contactsTold(): Promise<string[]> {
  const { body } = await call("GET", "/api/v1/events?limit=500");
  const { events } = body as { events: { payload: { data: { object: { id: string } } } }[] };
  return events.map(({ payload }) => payload.data.object.id);
}

async function scale(replicas: number): Promise<void> {
  await kubectl("--namespace", "jst", "scale", "deployment", "--all", `--replicas=${replicas}`);
}

/** Until it holds; a fault in between is a "not yet". */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  assert.ok(await until(() => holds().catch(() => false), 180_000));
}
