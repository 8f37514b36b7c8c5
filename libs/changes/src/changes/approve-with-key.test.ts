import { digestOf } from "@jst/rpc";
import assert from "node:assert/strict";
import { test } from "node:test";
import { propose, testNotes, testTeam, until, withClient } from "@jst/testing";

const limitMs = 30_000;
const { door, database, stored } = await testNotes();
const headers = { "idempotency-key": "once" };

/** A proposal, the ways to approve it and to see how it stands, and how the service knows the key. */
async function proposal() {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body: { title: "Ada" } });
  return {
    teamId: member.team_id,
    keyId: digestOf([admin.token_id, "changes.v1.Changes", "ApproveChangeset", path, "once"]),
    approve: (more: object = { headers }) => door.call("ApproveChangeset", { caller: admin, path, ...more }),
    status: async () => (await door.call("GetChangeset", { caller: member, path })).body.status as string,
  };
}

test("an approval under a key that is in use says so, and the proposal waits for one that is not", async () => {
  const { teamId, keyId, approve, status } = await proposal();
  await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    const key = `idempotency ${teamId} ${keyId.toString("hex")}`;
    await holder.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [key]);
    const refused = await approve();
    assert.deepEqual(
      [refused.status, refused.body.code, await status()],
      [409, "idempotency_in_progress", "queued"],
    );
    await holder.query("rollback");
  });
  const approved = await approve();
  assert.deepEqual([approved.status, approved.headers["idempotency-replayed"]], [200, undefined]);
  assert.deepEqual([await status(), (await stored(teamId)).notes], ["executed", 1]);
});

test("an approval whose key comes to name another write is refused, and the proposal waits for another key", async () => {
  const { teamId, keyId, approve, status } = await proposal();
  const refused = await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    // The approval has found the key unused and is about to read the changeset when the key is used.
    await holder.query("lock table crm.changesets in access exclusive mode");
    const text = `insert into crm.idempotency_keys (team_id, id, fingerprint, status, headers, body)
      values ($1, $2, '\\x00', 200, '{}', '{}')`;
    await holder.query(text, [teamId, keyId]);
    const under = approve();
    await until("the approval waits for the changeset", limitMs, async () => {
      const { rowCount } = await holder.query(
        // Databases of one template have the same numbers for the same tables.
        `select from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and relation = 'crm.changesets'::regclass and not granted`,
      );
      return rowCount === 1 ? true : undefined;
    });
    await holder.query("commit");
    return under;
  });
  assert.deepEqual(
    [refused.status, refused.body.code, await status()],
    [422, "idempotency_key_reused", "queued"],
  );
  assert.equal((await approve({})).status, 200);
});
