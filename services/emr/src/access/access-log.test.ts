import { PostgresProxy, withClient, type TestDatabase } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

let proxy: PostgresProxy;
const { door, take, looks, sql, database } = await testEmr(async (made: TestDatabase) => {
  proxy = await PostgresProxy.to(made.urlOf("emr_audit"));
  return proxy.url;
});
after(() => proxy.close());

async function patient() {
  const caller = reader();
  const report = await take(caller, [ada()]);
  const path = { patient_id: report.resources[0]?.id ?? "" };
  return { caller, get: () => door.call("GetPatient", { caller, path }) };
}

test("while the store of the record is away nothing is answered and no chart is read", async () => {
  const { caller, get } = await patient();
  const reads = async () => {
    const [row] = await sql<{ n: string }>(
      "select coalesce(sum(seq_scan + idx_scan), 0) as n from pg_stat_user_tables where relname = 'patients'",
    );
    return row?.n;
  };
  assert.equal((await get()).status, 200);
  proxy.judge = () => "cut";
  await sql("select pg_stat_force_next_flush()");
  const before = await reads();
  const reply = await get();
  assert.deepEqual([reply.status, reply.body.code], [503, "unavailable"]);
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.equal(await reads(), before);
  proxy.judge = () => "pass";
  assert.equal((await get()).status, 200);
  assert.equal((await looks(caller)).length, 2);
});

test("a look that may not be committed is not answered, and what was read is not shown", async () => {
  const { get } = await patient();
  proxy.judge = ({ body }) => (body.includes("audit_append") ? "cut" : "pass");
  const reply = await get();
  assert.deepEqual([reply.status, reply.body.code], [503, "unavailable"]);
  assert.doesNotMatch(JSON.stringify(reply.body), /Lovelace|MRN/);
  proxy.judge = () => "pass";
  assert.equal((await get()).status, 200);
});

test("the right to append taken away: 503", async () => {
  const { get } = await patient();
  const change = (text: string) => withClient(database.ownerUrl, (client) => client.query(text));
  await change("revoke insert on emr.audit from emr_audit");
  assert.equal((await get()).status, 503);
  await change("grant insert on emr.audit to emr_audit");
  assert.equal((await get()).status, 200);
});

test("a hundred looks at once are a hundred rows of one chain without a gap", async () => {
  const { caller, get } = await patient();
  const replies = await Promise.all(Array.from({ length: 100 }, get));
  assert.ok(replies.every(({ status }) => status === 200));
  const rows = await sql<{ seq: string }>("select seq from emr.audit where team_id = $1 order by seq", [
    caller.team_id,
  ]);
  assert.deepEqual(
    rows.map(({ seq }) => Number(seq)),
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
});
