import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database, type TeamTx } from "@jst/db";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { changesOf, changesetUuid } from "./index.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const insert = (tx: TeamTx, title: string) =>
  tx.query<{ id: string }>({
    text: "insert into notes (title, secret) values ($1, 's3cret') returning id",
    values: [title],
  });
const all = { text: "select * from changes order by seq", values: [] };

test("every change of a row leaves its images, in order, under the changeset of its write", async () => {
  const context = teamContext({ actorType: "human", actorId: "member-1" });
  const { result, changesetId } = await database.write(context, async (tx) => {
    const [note] = await insert(tx, "a");
    await tx.query({ text: "update notes set title = 'b' where id = $1", values: [note?.id] });
    await tx.query({ text: "update notes set archived_at = now() where id = $1", values: [note?.id] });
    await tx.query({ text: "update notes set archived_at = null where id = $1", values: [note?.id] });
    await tx.query({ text: "delete from notes where id = $1", values: [note?.id] });
    return changesOf(tx);
  });
  assert.deepEqual(
    result.map(({ op, before, after }) => [op, before?.title, after?.title]),
    [
      ["create", undefined, "a"],
      ["update", "a", "b"],
      ["delete", "b", "b"],
      ["update", "b", "b"],
      ["delete", "b", undefined],
    ],
  );
  const rows = await database.read(context, all, "custom");
  assert.equal(rows.length, 5);
  for (const row of rows) {
    assert.equal(row.changeset_id, changesetUuid(changesetId));
    assert.deepEqual(
      [row.actor_type, row.actor_id, row.token_id, row.request_id],
      ["human", "member-1", context.tokenId, context.requestId],
    );
  }
});

test("a column named secret to the trigger enters no image", async () => {
  const { result } = await database.write(teamContext(), async (tx) => {
    await insert(tx, "a");
    return changesOf(tx);
  });
  assert.equal(JSON.stringify(result).includes("s3cret"), false);
  assert.equal(result.length, 1);
});

test("an update that changes nothing is not recorded", async () => {
  const { result } = await database.write(teamContext(), async (tx) => {
    await insert(tx, "a");
    await tx.query({ text: "update notes set title = title", values: [] });
    return changesOf(tx);
  });
  assert.equal(result.length, 1);
});

test("a write that fails leaves no record", async () => {
  const context = teamContext();
  const failing = database.write(context, async (tx) => {
    await insert(tx, "a");
    throw new RangeError("no");
  });
  await assert.rejects(failing, RangeError);
  assert.deepEqual(await database.read(context, all), []);
});

test("another team sees no record, and the service can neither change nor remove one", async () => {
  const context = teamContext();
  await database.write(context, (tx) => insert(tx, "a"));
  assert.deepEqual(await database.read(teamContext(), all), []);
  for (const text of ["update changes set op = 'create'", "delete from changes", "truncate changes"]) {
    await assert.rejects(
      database.write(context, (tx) => tx.query({ text, values: [] })),
      { code: "42501" },
    );
  }
});
