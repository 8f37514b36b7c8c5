import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "@jst/testing";
import type { Fault } from "../../gen/rpc.ts";
import { testAuth } from "../testing/test-auth.ts";
import { CLIENT_ID, testProvider } from "../testing/test-provider.ts";
import { testVisitors } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, sql } = auth;
const { visitor } = testVisitors(auth);
const provider = await testProvider(`${door.httpUrl}/p/sign-in/callback`);

const faults = async (slug: string): Promise<Fault[]> => {
  const { status, body } = await door.callAs("agent", "ListFaults", { team_id: await auth.teamIdOf(slug) });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { faults: Fault[] }).faults;
};
const set = async (team: string, issuer: string): Promise<void> => {
  for (const [key, value] of [
    ["sign_in.oidc.issuer", issuer],
    ["sign_in.oidc.client_id", CLIENT_ID],
  ] as const)
    assert.equal((await door.operate("SetConfig", { team, key, value })).status, 200, key);
};
const signIn = (team: string) => visitor().send("/p/sign-in", { email: "ada@example.org", team });

test("a provider that does not answer who signs in is told to its team, until it answers or is set anew", async () => {
  const [team, other] = [await auth.newTeam(), await auth.newTeam()];
  await set(team, `http://127.0.0.1:${await freePort()}`);
  await set(other, provider.issuer);
  assert.deepEqual(await faults(team), []);
  for (const slug of [team, team, other]) await signIn(slug);
  const [fault, ...others] = await faults(team);
  assert.deepEqual(others, []);
  assert.deepEqual([fault?.component, fault?.state, fault?.path], ["sign_in", "failing", null]);
  assert.ok(Date.parse(fault?.since ?? "") <= Date.now());
  assert.deepEqual(await faults(other), []);
  await set(team, provider.issuer);
  assert.deepEqual(await faults(team), []);
  assert.equal((await signIn(team)).status, 303);
  assert.deepEqual(await faults(team), []);
  assert.deepEqual(await sql("select from auth.provider_faults"), []);
});

test("nobody but agent asks", async () => {
  const team_id = await auth.teamIdOf(await auth.newTeam());
  await assert.rejects(door.callAs("crm", "ListFaults", { team_id }), /UNAUTHENTICATED/);
});
