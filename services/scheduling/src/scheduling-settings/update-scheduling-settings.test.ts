import type { FactPayload } from "@jst/events";
import type { Caller } from "@jst/caller";
import { testCaller, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { notified } from "../testing/notified.ts";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, sql, teamSenders, comms } = await testScheduling();
const { typeOf, book, move, cancel } = bookingsOf(door);
const get = (caller: Caller) => door.call("GetSchedulingSettings", { caller });
const set = (caller: Caller, body: object, more: object = {}) =>
  door.call("UpdateSchedulingSettings", { caller, body, ...more });

/** ORGANIZER and the accepted attendees of the last calendar entry of the team. */
async function organizer({ team_id }: Caller): Promise<string[]> {
  const rows = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload from scheduling.outbox where team_id = $1 and type = 'booking.changed' order by seq desc limit 1",
    [team_id],
  );
  const { attachment } = notified(rows[0]?.payload);
  const lines = attachment.content.replaceAll("\r\n ", "").split("\r\n");
  return lines
    .filter((line) => /^ORGANIZER|^ATTENDEE.*ACCEPTED/.test(line))
    .map((line) => line.replace(/;.*:mailto/, ":mailto"));
}

test("what is set is answered with its version, the same again changes nothing, and null sets it back", async () => {
  const caller = testCaller();
  const first = await set(caller, { organizer: "host" });
  assert.deepEqual(
    [first.status, first.body.organizer, first.body.version, first.headers["etag"]],
    [200, "host", 1, '"1"'],
  );
  assert.deepEqual((await get(caller)).body, first.body);
  assert.equal((await set(caller, { organizer: "host" })).body.version, 1, "the same again is no change");
  assert.equal((await set(caller, {}, { headers: { "if-match": '"7"' } })).status, 412);
  assert.equal((await set(caller, { organizer: null })).body.organizer, "team");
  assert.equal((await set(caller, { organizer: "guest" })).status, 422);
  assert.deepEqual((await get(testCaller())).body.version, 0, "another team has its own");
});

test("a member proposes a change of settings, and nothing is set before it is approved", async () => {
  const { member, admin, service } = testTeam();
  const hands = { ...admin, team: { ...admin.team, trust_rest: "queue" as const } };
  assert.equal((await set(member, { organizer: "host" })).status, 403, "who may not administrate is refused");
  const queued = await set(hands, { organizer: "host" });
  assert.deepEqual([queued.status, (await get(service)).body.version], [202, 0]);
});

test("the team's sender is the organizer and the host has accepted; without a sender it is the host", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const host = `:mailto:${type.host_id}@example.com`;
  await book(caller, type.id, at(3, "10:00"));
  assert.deepEqual(await organizer(caller), [
    `ORGANIZER${host}`,
    "ATTENDEE:mailto:ada@example.com",
    `ATTENDEE${host}`,
  ]);
  const other = testCaller();
  teamSenders.set(other.team_id, "Acme <hello@acme.example>");
  const second = await typeOf(other);
  await book(other, second.id, at(3, "10:00"));
  assert.deepEqual(await organizer(other), [
    "ORGANIZER:mailto:hello@acme.example",
    "ATTENDEE:mailto:ada@example.com",
    `ATTENDEE:mailto:${second.host_id}@example.com`,
  ]);
});

test("a booking keeps its organizer whatever is set later, and the host is organizer where the team says so", async () => {
  const caller = testCaller();
  teamSenders.set(caller.team_id, "hello@acme.example");
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  await set(caller, { organizer: "host" });
  await move(caller, made.id, at(3, "11:00"));
  assert.equal((await organizer(caller))[0], "ORGANIZER:mailto:hello@acme.example");
  await cancel(caller, made.id);
  assert.equal((await organizer(caller))[0], "ORGANIZER:mailto:hello@acme.example");
  await book(caller, type.id, at(3, "14:00"));
  assert.equal((await organizer(caller))[0], `ORGANIZER:mailto:${type.host_id}@example.com`);
});

test("a booking is made with the host as organizer while comms does not answer", async () => {
  comms.isUnavailable = true;
  const caller = testCaller();
  teamSenders.set(caller.team_id, "hello@acme.example");
  const type = await typeOf(caller);
  assert.equal((await book(caller, type.id, at(3, "10:00"))).status, 201);
  assert.equal((await organizer(caller))[0], `ORGANIZER:mailto:${type.host_id}@example.com`);
});
