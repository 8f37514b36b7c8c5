import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

test("live contacts of the team are answered with their addresses; archived ones and strangers are left out", async () => {
  const caller = testCaller();
  const make = async (body: object, by = caller): Promise<string> =>
    (await door.call("CreateContact", { caller: by, body })).body.id;
  const ada = await make({ email: "Ada@Example.com", phone: "+14155550100" });
  const bo = await make({ first_name: "Bo" });
  const gone = await make({ first_name: "Gone", email: "gone@example.com" });
  await door.call("ArchiveContact", { caller, path: { contact_id: gone } });
  const stranger = await make({ first_name: "Stranger" }, testCaller());
  const ids = [ada, bo, gone, stranger];
  const { status, body } = await door.callAs("comms", "FindAddresses", { team_id: caller.team_id, ids });
  const byId = (body.contacts as { id: string }[]).sort((one, other) => one.id.localeCompare(other.id));
  const expected = [
    { id: ada, email: "Ada@Example.com", phone: "+14155550100" },
    { id: bo, email: null, phone: null },
  ];
  assert.deepEqual([status, byId], [200, expected]);
});
