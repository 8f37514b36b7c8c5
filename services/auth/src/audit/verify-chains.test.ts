import { testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAudit } from "../testing/test-audit.ts";
import { testAuth } from "../testing/test-auth.ts";

const { database, door, looks, newTeam, teamIdOf } = await testAuth();
const { append } = testAudit(database);
let team_id: string;
beforeEach(async () => {
  team_id = await teamIdOf(await newTeam());
  looks.broken = null;
});

const verify = (query = "", team = team_id) =>
  door.call("VerifyChains", { caller: testCaller({ team_id: team }), query });
/** Walks through every part of both logs. */
async function walk() {
  const parts: Record<string, unknown>[] = [];
  for (let query = ""; ;) {
    const { status, body } = await verify(query);
    assert.equal(status, 200, JSON.stringify(body));
    const { next_cursor, has_more, ...part } = body as Record<string, unknown> & {
      next_cursor: string | null;
    };
    parts.push(part);
    assert.equal(has_more, next_cursor !== null);
    if (next_cursor === null) return parts;
    query = `cursor=${next_cursor}`;
  }
}
const grow = (entries: number) =>
  append(
    team_id,
    Array.from({ length: entries }, () => ({})),
  );
const tamper = (text: string) =>
  withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(text, [team_id]);
  });

test("logs that nobody touched are whole, the empty ones too", async () => {
  assert.deepEqual(await walk(), [
    { log: "audit", entries: 0, complete: true, broken: null },
    { log: "phi", entries: 0, complete: true, broken: null },
  ]);
  await grow(3);
  looks.chain = 12_000;
  assert.deepEqual(await walk(), [
    { log: "audit", entries: 3, complete: true, broken: null },
    { log: "phi", entries: 5_000, complete: false, broken: null },
    { log: "phi", entries: 10_000, complete: false, broken: null },
    { log: "phi", entries: 12_000, complete: true, broken: null },
  ]);
  looks.chain = 0;
});

test("five thousand entries are verified at once, and the next call goes on behind them", async () => {
  for (let batch = 0; batch < 3; batch += 1) await grow(1_700);
  const [first, second] = await walk();
  assert.deepEqual(first, { log: "audit", entries: 5_000, complete: false, broken: null });
  assert.deepEqual(second, { log: "audit", entries: 5_100, complete: true, broken: null });
  const { body } = await verify();
  await tamper("update auth.audit set reason = 'x' where team_id = $1 and seq = 5_050");
  const found = await verify(`cursor=${String(body.next_cursor)}`);
  assert.deepEqual([found.body.broken.seq, found.body.broken.reason], [5_050, "changed"]);
});

test("the first changed entry is named, and the other log is still verified", async () => {
  const ids = await grow(5);
  await tamper("update auth.audit set action = 'revoke' where team_id = $1 and seq = 3");
  looks.broken = { seq: 1, id: null, reason: "missing" };
  assert.deepEqual(await walk(), [
    { log: "audit", entries: 2, complete: true, broken: { seq: 3, id: ids[2], reason: "changed" } },
    { log: "phi", entries: 0, complete: true, broken: looks.broken },
  ]);
});

test("while the record of looks cannot be read nothing is said of it", async () => {
  const { body } = await verify();
  looks.isAway = true;
  const reply = await verify(`cursor=${String(body.next_cursor)}`);
  looks.isAway = false;
  assert.deepEqual([reply.status, reply.body.code], [503, "unavailable"]);
});

test("a cursor of another team, of another list or of an invalid form is refused", async () => {
  await grow(1);
  const { body } = await verify();
  const cursor = String(body.next_cursor);
  const other = await teamIdOf(await newTeam());
  for (const reply of [
    await verify(`cursor=${cursor}`, other),
    await verify(`cursor=${cursor.slice(0, -2)}`),
    await verify("cursor=eyJzZXEiOjB9"),
  ])
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"]);
  const listed = await door.call("ListAudit", {
    caller: testCaller({ team_id }),
    query: `cursor=${cursor}`,
  });
  assert.equal(listed.body.code, "invalid_cursor");
});

test("a broken chain of one team does not show in another team's result", async () => {
  await grow(2);
  await tamper("delete from auth.audit where team_id = $1 and seq = 1");
  assert.equal((await verify()).body.broken.seq, 1);
  assert.equal((await verify("", await teamIdOf(await newTeam()))).body.broken, null);
});

test("it needs audit:read and takes nothing else", async () => {
  const caller = testCaller({ team_id, scopes: [{ resource: "config", actions: ["read"] }] });
  assert.equal((await door.call("VerifyChains", { caller })).body.code, "insufficient_scope");
  for (const query of ["team=x", "cursor=", "cursor=a&cursor=b"])
    assert.equal((await verify(query)).status, 400, query);
});
