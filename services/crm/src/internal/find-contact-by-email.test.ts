import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

test("a live contact is found by its address in any case; an archived one and another team's are not, and none is made", async () => {
  const caller = testCaller();
  const find = async (team_id: string, email: string) =>
    (await door.callAs("scheduling", "FindContactByEmail", { team_id, email })).body as object;
  const { body } = await door.call("CreateContact", { caller, body: { email: "Ada@Example.com" } });
  assert.deepEqual(await find(caller.team_id, "ada@example.COM"), { id: body.id });
  assert.deepEqual(await find(testCaller().team_id, "ada@example.com"), { id: null });
  assert.deepEqual(await find(caller.team_id, "bo@example.com"), { id: null });
  await door.call("ArchiveContact", { caller, path: { contact_id: body.id as string } });
  assert.deepEqual(await find(caller.team_id, "ada@example.com"), { id: null });
});
