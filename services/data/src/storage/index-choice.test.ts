import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { testData } from "../testing/test-data.ts";
import { quietLogger, withWorker } from "../testing/test-storage.ts";
import { wishedIndexes, wishingTable } from "../testing/wishing.ts";
import { INDEXES_MAX } from "./index-forms.ts";
import { IndexMaker } from "./indexes.ts";
import { noteWish } from "./queries.ts";

const data = await testData();
const { database } = data;

test("fields that lists use alike do not take each other's indexes; one that is used much more takes that of the least used", async () => {
  const names = Array.from({ length: INDEXES_MAX + 1 }, (_, n) => `n${n}`);
  const { caller, tableId } = await wishingTable(
    data,
    names.map((name) => ({ name, type: "number" })),
    names.slice(0, -1).map((name, n) => [name, "sort", 100 + n]),
  );
  const note = (name: string, uses: number) =>
    withClient(database.superuserUrl, async (client) => {
      const { text, values } = noteWish({ teamId: caller.team_id, tableId }, name, "sort", uses);
      await client.query(text, [...values]);
    });
  /** The fields that have an index after the next pass. */
  const served = async () => {
    await withWorker(database, (session) => new IndexMaker(quietLogger).serve(session));
    const made = await wishedIndexes(database, tableId);
    return made.map((text) => /'(n\d)'/.exec(text)?.[1]).toSorted();
  };
  const [first = "", ...others] = names;
  const last = others.at(-1) ?? "";
  const firstEight = names.slice(0, -1);
  assert.deepEqual(await served(), firstEight);
  // The ninth is wished for last, then the others again, as often as each other.
  await note(last, 150);
  assert.deepEqual(await served(), firstEight);
  for (const name of others.slice(0, -1)) await note(name, 100);
  assert.deepEqual(await served(), firstEight);
  await note(last, 150);
  assert.deepEqual(await served(), others);
  // It does not swing back either.
  await note(first, 300);
  assert.deepEqual(await served(), others);
});

test("what lists used long ago counts for little beside what they use today", async () => {
  const { caller, tableId } = await wishingTable(
    data,
    [{ name: "n", type: "number" }],
    [["n", "sort", 1_000]],
  );
  const uses = await withClient(database.superuserUrl, async (client) => {
    const key = [caller.team_id, tableId];
    await client.query(
      "update data.index_wishes set wished_at = now() - interval '10 days' where team_id = $1 and table_id = $2",
      key,
    );
    const { text, values } = noteWish({ teamId: caller.team_id, tableId }, "n", "sort", 10);
    await client.query(text, [...values]);
    const found = "select uses::int from data.index_wishes where team_id = $1 and table_id = $2";
    return (await client.query<{ uses: number }>(found, key)).rows[0]?.uses;
  });
  assert.equal(uses, 10);
});
