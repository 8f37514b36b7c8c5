import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

test("live contacts of the team are answered with what a bill says; archived ones and strangers are left out", async () => {
  const caller = testCaller();
  const make = async (body: object, by = caller): Promise<string> =>
    (await door.call("CreateContact", { caller: by, body })).body.id;
  const address = { line1: "1 Main Street", city: "London", country: "GB" };
  const person = { company: "Engines Ltd", email: "ada@example.com", phone: "+14155550100", address };
  const ada = await make({ first_name: "Ada", last_name: "Lovelace", ...person });
  const bo = await make({ first_name: "Bo" });
  const gone = await make({ first_name: "Gone" });
  await door.call("ArchiveContact", { caller, path: { contact_id: gone } });
  const stranger = await make({ first_name: "Stranger" }, testCaller());
  const ids = [ada, bo, gone, stranger];
  const { status, body } = await door.callAs("commerce", "FindPayers", { team_id: caller.team_id, ids });
  const byId = (body.contacts as { id: string }[]).sort((one, other) => one.id.localeCompare(other.id));
  assert.deepEqual(
    [status, byId],
    [
      200,
      [
        { id: ada, name: "Ada Lovelace", ...person },
        { id: bo, name: "Bo", company: null, email: null, phone: null, address: null },
      ],
    ],
  );
});
