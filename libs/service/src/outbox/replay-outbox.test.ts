import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { testOutbox } from "../testing/test-outbox.ts";

const limitMs = 60_000;

const { door, emit, relay, consume, sql } = await testOutbox();
const replay = async (since: string) => (await door.operate("ReplayOutbox", { since })).body;
const askedFor = () => sql("select from crm.relay_position where replay_from is not null");

test("an invalid time is refused, and one after every event asks for nothing", async () => {
  assert.equal((await replay("yesterday")).code, "validation_failed");
  assert.deepEqual(await replay("2999-01-01T00:00:00Z"), { events: 0, first_at: null });
  assert.deepEqual(await askedFor(), []);
});

test("a replay goes back to the first event of its time, and never forward past what is unsent", async () => {
  for (let n = 0; n < 3; n += 1) await emit();
  await sql(
    "update crm.outbox set created_at = '2026-01-01T00:00:00Z'::timestamptz + seq * interval '1 hour'",
  );
  const ids = (await sql<{ id: string }>("select id from crm.outbox order by seq")).map(({ id }) => id);
  assert.deepEqual(await replay("2026-01-01T02:00:00Z"), { events: 2, first_at: "2026-01-01T02:00:00.000Z" });

  const running = relay();
  const arrived = consume();
  const arrive = (count: number) =>
    until(`${count} have arrived`, limitMs, () => (arrived.length >= count ? true : undefined));
  // None of them had been sent: the first one is, though it stands before the time.
  await arrive(3);
  assert.deepEqual([...arrived], ids);

  assert.deepEqual(await replay("2026-01-01T03:00:00Z"), { events: 1, first_at: "2026-01-01T03:00:00.000Z" });
  await arrive(4);
  assert.deepEqual(arrived.slice(3), ids.slice(2));
  assert.deepEqual(await askedFor(), []);
  await running.stop();
});
