import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, testTeam } from "@jst/testing";
import { at, bookingsOf, everyDay } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, made } = await testScheduling();
const { typeOf, book, move, get, approve } = bookingsOf(door);

/** A team whose members may use the module. */
function team() {
  const { member, admin, service } = testTeam();
  return { member: { ...member, team: { ...member.team, modules: { scheduling: true } } }, admin, service };
}

test("of two proposals of one slot one is approved, the other is conflicted", async () => {
  const { member, admin, service } = team();
  const type = await typeOf(service);
  const [first, second] = [
    await book(member, type.id, at(3, "10:00")),
    await book(member, type.id, at(3, "10:00")),
  ];
  assert.deepEqual([first.status, second.status, made().length], [202, 202, 0]);
  const approved = await approve(first, admin);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const { result } = approved.body as { result: { id: string; contact_id: string; status: string } };
  assert.deepEqual([result.status, typeof result.contact_id, made().length], ["booked", "string", 1]);
  const refused = await approve(second, admin);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  const path = { changeset_id: String(second.body.changeset_id) };
  assert.equal((await door.call("GetChangeset", { caller: admin, path })).body.status, "conflicted");
});

test("a slot that is gone is conflicted too: closed meanwhile, or inactive", async () => {
  const { member, admin, service } = team();
  const type = await typeOf(service);
  const { body: made } = await book(service, type.id, at(4, "10:00"));
  const proposals = [
    await book(member, type.id, at(3, "10:00")),
    await move(member, made.id, at(3, "11:00")),
  ];
  const host = { host_id: type.host_id };
  await door.call("UpdateSchedule", { caller: service, path: host, body: { weekly: [] } });
  for (const proposal of proposals) {
    const refused = await approve(proposal, admin);
    assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  }
  assert.equal((await get(service, made.id)).body.version, 1);
});

test("every slot that is shown around a clock change can be booked, and nothing between", async () => {
  const caller = testCaller();
  const hours = { timezone: "America/New_York", weekly: everyDay("00:00", "04:00") };
  const type = await typeOf(caller, { booking_window_days: 730 }, hours);
  for (const date of ["2027-03-14", "2027-11-07"]) {
    const query = new URLSearchParams({ event_type_id: type.id, date }).toString();
    const { body } = await door.call("GetAvailability", { caller, query });
    const starts = (body.slots as { start: string }[]).map(({ start }) => start);
    assert.equal(starts.length, date === "2027-03-14" ? 3 : 5);
    for (const start of starts) {
      const between = new Date(Date.parse(start) + 1_800_000).toISOString();
      assert.equal((await book(caller, type.id, between)).body.code, "invalid_slot", between);
      assert.equal((await book(caller, type.id, start)).status, 201, start);
    }
  }
});
