import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human, testCaller } from "@jst/testing";
import { at, bookingsOf, faults, soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, made, sql } = await testScheduling();
const { typeOf, book, get, slots } = bookingsOf(door);
const stored = async (team: string) =>
  (
    await sql<{ n: number }>("select count(*)::int as n from scheduling.bookings where team_id = $1", [team])
  )[0]?.n;

test("a slot is booked with its contact, and is free no more", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const reply = await book(caller, type.id, at(3, "10:00"), { guests: ["bo@example.com"], notes: "Hello" });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { id, uid, contact_id, created_at, updated_at, ...rest } = reply.body as Record<string, unknown>;
  assert.ok(id && uid && contact_id && String(created_at) <= String(updated_at));
  assert.deepEqual(rest, {
    event_type_id: type.id,
    event_type: { name: "Call", slug: "call" },
    host_id: type.host_id,
    status: "booked",
    start: `${soon(3)}T10:00:00.000Z`,
    end: `${soon(3)}T11:00:00.000Z`,
    timezone: "UTC",
    duration_minutes: 60,
    attendee: { name: "Ada", email: "ada@example.com", phone: null, timezone: null },
    guests: ["bo@example.com"],
    location: { type: "video", detail: null, join_url: null },
    answers: {},
    notes: "Hello",
    ical_sequence: 0,
    source: "api",
    rescheduled_from: null,
    cancelled_at: null,
    cancel_reason: null,
    cancelled_by: null,
    cancelled_by_role: null,
    guest_states: [{ email: "bo@example.com", status: "invited", declined_at: null }],
    created_by: { type: "service", id: caller.token_id },
    version: 1,
  });
  assert.deepEqual((await get(caller, id as string)).body, reply.body);
  assert.equal((await slots(caller, type.id, soon(3))).includes("10:00"), false);
});

test("two hundred who want one slot at once: one has it, the others get the next free ones", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      book(caller, type.id, at(3, "10:00"), { attendee: { name: "A", email: `a${String(n)}@example.com` } }),
    ),
  );
  const statuses = replies.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array<number>(199).fill(409)]);
  for (const { status, body } of replies.filter((reply) => reply.status === 409)) {
    assert.deepEqual([status, body.code], [409, "slot_unavailable"]);
    const starts = (body.alternatives as { start: string }[]).map(({ start }) => start.slice(11, 16));
    assert.deepEqual(starts, ["11:00", "12:00", "13:00"]);
  }
  assert.equal(await stored(caller.team_id), 1);
  const own = made().filter(({ body }) => body.team_id === caller.team_id);
  assert.equal(own.length, 1, "a refused booking leaves no contact behind");
});

test("two hundred who want one time of a host as either of two event types: one has it, again and again", async () => {
  const caller = testCaller();
  const host_id = randomUUID();
  const types = [await typeOf(caller, { host_id }), await typeOf(caller, { host_id, name: "Other" })];
  for (const time of ["09:00", "10:00", "11:00", "12:00", "13:00"]) {
    const asking = Array.from({ length: 200 }, (_, n) => book(caller, types[n % 2]?.id ?? "", at(3, time)));
    const replies = await Promise.all(asking);
    const refused = replies.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 199, time);
    for (const { status, body } of refused)
      assert.deepEqual([status, body.code, body.alternatives.length], [409, "slot_unavailable", 3]);
  }
  assert.equal(await stored(caller.team_id), 5);
});

test("different slots at once are all had, whichever event type they are of", async () => {
  const caller = testCaller();
  const host_id = randomUUID();
  const types = [await typeOf(caller, { host_id }), await typeOf(caller, { host_id, name: "Other" })];
  const wanted = [3, 4, 5, 6].flatMap((days) =>
    ["09:00", "10:00", "11:00", "12:00", "13:00"].map((time) => at(days, time)),
  );
  const replies = await Promise.all(wanted.map((start, n) => book(caller, types[n % 2]?.id ?? "", start)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
});

test("a date takes exactly its limit of bookings, under concurrent requests", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { max_per_day: 2 });
  const times = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00"];
  const replies = await Promise.all(times.map((time) => book(caller, type.id, at(3, time))));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 409, 409, 409, 409, 409, 409]);
  assert.deepEqual(await slots(caller, type.id, soon(3)), []);
  assert.equal((await book(caller, type.id, at(4, "09:00"))).status, 201);
});

test("what was never offered is invalid_slot: off the grid, outside the hours, past, too soon, too late, inactive", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { min_notice_minutes: 1_440, booking_window_days: 10 });
  const bad = [
    at(3, "10:30"),
    at(3, "08:00"),
    at(3, "17:00"),
    at(-3, "10:00"),
    at(0, "16:00"),
    at(12, "10:00"),
  ];
  for (const start of [...bad, `${soon(3)}T10:00:01Z`, `${soon(3)}T10:00:00.001Z`]) {
    const reply = await book(caller, type.id, start);
    assert.deepEqual([reply.status, reply.body.code], [422, "invalid_slot"], start);
  }
  await door.call("DeleteEventType", { caller, path: { event_type_id: type.id } });
  assert.equal((await book(caller, type.id, at(3, "10:00"))).body.code, "invalid_slot");
  assert.equal(await stored(caller.team_id), 0);
});

test("the same instant in any offset is the same slot", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  assert.equal((await book(caller, type.id, `${soon(3)}t15:45:00+05:45`)).status, 201);
  assert.equal((await book(caller, type.id, at(3, "10:00"))).status, 409);
});

test("buffers of both sides keep bookings apart, also of other event types; touching is free", async () => {
  const caller = testCaller();
  const host_id = randomUUID();
  const long = await typeOf(caller, { host_id, buffer_after_minutes: 60 });
  const plain = await typeOf(caller, { host_id, name: "Plain" });
  assert.equal((await book(caller, long.id, at(3, "10:00"))).status, 201);
  assert.equal((await book(caller, plain.id, at(3, "11:00"))).status, 409);
  assert.equal((await book(caller, plain.id, at(3, "12:00"))).status, 201);
  assert.equal((await book(caller, plain.id, at(3, "09:00"))).status, 201);
});

test("a service token books outside of what is offered, but never over another booking; that is on record", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { max_per_day: 1 });
  const override = { override_availability: true };
  assert.equal((await book(caller, type.id, at(3, "03:17"), override)).status, 201);
  assert.equal((await book(caller, type.id, at(3, "04:00"), override)).body.code, "slot_unavailable");
  assert.equal((await book(caller, type.id, at(3, "05:00"), override)).status, 201);
  const audit = await sql<{ action: string }>(
    "select payload ->> 'action' as action from scheduling.outbox where team_id = $1 and type = 'audit'",
    [caller.team_id],
  );
  assert.deepEqual(audit.filter(({ action }) => action === "override").length, 2);
  const person = human(caller.team_id, "admin");
  const refused = await book(person, type.id, at(4, "10:00"), override);
  assert.deepEqual(faults(refused), ["override_availability not_allowed"]);
});

test("a person's booking holds no slot until it is approved, and makes no contact; of two, one is approved", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const person = human(caller.team_id, "member");
  const before = made().length;
  const first = await book(person, type.id, at(3, "10:00"));
  const second = await book(person, type.id, at(3, "10:00"));
  assert.deepEqual([first.status, second.status], [202, 202]);
  assert.deepEqual([made().length, await stored(caller.team_id)], [before, 0]);
  assert.equal(first.body.preview[0].op, "create");
});

const hostile: [body: object, fault: string][] = [
  [{ start: "2030-01-01T10:00:00" }, "start"],
  [{ start: "2030-01-01" }, "start"],
  [{ start: "2030-02-30T10:00:00Z" }, "start"],
  [{ start: "2030-01-01T10:00:60Z" }, "start"],
  [{ start: 1_893_456_000 }, "start"],
  [{ attendee: {} }, "attendee"],
  [{ attendee: { name: "A\nB", email: "a@example.com" } }, "attendee.name"],
  [{ attendee: { name: " ", email: "a@example.com" } }, "attendee.name"],
  [{ attendee: { name: "A", email: "nobody" } }, "attendee.email"],
  [{ attendee: { name: "A", email: "a@example.com", phone: "0123" } }, "attendee.phone"],
  [{ attendee: { name: "A", email: "a@example.com", timezone: "+02:00" } }, "attendee.timezone"],
  [{ attendee: { name: "A", email: "a@example.com", moon: 1 } }, "attendee.moon"],
  [{ guests: ["a@example.com", "A@example.com"] }, "guests"],
  [{ guests: Array.from({ length: 11 }, (_, n) => `a${String(n)}@example.com`) }, "guests"],
  [{ guests: ["nobody"] }, "guests"],
  [{ notes: "x".repeat(5_001) }, "notes"],
  [{ location: { type: "video" } }, "location"],
  [{ status: "completed" }, "status"],
  [{ host_id: randomUUID() }, "host_id"],
  [{ event_type: "call" }, "event_type"],
  [{ event_type_id: randomUUID() }, "event_type_id"],
];
for (const [body, field] of hostile)
  test(`a booking with ${JSON.stringify(body).slice(0, 80)} is refused at ${field}`, async () => {
    const caller = testCaller();
    const type = await typeOf(caller);
    const reply = await book(caller, type.id, at(3, "10:00"), body);
    assert.equal(reply.status, 422, JSON.stringify(reply.body));
    assert.ok(
      faults(reply).every((fault) => fault.startsWith(field)),
      faults(reply).join(),
    );
    assert.equal(await stored(caller.team_id), 0);
  });

test("an empty booking gets all its faults at once, and a body that is not an object is refused", async () => {
  const fieldsOf = async (body: unknown) => {
    const reply = await door.call("CreateBooking", { caller: testCaller(), body: body as object });
    return reply.body.errors.map(({ field }: { field: string }) => field).toSorted();
  };
  assert.deepEqual(await fieldsOf({}), ["attendee", "event_type", "event_type_id", "start"]);
  assert.deepEqual(await fieldsOf([]), [""]);
});

test("an unknown member is answered with those of a booking, without contact_id, which is ignored", async () => {
  const caller = testCaller();
  const { body } = await book(caller, (await typeOf(caller)).id, at(3, "10:00"), { colour: 1 });
  const [error] = body.errors as { field: string; message: string }[];
  assert.equal(error?.field, "colour");
  assert.match(error.message, /Accepted fields: .*override_availability/);
  assert.doesNotMatch(error.message, /contact_id/);
});

test("contact_id is ignored whatever it is, and another team's event type is one that is not there", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  for (const [n, contact_id] of [null, 7, "x", {}, [randomUUID()]].entries())
    assert.equal((await book(caller, type.id, at(3 + n, "10:00"), { contact_id })).status, 201);
  const foreign = await book(testCaller(), type.id, at(3, "11:00"));
  const absent = await book(testCaller(), randomUUID(), at(3, "11:00"));
  assert.deepEqual([foreign.status, foreign.body.errors], [422, absent.body.errors]);
});

const places: [type: object, body: object, outcome: object | string][] = [
  [
    { location_type: "link", location_detail: "https://example.com/x" },
    {},
    { type: "link", detail: "https://example.com/x", join_url: "https://example.com/x" },
  ],
  [{ location_type: "phone_outbound" }, {}, "attendee.phone required"],
  [
    { location_type: "phone_outbound" },
    { attendee: { name: "A", email: "a@example.com", phone: "+14155550100" } },
    { type: "phone_outbound", detail: "+14155550100", join_url: null },
  ],
  [{ location_type: "attendee_address" }, {}, "location.detail required"],
  [
    { location_type: "attendee_address" },
    { location: { detail: "Home" } },
    { type: "attendee_address", detail: "Home", join_url: null },
  ],
  [{ location_type: "attendee_choice" }, {}, "location.type required"],
  [{ location_type: "attendee_choice" }, { location: { type: "in_person" } }, "location.detail required"],
  [
    { location_type: "attendee_choice" },
    { location: { type: "video" } },
    { type: "video", detail: null, join_url: null },
  ],
];
for (const [type, body, outcome] of places)
  test(`the place ${JSON.stringify(type)} with ${JSON.stringify(body)}`, async () => {
    const caller = testCaller();
    const { id } = await typeOf(caller, type);
    const reply = await book(caller, id, at(3, "10:00"), body);
    if (typeof outcome === "string") assert.deepEqual(faults(reply), [outcome]);
    else assert.deepEqual([reply.status, reply.body.location], [201, outcome]);
  });
