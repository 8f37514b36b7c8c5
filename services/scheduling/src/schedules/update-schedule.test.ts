import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human, testCaller } from "@jst/testing";
import { at, bookingsOf, everyDay, faults, soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";
import { inZone, officeHours, schedulesOf } from "../testing/test-schedules.ts";

const { door, strangers } = await testScheduling();
const { get, set } = schedulesOf(door);
const { typeOf, book, cancel, get: getBooking, slots } = bookingsOf(door);

test("a person who is not a member of the team has no schedule", async () => {
  const stranger = randomUUID();
  strangers.add(stranger);
  for (const host of [stranger, "ada"]) {
    assert.equal((await get(testCaller(), host)).status, 404);
    assert.equal((await set(testCaller(), host, { weekly: [] })).status, 404);
  }
});

test("what is given replaces its member as a whole and is answered in order; null sets it back", async () => {
  const [caller, host_id] = [testCaller(), randomUUID()];
  const weekly = [
    { weekday: 6, intervals: [] },
    {
      weekday: 0,
      intervals: [
        { start: "12:00", end: "24:00" },
        { start: "08:00", end: "12:00" },
      ],
    },
  ];
  const overrides = [
    { date: "2027-12-24", intervals: [] },
    { date: "2020-02-29", intervals: [{ start: "09:00", end: "10:00" }] },
  ];
  const blocks = [{ start: "2027-01-02T00:00:00+01:00", end: "2027-01-03T00:00:00Z", reason: "away" }];
  const first = await set(caller, host_id, { timezone: "Asia/Calcutta", weekly, overrides, blocks });
  assert.deepEqual([first.status, first.headers["etag"], first.body.is_default], [200, '"1"', false]);
  assert.equal(first.body.timezone, "Asia/Calcutta");
  assert.deepEqual(
    first.body.weekly.map(({ weekday }: { weekday: number }) => weekday),
    [0, 6],
  );
  assert.deepEqual(first.body.weekly[0].intervals[0], { start: "08:00", end: "12:00" });
  assert.deepEqual(first.body.overrides[0].date, "2020-02-29");
  const block = { start: "2027-01-01T23:00:00.000Z", end: "2027-01-03T00:00:00.000Z", reason: "away" };
  assert.deepEqual(first.body.blocks, [block]);
  const second = await set(caller, host_id, { weekly: [], timezone: null });
  assert.deepEqual([second.body.weekly, second.body.timezone], [[], caller.team.timezone]);
  assert.deepEqual(second.body.blocks, [block], "what was not given stays");
  const same = await set(caller, host_id, { weekly: [] });
  assert.deepEqual([same.body.version, same.headers["x-changeset-id"]], [2, undefined]);
  const back = await set(caller, host_id, { weekly: null, overrides: null, blocks: null });
  assert.deepEqual([back.body.weekly, back.body.overrides, back.body.blocks], [officeHours, [], []]);
  assert.deepEqual((await get(caller, host_id)).body, back.body);
});

test("a change of hours leaves bookings as they are and names those outside of them, until none is", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const [early, late] = [
    (await book(caller, type.id, at(3, "09:00"))).body,
    (await book(caller, type.id, at(4, "16:00"))).body,
  ];
  const named = ({ id, start, end }: Record<string, unknown>) => ({ booking_id: id, start, end });
  const outside = async (body: object) => {
    const { body: changed } = await set(caller, type.host_id, body);
    assert.deepEqual((await get(caller, type.host_id)).body.bookings_outside, changed.bookings_outside);
    return changed.bookings_outside;
  };
  assert.deepEqual(await outside({ weekly: everyDay("09:00", "17:00") }), []);
  assert.deepEqual(await outside({ weekly: everyDay("09:30", "17:00") }), [named(early)]);
  assert.deepEqual(await outside({ weekly: everyDay("10:00", "16:30") }), [named(early), named(late)]);
  assert.deepEqual(await outside({ weekly: everyDay("09:00", "17:00"), timezone: "Asia/Tokyo" }), [
    named(early),
    named(late),
  ]);
  const block = { start: at(4, "16:59"), end: at(4, "18:00") };
  assert.deepEqual(await outside({ timezone: "UTC", blocks: [block] }), [named(late)]);
  assert.equal((await getBooking(caller, String(late["id"]))).body.status, "booked");
  await cancel(caller, String(late["id"]));
  assert.deepEqual((await get(caller, type.host_id)).body.bookings_outside, []);
});

test("nights, dates in a zone of their own and blocked dates are answered as they were sent", async () => {
  const [caller, host_id] = [testCaller(), randomUUID()];
  const night = { start: "22:00", end: "06:00" };
  const sent = {
    timezone: "Europe/Berlin",
    weekly: [{ weekday: 1, intervals: [night] }],
    overrides: [
      { date: "2027-06-09", intervals: [night], timezone: "America/New_York" },
      { date: "2027-06-10", intervals: [{ start: "00:00", end: "24:00" }] },
    ],
    blocks: [{ start: "2027-06-14", end: "2027-06-15", reason: "Away" }],
  };
  const { body } = await set(caller, host_id, sent);
  assert.deepEqual({ ...body, ...sent }, body);
  const back = await set(caller, host_id, { overrides: [{ ...sent.overrides[0], timezone: null }] });
  assert.deepEqual(
    back.body.overrides,
    [{ date: "2027-06-09", intervals: [night] }],
    "null is the schedule's zone",
  );
});

test("a slot begins before midnight and ends after it, and blocked dates last from midnight to midnight", async () => {
  const [caller, days] = [testCaller(), [3, 4, 5, 6]];
  const hours = { timezone: "America/New_York", weekly: everyDay("22:00", "02:00") };
  const type = await typeOf(caller, { duration_minutes: 120, timezone: "America/New_York" }, hours);
  const offered = (): Promise<string[][]> =>
    Promise.all(days.map((day) => slots(caller, type.id, soon(day))));
  assert.deepEqual(
    await offered(),
    days.map(() => ["00:00", "22:00"]),
  );
  const blocks = [{ start: soon(4), end: soon(5) }];
  assert.equal((await set(caller, type.host_id, { blocks })).status, 200);
  assert.deepEqual(await offered(), [["00:00", "22:00"], [], [], ["00:00", "22:00"]]);
});

test("one that follows the team's zone goes on following it, and one of its own stays", async () => {
  const [caller, host_id] = [testCaller(), randomUUID()];
  await set(caller, host_id, { weekly: [] });
  assert.equal((await get(inZone(caller, "Europe/Paris"), host_id)).body.timezone, "Europe/Paris");
  await set(caller, host_id, { timezone: "Europe/Rome" });
  assert.equal((await get(inZone(caller, "Europe/Paris"), host_id)).body.timezone, "Europe/Rome");
});

const interval = (start: string, end: string) => [{ weekday: 1, intervals: [{ start, end }] }];
const refused: [name: string, body: object, field: string][] = [
  ["an interval that ends as it starts", { weekly: interval("09:00", "09:00") }, "weekly"],
  [
    "intervals of which one goes over midnight and over the next",
    {
      weekly: [
        {
          weekday: 1,
          intervals: [
            { start: "18:00", end: "02:00" },
            { start: "23:00", end: "24:00" },
          ],
        },
      ],
    },
    "weekly",
  ],
  ["one that starts at 24:00", { weekly: interval("24:00", "24:00") }, "weekly"],
  ["times of other forms", { weekly: interval("9:00", "17:00") }, "weekly"],
  ["times with seconds", { weekly: interval("09:00:00", "17:00") }, "weekly"],
  ["25 o'clock", { weekly: interval("09:00", "25:00") }, "weekly"],
  [
    "intervals that overlap",
    {
      weekly: [
        {
          weekday: 1,
          intervals: [
            { start: "09:00", end: "12:00" },
            { start: "11:59", end: "13:00" },
          ],
        },
      ],
    },
    "weekly",
  ],
  ["a weekday twice", { weekly: [...interval("09:00", "10:00"), ...interval("11:00", "12:00")] }, "weekly"],
  ["an eighth weekday", { weekly: [{ weekday: 7, intervals: [] }] }, "weekly.0.weekday"],
  ["a weekday as text", { weekly: [{ weekday: "1", intervals: [] }] }, "weekly.0.weekday"],
  ["a date twice", { overrides: [1, 2].map(() => ({ date: "2027-01-01", intervals: [] })) }, "overrides"],
  ["the 30th of February", { overrides: [{ date: "2027-02-30", intervals: [] }] }, "overrides"],
  ["an offset as zone", { timezone: "+02:00" }, "timezone"],
  ["an empty zone", { timezone: "" }, "timezone"],
  [
    "a block that ends before it starts",
    { blocks: [{ start: "2027-01-02T00:00:00Z", end: "2027-01-02T00:00:00Z" }] },
    "blocks.0.end",
  ],
  [
    "a block without a zone",
    { blocks: [{ start: "2027-01-02T00:00:00", end: "2027-01-03T00:00:00Z" }] },
    "blocks.0.start",
  ],
  [
    "a block of a date and a time",
    { blocks: [{ start: "2027-01-02", end: "2027-01-03T00:00:00Z" }] },
    "blocks.0.end",
  ],
  [
    "a block of dates that ends before it starts",
    { blocks: [{ start: "2027-01-02", end: "2027-01-01" }] },
    "blocks.0.end",
  ],
  [
    "an offset as the zone of a date",
    { overrides: [{ date: "2027-01-02", intervals: [], timezone: "+02:00" }] },
    "overrides.0.timezone",
  ],
  ["what it does not know", { moon: 1 }, "moon"],
];
for (const [name, body, field] of refused)
  test(`a schedule takes no ${name}, and stays as it is`, async () => {
    const [caller, host_id] = [testCaller(), randomUUID()];
    const reply = await set(caller, host_id, body);
    assert.equal(reply.status, 422);
    assert.ok(
      faults(reply).length > 0 && faults(reply).every((one) => one.startsWith(field)),
      faults(reply).join(),
    );
    assert.equal((await get(caller, host_id)).body.is_default, true);
  });

test("more than it holds is refused, and as much as it holds is taken", async () => {
  const [caller, host_id] = [testCaller(), randomUUID()];
  const blocks = (count: number) =>
    Array.from({ length: count }, () => ({ start: "2027-01-02T00:00:00Z", end: "2027-01-03T00:00:00Z" }));
  assert.equal((await set(caller, host_id, { blocks: blocks(1_001) })).status, 422);
  assert.equal((await set(caller, host_id, { blocks: blocks(1_000) })).status, 200);
  const intervals = Array.from({ length: 25 }, (_, n) => {
    const at = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    return { start: at(n * 10), end: at(n * 10 + 5) };
  });
  assert.equal((await set(caller, host_id, { weekly: [{ weekday: 0, intervals }] })).status, 422);
});

test("a write upon another version is refused; twenty at once leave twenty versions", async () => {
  const [caller, host_id] = [testCaller(), randomUUID()];
  await set(caller, host_id, { weekly: [] });
  const stale = await set(caller, host_id, { weekly: null }, { headers: { "if-match": '"7"' } });
  assert.deepEqual([stale.status, stale.body.code], [412, "version_conflict"]);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      set(caller, host_id, { weekly: interval("08:00", `1${n % 10}:${10 + n}`) }),
    ),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal((await get(caller, host_id)).body.version, 21);
});

test("a person's write is proposed, approved and undone to what was there", async () => {
  const [caller, host_id] = [testCaller(), randomUUID()];
  const queued = await set(human(caller.team_id, "member"), host_id, { weekly: [] });
  assert.equal(queued.status, 202);
  assert.match(String(queued.body.changeset_id), /^scheduling_/);
  const [shown] = queued.body.preview as { resource: string; op: string; after: { weekly: unknown } }[];
  assert.deepEqual([shown?.resource, shown?.op, shown?.after.weekly], ["schedules", "create", []]);
  assert.equal((await get(caller, host_id)).body.is_default, true);
  const made = await set(caller, host_id, { weekly: [] });
  const path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  const undone = await door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
  assert.equal(undone.status, 200);
  assert.equal((await get(caller, host_id)).body.is_default, true);
});
