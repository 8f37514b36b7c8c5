import { Database, isConstraint } from "@jst/db";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventTypes, factOf, factTypes, publish, publishFact } from "./index.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

interface Stored {
  id: string;
  type: string;
  payload: string;
}
const outbox = { text: "select id, type, payload::text as payload from outbox order by seq", values: [] };
const fact = { type: "booking.changed", id: "b1", data: { text: "Ada" } } as const;

test("a fact stands with the write that caused it, among the events, in their order, under an id of its own", async () => {
  const context = teamContext({ actorType: "human", actorId: "m1" });
  const { changesetId } = await database.write(context, (tx) => {
    publish(tx, { type: "contact.created", id: "c1", object: { id: "c1" } });
    publishFact(tx, fact, new Date("2026-01-02T03:04:05.678Z"));
    return Promise.resolve();
  });
  const [event, stored] = await database.read<Stored & Record<string, never>>(context, outbox);
  assert.ok(event && stored);
  assert.deepEqual([event.type, stored.type], ["contact.created", "booking.changed"]);
  assert.equal(factOf(event, "booking.changed"), undefined);
  assert.deepEqual(factOf(stored, "booking.changed"), {
    fact_id: stored.id,
    type: "booking.changed",
    id: "b1",
    team_id: context.teamId,
    created_at: "2026-01-02T03:04:05.678Z",
    actor: { type: "human", id: "m1" },
    changeset_id: changesetId,
    data: { text: "Ada" },
  });
});

test("a write that fails leaves no fact, and a fact that is too large fails the write", async () => {
  const context = teamContext();
  const note = { text: "insert into notes (title) values ('a')", values: [] };
  await database.write(context, (tx) => tx.query(note));
  const failing = database.write(context, async (tx) => {
    publishFact(tx, fact);
    await tx.query(note);
  });
  await assert.rejects(failing, (error) => isConstraint(error, "notes_title_taken"));
  const large = database.write(context, (tx) => {
    publishFact(tx, { ...fact, data: { text: "é".repeat(131_072) } });
    return Promise.resolve();
  });
  await assert.rejects(large, /too large/);
  assert.deepEqual(await database.read(context, outbox), []);
});

test("no fact has the name of an event, so that no endpoint can ask for it", () => {
  assert.deepEqual(
    Object.keys(factTypes).filter((type) => type in eventTypes),
    [],
  );
});
