import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcomeOf, testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { newTeam } = auth;
const { call, enrolled, grow, listed, stepUp } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

test("deleting a passkey needs a fresh sign-in, and it signs and steps up no more", async () => {
  const { caller, authenticator, passkey } = await enrolled(team);
  const path = { passkey_id: passkey.id };
  await grow(caller);
  assert.deepEqual(outcomeOf(await call("DeletePasskey", caller, { path })), [403, "step_up_required"]);
  await stepUp(caller, authenticator);
  assert.deepEqual((await call("DeletePasskey", caller, { path })).body, { id: passkey.id, deleted: true });
  assert.deepEqual(await listed(caller), []);
  assert.deepEqual(outcomeOf(await call("DeletePasskey", caller, { path })), [404, "not_found"]);
  assert.deepEqual(outcomeOf(await call("StartStepUp", caller)), [403, "sign_in_refused"]);
});
