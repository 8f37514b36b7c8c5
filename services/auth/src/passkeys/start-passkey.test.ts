import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcomeOf, testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { newTeam } = auth;
const { atConsole, call, enrolled, grow, optionsOf } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

test("a session that was taken over after ten minutes makes no passkey", async () => {
  const { caller } = await atConsole(team);
  await grow(caller);
  const refused = await call("StartPasskey", caller);
  assert.deepEqual([...outcomeOf(refused), refused.body.methods], [403, "step_up_required", ["sign_in"]]);
});

test("a host that is an address, or that no team has, has no passkeys", async () => {
  const { caller } = await atConsole(team);
  for (const host of ["127.0.0.1", "[::1]", "nobody.test"])
    for (const method of ["StartPasskey", "StartStepUp"])
      assert.deepEqual(outcomeOf(await call(method, caller, { host })), [403, "host_not_allowed"], host);
});

test("options name the member by an id, the existing passkeys, and what the authenticator has to do", async () => {
  const { caller, authenticator, memberId, member } = await enrolled(team);
  const { challenge, ...options } = (await optionsOf("StartPasskey", caller)) as unknown as Record<
    string,
    unknown
  >;
  assert.match(String(challenge), /^[\w-]{43}$/);
  const id = Buffer.from(memberId.replaceAll("-", ""), "hex").toString("base64url");
  assert.deepEqual(options["rp"], { name: "localhost", id: "localhost" });
  assert.deepEqual(options["user"], { id, name: member, displayName: `${member} (${team})` });
  assert.deepEqual(options["excludeCredentials"], [
    { id: authenticator.credentialId.toString("base64url"), transports: ["internal"], type: "public-key" },
  ]);
  const { residentKey, userVerification } = options["authenticatorSelection"] as Record<string, unknown>;
  assert.deepEqual([residentKey, userVerification, options["attestation"]], ["required", "required", "none"]);
});
