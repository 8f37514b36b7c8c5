import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, faultsOf } from "./fixture-protos.ts";

/** One fault, in one sentence that names the rpc and what is wrong. */
async function refuses(proto: string, expected: string): Promise<void> {
  const faults = await faultsOf(proto, {});
  assert.equal(faults.length, 1, faults.join("\n"));
  assert.ok(faults[0]?.includes(`shop.v1.Things/${expected}`), faults[0]);
}

test("an rpc for members who are signed in is refused where anybody else would reach it", async () => {
  const direct = "access: ACCESS_MEMBER trust: TRUST_DIRECT";
  const ofMembers = changed('resource: "things" action: ACTION_READ', "access: ACCESS_MEMBER");
  assert.deepEqual(await faultsOf(ofMembers, {}), []);
  const scoped = changed("action: ACTION_READ", "action: ACTION_READ access: ACCESS_MEMBER");
  assert.deepEqual(await faultsOf(scoped, {}), []);
  await refuses(
    ofMembers.replace("ACCESS_MEMBER", 'ACCESS_MEMBER resource: "things"'),
    "ListThings has half a scope",
  );
  await refuses(
    changed('callers: "crm"', `${direct} callers: "crm"`),
    "CountThings is for members who are signed in, who call by HTTP",
  );
  const written = changed('resource: "things" action: ACTION_WRITE', direct);
  await refuses(written, "CreateThing is for members who are signed in, and an agent would reach it");
  await refuses(
    written.replace(/tool: .*/, "").replace(direct, "access: ACCESS_MEMBER"),
    "CreateThing is for members who are signed in, and what they do by hand waits for nobody",
  );
});
