import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { HOST, outcomeOf, testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { newTeam, sql } = auth;
const { atConsole, call, create, enrolled, optionsOf } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

test("options name the member's passkeys of the host alone", async () => {
  const { caller, authenticator } = await enrolled(team);
  await enrolled(team);
  await create(caller);
  await sql("update auth.passkeys set rp_id = 'other.test' where credential_id <> $1", [
    authenticator.credentialId,
  ]);
  const options = (await optionsOf("StartStepUp", caller)) as unknown as Record<string, unknown>;
  const { allowCredentials, rpId, userVerification } = options;
  assert.deepEqual([rpId, userVerification], [HOST, "required"]);
  const id = authenticator.credentialId.toString("base64url");
  assert.deepEqual(allowCredentials, [{ id, transports: ["internal"], type: "public-key" }]);
});

test("a member without a passkey of the host has no options to step up", async () => {
  const { caller } = await atConsole(team);
  assert.deepEqual(outcomeOf(await call("StartStepUp", caller)), [403, "sign_in_refused"]);
  const other = await enrolled(team);
  await sql("update auth.passkeys set rp_id = 'other.test' where member_id = $1", [other.memberId]);
  assert.deepEqual(outcomeOf(await call("StartStepUp", other.caller)), [403, "sign_in_refused"]);
});
