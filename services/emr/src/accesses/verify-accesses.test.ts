import { withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";

const { door, database } = await testEmr();

async function looked() {
  const caller = reader();
  for (let n = 0; n < 4; n += 1) await door.call("GetEmr", { caller });
  const verify = async () => (await door.operate("VerifyAccesses", { team_id: caller.team_id })).body;
  /** Changes the record as nobody but a superuser can: with its triggers off. */
  const tamper = (text: string) =>
    withClient(database.superuserUrl, async (client) => {
      await client.query("set session_replication_role = replica");
      assert.notEqual((await client.query(text, [caller.team_id])).rowCount, 0);
    });
  return { caller, verify, tamper };
}

test("a record that nobody touched is whole", async () => {
  const { verify } = await looked();
  const { place, complete, broken } = await verify();
  assert.deepEqual([place.seq, complete, broken], [4, true, null]);
});

for (const column of [
  "actor_id",
  "action",
  "outcome",
  "code",
  "request_id",
  "patient_id",
  "contact_id",
  "route",
  "ip",
  "user_agent",
  "purpose_of_use",
  "resource",
  "resource_id",
  "token_id",
])
  test(`a ${column} that was changed is found at its row`, async () => {
    const { verify, tamper } = await looked();
    await tamper(`update emr.audit set ${column} = 'x' where team_id = $1 and seq = 2`);
    const { broken } = await verify();
    assert.deepEqual([broken.seq, broken.reason], [2, "changed"]);
  });

test("rows that are gone, in the middle or at the end, are missed", async () => {
  for (const [seq, missing] of [
    ["seq = 2", 2],
    ["seq > 2", 3],
  ] as const) {
    const { verify, tamper } = await looked();
    await tamper(`delete from emr.audit where team_id = $1 and ${seq}`);
    const { broken } = await verify();
    assert.deepEqual([broken.seq, broken.reason], [missing, "missing"]);
  }
});

for (const text of [
  "update emr.audit set outcome = 'success' where team_id = $1",
  "delete from emr.audit where team_id = $1",
  "truncate emr.audit",
  "update emr.audit_heads set seq = 0 where team_id = $1",
  "delete from emr.audit_heads where team_id = $1",
])
  test(`nobody can ${text}`, async () => {
    const { caller, verify } = await looked();
    const values = text.includes("$1") ? [caller.team_id] : [];
    const roles = ["emr", "emr_audit", "emr_relay", "emr_owner"].map((role) => database.urlOf(role));
    for (const url of [...roles, database.superuserUrl])
      await withClient(url, async (client) => {
        await client.query("select set_config('app.team_id', $1, false)", [caller.team_id]);
        await client.query(text, values).then(
          ({ rowCount }) => assert.equal(rowCount, 0, url),
          () => undefined,
        );
      });
    assert.deepEqual([(await verify()).broken, (await verify()).place.seq], [null, 4]);
  });

test("the service's own role sees no row of the record, not even its team's", async () => {
  const { caller } = await looked();
  await withClient(database.url, async (client) => {
    await client.query("select set_config('app.team_id', $1, false)", [caller.team_id]);
    await assert.rejects(client.query("select 1 from emr.audit"), /permission denied/);
  });
});
