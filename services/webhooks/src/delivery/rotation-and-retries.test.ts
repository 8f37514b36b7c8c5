import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, test } from "node:test";
import { startSink } from "../testing/sink.ts";
import { testDispatcher } from "../testing/test-dispatcher.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { dueSignal } from "./due-signal.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const webhooks = await testWebhooks();
const { sql } = webhooks;
const { clock, endpointAt, ...running } = testDispatcher(webhooks);
stop = running.stop;

test("each former secret signs for 24 hours from its own rotation, however many follow; a sixth is refused", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url);
  const secrets = [endpoint.secret];
  const rotate = async () => {
    const { body } = await endpoint.patch({ rotate_secret: true });
    secrets.unshift(body.secret as string);
  };
  const signing = async () => {
    await endpoint.emit();
    await sink.has((posts += 1));
    const post = sink.received.at(-1) ?? assert.fail();
    const { headers, body } = post;
    const own = secrets.map((secret) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body.toString()}`;
    const standard = secrets.map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    });
    assert.equal(headers["x-webhook-signature"], own[0]);
    const previous = String(headers["x-webhook-signature-previous"] ?? "")
      .split(",")
      .filter((one) => one !== "");
    const count = previous.length;
    assert.deepEqual(previous, own.slice(1, 1 + count));
    assert.equal(headers["webhook-signature"], standard.slice(0, 1 + count).join(" "));
    return count;
  };
  let posts = 0;
  assert.equal(await signing(), 0);
  for (let former = 1; former <= 5; former += 1) {
    await rotate();
    assert.equal(await signing(), former);
  }
  const refused = await endpoint.patch({ rotate_secret: true });
  assert.deepEqual([refused.status, refused.body.code], [422, "limit_reached"]);
  assert.equal(await signing(), 5);
  // The two oldest ones were replaced a day ago.
  await sql(
    `update webhooks.endpoints set former_secrets = (
      select jsonb_agg(case when n > 2 then jsonb_set(f, '{until}', to_jsonb(now())) else f end order by n)
      from jsonb_array_elements(former_secrets) with ordinality e (f, n)) where url = $1`,
    [sink.url],
  );
  assert.equal(await signing(), 3);
  await rotate();
  assert.equal(await signing(), 4);
  const shown = JSON.stringify([
    await endpoint.detail(),
    await sql("select before, after from webhooks.changes"),
  ]);
  assert.ok(!/former_secrets|"secret"/.test(shown));
});

test("long retries are ten attempts; a change of the schedule holds from the next failure, a redelivery starts it again", async () => {
  const sink = await startSink((_received, response) => response.writeHead(500).end("no"));
  const endpoint = await endpointAt(sink.url);
  const shown = async () => {
    const [delivery] = (await endpoint.detail()).deliveries;
    return [delivery?.attempts, delivery?.attempts_max, delivery?.status];
  };
  const pass = (seconds: number) => {
    clock.shiftMs += seconds * 1_000 + 1_000;
    dueSignal.ring();
  };
  await endpoint.emit();
  await endpoint.tried(1);
  assert.deepEqual(await shown(), [1, 5, "pending"]);
  await endpoint.patch({ retries: "long" });
  const waits = [60, 300, 1_800, 7_200, 18_000];
  for (const [n, wait] of waits.entries()) {
    pass(wait);
    await endpoint.tried(n + 2);
  }
  assert.deepEqual(await shown(), [6, 10, "pending"]);
  await endpoint.patch({ retries: "standard" });
  pass(36_000);
  await endpoint.tried(7);
  assert.deepEqual(await shown(), [7, 10, "failed"]);
  await endpoint.redeliver();
  await endpoint.tried(1);
  assert.deepEqual(await shown(), [1, 5, "pending"]);
});
