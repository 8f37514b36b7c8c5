import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { freePort, toldFaults } from "@jst/testing";
import { testAuth } from "../testing/test-auth.ts";
import { CLIENT_ID, CLIENT_SECRET, testProvider } from "../testing/test-provider.ts";
import { testVisitors } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, sql } = auth;
const { visitor } = testVisitors(auth);
const provider = await testProvider(`${door.httpUrl}/p/sign-in/callback`);

const told = toldFaults(door);
const faults = async (slug: string) => told({ team_id: await auth.teamIdOf(slug) });
const set = async (team: string, issuer: string, secret = CLIENT_SECRET): Promise<void> => {
  for (const [key, value] of [
    ["sign_in.oidc.issuer", issuer],
    ["sign_in.oidc.client_id", CLIENT_ID],
    ["sign_in.oidc.client_secret", secret],
  ] as const)
    assert.equal((await door.operate("SetConfig", { team, key, value })).status, 200, key);
};
const signIn = (team: string) => visitor().send("/p/sign-in", { email: "ada@example.org", team });

test("a provider that does not answer a sign-in is reported to its team until it answers or is set again", async () => {
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
});

/** Goes to the provider; answers who came back, and the path that they came back to. */
async function goThere(team: string): Promise<[ReturnType<typeof visitor>, string]> {
  const who = visitor();
  const { location, text } = await who.send("/p/sign-in", { email: `${randomUUID()}@example.org`, team });
  const back = await provider.signInAt(location || assert.fail(text), {
    email: "ada@example.org",
    email_verified: true,
  });
  return [who, `${back.pathname}${back.search}`];
}

test("a provider that does not take our secret is told, until somebody has come back from it", async () => {
  const team = await auth.newTeam();
  await set(team, provider.issuer, "another secret");
  const [who, path] = await goThere(team);
  assert.equal((await who.open(path)).status, 403);
  const [fault, ...others] = await faults(team);
  assert.deepEqual([fault?.component, others], ["sign_in", []]);
  await goThere(team);
  assert.deepEqual(await faults(team), [fault]);

  await set(team, provider.issuer);
  const note =
    "insert into auth.provider_faults (team_id) values ($1) on conflict (team_id) do update set failed_at = clock_timestamp()";
  await sql(note, [await auth.teamIdOf(team)]);
  const [again, back] = await goThere(team);
  assert.equal((await faults(team)).length, 1);
  assert.equal((await again.open(back)).status, 403);
  assert.deepEqual(await faults(team), []);
});

test("an invented answer does not count as a fault of the provider", async () => {
  const team = await auth.newTeam();
  await set(team, provider.issuer);
  for (const [name, value] of [
    ["code", "made up"],
    ["state", "x".repeat(43)],
    ["iss", "https://accounts.example"],
    ["error", "access_denied"],
  ] as const) {
    const [who, path] = await goThere(team);
    const url = new URL(path, provider.issuer);
    url.searchParams.set(name, value);
    assert.equal((await who.open(`${url.pathname}${url.search}`)).status, 403, name);
    assert.deepEqual(await faults(team), [], name);
  }
});

test("a provider is told to fail also where the secret of its client cannot be opened", async () => {
  const team = await auth.newTeam();
  await set(team, `http://127.0.0.1:${await freePort()}`);
  const secret = { team, key: "sign_in.oidc.client_secret", value: "s3cret" };
  assert.equal((await door.operate("SetConfig", secret)).status, 200);
  await signIn(team);
  await sql("update auth.settings set sealed = '\\x00' where team_id = $1 and sealed is not null", [
    await auth.teamIdOf(team),
  ]);
  assert.deepEqual(
    (await faults(team)).map(({ component, state }) => [component, state]),
    [["sign_in", "failing"]],
  );
});
