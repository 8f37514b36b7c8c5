import { until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcomeOf, testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { database, newTeam, sql } = auth;
const { atConsole, authenticatorOf, call, create, enrolled, grow, optionsOf, stepUp } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

const stored = () =>
  sql("select * from auth.passkeys p join auth.teams t using (team_id) where t.slug = $1", [team]);

test("a member makes a passkey of the host, which the log names", async () => {
  const { passkey, memberId, authenticator } = await enrolled(team, "viewer");
  const { id, created_at, ...rest } = passkey;
  assert.deepEqual(rest, { name: "Laptop", host: "localhost", last_used_at: null });
  assert.ok(Date.parse(created_at) <= Date.now());
  const [row = {}] = await stored();
  assert.deepEqual(row["credential_id"], authenticator.credentialId);
  assert.deepEqual([row["member_id"], row["transports"]], [memberId, ["internal"]]);
  const [entry] = await sql(
    "select payload ->> 'action' as action from auth.outbox where payload ->> 'resource_id' = $1",
    [id],
  );
  assert.equal(entry?.["action"], "create");
});

test("making a passkey needs a fresh sign-in, or the use of another passkey", async () => {
  const { caller, authenticator } = await enrolled(team);
  const response = authenticatorOf().create(await optionsOf("StartPasskey", caller));
  await grow(caller);
  const refused = await call("CreatePasskey", caller, { body: { name: "Phone", response } });
  assert.deepEqual(outcomeOf(refused), [403, "step_up_required"]);
  assert.deepEqual(refused.body.methods, ["sign_in", "passkey"]);
  assert.deepEqual(outcomeOf(await call("StartPasskey", caller)), [403, "step_up_required"]);
  assert.equal((await stored()).length, 1);
  assert.equal((await stepUp(caller, authenticator)).status, 200);
  assert.equal((await create(caller)).status, 201);
});

test("a member has ten passkeys, then 422", async () => {
  const { caller } = await atConsole(team);
  for (let n = 0; n < 10; n += 1) assert.equal((await create(caller)).status, 201);
  assert.deepEqual(outcomeOf(await create(caller)), [422, "limit_reached"]);
  assert.equal((await stored()).length, 10);
});

test("of many passkeys at once ten are made", async () => {
  const { caller } = await atConsole(team);
  const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await create(caller)).status));
  assert.equal(statuses.filter((status) => status === 201).length, 10);
  assert.equal((await stored()).length, 10);
});

test("who is removed while a passkey is made has none", async () => {
  const { caller, memberId } = await atConsole(team);
  const reply = await withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query("update auth.members set removed_at = now(), suspended_at = now() where id = $1", [
      memberId,
    ]);
    const creating = create(caller);
    await until("the creation waits for the removal", 10_000, async () => {
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      return (await sql(waiting)).length > 0 ? true : undefined;
    });
    await client.query("commit");
    return creating;
  });
  assert.deepEqual(outcomeOf(reply), [403, "sign_in_refused"]);
  assert.equal((await stored()).length, 0);
});

test("whatever is wrong with a new credential, the refusal is the one 403, and the log has it", async () => {
  const { caller, memberId } = await atConsole(team);
  const other = await atConsole(await newTeam());
  const good = authenticatorOf();
  const options = await optionsOf("StartPasskey", caller);
  const response = good.create(options);
  const named = (one: unknown) => ({ body: { name: "Laptop", response: one } });
  assert.equal((await call("CreatePasskey", caller, named(response))).status, 201);
  const fresh = () => optionsOf("StartPasskey", caller);
  const expired = await fresh();
  await sql("update auth.passkey_challenges set expires_at = now()");
  const wrong: Record<string, unknown> = {
    replayed: response,
    "with a challenge of another session": authenticatorOf().create(
      await optionsOf("StartPasskey", other.caller),
    ),
    "with an expired challenge": authenticatorOf().create(expired),
    "with a challenge of another purpose": authenticatorOf().create(await optionsOf("StartStepUp", caller)),
    "of another host": authenticatorOf("evil.test").create(await fresh()),
    unverified: authenticatorOf().create(await fresh(), { isUnverified: true }),
    attested: authenticatorOf().create(await fresh(), { isAttested: true }),
    "of a signature": authenticatorOf().create(await fresh(), { type: "webauthn.get" }),
    "of a credential that is stored": good.create(await fresh()),
    large: { ...authenticatorOf().create(await fresh()), more: "x".repeat(65_536) },
    empty: {},
    odd: { id: 7, response: { clientDataJSON: "e30", attestationObject: [] } },
  };
  const details = new Set<unknown>();
  for (const [name, one] of Object.entries(wrong)) {
    const refused = await call("CreatePasskey", caller, named(one));
    assert.deepEqual(outcomeOf(refused), [403, "sign_in_refused"], name);
    details.add(refused.body.detail);
  }
  assert.equal(details.size, 1);
  assert.equal((await stored()).length, 1);
  const entries = await sql(
    `select payload ->> 'outcome' as outcome from auth.outbox
      where payload ->> 'resource' = 'passkeys' and payload ->> 'actor_id' = $1 and payload ->> 'outcome' = 'denied'`,
    [memberId],
  );
  assert.equal(entries.length, Object.keys(wrong).length);
});

test("a name is one to 120 characters", async () => {
  const { caller } = await atConsole(team);
  for (const name of ["", "x".repeat(121), 7])
    assert.equal((await call("CreatePasskey", caller, { body: { name, response: {} } })).status, 422);
});
