import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { human, testCaller, type TestReply } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testScheduling } from "../testing/test-scheduling.ts";
import { eventTypes } from "./event-type.ts";

const { database, door, strangers } = await testScheduling();
const hosts = [randomUUID(), randomUUID()] as const;
const create = (caller: Caller, body: object) =>
  door.call("CreateEventType", { caller, body: { name: "Call", host_id: randomUUID(), ...body } });
const patch = (caller: Caller, event_type_id: string, body: object) =>
  door.call("UpdateEventType", { caller, path: { event_type_id }, body });
const get = (caller: Caller, event_type_id: string) =>
  door.call("GetEventType", { caller, path: { event_type_id } });
const remove = (caller: Caller, event_type_id: string) =>
  door.call("DeleteEventType", { caller, path: { event_type_id } });
const list = async (caller: Caller, query = "") =>
  (await door.call("ListEventTypes", { caller, query })).body.event_types as { id: string; name: string }[];
const faults = ({ body }: TestReply) =>
  (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);

describeResource(eventTypes, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  isDeactivated: true,
  // It takes or refuses a detail.
  apart: ["location_type"],
  given: () =>
    Promise.resolve({
      name: ["One", "Two"],
      host_id: hosts,
      slug: [`one-${randomUUID()}`, `two-${randomUUID()}`],
      location_detail: ["https://example.com/one", "https://example.com/two"],
      timezone: ["Europe/Paris", "Asia/Calcutta"],
      color: ["blue", "#00ff7f"],
      active: [true, true],
      reminders_minutes: [[1440], [60, 10]],
      questions: [
        [{ id: "topic", label: "Topic", type: "short_text", required: false }],
        [{ id: "agree", label: "I agree", type: "consent", required: true }],
      ],
    }),
});

test("a host is a member of the team", async () => {
  const host_id = randomUUID();
  strangers.add(host_id);
  assert.deepEqual(faults(await create(testCaller(), { host_id })), ["host_id not_found"]);
});

test("the slug follows the name with the first free number, and one that is given is taken once", async () => {
  const caller = testCaller();
  const slug = async (body: object) => (await create(caller, body)).body.slug as string;
  assert.deepEqual(
    [await slug({ name: "Über uns" }), await slug({ name: "Über uns" }), await slug({ name: "über  UNS!" })],
    ["uber-uns", "uber-uns-2", "uber-uns-3"],
  );
  const taken = await create(caller, { slug: "uber-uns" });
  assert.deepEqual([taken.status, taken.body.code], [409, "slug_taken"]);
  assert.equal((await create(testCaller(), { slug: "uber-uns" })).status, 201, "another team has its own");
  const { body: other } = await create(caller, { slug: "other" });
  assert.equal((await patch(caller, other.id, { slug: "uber-uns-2" })).body.code, "slug_taken");
  for (const bad of ["Mine", "-a", "a--b", "a b", "ä", "a".repeat(81), randomUUID()])
    assert.equal((await create(caller, { slug: bad })).status, 422, bad);
  assert.equal((await get(caller, "uber-uns")).status, 404, "a path takes an id, never a slug");
});

test("deleting one makes it inactive, again too; it leaves the list, keeps its slug and can come back", async () => {
  const caller = testCaller();
  const { body: made } = await create(caller, { slug: "intro" });
  const deleted = await remove(caller, made.id);
  assert.deepEqual([deleted.status, deleted.body.active, deleted.body.version], [200, false, 2]);
  const again = await remove(caller, made.id);
  assert.deepEqual([again.status, again.body.active, again.body.version], [200, false, 2]);
  assert.deepEqual(await list(caller), []);
  for (const query of ["active=false", "active=all"]) assert.equal((await list(caller, query)).length, 1);
  assert.equal((await create(caller, { slug: "intro" })).body.code, "slug_taken");
  assert.equal((await get(caller, made.id)).status, 200);
  assert.equal((await patch(caller, made.id, { active: true })).body.active, true);
  assert.equal((await list(caller, "active=true")).length, 1);
});

test("a deletion is undone, and the undo of a creation leaves it inactive", async () => {
  const caller = testCaller();
  const made = await create(caller, {});
  const undo = (reply: TestReply) => {
    const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
    return door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
  };
  const deleted = await remove(caller, made.body.id);
  assert.equal((await undo(deleted)).status, 200);
  assert.equal((await get(caller, made.body.id)).body.active, true);
  assert.equal((await undo(made)).status, 200);
  assert.equal((await get(caller, made.body.id)).body.active, false);
});

const places: [type: string, detail: string | null, code: string][] = [
  ["in_person", null, "required"],
  ["link", null, "required"],
  ["link", "http://example.com", "invalid_format"],
  ["link", "https://exa mple.com", "invalid_format"],
  ["link", "javascript:alert(1)", "invalid_format"],
  ["video", "ftp://example.com", "invalid_format"],
  ["phone_inbound", "0123", "invalid_format"],
  ["phone_outbound", "+14155550100", "not_allowed"],
  ["attendee_choice", "anywhere", "not_allowed"],
];
for (const [location_type, location_detail, code] of places)
  test(`the place ${location_type} with ${String(location_detail)} is refused: ${code}`, async () => {
    const place = location_detail === null ? { location_type } : { location_type, location_detail };
    assert.deepEqual(faults(await create(testCaller(), place)), [`location_detail ${code}`]);
  });

test("places that are whole are taken", async () => {
  const good = [
    ["in_person", "1 Main Street"],
    ["link", "https://example.com/meet"],
    ["video", "https://example.com/meet"],
    ["phone_inbound", "+14155550100"],
  ];
  for (const [location_type, location_detail] of good)
    assert.equal((await create(testCaller(), { location_type, location_detail })).status, 201, location_type);
});

const defaults: Record<string, [other: unknown, initial: unknown]> = {
  description: ["Text", null],
  duration_minutes: [30, 60],
  location_type: ["attendee_address", "video"],
  location_detail: ["https://example.com/", null],
  timezone: ["Europe/Paris", null],
  buffer_before_minutes: [5, 0],
  buffer_after_minutes: [5, 0],
  slot_interval_minutes: [15, null],
  min_notice_minutes: [60, 0],
  booking_window_days: [30, 365],
  max_per_day: [3, null],
  active: [false, true],
  public: [false, true],
  color: ["blue", null],
  reminders_minutes: [[60], []],
  questions: [[{ id: "a", label: "A", type: "date", required: false }], []],
};
for (const [member, [other, initial]] of Object.entries(defaults))
  test(`null sets ${member} back to ${JSON.stringify(initial)}`, async () => {
    const caller = testCaller();
    const { body: made } = await create(caller, { [member]: other });
    assert.deepEqual(made[member], other);
    const reply = await patch(caller, made.id, { [member]: null });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.deepEqual(reply.body[member], initial);
  });

test("what has no default takes no null", async () => {
  const caller = testCaller();
  const { body: made } = await create(caller, {});
  for (const member of ["name", "host_id"]) {
    const reply = await patch(caller, made.id, { [member]: null });
    assert.equal(reply.status, 422, member);
    assert.deepEqual((await get(caller, made.id)).body[member], made[member]);
  }
});

const hostile: [member: string, values: unknown[]][] = [
  ["duration_minutes", [0, 1441, 30.5, "30", true, [30], {}]],
  ["slot_interval_minutes", [4, 721, "x"]],
  ["buffer_before_minutes", [-1, 181]],
  ["min_notice_minutes", [-1, 525_601]],
  ["booking_window_days", [0, 731]],
  ["max_per_day", [0, 1001]],
  ["name", ["", "  ", "a\nb", "a\u0007b", "x".repeat(121), null, 7]],
  ["host_id", [null, "ada", 7, ["x"]]],
  ["timezone", ["+02:00", "Mars/Olympus", "GMT+25", "x", "Europe/Paris; drop table", ""]],
  ["color", ["#12", "RED", "red green", "url(x)"]],
  ["reminders_minutes", [[5], [10081], [10, 20, 30, 40], [60, 60], ["60"], 60]],
  ["location_type", ["moon", "VIDEO", null]],
  ["id", [randomUUID()]],
  ["archived_at", ["2030-01-01T00:00:00Z", null]],
  ["__proto__x", [1]],
];
for (const [member, values] of hostile)
  test(`${member} takes no ${values.map((value) => JSON.stringify(value).slice(0, 20)).join(", ")}`, async () => {
    const caller = testCaller();
    for (const value of values) {
      const reply = await create(caller, { [member]: value });
      assert.equal(reply.status, 422, JSON.stringify(value));
      assert.ok(
        faults(reply).every((fault) => fault.startsWith(member)),
        faults(reply).join(),
      );
    }
    assert.deepEqual(await list(caller), []);
  });
