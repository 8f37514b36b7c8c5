import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Temporal } from "temporal-polyfill";
import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor, TestReply } from "@jst/testing";
import type { TestScheduling } from "./test-scheduling.ts";

/** One day for all tests of a file, which may end on the next one. */
const today = Temporal.Now.plainDateISO("UTC");

/** A date so many days from today in UTC, whatever today is. */
export const soon = (days: number): string => today.add({ days }).toString();

/** A time of that date in UTC. */
export const at = (days: number, time: string): string => `${soon(days)}T${time}:00Z`;

/** The same hours on every day. */
export const everyDay = (start: string, end: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, intervals: [{ start, end }] }));

const office = { timezone: "UTC", weekly: everyDay("09:00", "17:00") };

/** Commands on bookings for tests. */
export function bookingsOf(door: TestDoor) {
  const call = (rpc: string, caller: Caller, booking_id: string, more: Partial<TestCall> = {}) =>
    door.call(rpc, { caller, path: { booking_id }, ...more });
  return {
    /** An event type of an hour, from nine to five of every day in UTC. */
    typeOf: async (caller: Caller, body: object = {}, hours: object = {}) => {
      const { host_id = randomUUID() } = body as { host_id?: string };
      await door.call("UpdateSchedule", { caller, path: { host_id }, body: { ...office, ...hours } });
      const made = await door.call("CreateEventType", { caller, body: { name: "Call", host_id, ...body } });
      assert.equal(made.status, 201);
      return made.body as { id: string; slug: string; host_id: string; name: string };
    },
    book: (
      caller: Caller,
      event_type_id: string,
      start: string,
      body: object = {},
      more: Partial<TestCall> = {},
    ) =>
      door.call("CreateBooking", {
        caller,
        body: { event_type_id, start, attendee: { name: "Ada", email: "ada@example.com" }, ...body },
        ...more,
      }),
    get: (caller: Caller, id: string) => call("GetBooking", caller, id),
    cancel: (caller: Caller, id: string, query = "") => call("CancelBooking", caller, id, { query }),
    move: (caller: Caller, id: string, start: string, body: object = {}, more: Partial<TestCall> = {}) =>
      call("RescheduleBooking", caller, id, { body: { start, ...body }, ...more }),
    noShow: (caller: Caller, id: string) =>
      door.call("MarkNoShow", { caller, path: { missed_booking_id: id } }),
    slots: async (caller: Caller, event_type_id: string, date: string): Promise<string[]> => {
      const query = new URLSearchParams({ event_type_id, date }).toString();
      const { body } = (await door.call("GetAvailability", { caller, query })) as {
        body: { slots: { start: string }[] };
      };
      return body.slots.map(({ start }) => start.slice(11, 16));
    },
    undo: (reply: TestReply, caller: Caller) =>
      door.call("UndoChangeset", {
        caller,
        path: { changeset_id: reply.headers["x-changeset-id"] ?? "" },
        body: {},
      }),
    approve: (reply: TestReply, caller: Caller) =>
      door.call("ApproveChangeset", {
        caller,
        path: { changeset_id: (reply.body as { changeset_id: string }).changeset_id },
        body: {},
      }),
  };
}

/** Moves a booking so that it has begun so many minutes ago, with its end and what it keeps from others. */
export const begun = ({ sql }: Pick<TestScheduling, "sql">, id: string, minutes: number) =>
  sql(
    `update scheduling.bookings set start = start - d, "end" = "end" - d, held_from = held_from - d, held_to = held_to - d
from (select start - now() + make_interval(mins => $2) as d from scheduling.bookings where id = $1) s where id = $1`,
    [id, minutes],
  );

/** Stores 2,000 bookings each of so many hosts, one every four hours; each host but the first has a type of its own. */
export const fillHosts = (
  { sql }: Pick<TestScheduling, "sql">,
  { team_id }: Caller,
  { id, host_id }: { id: string; host_id: string },
  hosts: number,
) =>
  sql(
    `insert into scheduling.bookings (team_id, event_type_id, host_id, status, start, "end", held_from, held_to,
  timezone, duration_minutes, attendee, guests, location, answers, source, created_by_type, created_by_id)
select $1, case h when 1 then $2::uuid else md5(h::text)::uuid end, case h when 1 then $3::uuid else md5(h::text)::uuid end,
  'booked', s.at, s.at + interval '1 hour', s.at, s.at + interval '1 hour', 'UTC', 60,
  '{"name": "Ada", "email": "ada@example.com"}', '{}', '{}', '{}', 'api', 'system', ''
from generate_series(1, $4::int) h, generate_series(1, 2000) n,
  lateral (select date_trunc('day', now(), 'UTC') + n * interval '4 hours' as at) s`,
    [team_id, id, host_id, hosts],
  );

/** Field and code of each error, in order. */
export const faults = ({ body }: TestReply): string[] =>
  (body as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => `${field} ${code}`);
