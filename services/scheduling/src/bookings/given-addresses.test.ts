import assert from "node:assert/strict";
import { test } from "node:test";
import type { FactPayload } from "@jst/events";
import { testCaller, testTeam } from "@jst/testing";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, sql } = await testScheduling();
const { typeOf, book, approve } = bookingsOf(door);

const told = async (teamId: string) =>
  (
    await sql<{ payload: FactPayload<"address.given"> }>(
      "select payload from scheduling.outbox where team_id = $1 and type = 'address.given' order by seq",
      [teamId],
    )
  ).map(({ payload }) => [payload.id, payload.data]);
const shows = (id: string, ...addresses: object[]) => [
  id,
  { addresses, basis: "booking", source: "booking", evidence: { booking_id: id } },
];
const email = { address: "ada@example.com", channel: "email" };

test("a booking tells where its attendee is reached, by mail and by the number that was given, though nobody is told of it", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const attendee = { name: "Ada", email: "ada@example.com", phone: "+14155550100" };
  const { body: first } = await book(caller, type.id, at(3, "10:00"), {
    attendee,
    guests: ["bo@example.org"],
  });
  const { body: second } = await book(caller, type.id, at(3, "11:00"), { notify: false });
  assert.equal((await book(caller, type.id, at(3, "11:00"))).status, 409);
  const phones = ["sms", "whatsapp"].map((channel) => ({ address: "+14155550100", channel }));
  assert.deepEqual(await told(caller.team_id), [shows(first.id, email, ...phones), shows(second.id, email)]);
});

test("a proposal tells it when it is approved", async () => {
  const { member: person, admin, service: caller } = testTeam();
  const member = { ...person, team: { ...person.team, modules: { scheduling: true } } };
  const type = await typeOf(caller);
  const proposed = await book(member, type.id, at(3, "10:00"));
  assert.equal(proposed.status, 202);
  assert.deepEqual(await told(caller.team_id), []);
  assert.equal((await approve(proposed, admin)).status, 200);
  assert.equal((await told(caller.team_id)).length, 1);
});
