import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcomeOf, testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, sql, teamIdOf } = auth;
const { authenticatorOf, call, enrolled, grow, optionsOf, stepUp } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

test("a passkey steps the session up for ten minutes, and makes its sign-in fresh", async () => {
  const { caller, authenticator } = await enrolled(team);
  await grow(caller);
  const team_id = await teamIdOf(team);
  const facts = async () => {
    const { body } = await door.callAs("crm", "DecisionFacts", { team_id, token_id: caller.token_id });
    return [body.is_fresh, body.is_stepped_up, body.has_passkey, body.needs_step_up];
  };
  assert.deepEqual(await facts(), [false, false, true, false]);
  const before = Date.now();
  const { status, body } = await stepUp(caller, authenticator);
  assert.equal(status, 200);
  const until = Date.parse(String(body.stepped_up_until));
  assert.ok(until >= before + 599_000 && until <= Date.now() + 601_000);
  assert.deepEqual(await facts(), [true, true, true, false]);
  assert.equal((await call("GetSession", caller)).body.stepped_up_until, body.stepped_up_until);
  await sql("update auth.sessions set passkey_at = passkey_at - interval '10 minutes' where id = $1", [
    caller.token_id,
  ]);
  assert.deepEqual(await facts(), [false, false, true, false]);
  assert.equal((await call("GetSession", caller)).body.stepped_up_until, null);
});

test("whatever is wrong with a signature, the refusal is the one 403, and nothing is stepped up", async () => {
  const { caller, authenticator } = await enrolled(team);
  const other = await enrolled(team);
  const fresh = () => optionsOf("StartStepUp", caller);
  const good = authenticator.sign(await fresh());
  assert.equal((await call("StepUp", caller, { body: { response: good } })).status, 200);
  await sql("update auth.sessions set passkey_at = null where id = $1", [caller.token_id]);
  const expired = await fresh();
  await sql("update auth.passkey_challenges set expires_at = now()");
  authenticator.counter = 5;
  assert.equal((await stepUp(caller, authenticator)).status, 200);
  await sql("update auth.sessions set passkey_at = null where id = $1", [caller.token_id]);
  const wrong: Record<string, unknown> = {
    replayed: good,
    "with a challenge of another session": authenticator.sign(await optionsOf("StartStepUp", other.caller)),
    "with an expired challenge": authenticator.sign(expired),
    "of another host": authenticator.sign(await fresh(), { host: "evil.test" }),
    unverified: authenticator.sign(await fresh(), { isUnverified: true }),
    "of a creation": authenticator.sign(await fresh(), { type: "webauthn.create" }),
    "with a counter that goes back": authenticator.sign(await fresh(), { counter: 3 }),
    "with a counter that stands": authenticator.sign(await fresh(), { counter: 6 }),
    "of another member": other.authenticator.sign(await fresh()),
    "of an unknown passkey": authenticatorOf().sign(await fresh()),
    "with another person's handle": authenticator.sign(await fresh(), { userHandle: "AAAA" }),
    "with another signature": { ...authenticator.sign(await fresh()), ...signatureOf(good) },
    empty: {},
  };
  const details = new Set<unknown>();
  for (const [name, response] of Object.entries(wrong)) {
    const refused = await call("StepUp", caller, { body: { response } });
    assert.deepEqual(outcomeOf(refused), [403, "sign_in_refused"], name);
    details.add(refused.body.detail);
  }
  assert.equal(details.size, 1);
  assert.equal((await call("GetSession", caller)).body.stepped_up_until, null);
});

function signatureOf(response: Record<string, unknown>): Record<string, unknown> {
  return { response: response["response"] };
}

test("a refused response spends its challenge", async () => {
  const { caller, authenticator } = await enrolled(team);
  const options = await optionsOf("StartStepUp", caller);
  const [bad, good] = [authenticator.sign(options, { isUnverified: true }), authenticator.sign(options)];
  for (const response of [bad, good])
    assert.equal((await call("StepUp", caller, { body: { response } })).status, 403);
});

test("of one signature sent many times at once, one counts", async () => {
  const { caller, authenticator } = await enrolled(team);
  const response = authenticator.sign(await optionsOf("StartStepUp", caller));
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => call("StepUp", caller, { body: { response } })),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
});

test("an authenticator that counts nothing steps up again and again", async () => {
  const { caller, authenticator } = await enrolled(team);
  for (let n = 0; n < 2; n += 1)
    assert.equal((await stepUp(caller, authenticator, { counter: 0 })).status, 200);
});

test("the log has each step-up and each refusal", async () => {
  const { caller, authenticator } = await enrolled(team);
  await stepUp(caller, authenticator);
  await stepUp(caller, authenticator, { isUnverified: true });
  const entries = await sql(
    "select payload ->> 'outcome' as outcome from auth.outbox where payload ->> 'action' = 'step_up' and payload ->> 'resource_id' = $1 order by id",
    [caller.token_id],
  );
  assert.deepEqual(
    entries.map(({ outcome: one }) => one),
    ["success", "denied"],
  );
});

test("a switch to another team takes no step-up along", async () => {
  const { caller, authenticator } = await enrolled(team);
  await stepUp(caller, authenticator);
  const [member] = await sql("select email from auth.members where id = $1", [caller.member_id]);
  const other = await newTeam();
  await door.operate("AddMember", { team: other, email: member?.["email"], role: "owner" });
  await sql("update auth.sessions set way = 'mail' where id = $1", [caller.token_id]);
  const { status, body } = await door.call("SwitchSession", {
    caller,
    body: { team_id: await teamIdOf(other) },
  });
  assert.deepEqual([status, body.stepped_up_until], [200, null]);
});
