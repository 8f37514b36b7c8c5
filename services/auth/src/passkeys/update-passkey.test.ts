import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcomeOf, testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { newTeam } = auth;
const { atConsole, call, enrolled, grow, listed } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

test("a member renames a passkey at any time; the same name changes nothing", async () => {
  const { caller, passkey } = await enrolled(team);
  await grow(caller);
  const path = { passkey_id: passkey.id };
  const renamed = await call("UpdatePasskey", caller, { path, body: { name: "Phone" } });
  assert.deepEqual([renamed.status, renamed.body.name], [200, "Phone"]);
  const same = await call("UpdatePasskey", caller, { path, body: { name: "Phone" } });
  assert.deepEqual([same.status, same.headers["x-changeset-id"]], [200, undefined]);
  for (const name of ["", "x".repeat(121), null])
    assert.equal((await call("UpdatePasskey", caller, { path, body: { name } })).status, 422);
  assert.equal((await listed(caller))[0]?.name, "Phone");
});

test("a passkey of another member, of another team and none at all are alike", async () => {
  const { caller } = await atConsole(team);
  const ofTeam = await enrolled(team);
  const foreign = await enrolled(await newTeam());
  for (const passkey_id of [ofTeam.passkey.id, foreign.passkey.id, randomUUID(), "no-uuid"]) {
    const path = { passkey_id };
    const replies = [
      await call("UpdatePasskey", caller, { path, body: { name: "Mine" } }),
      await call("DeletePasskey", caller, { path }),
    ];
    for (const reply of replies)
      assert.deepEqual(
        [...outcomeOf(reply), reply.body.detail],
        [404, "not_found", "This item does not exist, or you do not have access to it. Check the id."],
      );
  }
  assert.equal((await listed(foreign.caller))[0]?.name, "Laptop");
});
