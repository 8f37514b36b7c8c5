import assert from "node:assert/strict";
import { test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testAuth } from "../testing/test-auth.ts";
import { LastUsed } from "./last-used.ts";

const auth = await testAuth();

test("uses are written to the minute, all at once, and never backwards", async () => {
  const operator = new SystemDatabase({
    connectionString: auth.database.urlOf("auth_lookup"),
    poolSize: 1,
    applicationName: "last_used_test",
  });
  const faults: unknown[] = [];
  const lastUsed = new LastUsed(operator, (error) => faults.push(error));
  const team = await auth.newTeam();
  const [one, two] = [await auth.mint({ team, type: "service" }), await auth.mint({ team, type: "service" })];
  const [row] = await auth.sql("select team_id from auth.teams where slug = $1", [team]);
  const teamId = String(row?.team_id);
  const at = Date.parse("2026-03-01T10:20:59.999Z");
  const noteAndFlush = async (now: number) => {
    for (const { id } of [one, two]) lastUsed.note({ id, team_id: teamId }, now);
    await lastUsed.flush();
    const rows = await auth.sql("select distinct last_used_at as at from auth.tokens where team_id = $1", [
      teamId,
    ]);
    return rows.map(({ at: used }) => (used as Date).toISOString());
  };
  assert.deepEqual(await noteAndFlush(at), ["2026-03-01T10:20:00.000Z"]);
  assert.deepEqual(await noteAndFlush(at - 120_000), ["2026-03-01T10:20:00.000Z"]);
  assert.deepEqual(await noteAndFlush(at + 1), ["2026-03-01T10:21:00.000Z"]);
  await lastUsed.close();
  await operator.close();
  assert.deepEqual(faults, []);
});

test("a request that passes is a use, and the last ones are written when the process ends", async () => {
  const team = await auth.newTeam();
  const { id, value } = await auth.mint({ team, type: "service" });
  await auth.askWith(value);
  await auth.check.close();
  const [row] = await auth.sql(
    "select last_used_at > now() - interval '2 minutes' as recent from auth.tokens where id = $1",
    [id],
  );
  assert.equal(row?.recent, true);
});

test("a database that is away is reported and ends nothing", async () => {
  const faults: unknown[] = [];
  const lastUsed = new LastUsed({ query: () => Promise.reject(new Error("away")) }, (error) =>
    faults.push(error),
  );
  lastUsed.note({ id: "a", team_id: "b" }, 0);
  await lastUsed.close();
  assert.equal(faults.length, 1);
});
