import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { Database, ReadFirst, type TeamTx } from "./index.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const insert = (tx: TeamTx, title: string) =>
  tx.query({ text: "insert into notes (title) values ($1)", values: [title] });
const titles = async (context: ReturnType<typeof teamContext>) =>
  (await database.read<{ title: string }>(context, { text: "select title from notes", values: [] })).map(
    ({ title }) => title,
  );

for (const way of ["write", "preview"] as const)
  test(`a ${way} that lacks a reading leaves nothing, frees its connection, and runs again after the reading`, async () => {
    const context = teamContext();
    let known: string | undefined;
    const during: string[][] = [];
    const read = async () => {
      during.push(await titles(context));
      known = "known";
    };
    const answer = await database[way](context, async (tx) => {
      await insert(tx, known ?? "unknown");
      if (known === undefined) throw new ReadFirst(read);
      return known;
    });
    assert.deepEqual(answer, way === "write" ? { ...(answer as object), result: "known" } : "known");
    assert.deepEqual(during, [[]]);
    assert.deepEqual(await titles(context), way === "write" ? ["known"] : []);
  });

test("a reading that fails fails the write, and work that is never content ends after three readings", async () => {
  const context = teamContext();
  const away = database.write(context, () => {
    throw new ReadFirst(() => Promise.reject(new Error("away")));
  });
  await assert.rejects(away, /away/);
  let readings = 0;
  const endless = database.write(context, () => {
    throw new ReadFirst(() => {
      readings += 1;
      return Promise.resolve();
    });
  });
  await assert.rejects(endless, ReadFirst);
  assert.equal(readings, 3);
});
