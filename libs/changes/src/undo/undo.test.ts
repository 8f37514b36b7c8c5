import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database, type TeamTx } from "@jst/db";
import type { AppError } from "@jst/errors";
import { notesMigrations, teamContext, testCaller, testDatabase } from "@jst/testing";
import { changesetUuid, recordedChanges } from "../changes.ts";
import type { Conflict } from "../conflicts.ts";
import type { Resources } from "../resource.ts";
import { undoChanges } from "./undo.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

/** Notes whose title callers know as their heading, and whose data as members `mood` and `data.other`. */
const resources: Resources = {
  notes: {
    table: "crm.notes",
    noun: "note",
    scope: "notes",
    images: {
      names: { title: "heading" },
      folding: {
        unfold: ({ data, ...note }) => ({ ...note, mood: (data as { mood?: unknown }).mood ?? null }),
        fold: ({ mood, ...note }) => ({ ...note, data: { mood } }),
      },
    },
  },
};

function team() {
  const context = teamContext();
  const write = async (work: (tx: TeamTx) => Promise<unknown>): Promise<string> =>
    (await database.write(context, work)).changesetId;
  return {
    run: (text: string, ...values: unknown[]) => write((tx) => tx.query({ text, values })),
    refused: async (changesetId: string, force: boolean): Promise<Conflict[]> => {
      const options = { force, madeAt: new Date().toISOString(), team: testCaller().team };
      const undone = write(async (tx) =>
        undoChanges(tx, resources, await recordedChanges(tx, changesetUuid(changesetId)), options),
      );
      const error = await undone.then(
        () => assert.fail("It was undone."),
        (thrown: unknown) => thrown as AppError,
      );
      assert.equal(error.code, "changeset_conflict");
      return error.extension["conflicts"] as Conflict[];
    },
  };
}

const a = "00000000-0000-7000-8000-00000000000a";
const b = "00000000-0000-7000-8000-00000000000b";

test("what the database refuses to take back is named as callers know it, with what stands in the way", async () => {
  const { run, refused } = team();
  await run("insert into notes (id, title) values ($1, 'one')", a);
  const changed = await run(`update notes set title = 'two', data = '{"mood": "calm"}' where id = $1`, a);
  await run("insert into notes (id, title) values ($1, 'one')", b);
  const reason = "The undo is not possible: another item now uses this value. Change that item first.";
  for (const force of [false, true]) {
    const [conflict, ...others] = await refused(changed, force);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...conflict, fields: conflict?.fields.toSorted() },
      { resource: "notes", id: a, fields: ["heading", "mood"], reason },
    );
  }
});

test("what the database refuses to bring back says what stands in the way", async () => {
  const { run, refused } = team();
  await run("insert into notes (id, title) values ($1, 'one')", a);
  const removed = await run("delete from notes where id = $1", a);
  await run("insert into notes (id, title) values ($1, 'one')", b);
  const reason = "The undo is not possible: another item now uses this value. Change that item first.";
  assert.deepEqual(await refused(removed, true), [{ resource: "notes", id: a, fields: [], reason }]);
});
