import { CallerVerifier } from "@jst/caller";
import { testDatabase } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { startAuthProcess } from "./testing/auth-process.ts";
import { newTokenValue } from "./tokens/token-format.ts";

const database = await testDatabase("auth");

for (const run of ["divided", "undivided"] as const) {
  test(`${run}, auth answers the gateway and jst, prints no secret, and ends in order`, () =>
    answersAll(run));
}

async function answersAll(run: "divided" | "undivided"): Promise<void> {
  const auth = await startAuthProcess(database, { run });
  const [team, email] = [run, "ada@example.org"];
  await auth.operate("CreateTeam", { slug: team });
  await auth.operate("AddMember", { team, email, role: "owner" });
  const human = await auth.operate("MintToken", { team, type: "human", member: email });
  const secrets = [String(human.value), String(human.refresh_token), newTokenValue("service")];
  const bearer = (token: string) => ({ headers: [["authorization", `Bearer ${token}`] as const] });

  const allowed = await auth.check(bearer(String(human.value)));
  assert.ok(allowed.isAllowed);
  const callerToken = allowed.upstream["x-internal-token"] ?? "";
  // The deployment's default name, as every service has it.
  const caller = await new CallerVerifier({ jwks: auth.jwks, audience: "jst" }).verify(callerToken);
  assert.equal(caller.role, "owner");
  for (const token of secrets.slice(1)) assert.equal((await auth.check(bearer(token))).status, 401);
  assert.equal((await auth.check({ ...bearer(String(human.value)), route: null })).status, 503);
  const refused = await auth.operate("MintToken", {
    team,
    type: "human",
    member: String(human.value),
  });
  assert.equal(refused.status, 422);

  const { code, output } = await auth.stop();
  assert.equal(code, 0, output);
  assert.match(output, /"message":"started"/);
  assert.match(output, /check failed closed/);
  for (const secret of [...secrets, callerToken, "operator-key-of-the-test"]) {
    assert.ok(!output.includes(secret.slice(10, -10)), output);
  }
}
