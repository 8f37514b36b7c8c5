import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import {
  notesMigrations,
  testDatabase,
  testNormalizer,
  until,
  withClient,
  type TestDatabase,
} from "@jst/testing";
import { startNormalizer, Database, type Texts } from "../index.ts";

const LIMIT_MS = 60_000;
const DECOMPOSED = "Cafe\u0301";
const COMPOSED = "Café";
const texts: Texts = { exact: {} };

const database: TestDatabase = await testDatabase("crm", { migrations: notesMigrations });
await withClient(database.superuserUrl, async (client) => {
  await client.query("set role crm_owner");
  await client.query("select platform.install_normalization('crm')");
});
const { walk, asBefore } = testNormalizer("crm", database, texts);

const fill = (teamId: string, count: number, title = DECOMPOSED) =>
  asBefore("insert into crm.notes (team_id, title) select $1, $2 || n from generate_series(1, $3::int) n", [
    teamId,
    title,
    count,
  ]);
/** Notes by whether their titles are composed, and undo records. */
const stateOf = async (teamId: string) => {
  const [state] = await asBefore<{ composed: number; decomposed: number; other: number; records: number }>(
    `select count(*) filter (where title = $2 || n)::int as composed,
        count(*) filter (where title = $3 || n)::int as decomposed,
        count(*) filter (where title not in ($2 || n, $3 || n))::int as other,
        (select count(*)::int from crm.changes where team_id = $1) as records
      from (select *, regexp_replace(title, '\\D', '', 'g') as n from crm.notes where team_id = $1) notes`,
    [teamId, COMPOSED, DECOMPOSED],
  );
  assert.ok(state !== undefined);
  return state;
};

test("a walk that is killed leaves each row as it was or composed, and the next one completes it", async () => {
  const teamId = randomUUID();
  const count = 5_000;
  await fill(teamId, count);
  for (let kill = 1; kill <= 3; kill += 1) {
    const { composed: before } = await stateOf(teamId);
    const child = fork(new URL("../testing/normalizing-main.ts", import.meta.url), [database.url, teamId]);
    const ended = once(child, "exit");
    await until(
      "rows are composed",
      LIMIT_MS,
      async () => (await stateOf(teamId)).composed > before || undefined,
    );
    child.kill("SIGKILL");
    await ended;
    const { composed, decomposed, other } = await stateOf(teamId);
    assert.deepEqual([composed + decomposed, other], [count, 0]);
    if (decomposed === 0) break;
  }
  await walk(teamId);
  assert.deepEqual(await stateOf(teamId), { composed: count, decomposed: 0, other: 0, records: 0 });
  assert.equal(await walk(teamId), 0);
});

test("the worker walks every team at start, and another one waits for its lease", async () => {
  const teams = [randomUUID(), randomUUID()];
  for (const teamId of teams) await fill(teamId, 3);
  const own = new Database({
    connectionString: database.url,
    poolSize: 2,
    applicationName: "worker",
    changesetPrefix: "crm",
  });
  const stored: [string, number][] = [];
  const failures: unknown[] = [];
  const start = () =>
    startNormalizer({
      service: "crm",
      connectionString: database.url,
      database: own,
      texts,
      teamsAfter: (after) =>
        Promise.resolve(after === "" ? { slugs: ["a", "b"], ids: teams } : { slugs: [], ids: [] }),
      onStored: (teamId, rows) => stored.push([teamId, rows]),
      onFailure: (error) => failures.push(error),
    });
  const workers = [start(), start()];
  await until("both teams are walked", LIMIT_MS, () => stored.length === 2 || undefined);
  await Promise.all(workers.map((worker) => worker.stop()));
  await own.close();
  assert.deepEqual(
    stored,
    teams.map((teamId) => [teamId, 3]),
  );
  assert.deepEqual(failures, []);
});

test("texts of every kind are composed at every depth, and an object of two names that become one stays", async () => {
  const composed = await asBefore<{ value: unknown }>(
    `select platform.nfc($1::jsonb) as value union all select platform.nfc($2::jsonb)
      union all select platform.nfc($3::jsonb, array['raw']) union all select to_jsonb(platform.nfc($4::text[]))`,
    [
      JSON.stringify({ "e\u0301": ["e\u0301", 1, null, true, "\n\u0303"] }),
      JSON.stringify({ "e\u0301": 1, é: 2 }),
      JSON.stringify({ raw: "e\u0301", a: "e\u0301" }),
      ["e\u0301", "é", "b", "b"],
    ],
  );
  assert.deepEqual(
    composed.map(({ value }) => value),
    [
      { é: ["é", 1, null, true, "\n\u0303"] },
      { "e\u0301": 1, é: 2 },
      { raw: "e\u0301", a: "é" },
      ["é", "b", "b"],
    ],
  );
});
