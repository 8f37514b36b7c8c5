import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { quietLogger, withWorker } from "../../testing/test-storage.ts";
import { wishedIndexes, wishingTable } from "../../testing/wishing.ts";
import { INDEXES_MAX } from "./index-forms.ts";
import { WISH_REST_MS } from "./index-wishes.ts";
import { IndexMaker } from "./indexes.ts";
import { noteWish } from "./wish-queries.ts";

const data = await testData();
const { database } = data;

/** A table with a number more than it may have indexes, which has those of the first, and a keeper with a clock. */
async function contested() {
  const names = Array.from({ length: INDEXES_MAX + 1 }, (_, n) => `n${n}`);
  const [first = "", last = ""] = [names[0], names.at(-1)];
  const { caller, tableId } = await wishingTable(
    data,
    names.map((name) => ({ name, type: "number" })),
    names.slice(0, -1).map((name, n) => [name, "sort", 100 + n]),
  );
  const clock = { ms: 0 };
  const maker = new IndexMaker(quietLogger, 60_000, () => clock.ms);
  const note = (name: string, uses: number) =>
    withClient(database.superuserUrl, async (client) => {
      const { text, values } = noteWish({ teamId: caller.team_id, tableId }, name, "sort", uses);
      await client.query(text, [...values]);
    });
  /** The fields that have an index after the next pass, so much later. */
  const served = async (laterMs = 0) => {
    clock.ms += laterMs;
    await withWorker(database, (session) => maker.serve(session));
    const made = await wishedIndexes(database, tableId);
    return made.map((text) => /'(n\d)'/.exec(text)?.[1]).toSorted();
  };
  return { note, served, first, last, between: names.slice(1, -1), before: names.slice(0, -1) };
}

test("fields that lists use alike do not take each other's indexes; one that is used much more takes that of the least used", async () => {
  const { note, served, first, last, between, before } = await contested();
  assert.deepEqual(await served(), before);
  // The ninth is wished for last, then the others again, as often as each other.
  await note(last, 150);
  assert.deepEqual(await served(), before);
  for (const name of between) await note(name, 100);
  assert.deepEqual(await served(10 * WISH_REST_MS), before);
  await note(last, 150);
  assert.deepEqual(await served(), before);
  const after = [...between, last];
  assert.deepEqual(await served(2 * WISH_REST_MS), after, "it lasts, though no wish has come since");
  // It does not swing back either.
  await note(first, 300);
  assert.deepEqual(await served(10 * WISH_REST_MS), after);
  assert.deepEqual(await served(10 * WISH_REST_MS), after);
});

test("an index in steady use stays when another wish was written sooner than its own, how often that happens", async () => {
  const { note, served, last, before } = await contested();
  assert.deepEqual(await served(), before);
  await note(last, 100);
  for (let minute = 0, uses = 500; minute < 5; minute++, uses *= 5) {
    await note(last, uses);
    assert.deepEqual(await served(WISH_REST_MS / 2), before, "only the ninth was written");
    for (const name of before) await note(name, uses);
    assert.deepEqual(await served(WISH_REST_MS / 2), before);
  }
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
