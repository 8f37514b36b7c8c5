import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const caller = testCaller();
const { body: seeded } = await door.operate("SeedWorkflows", { team_id: caller.team_id });
const ids = seeded.workflows as string[];
const get = (workflow_id: string, headers = {}, as = caller) =>
  door.call("GetWorkflow", { caller: as, path: { workflow_id }, headers });

test("a workflow reads as it is listed; its last run is absent as long as it never ran", async () => {
  const { body } = await door.call("ListWorkflows", { caller });
  for (const listed of body.workflows as { id: string; status: string; last_run?: object }[]) {
    assert.deepEqual((await get(listed.id)).body, listed);
    assert.equal("last_run" in listed, listed.status !== "draft");
  }
  const { status, body: one, headers } = await get(ids[0] ?? "");
  assert.deepEqual([status, headers.etag, one.version], [200, '"1"', 1]);
  assert.deepEqual(Object.keys(one), [
    ...["id", "name", "description", "status", "trigger", "step_count", "last_run"],
    ...["created_at", "updated_at", "created_by", "version"],
  ]);
  assert.deepEqual(one.created_by, { type: "system", id: null });
});

test("one that the caller has in this version is 304", async () => {
  assert.equal((await get(ids[0] ?? "", { "if-none-match": '"1"' })).status, 304);
  assert.equal((await get(ids[0] ?? "", { "if-none-match": '"2"' })).status, 200);
});

test("another team's, an absent and a malformed id get the same 404", async () => {
  const foreign = await get(ids[0] ?? "", {}, testCaller());
  assert.deepEqual([foreign.status, foreign.body.code], [404, "not_found"]);
  const alike = { ...(foreign.body as object), request_id: "" };
  for (const id of [randomUUID(), "17", "", "null", "' or true --"]) {
    const { status, body } = await get(id);
    assert.deepEqual([status, { ...(body as object), request_id: "" }], [404, alike], id);
  }
});
