import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import { takeMerges } from "@jst/directory";
import { mergedFact, testCaller } from "@jst/testing";
import { at, bookingsOf, soon } from "../testing/test-bookings.ts";
import { inZone } from "../testing/test-schedules.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, database } = await testScheduling();
const { typeOf, book, cancel, get } = bookingsOf(door);
const list = (caller: Caller, query = "") => door.call("ListBookings", { caller, query });
const ids = async (caller: Caller, query = "") =>
  ((await list(caller, query)).body.bookings as { id: string }[]).map(({ id }) => id);

test("bookings are listed newest first, narrowed by everything that they are asked for by, and no other team's", async () => {
  const caller = testCaller();
  const [one, two] = [await typeOf(caller), await typeOf(caller, { name: "Two" })];
  const first = (await book(caller, one.id, at(4, "10:00"))).body;
  const attendee = { name: "Bo Diddley", email: "Bo@example.com" };
  const second = (await book(caller, two.id, at(3, "10:00"), { attendee })).body;
  assert.deepEqual(await ids(caller), [second.id, first.id]);
  assert.deepEqual((await list(caller)).body.bookings[0], (await get(caller, second.id)).body);
  await cancel(caller, first.id);
  const narrowed: [query: string, found: string[]][] = [
    ["status=booked", [second.id]],
    ["status=cancelled", [first.id]],
    [`event_type_id=${one.id}`, [first.id]],
    [`host_id=${two.host_id}`, [second.id]],
    [`contact_id=${String(second.contact_id)}`, [second.id]],
    [`contact_id=${randomUUID()}`, []],
    ["attendee_email=BO@example.com", [second.id]],
    ["q=diddley", [second.id]],
    ["q=EXAMPLE.com&sort=start:asc", [second.id, first.id]],
    [`from=${soon(4)}`, [first.id]],
    [`to=${soon(4)}`, [second.id]],
    [`from=${at(3, "10:00")}&to=${at(3, "10:01")}`, [second.id]],
    [`from=${at(3, "10:01")}&to=${at(4, "10:00")}`, []],
    [`from=${at(3, "09:00")}&to=${soon(4)}`, [second.id]],
    ["sort=start:asc", [second.id, first.id]],
  ];
  for (const [query, found] of narrowed) assert.deepEqual(await ids(caller, query), found, query);
  assert.deepEqual(await ids(testCaller()), []);
});

test("a date as a bound is midnight in the team's zone, beside a time as well", async () => {
  const auckland = inZone(testCaller(), "Pacific/Auckland");
  assert.equal((await list(auckland, "from=2030-07-02&to=2030-07-01T12:00:01Z")).status, 200);
  assert.equal((await list(auckland, "from=2030-07-02&to=2030-07-01T12:00:00Z")).status, 400);
});

for (const query of [
  "status=gone",
  "from=yesterday",
  "from=2030-01-02&to=2030-01-02",
  "to=2030-02-30",
  "host_id=x",
  "sort=notes:asc",
  "limit=0",
  "moon=1",
])
  test(`${query} is refused`, async () => {
    assert.equal((await list(testCaller(), query)).status, 400);
  });

test("a booking of a merged contact names the target, is found by it, and goes back with the merge", async () => {
  const own = new Database({
    connectionString: database.urlOf("scheduling"),
    poolSize: 1,
    applicationName: "test",
    changesetPrefix: "scheduling",
  });
  after(() => own.close());
  const caller = testCaller();
  const { id: typeId } = await typeOf(caller);
  const { id, contact_id: source, version } = (await book(caller, typeId, at(4, "10:00"))).body;
  const target = randomUUID();
  const take = (into: string | null, at: number) =>
    takeMerges(own, caller.team_id, [mergedFact(caller.team_id, String(source), into, at)]);
  await take(target, 2);
  assert.deepEqual(await ids(caller, `contact_id=${target}`), [id]);
  const { body } = await get(caller, id);
  assert.deepEqual([body.contact_id, body.version], [target, version]);
  await take(null, 3);
  assert.deepEqual(await ids(caller, `contact_id=${target}`), []);
  assert.equal((await get(caller, id)).body.contact_id, source);
});
