import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { Database, type TeamTx } from "./index.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const lock = (tx: TeamTx, title: string) =>
  tx.query({ text: "update notes set data = data || '{\"n\": 1}' where title = $1", values: [title] });

/**
 * Two writes that lock two rows crosswise, each waiting for the other to hold its first: one must lose. Answers how
 * often the two ran in all, once both have succeeded.
 */
async function cross(describe: (error: unknown) => unknown) {
  const context = teamContext();
  await database.write(context, (tx) =>
    tx.query({ text: "insert into notes (title) values ('a'), ('b')", values: [] }),
  );
  const barriers = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()] as const;
  let runs = 0;
  const side = (me: 0 | 1, first: string, second: string) =>
    database.write(context, async (tx) => {
      runs += 1;
      await lock(tx, first);
      barriers[me].resolve(undefined);
      await barriers[me === 0 ? 1 : 0].promise;
      await lock(tx, second).catch((error: unknown) => {
        throw describe(error);
      });
    });
  await Promise.all([side(0, "a", "b"), side(1, "b", "a")]);
  return runs;
}

test("the loser of a deadlock runs again as a whole and succeeds", async () => {
  assert.ok((await cross((error) => error)) > 2);
});

test("it runs again too when its handler has wrapped the error", async () => {
  assert.ok((await cross((cause) => new Error("wrapped", { cause }))) > 2);
});

test("a write that collides after its caller has gone away is not tried again", async () => {
  let runs = 0;
  const gone = new AbortController();
  const colliding = database.write({ ...teamContext(), departure: () => gone.signal }, async (tx) => {
    runs += 1;
    gone.abort();
    await tx.query({ text: "do $$ begin raise exception using errcode = '40001'; end $$", values: [] });
  });
  await assert.rejects(colliding, { code: "unavailable" });
  assert.equal(runs, 1);
});

test("a write that keeps colliding is given up as unavailable after three runs", async () => {
  let runs = 0;
  const colliding = database.write(teamContext(), async (tx) => {
    runs += 1;
    await tx.query({ text: "do $$ begin raise exception using errcode = '40001'; end $$", values: [] });
  });
  await assert.rejects(colliding, { code: "unavailable" });
  assert.equal(runs, 3);
});
