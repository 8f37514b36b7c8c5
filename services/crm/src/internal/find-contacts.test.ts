import assert from "node:assert/strict";
import { test } from "node:test";
import { services } from "@jst/fleet";
import { testCaller } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

async function contact(caller = testCaller()): Promise<string> {
  return (await door.call("CreateContact", { caller, body: { first_name: "Ada" } })).body.id;
}

test("live contacts of the team are found; archived ones, strangers and nobody are left out", async () => {
  const caller = testCaller();
  const [ada, bo] = [await contact(caller), await contact(caller)];
  await door.call("ArchiveContact", { caller, path: { contact_id: bo } });
  const ids = [ada, bo, ada, await contact(), "01890000-0000-7000-8000-00000000dead"];
  const reply = await door.callAs("data", "FindContacts", { team_id: caller.team_id, ids });
  assert.deepEqual([reply.status, reply.body], [200, { ids: [ada] }]);
  assert.equal((await door.callAs("data", "FindContacts", { team_id: "x", ids: ["y"] })).status, 422);
});

for (const { method, callers } of rpcs.filter((rpc) => rpc.access === "internal")) {
  test(`${method} answers ${callers.join(", ")} and nobody else`, async () => {
    for (const { name } of services) {
      const answer = door.callAs(name, method, {});
      if (callers.includes(name)) assert.equal((await answer).status, 422);
      else await assert.rejects(answer, /UNAUTHENTICATED/);
    }
    const byOperator = door.operate(method, {});
    if (callers.includes("operator")) assert.equal((await byOperator).status, 422);
    else await assert.rejects(byOperator, /UNAUTHENTICATED/);
    await assert.rejects(door.call(method, {}), /UNAUTHENTICATED/);
  });
}
