import type { FactPayload } from "@jst/events";
import { human, testCaller, testTeam, type TestReply } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { notified } from "../testing/notified.ts";
import { at, begun, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { door, sql, strangers, passTime } = scheduling;
const { typeOf, book, cancel, move, noShow, undo, approve } = bookingsOf(door);

/** Lists the mails of the team's bookings, in order: the change, the first words, METHOD and SEQUENCE. */
async function told(teamId: string) {
  const rows = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload from scheduling.outbox where team_id = $1 and type = 'booking.changed' order by seq",
    [teamId],
  );
  return rows.map(({ payload }) => {
    const { change, mails, attachment } = notified(payload);
    const entry = (name: string) => new RegExp(`^${name}:(.*)\r$`, "m").exec(attachment.content)?.[1];
    return {
      id: payload.id,
      change,
      to: mails.map((mail) => mail.to),
      subject: mails[0]?.subject.split(":")[0],
      entry: [entry("UID"), entry("METHOD"), entry("SEQUENCE")],
    };
  });
}
const changes = async (teamId: string) => (await told(teamId)).map(({ change }) => change);

test("attendee, guests and host are told of a booking, its move and its cancellation, by the same uid in sequence", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"), { guests: ["bo@example.org"] });
  assert.equal((await move(caller, made.id, at(3, "11:00"))).status, 200);
  assert.equal((await cancel(caller, made.id, "reason=ill")).status, 200);
  const to = ["ada@example.com", "bo@example.org", `${type.host_id}@example.com`];
  assert.deepEqual(await told(caller.team_id), [
    { id: made.id, change: "created", to, subject: "Booked", entry: [made.uid, "REQUEST", "0"] },
    { id: made.id, change: "rescheduled", to, subject: "Moved", entry: [made.uid, "REQUEST", "1"] },
    { id: made.id, change: "cancelled", to, subject: "Cancelled", entry: [made.uid, "CANCEL", "2"] },
  ]);
});

test("nobody is notified with notify false in body or query, of a change without an effect, a refusal, or a change that does not concern them", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: quiet } = await book(caller, type.id, at(3, "10:00"), { notify: false });
  await book(caller, type.id, at(3, "11:00"), { notify: true }, { query: "notify=false" });
  await move(caller, quiet.id, at(3, "12:00"), { notify: false });
  await move(caller, quiet.id, at(3, "12:00"));
  assert.equal((await book(caller, type.id, at(3, "12:00"))).status, 409);
  await begun(scheduling, quiet.id, 0);
  assert.equal((await noShow(caller, quiet.id)).status, 200);
  const { body: other } = await book(caller, type.id, at(3, "15:00"), { notify: false });
  await cancel(caller, other.id, "notify=false");
  await cancel(caller, other.id);
  assert.deepEqual(await told(caller.team_id), []);
});

test("a proposal tells nobody, and its approval does", async () => {
  const { member: person, admin, service: caller } = testTeam();
  const member = { ...person, team: { ...person.team, modules: { scheduling: true } } };
  const type = await typeOf(caller);
  const proposed: TestReply = await book(member, type.id, at(3, "10:00"));
  assert.equal(proposed.status, 202);
  assert.deepEqual(await changes(caller.team_id), []);
  assert.equal((await approve(proposed, admin)).status, 200);
  assert.deepEqual(await changes(caller.team_id), ["created"]);
});

test("an undo tells: a booking is cancelled, a move goes back, a cancellation is booked again", async () => {
  const caller = testCaller();
  const admin = human(caller.team_id, "admin");
  const type = await typeOf(caller);
  const made = await book(caller, type.id, at(3, "10:00"));
  const moved = await move(caller, made.body.id, at(3, "11:00"));
  assert.equal((await undo(moved, admin)).status, 200);
  const cancelled = await cancel(caller, made.body.id);
  assert.equal((await undo(cancelled, admin)).status, 200);
  assert.deepEqual(await changes(caller.team_id), [
    "created",
    "rescheduled",
    "rescheduled",
    "cancelled",
    "returned",
  ]);
  const sequences = (await told(caller.team_id)).map(({ entry }) => entry[2]);
  assert.deepEqual(sequences, ["0", "1", "2", "3", "4"]);
  const second = await book(caller, type.id, at(3, "13:00"));
  // The host is no longer cached.
  passTime(60_000);
  assert.equal((await undo(second, admin)).status, 200);
  assert.deepEqual((await changes(caller.team_id)).slice(-2), ["created", "cancelled"]);
});

test("a booking whose host has left the team is cancelled, and nobody is notified", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  strangers.add(type.host_id);
  passTime(60_000);
  assert.equal((await cancel(caller, made.id)).status, 200);
  assert.deepEqual(await changes(caller.team_id), ["created"]);
});
