import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import type { DeliveredEvent } from "@jst/events";
import { Dice, testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { materialise } from "./materialise.ts";

const { door, database, sql } = await testWebhooks();
const worker = new SystemDatabase({
  connectionString: database.urlOf("webhooks_worker"),
  poolSize: 2,
  applicationName: "test",
});
after(() => worker.close());

type Json = Record<string, unknown>;
const types = ["contact.created", "contact.updated"];

/** A team whose endpoints ask for events so, and what each of them receives of some. */
async function endpointsThat(...demands: Json[]) {
  const caller = testCaller();
  const ids: string[] = [];
  for (const demand of demands) {
    const body = { url: "https://example.com/", events: types, ...demand };
    const reply = await door.call("CreateWebhook", { caller, body });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    ids.push(reply.body.id as string);
  }
  const receive = async (...events: DeliveredEvent[]) => {
    await materialise(worker, [{ teamId: caller.team_id, events }]);
    const stored = await sql<{ event_id: string; endpoint_id: string }>(
      "select event_id, endpoint_id from webhooks.deliveries where team_id = $1",
      [caller.team_id],
    );
    return ids.map((id) =>
      events.flatMap((event, n) =>
        stored.some((one) => one.endpoint_id === id && one.event_id === event.id) ? [n] : [],
      ),
    );
  };
  const event = (type: string, object: Json, previous?: Json, at = "2026-03-31T23:30:00.000Z") => {
    const id = randomUUID();
    const data = { object, ...(previous === undefined ? {} : { previous }) };
    const payload = JSON.stringify({ id, type, created_at: at, data });
    return { teamId: caller.team_id, id, type, payload, traceparent: undefined };
  };
  return { caller, ids, receive, event };
}

const isLead = { field: "lifecycle_stage", op: "eq", value: "lead" };

test("an endpoint receives the events whose object its filter finds, and no others (events.filter)", async () => {
  const former = { field: "previous.lifecycle_stage", op: "eq", value: "customer" };
  const { receive, event } = await endpointsThat(
    {},
    { filter: isLead },
    { filter: { not: isLead } },
    { filter: { and: [isLead, former] } },
    { filter: { field: "previous.lifecycle_stage", op: "empty" } },
  );
  const received = await receive(
    event("contact.created", { lifecycle_stage: "lead" }),
    event("contact.created", { lifecycle_stage: "customer" }),
    event("contact.updated", { lifecycle_stage: "lead" }, { lifecycle_stage: "customer" }),
    event("contact.updated", { lifecycle_stage: null }, { first_name: "a" }),
  );
  assert.deepEqual(received, [[0, 1, 2, 3], [0, 2], [1, 3], [2], [0, 1, 3]]);
});

test("an endpoint with enters receives an event once the object fulfils its filter, and not while it does (events.filter)", async () => {
  const { receive, event } = await endpointsThat({ filter: isLead, when: "enters" });
  const received = await receive(
    event("contact.created", { lifecycle_stage: "lead" }),
    event("contact.updated", { lifecycle_stage: "lead" }, { first_name: "a" }),
    event("contact.updated", { lifecycle_stage: "lead" }, { lifecycle_stage: "customer" }),
    event("contact.updated", { lifecycle_stage: "customer" }, { lifecycle_stage: "lead" }),
  );
  assert.deepEqual(received, [[0, 2]]);
});

test("random filters enter exactly where the filter holds now and not for the object before (events.filter)", async () => {
  const dice = new Dice(7);
  const names = ["title", "source", "company"];
  const value = () => dice.one(["a", "b", null]);
  const filters = Array.from({ length: 12 }, () => ({
    field: dice.one(names),
    op: dice.one(["eq", "neq"]),
    value: dice.one(["a", "b"]),
  }));
  const { receive, event } = await endpointsThat(...filters.map((filter) => ({ filter, when: "enters" })));
  const changes = Array.from({ length: 60 }, () => {
    const before: Json = Object.fromEntries(names.map((name) => [name, value()]));
    const object: Json = { ...before, [dice.one(names)]: value() };
    const previous = Object.fromEntries(
      names.filter((name) => before[name] !== object[name]).map((name) => [name, before[name]]),
    );
    return { before, object, previous };
  });
  const holds = ({ field, op, value: given }: (typeof filters)[number], object: Json) =>
    (object[field] === given) === (op === "eq");
  const received = await receive(
    ...changes.map(({ object, previous }) => event("contact.updated", object, previous)),
  );
  const naive = filters.map((filter) =>
    changes.flatMap(({ before, object }, n) => (holds(filter, object) && !holds(filter, before) ? [n] : [])),
  );
  assert.deepEqual(received, naive);
});

test("changed lets an updated event pass if one of the fields changed, and every other type (events.changed)", async () => {
  const { receive, event } = await endpointsThat({ changed: ["lifecycle_stage", "custom"] });
  const received = await receive(
    event("contact.created", { lifecycle_stage: "lead" }),
    event("contact.updated", {}, { lifecycle_stage: "lead" }),
    event("contact.updated", {}, { first_name: "a" }),
    event("contact.updated", {}, { custom: { a: 1 } }),
  );
  assert.deepEqual(received, [[0, 1, 3]]);
});

test("relative days count from the time of the event, in the zone of the team (events.filter)", async () => {
  const today = { field: "created_at", op: "eq", value: { rel: "today" } };
  const { receive, event } = await endpointsThat({ filter: today });
  const at = "2020-01-15T12:00:00.000Z";
  const received = await receive(
    event("contact.created", { created_at: "2020-01-15T01:00:00.000Z" }, undefined, at),
    event("contact.created", { created_at: "2020-01-14T01:00:00.000Z" }, undefined, at),
  );
  assert.deepEqual(received, [[0]]);
});

test("an event whose object is too large to be shown passes every filter (events.filter)", async () => {
  const { receive, event } = await endpointsThat({ filter: isLead });
  const large = event("contact.created", { id: "a" });
  const payload = JSON.stringify({ ...JSON.parse(large.payload), truncated: true });
  assert.deepEqual(await receive({ ...large, payload }), [[0]]);
});

test("a change of the filter holds from the next event (events.filter)", async () => {
  const { caller, ids, receive, event } = await endpointsThat({ filter: isLead });
  assert.deepEqual(await receive(event("contact.created", { lifecycle_stage: "customer" })), [[]]);
  const path = { webhook_id: ids[0] ?? "" };
  assert.equal(
    (await door.call("UpdateWebhook", { caller, path, body: { filter: null } })).body.filter,
    null,
  );
  assert.deepEqual(await receive(event("contact.created", { lifecycle_stage: "customer" })), [[0]]);
});
