import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take } = await testEmr();

async function pending() {
  const caller = reader();
  const id = (await take(caller, [ada()], false)).resources[0]?.id ?? "";
  const move = (rest: object) =>
    door.operate("SetRosterStatus", { team_id: caller.team_id, patient_id: id, ...rest });
  const get = () => door.call("GetPatient", { caller, path: { patient_id: id } });
  return { caller, id, move, get };
}

test("a patient follows the arrows, in force for the next request", async () => {
  const { id, move, get } = await pending();
  assert.equal((await get()).status, 404);
  for (const [status, seen] of [
    ["active", 200],
    ["active", 200],
    ["inactive", 200],
    ["active", 200],
    ["inactive", 200],
    ["removed", 404],
    ["removed", 404],
  ] as const) {
    assert.deepEqual((await move({ status })).body, { id, status, contact_id: null });
    const chart = await get();
    assert.equal(chart.status, seen);
    if (seen === 200) assert.equal(chart.body.inactivated_at === null, status === "active");
  }
});

for (const [path, refused, allowed] of [
  [[], "removed", ["active"]],
  [["active"], "removed", ["inactive"]],
  [["active"], "pending", ["inactive"]],
  [["active", "inactive", "removed"], "active", []],
] as const) {
  test(`after ${path.join(", ") || "the import"} nobody becomes ${refused}, and the allowed ones are named`, async () => {
    const { move } = await pending();
    for (const status of path) assert.equal((await move({ status })).status, 200);
    const { status, body } = await move({ status: refused });
    assert.deepEqual([status, body.code, body.allowed], [409, "invalid_state_transition", allowed]);
  });
}

test("the contact who a patient is stays until it is changed, and a move without an effect does nothing", async () => {
  const { move, get } = await pending();
  const contact_id = randomUUID();
  await move({ status: "active", contact_id });
  const { version } = (await get()).body;
  await move({ status: "active" });
  const { body } = await get();
  assert.deepEqual([body.contact_id, body.version], [contact_id, version]);
  assert.equal((await move({ contact_id: null })).body.contact_id, null);
});

test("a patient of another team is absent", async () => {
  const { id } = await pending();
  const reply = await door.operate("SetRosterStatus", {
    team_id: randomUUID(),
    patient_id: id,
    status: "active",
  });
  assert.equal(reply.status, 404);
});
