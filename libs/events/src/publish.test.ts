import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database, isConstraint } from "@jst/db";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { publish } from "./index.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const outbox = {
  text: `select id, type, payload::text as payload, traceparent, xid::text as xid from outbox order by seq`,
  values: [],
};
const contact = { type: "contact.created", id: "c1", object: '{"id": "c1"}' } as const;

test("an event is stored with the write that caused it, with the body that every event has", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const context = teamContext({ actorType: "human", actorId: "m1", traceparent });
  const { changesetId } = await database.write(context, (tx) => {
    publish(tx, { ...contact, previous: { email: null } }, new Date("2026-01-02T03:04:05.678Z"));
    return Promise.resolve();
  });
  const [row] = await database.read<{ id: string; payload: string }>(context, outbox);
  assert.ok(row);
  assert.deepEqual(JSON.parse(row.payload), {
    id: row.id,
    type: "contact.created",
    api_version: "v1",
    team_id: context.teamId,
    created_at: "2026-01-02T03:04:05.678Z",
    actor: { type: "human", id: "m1" },
    data: { object: { id: "c1" }, previous: { email: null } },
    changeset_id: changesetId,
    test: false,
  });
  assert.match(row.payload, /"object":\{"id": "c1"\}/, "the object's bytes are kept as given");
  assert.equal((row as Record<string, unknown>).traceparent, traceparent);
});

test("a write that fails after publishing leaves no event", async () => {
  const context = teamContext();
  const note = { text: "insert into notes (title) values ('a')", values: [] };
  await database.write(context, (tx) => tx.query(note));
  const failing = database.write(context, async (tx) => {
    publish(tx, contact);
    await tx.query(note);
  });
  await assert.rejects(failing, (error) => isConstraint(error, "notes_title_taken"));
  assert.deepEqual(await database.read(context, outbox), []);
});

test("a payload over 256 KiB carries the object's id alone and says so", async () => {
  const context = teamContext();
  await database.write(context, (tx) => {
    publish(tx, { ...contact, object: { id: "c1", notes: "é".repeat(131_072) } });
    return Promise.resolve();
  });
  const [row] = await database.read<{ payload: string }>(context, outbox);
  const payload = JSON.parse(row?.payload ?? "") as { data: unknown; truncated: unknown };
  assert.deepEqual(payload.data, { object: { id: "c1" } });
  assert.equal(payload.truncated, true);
});

test("another team sees no event, and the service can neither change nor remove one", async () => {
  const context = teamContext();
  await database.write(context, (tx) => {
    publish(tx, contact);
    return Promise.resolve();
  });
  assert.deepEqual(await database.read(teamContext(), outbox), []);
  for (const text of ["update outbox set type = 'x'", "delete from outbox", "truncate outbox"]) {
    await assert.rejects(
      database.write(context, (tx) => tx.query({ text, values: [] })),
      { code: "42501" },
    );
  }
});
