import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { eventTypes, factCatalogue, type DeliveredEvent } from "@jst/events";
import { testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { Intake, materialise } from "./materialise.ts";

const { door, database, sql } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 6, applicationName: "test" });
after(() => worker.close());

async function teamWith(...endpoints: { events?: string[]; enabled?: boolean }[]) {
  const caller = testCaller();
  const ids: string[] = [];
  for (const { events = ["contact.created"], enabled = true } of endpoints) {
    const body = { url: "https://example.com/", events, enabled };
    ids.push((await door.call("CreateWebhook", { caller, body })).body.id);
  }
  return { teamId: caller.team_id, ids };
}

const eventsOf = (teamId: string, count: number, type = "contact.created"): DeliveredEvent[] =>
  Array.from({ length: count }, () => {
    const id = randomUUID();
    return { teamId, id, type, payload: `{ "id" : "${id}" }`, traceparent: undefined };
  });

interface Stored {
  event_id: string;
  endpoint_id: string;
  payload: string;
  is_later: boolean | null;
}

const storedOf = (teamId: string) =>
  sql<Stored>(
    `select event_id, endpoint_id, payload::text as payload,
       created_at > lag(created_at) over (order by created_at, id) as is_later
     from webhooks.deliveries where team_id = $1 order by created_at, id`,
    [teamId],
  );

test("one delivery per event and endpoint that wants it, in the events' order, with their very bytes", async () => {
  const { teamId, ids } = await teamWith(
    {},
    { events: ["contact.created", "contact.updated"] },
    { events: ["contact.updated"] },
    { enabled: false },
  );
  const events = eventsOf(teamId, 3);
  assert.equal(await materialise(worker, [{ teamId, events }]), 6);
  const rows = await storedOf(teamId);
  assert.deepEqual(
    rows.map((row) => [row.event_id, row.endpoint_id, row.payload]),
    events.flatMap(({ id, payload }) => ids.slice(0, 2).map((endpoint) => [id, endpoint, payload])),
  );
});

test("an event that comes again is not stored again, and a team without endpoints stores nothing", async () => {
  const { teamId } = await teamWith({});
  const events = eventsOf(teamId, 2);
  assert.equal(await materialise(worker, [{ teamId, events }]), 2);
  assert.equal(await materialise(worker, [{ teamId, events: [...events, ...eventsOf(teamId, 1)] }]), 1);
  assert.equal((await storedOf(teamId)).length, 3);
  const other = randomUUID();
  assert.equal(await materialise(worker, [{ teamId: other, events: eventsOf(other, 5) }]), 0);
});

test("a fact between services is stored for nobody, and the events around it are", async () => {
  const { teamId } = await teamWith({ events: Object.keys(eventTypes) });
  const [before, after] = [eventsOf(teamId, 1), eventsOf(teamId, 1)];
  const facts = Object.keys(factCatalogue).flatMap((type) => eventsOf(teamId, 2, type));
  assert.equal(await materialise(worker, [{ teamId, events: [...before, ...facts, ...after] }]), 2);
  const stored = (await storedOf(teamId)).map(({ event_id }) => event_id);
  assert.deepEqual(
    stored,
    [...before, ...after].map(({ id }) => id),
  );
});

test("a noun and all types take in each type, also one of a later release, once an endpoint, and no fact", async () => {
  const { teamId, ids } = await teamWith(
    { events: ["contact.*"] },
    { events: ["*"] },
    { events: ["*", "contact.*", "contact.created"] },
    { events: ["task.*"] },
  );
  const later = eventsOf(teamId, 1, "contact.painted").map((event) => ({
    ...event,
    payload: '{"id":"1","api_version":"v1"}',
  }));
  const fact = eventsOf(teamId, 1, "later.fact").map((event) => ({ ...event, payload: '{"fact_id":"1"}' }));
  const named = eventsOf(teamId, 1, "event:contact.merged");
  const events = [
    ...eventsOf(teamId, 1),
    ...later,
    ...fact,
    ...eventsOf(teamId, 1, "contact.merged"),
    ...named,
  ];
  await materialise(worker, [{ teamId, events }]);
  const rows = await sql<{ type: string; endpoint_id: string }>(
    "select type, endpoint_id from webhooks.deliveries where team_id = $1 order by created_at",
    [teamId],
  );
  assert.deepEqual(
    rows.map(({ type, endpoint_id }) => [type, ids.indexOf(endpoint_id)]),
    ["contact.created", "contact.painted", "contact.merged"].flatMap((type) =>
      [0, 1, 2].map((n) => [type, n]),
    ),
  );
});

test("no event reaches another team's endpoint", async () => {
  const { teamId } = await teamWith({});
  const stranger = await teamWith({});
  await materialise(worker, [{ teamId, events: eventsOf(teamId, 1) }]);
  assert.deepEqual(await storedOf(stranger.teamId), []);
});

test("six at once on one team, with overlapping events, lose none, repeat none, and created_at only grows", async () => {
  const { teamId } = await teamWith({}, {});
  const events = eventsOf(teamId, 120);
  const added = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      materialise(worker, [{ teamId, events: events.slice(n * 5, n * 5 + 10) }]),
    ),
  );
  assert.equal(
    added.reduce((sum, count) => sum + count),
    240,
  );
  const rows = await storedOf(teamId);
  assert.equal(rows.length, 240);
  assert.equal(new Set(rows.map((row) => `${row.event_id} ${row.endpoint_id}`)).size, 240);
  assert.ok(
    rows.slice(1).every((row) => row.is_later === true),
    "strictly increasing",
  );
});

test("created_at grows also when the clock has fallen back by two hours", async () => {
  const { teamId } = await teamWith({});
  const [first, second] = [eventsOf(teamId, 2), eventsOf(teamId, 2)];
  await materialise(worker, [{ teamId, events: first }]);
  const shift = "interval '2 hours'";
  await sql(`update webhooks.deliveries set created_at = created_at + ${shift} where team_id = $1`, [teamId]);
  await sql(
    `update webhooks.feed_heads set last_created_at = last_created_at + ${shift} where team_id = $1`,
    [teamId],
  );
  await materialise(worker, [{ teamId, events: second }]);
  const rows = await storedOf(teamId);
  assert.deepEqual(
    rows.map(({ event_id }) => event_id),
    [...first, ...second].map(({ id }) => id),
  );
  const late = "select from webhooks.deliveries where team_id = $1 and next_attempt_at > clock_timestamp()";
  assert.deepEqual(await sql(late, [teamId]), [], "none waits until the clock is there again");
});

test("an endpoint gets no event from before it was made, however late it comes, and every one from then on", async () => {
  const { teamId } = await teamWith({});
  const at = (agoS: number) => {
    const storedAt = new Date(Date.now() - agoS * 1_000).toISOString();
    return eventsOf(teamId, 1).map((event) => ({ ...event, storedAt }));
  };
  const events = [...at(60), ...at(0), ...at(-60)];
  assert.equal(await materialise(worker, [{ teamId, events }]), 2);
  assert.deepEqual(
    (await storedOf(teamId)).map(({ event_id }) => event_id),
    events.slice(1).map(({ id }) => id),
  );
});

test("teams that arrive together share a transaction, and one whose event cannot be stored keeps no other back", async () => {
  const [sound, odd, other] = [await teamWith({}), await teamWith({}), await teamWith({})];
  const intake = new Intake(worker);
  const taking = [sound, odd, other, sound].map(({ teamId }) => {
    const broken = teamId === odd.teamId ? { payload: "no json" } : {};
    return intake.take({ teamId, events: eventsOf(teamId, 2).map((event) => ({ ...event, ...broken })) });
  });
  const outcomes = (await Promise.allSettled(taking)).map(({ status }) => status);
  assert.deepEqual(outcomes, ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const stored = [sound, odd, other].map(async ({ teamId }) => (await storedOf(teamId)).length);
  assert.deepEqual(await Promise.all(stored), [4, 0, 2]);
});
