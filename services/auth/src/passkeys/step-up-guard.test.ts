import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, sql, teamIdOf } = auth;
const { atConsole, enrolled, stepUp } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

const set = async (caller: Caller, key: string, value: string) => {
  const { status, body } = await door.call("UpdateSetting", { caller, path: { key }, body: { value } });
  return status === 200 ? body.value : [status, body.code, body.methods];
};
const operate = async (value: string) => {
  const { status } = await door.operate("SetConfig", { team, key: "trust.step_up", value });
  return status;
};

test("only who has stepped up sets and clears trust.step_up, or the operator", async () => {
  const { caller, authenticator } = await enrolled(team);
  assert.deepEqual(await set(caller, "trust.step_up", "passkey"), [403, "step_up_required", ["passkey"]]);
  await stepUp(caller, authenticator);
  assert.equal(await set(caller, "trust.step_up", "passkey"), "passkey");
  await sql("update auth.sessions set passkey_at = passkey_at - interval '10 minutes' where id = $1", [
    caller.token_id,
  ]);
  assert.deepEqual(await set(caller, "trust.step_up", "none"), [403, "step_up_required", ["passkey"]]);
  assert.equal(await operate("none"), 200);
  assert.equal(await operate("passkey"), 200);
  await stepUp(caller, authenticator);
  assert.equal(await set(caller, "trust.step_up", "none"), "none");
});

test("a member without a passkey is not offered one", async () => {
  const { caller } = await atConsole(team);
  assert.deepEqual(await set(caller, "trust.step_up", "passkey"), [403, "step_up_required", []]);
});

test("a member whose only passkey is of another host is not offered one", async () => {
  const { caller } = await enrolled(team);
  const host = `${randomUUID()}.example.test`;
  const offered = async () => set(caller, "trust.step_up", "passkey");
  await sql("update auth.sessions set host = $2 where id = $1", [caller.token_id, host]);
  assert.deepEqual(await offered(), [403, "step_up_required", []]);
  await sql("update auth.passkeys set rp_id = $2 where member_id = $1", [caller.member_id, host]);
  assert.deepEqual(await offered(), [403, "step_up_required", ["passkey"]]);
  await sql("insert into auth.hosts (team_id, host) values ($1, $2)", [caller.team_id, host]);
  await sql("update auth.sessions set host = null where id = $1", [caller.token_id]);
  assert.deepEqual(await offered(), [403, "step_up_required", []]);
});

test("in a team of passkeys every setting of trust needs one, and no other setting", async () => {
  const { caller, authenticator } = await enrolled(team);
  assert.equal(await set(caller, "trust.rest", "execute"), "execute");
  await operate("passkey");
  for (const key of ["trust.rest", "trust.console"])
    assert.deepEqual(await set(caller, key, "queue"), [403, "step_up_required", ["passkey"]]);
  assert.equal(await set(caller, "team.timezone", "Europe/Berlin"), "Europe/Berlin");
  await stepUp(caller, authenticator);
  for (const key of ["trust.rest", "trust.console"]) assert.equal(await set(caller, key, "queue"), "queue");
});

test("a passkey that was used in another session of the member does not count", async () => {
  const { caller, authenticator } = await enrolled(team);
  const other = await atConsole(team);
  await stepUp(caller, authenticator);
  assert.deepEqual(await set(other.caller, "trust.step_up", "passkey"), [403, "step_up_required", []]);
});

test("the setting is shown with its words, and the facts of a decision follow it at once", async () => {
  const { caller } = await atConsole(team);
  const { body } = await door.call("ListSettings", { caller });
  const shown = (body.settings as { key: string }[]).find(({ key }) => key === "trust.step_up");
  const { version, ...rest } = (shown ?? {}) as Record<string, unknown>;
  assert.equal(typeof version, "number");
  assert.deepEqual(rest, {
    key: "trust.step_up",
    value: "none",
    default: "none",
    choices: ["none", "passkey"],
  });
  const facts = async () => {
    const token = { team_id: await teamIdOf(team), token_id: caller.token_id };
    return (await door.callAs("crm", "DecisionFacts", token)).body.needs_step_up;
  };
  assert.equal(await facts(), false);
  await operate("passkey");
  assert.equal(await facts(), true);
});

test("in a team of passkeys a rule is made, changed and deleted with one alone", async () => {
  const { caller, authenticator } = await enrolled(team);
  const make = (name: string) =>
    door.call("CreateApprovalRule", { caller, body: { name, when: {}, outcome: "run" } });
  const { body: rule } = await make("Before");
  await operate("passkey");
  const path = { approval_rule_id: String(rule.id) };
  const writes = [
    () => make("After"),
    () => door.call("UpdateApprovalRule", { caller, path, body: { name: "Later" } }),
    () => door.call("DeleteApprovalRule", { caller, path }),
  ];
  const statuses = async () => {
    const found: number[] = [];
    for (const write of writes) found.push((await write()).status);
    return found;
  };
  assert.deepEqual(await statuses(), [403, 403, 403]);
  await stepUp(caller, authenticator);
  assert.deepEqual(await statuses(), [201, 200, 200]);
});

test("in a team of passkeys a session adds leaders and changes roles with one alone", async () => {
  const { caller, authenticator } = await enrolled(team);
  const add = (role: string) =>
    door.call("AddTeamMember", {
      caller,
      body: { email: `${randomUUID()}@example.test`, role, notify: false },
    });
  const { body: member } = await add("member");
  await operate("passkey");
  const path = { member_id: String(member.id) };
  const raise = () => door.call("UpdateTeamMember", { caller, path, body: { role: "admin" } });
  const statuses = async () => [
    (await add("member")).status,
    (await add("admin")).status,
    (await raise()).status,
  ];
  assert.deepEqual(await statuses(), [201, 403, 403]);
  await stepUp(caller, authenticator);
  assert.deepEqual(await statuses(), [201, 201, 200]);
});
