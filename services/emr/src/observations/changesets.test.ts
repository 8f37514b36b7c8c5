import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testEmr } from "../testing/test-emr.ts";
import { heartRate, wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door, looks } = await testEmr();
const { consent, observe } = wellnessOf(door);

/** The same caller without the right to read health data. */
const unseeing = (caller: Caller): Caller => ({
  ...caller,
  scopes: [
    { resource: "wellness", actions: ["write"] },
    { resource: "audit", actions: ["read", "admin"] },
  ],
});
const hidden = (operation: { before: unknown; after: unknown; redacted?: boolean }) =>
  operation.before === null && operation.after === null && operation.redacted === true;

test("a changeset shows its images to who may read health data, and others that there are some", async () => {
  const { service, contact } = wellnessTeam();
  await consent(service, contact);
  const made = await observe(service, heartRate(contact));
  const path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  const before = (await looks(service)).length;
  const seen = await door.call("GetChangeset", { caller: service, path });
  assert.deepEqual([seen.body.operations[0].after.value, seen.body.reversible], [64, false]);
  const other = await door.call("GetChangeset", { caller: unseeing(service), path });
  assert.ok(hidden(other.body.operations[0]), JSON.stringify(other.body));
  for (const { body } of [seen, other]) assert.equal(body.summary, "Create observation");
  const rows = (await looks(service)).slice(before);
  assert.deepEqual(
    rows.map(({ route, action, status }) => [route, action, status]),
    [
      ["GET /api/v1/changesets/{changeset_id}", "read", 200],
      ["GET /api/v1/changesets/{changeset_id}", "read", 200],
    ],
  );
});

test("a list of changesets shows no health data to anybody", async () => {
  const { service, contact } = wellnessTeam();
  await consent(service, contact);
  await observe(service, heartRate(contact));
  const { body } = await door.callAs("agent", "ListChangesets", { limit: 10 }, service);
  const operations = (body.changesets as { operations: never[] }[]).flatMap((one) => one.operations);
  assert.equal(operations.length, 2);
  assert.ok(operations.every(hidden));
});

test("a preview and an approval show nothing to who may write and not read", async () => {
  const { service, member, admin, contact } = wellnessTeam();
  await consent(service, contact);
  const proposed = await observe(unseeing(member), heartRate(contact));
  assert.equal(proposed.status, 202);
  assert.ok(hidden(proposed.body.preview[0]));
  const path = { changeset_id: proposed.body.changeset_id };
  const approved = await door.call("ApproveChangeset", { caller: unseeing(admin), path });
  assert.deepEqual([approved.status, approved.body.result], [200, null]);
  assert.ok(hidden(approved.body.operations[0]));
  assert.doesNotMatch(JSON.stringify([proposed.body, approved.body]), /"value"|Heart/);
});
