import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { FactPayload } from "@jst/events";
import { testCaller } from "@jst/testing";
import { notified } from "../testing/notified.ts";
import { at, bookingsOf, everyDay, faults, soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, sql } = await testScheduling();
const { typeOf, book, get, move, cancel, slots } = bookingsOf(door);

const stored = async (teamId: string) =>
  (await sql("select from scheduling.bookings where team_id = $1", [teamId])).length;

test("a start that is not a time with an offset is refused at start", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const day = soon(3);
  for (const start of [
    ...[day, `${day}T10:00:00`, `${day}T24:00:00Z`, `${day}T10:00:60Z`, `${day}T10:00Z`, `${day} 10:00:00Z`],
    ...["2027-02-29T10:00:00Z", "2027-02-30T10:00:00Z", `${day}T10:00:00+24:00`, `${day}T10:00:00+0100`],
    ...["", "now", "1800000000", `${day}T10:00:00[Europe/Paris]`],
  ]) {
    const reply = await book(caller, type.id, start);
    assert.deepEqual([reply.status, faults(reply)[0]?.split(" ")[0]], [422, "start"], start);
  }
  assert.equal(await stored(caller.team_id), 0);
});

test("a leap day is a day, and an offset of -00:00 is UTC", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { booking_window_days: 730 });
  assert.equal((await book(caller, type.id, "2028-02-29T10:00:00-00:00")).status, 201);
  assert.equal((await book(caller, type.id, "2028-02-29T10:00:00+00:00")).status, 409);
});

test("of a repeated hour each instant is a slot of its own; the hour in the gap is the one after it", async () => {
  const caller = testCaller();
  const hours = { timezone: "America/New_York", weekly: everyDay("00:00", "06:00") };
  const type = await typeOf(caller, { booking_window_days: 730 }, hours);
  for (const [start, status] of [
    ["2027-11-07T01:00:00-04:00", 201],
    ["2027-11-07T01:00:00-05:00", 201],
    ["2027-11-07T06:00:00Z", 409],
    ["2027-03-14T02:00:00-05:00", 201],
    ["2027-03-14T03:00:00-04:00", 409],
    ["2027-03-14T02:30:00-05:00", 422],
  ] as const)
    assert.equal((await book(caller, type.id, start)).status, status, start);
});

test("an override on a day on which the clock jumps has the hours that the clock shows", async () => {
  const caller = testCaller();
  const intervals = [{ start: "01:00", end: "05:00" }];
  const overrides = ["2027-03-14", "2027-11-07"].map((date) => ({ date, intervals }));
  const type = await typeOf(
    caller,
    { booking_window_days: 730 },
    { timezone: "America/New_York", weekly: [], overrides },
  );
  assert.deepEqual(await slots(caller, type.id, "2027-03-14"), ["01:00", "03:00", "04:00"]);
  assert.deepEqual(await slots(caller, type.id, "2027-11-07"), ["01:00", "01:00", "02:00", "03:00", "04:00"]);
});

test("365 blocks take their times, one a day, and nothing else", async () => {
  const caller = testCaller();
  const blocks = Array.from({ length: 365 }, (_, n) => ({ start: at(n, "10:00"), end: at(n, "11:00") }));
  const type = await typeOf(caller, {}, { blocks });
  for (const days of [1, 180, 364])
    assert.equal(
      (await slots(caller, type.id, soon(days))).join(" "),
      "09:00 11:00 12:00 13:00 14:00 15:00 16:00",
    );
  assert.equal((await book(caller, type.id, at(100, "10:00"))).status, 409);
  assert.equal((await book(caller, type.id, at(100, "11:00"))).status, 201);
});

test("a guest is named once, whatever the letters, at most ten; who is host or attendee too is told once", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const refused = await book(caller, type.id, at(3, "10:00"), { guests: ["bo@x.test", "BO@x.test"] });
  assert.deepEqual([refused.status, faults(refused)], [422, ["guests.1 duplicate"]]);
  const many = Array.from({ length: 11 }, (_, n) => `g${n}@x.test`);
  assert.equal((await book(caller, type.id, at(3, "10:00"), { guests: many })).status, 422);
  const host = `${type.host_id}@example.com`;
  const attendee = { name: "Grace", email: host.toUpperCase() };
  const guests = [host, "bo@x.test"];
  assert.equal((await book(caller, type.id, at(3, "10:00"), { attendee, guests })).status, 201);
  const [row] = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload from scheduling.outbox where team_id = $1 and type = 'booking.changed'",
    [caller.team_id],
  );
  const { mails } = notified(row?.payload);
  assert.deepEqual(
    mails.map(({ to }) => to),
    [attendee.email, "bo@x.test"],
  );
});

test("the same attendee twice at once has one slot once, and two slots as one contact", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const same = await Promise.all([1, 2].map(() => book(caller, type.id, at(3, "10:00"))));
  assert.deepEqual(same.map(({ status }) => status).sort(), [201, 409]);
  const two = await Promise.all(["11:00", "12:00"].map((time) => book(caller, type.id, at(3, time))));
  assert.deepEqual(
    two.map(({ status }) => status),
    [201, 201],
  );
  assert.equal(new Set(two.map(({ body }) => body.contact_id as string)).size, 1);
});

test("what is closed or made inactive between look and booking is offered no more; what was booked stays, and can be moved and cancelled", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "09:00"));
  const { body: other } = await book(caller, type.id, at(4, "09:00"));
  assert.ok((await slots(caller, type.id, soon(3))).includes("10:00"));
  const path = { host_id: type.host_id };
  const afternoon = { weekly: everyDay("13:00", "17:00") };
  assert.equal((await door.call("UpdateSchedule", { caller, path, body: afternoon })).status, 200);
  assert.equal((await book(caller, type.id, at(3, "10:00"))).body.code, "invalid_slot");
  const kept = (await get(caller, made.id)).body;
  assert.deepEqual([kept.status, kept.start, kept.version], ["booked", made.start, 1]);
  assert.equal((await move(caller, made.id, at(3, "10:00"))).status, 422);
  assert.equal((await move(caller, made.id, at(3, "13:00"))).status, 200);
  await door.call("DeleteEventType", { caller, path: { event_type_id: type.id } });
  assert.equal((await book(caller, type.id, at(3, "14:00"))).body.code, "invalid_slot");
  for (const { id } of [made, other]) assert.equal((await cancel(caller, id)).status, 200);
});

test("zones that nobody knows, that are offsets or empty are refused; links and other letters are zones", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { host_id: randomUUID() });
  const asked = (timezone: string) =>
    book(caller, type.id, at(3, "10:00"), { attendee: { name: "A", email: "a@x.test", timezone } });
  for (const zone of ["Mars/Base", "+02:00", "", "EST5EDT4", "../etc/passwd", "local"])
    assert.deepEqual(faults(await asked(zone)), ["attendee.timezone invalid_value"], zone);
  const { status, body } = await asked("asia/calcutta");
  assert.equal(status, 201, JSON.stringify(body));
});
