import assert from "node:assert/strict";
import { after, test } from "node:test";
import { AppError } from "@jst/errors";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { Database, RunningTime, type Statement } from "./index.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const countNotes: Statement = {
  name: "count_notes",
  text: "select count(*)::int as count from notes",
  values: [],
};
const tooLong = () => new AppError("invalid_filter", "The statements ran too long.");

test("statements that use up a time of their own are refused with its refusal, in a read and in a snapshot", async () => {
  const slow = { text: "select pg_sleep(10)", values: [] };
  const running = new RunningTime(50, tooLong);
  await assert.rejects(database.read(teamContext(), slow, "generic", running), { code: "invalid_filter" });
  // Nothing is left for a second one.
  await assert.rejects(database.read(teamContext(), countNotes, "generic", running), {
    code: "invalid_filter",
  });
  await assert.rejects(
    database.snapshot(teamContext(), async (read) => {
      assert.equal((await read(countNotes, new RunningTime(60_000, tooLong))).length, 1);
      return read(slow, new RunningTime(50, tooLong));
    }),
    { code: "invalid_filter" },
  );
  assert.equal((await database.read(teamContext(), countNotes)).length, 1);
});

test("a wait for a connection uses up the time of the request, and none of the statements' own", async () => {
  const sleep = (seconds: number) => ({ text: `select pg_sleep(${seconds})`, values: [] });
  // The pool has one connection, and the first caller has it.
  const holding = database.read(teamContext(), sleep(1.5));
  const queued = database.read(teamContext(), countNotes, "generic", new RunningTime(1_200, tooLong));
  const late = database.read(
    teamContext({ timeoutMs: 4_000 }),
    sleep(10),
    "generic",
    new RunningTime(3_900, tooLong),
  );
  await Promise.all([
    holding,
    queued.then((rows) => assert.equal(rows.length, 1)),
    assert.rejects(late, { code: "timeout" }),
  ]);
});
