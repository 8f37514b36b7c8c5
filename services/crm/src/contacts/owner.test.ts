import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, auth, strangers, stored } = await testCrm();
const owner = "0190a1b2-0000-7000-8000-00000000000a";
const nobody = "0190a1b2-0000-7000-8000-00000000dead";
strangers.add(nobody);

test("an owner is a member of the team, and is asked for when one is named", async () => {
  const caller = testCaller();
  const made = await door.call("CreateContact", { caller, body: { first_name: "Ada", owner_id: owner } });
  assert.deepEqual([made.status, made.body.owner_id], [201, owner]);
  const path = { contact_id: made.body.id as string };
  assert.equal((await door.call("UpdateContact", { caller, path, body: { first_name: "Bo" } })).status, 200);
  assert.equal((await door.call("UpdateContact", { caller, path, body: { owner_id: null } })).status, 200);
  assert.deepEqual(auth.asked, [
    { rpc: "auth.v1.Identities/FindMembers", peer: "crm", body: { team_id: caller.team_id, ids: [owner] } },
  ]);
});

test("an unknown owner is refused with its place, and nothing is stored", async () => {
  const caller = testCaller();
  const { id } = (await door.call("CreateContact", { caller, body: { first_name: "Ada" } })).body;
  for (const reply of [
    await door.call("CreateContact", { caller, body: { first_name: "Eve", owner_id: nobody } }),
    await door.call("UpdateContact", { caller, path: { contact_id: id }, body: { owner_id: nobody } }),
  ]) {
    assert.deepEqual(
      [reply.status, reply.body.errors],
      [
        422,
        [
          {
            field: "owner_id",
            code: "not_found",
            message: "No member of your team has this id. Check the id.",
          },
        ],
      ],
    );
  }
  assert.deepEqual(
    [(await stored(caller.team_id)).contacts, (await stored(caller.team_id)).changes],
    [1, ["create"]],
  );
});

test("while auth is away no owner is stored, and contacts without one are", async () => {
  const caller = testCaller();
  auth.stop();
  const refused = await door.call("CreateContact", { caller, body: { first_name: "Ada", owner_id: owner } });
  assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"]);
  assert.equal((await door.call("CreateContact", { caller, body: { first_name: "Ada" } })).status, 201);
});
