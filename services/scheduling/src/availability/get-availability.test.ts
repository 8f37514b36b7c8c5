import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, sql } = await testScheduling();

const ask = (caller: Caller, query: Record<string, string>) =>
  door.call("GetAvailability", { caller, query: new URLSearchParams(query).toString() });
const every = (start: string, end: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, intervals: [{ start, end }] }));

async function typeOf(
  caller: Caller,
  body: object = {},
  hours: object = { weekly: every("09:00", "12:00") },
) {
  const host_id = randomUUID();
  await door.call("UpdateSchedule", { caller, path: { host_id }, body: { timezone: "UTC", ...hours } });
  const made = await door.call("CreateEventType", { caller, body: { name: "Call", host_id, ...body } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body as { id: string; slug: string; host_id: string };
}

test("a date is answered with its slots in the zone that is asked for, with the offset", async () => {
  const caller = testCaller();
  const { id, slug } = await typeOf(caller);
  const date = soon(3);
  const { status, body } = await ask(caller, { event_type_id: id, date });
  const at = (hour: string) => `${date}T${hour}:00:00+00:00`;
  const slots = [
    { start: at("09"), end: at("10") },
    { start: at("10"), end: at("11") },
    { start: at("11"), end: at("12") },
  ];
  assert.deepEqual([status, body], [200, { event_type_id: id, timezone: "UTC", date, slots }]);
  const kolkata = await ask(caller, { event_type: slug, date, timezone: "Asia/Calcutta" });
  assert.deepEqual(
    [kolkata.body.timezone, kolkata.body.slots[0].start],
    ["Asia/Calcutta", `${date}T14:30:00+05:30`],
  );
});

test("a slot belongs to the date on which it starts in the zone that is asked for", async () => {
  const caller = testCaller();
  const { id } = await typeOf(caller, {}, { weekly: every("00:00", "24:00") });
  const date = soon(3);
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "UTC"]) {
    const { body } = await ask(caller, { event_type_id: id, date, timezone });
    assert.equal(body.slots.length, 24, timezone);
    for (const { start } of body.slots as { start: string }[]) assert.equal(start.slice(0, 10), date);
  }
});

test("a range answers every date with its count and its first slot, and agrees with each date", async () => {
  const caller = testCaller();
  const monday = { weekday: 1, intervals: [{ start: "09:00", end: "11:00" }] };
  const { id } = await typeOf(caller, {}, { weekly: [monday] });
  const [start, end] = [soon(1), soon(62)];
  const { status, body } = await ask(caller, { event_type_id: id, start, end });
  assert.deepEqual([status, body.days.length, body.days[0].date, body.days[61].date], [200, 62, start, end]);
  for (const day of (body.days as { date: string; count: number; first?: string }[]).slice(0, 8)) {
    const { slots } = (await ask(caller, { event_type_id: id, date: day.date })).body as {
      slots: { start: string }[];
    };
    assert.deepEqual([day.count, day.first], [slots.length, slots[0]?.start]);
    assert.equal("first" in day, slots.length > 0);
  }
  assert.ok((body.days as { count: number }[]).some(({ count }) => count === 2));
});

test("the zone is the one asked for, else the event type's, else the schedule's", async () => {
  const caller = testCaller();
  const hours = { timezone: "Asia/Kathmandu", weekly: every("09:00", "10:00") };
  const plain = await typeOf(caller, {}, hours);
  const paris = await typeOf(caller, { timezone: "Europe/Paris" }, hours);
  const date = soon(3);
  const zone = async (id: string, more = {}) =>
    (await ask(caller, { event_type_id: id, date, ...more })).body.timezone;
  assert.deepEqual(
    [await zone(plain.id), await zone(paris.id), await zone(paris.id, { timezone: "Asia/Tokyo" })],
    ["Asia/Kathmandu", "Europe/Paris", "Asia/Tokyo"],
  );
});

test("past dates, and those of an inactive event type, have no slots", async () => {
  const caller = testCaller();
  const { id } = await typeOf(caller);
  for (const date of [soon(-3), "1999-12-31", "0001-01-01", "9999-12-31"]) {
    const { status, body } = await ask(caller, { event_type_id: id, date });
    assert.deepEqual([status, body.slots], [200, []], date);
  }
  await door.call("DeleteEventType", { caller, path: { event_type_id: id } });
  assert.deepEqual((await ask(caller, { event_type_id: id, date: soon(3) })).body.slots, []);
});

test("blocks and what the host has booked, of any event type, take slots with the buffers of both sides", async () => {
  const caller = testCaller();
  const date = soon(3);
  const blocks = [{ start: `${date}T11:30:00Z`, end: `${date}T11:45:00Z` }];
  const { id, host_id } = await typeOf(caller, {}, { weekly: every("08:00", "12:00"), blocks });
  const other = await typeOf(caller);
  await sql(
    `insert into scheduling.bookings (team_id, event_type_id, host_id, status, start, "end", held_from, held_to,
  timezone, duration_minutes, attendee, guests, location, answers, source, created_by_type, created_by_id)
values ($1, $2, $3, 'booked', $4, $5, $4, $6, 'UTC', 30, '{}', '{}', '{}', '{}', 'api', 'system', '')`,
    [caller.team_id, other.id, host_id, ...["09:00", "09:30", "10:00"].map((time) => `${date}T${time}:00Z`)],
  );
  const hours = async () => {
    const { slots } = (await ask(caller, { event_type_id: id, date })).body as { slots: { start: string }[] };
    return slots.map(({ start }) => start.slice(11, 13));
  };
  assert.deepEqual(await hours(), ["08", "10"]);
  const path = { event_type_id: id };
  await door.call("UpdateEventType", { caller, path, body: { buffer_after_minutes: 5 } });
  assert.deepEqual(await hours(), ["10"]);
});

const refused: Record<string, string>[] = [
  { date: "2027-01-01" },
  { event_type_id: randomUUID(), event_type: "x", date: "2027-01-01" },
  { event_type: "x" },
  { event_type: "x", start: "2027-01-01" },
  { event_type: "x", end: "2027-01-01" },
  { event_type: "x", date: "2027-01-01", start: "2027-01-01", end: "2027-01-02" },
  { event_type: "x", start: "2027-01-02", end: "2027-01-01" },
  { event_type: "x", start: "2027-01-01", end: "2027-03-04" },
  { event_type: "x", date: "2027-02-30" },
  { event_type: "x", date: "tomorrow" },
  { event_type: "x", date: "2027-01-01", timezone: "+02:00" },
  { event_type: "x", date: "2027-01-01", timezone: "" },
  { event_type: "x", date: "2027-01-01", timezone: "Mars/Olympus" },
  { event_type_id: "x", date: "2027-01-01" },
  { event_type: "x", date: "2027-01-01", moon: "1" },
];
for (const query of refused)
  test(`${new URLSearchParams(query).toString()} is refused`, async () => {
    assert.equal((await ask(testCaller(), query)).status, 400);
  });

test("an event type that is not there, or another team's, is not found", async () => {
  const { id, slug } = await typeOf(testCaller());
  const [foreign, absent] = [
    await ask(testCaller(), { event_type_id: id, date: soon(1) }),
    await ask(testCaller(), { event_type_id: randomUUID(), date: soon(1) }),
  ];
  assert.deepEqual([foreign.status, foreign.body.detail], [404, absent.body.detail]);
  assert.equal((await ask(testCaller(), { event_type: slug, date: soon(1) })).status, 404);
});
