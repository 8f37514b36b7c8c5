import assert from "node:assert/strict";
import { test } from "node:test";
import type { NotificationPreferences } from "../../gen/rpc.ts";
import { testComms } from "../testing/test-comms.ts";
import { over, testNotices, testPeople, wanted } from "../testing/test-notices.ts";

const comms = await testComms();
const { door, sql } = comms;
const { take, list, titles } = testNotices(comms);
type Caller = ReturnType<typeof testPeople>["owner"];
const read = async (caller: Caller) =>
  (await door.call("GetNotificationPreferences", { caller })).body as NotificationPreferences;
const set = (caller: Caller, body: object) => door.call("UpdateNotificationPreferences", { caller, body });

test("a patch changes the members that are given, of the member alone who asks", async () => {
  const { owner, second } = testPeople(comms);
  const before = await read(owner);
  const hours = { from: "22:00", to: "07:00" };
  await set(owner, { quiet_hours: hours, timezone: "Europe/Vienna" });
  const { status, body, headers } = await set(owner, { channels: { review_waits: [] } });
  assert.deepEqual([status, headers["x-changeset-id"]], [200, undefined]);
  const channels = { ...before.channels, review_waits: [] };
  assert.deepEqual(body, { channels, quiet_hours: hours, timezone: "Europe/Vienna" });
  assert.deepEqual(await read(owner), body);
  assert.deepEqual(await read(second), before);
  const cleared = await set(owner, { quiet_hours: null, timezone: null });
  assert.deepEqual(cleared.body, { channels, quiet_hours: null, timezone: null });
});

for (const [fault, body, field] of [
  ["an unknown channel", { channels: { review_waits: ["sms"] } }, "channels.review_waits.0"],
  ["a channel twice", { channels: { review_waits: ["email", "email"] } }, "channels.review_waits"],
  ["an unknown kind", { channels: { lunch: [] } }, "channels.lunch"],
  ["hours that end when they begin", { quiet_hours: { from: "07:00", to: "07:00" } }, "quiet_hours.to"],
  ["hours without an end", { quiet_hours: { from: "07:00" } }, "quiet_hours.to"],
  ["an hour of another clock", { quiet_hours: { from: "24:00", to: "07:00" } }, "quiet_hours.from"],
  ["a zone of another planet", { timezone: "Mars/X" }, "timezone"],
] as const)
  test(`${fault} is 422 at its place, and nothing is stored`, async () => {
    const { owner } = testPeople(comms);
    const before = await read(owner);
    const { status, body: problem } = await set(owner, body);
    const { errors } = problem as { errors: { field: string }[] };
    assert.deepEqual([status, errors.map((one) => one.field)], [422, [field]]);
    assert.deepEqual(await read(owner), before);
  });

test("a notice is stored for the channels of its member: not at all, in the app, or for a mail alone", async () => {
  const { teamId, owner, second, admin } = testPeople(comms);
  await set(owner, { channels: { proposal_waits: [] } });
  await set(second, { channels: { proposal_waits: ["email"] } });
  const subject = { type: "changeset", id: "crm_1" };
  await take(teamId, wanted(teamId, { subject }));
  assert.deepEqual([(await titles(owner)).length, (await list(second)).unread_count], [0, 0]);
  assert.equal((await list(admin)).unread_count, 1);
  const stored = () =>
    sql(
      `select member_id, in_app, wants_mail, read_at is null as is_unread from comms.notifications
        where team_id = $1 and member_id <> $2`,
      [teamId, admin.member_id],
    );
  const mailed = { member_id: second.member_id, in_app: false, wants_mail: true };
  assert.deepEqual(await stored(), [{ ...mailed, is_unread: true }]);
  await take(teamId, over(teamId, { subject }));
  assert.deepEqual(await stored(), [{ ...mailed, is_unread: false }]);
});
