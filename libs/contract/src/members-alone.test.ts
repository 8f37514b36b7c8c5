import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, faultsOf } from "./fixture-protos.ts";

/** One fault, in one sentence that names the rpc and what is wrong. */
async function refuses(proto: string, expected: string): Promise<void> {
  const faults = await faultsOf(proto, {});
  assert.equal(faults.length, 1, faults.join("\n"));
  assert.ok(faults[0]?.includes(`shop.v1.Things/${expected}`), faults[0]);
}

test("an rpc for members who are signed in is refused where a token would reach it", async () => {
  const ofMembers = changed('callers: "crm"', 'access: ACCESS_MEMBER callers: "operator"');
  assert.deepEqual(await faultsOf(ofMembers, {}), []);
  await refuses(
    changed('callers: "crm"', 'access: ACCESS_MEMBER callers: "crm"'),
    "CountThings is for members who are signed in; name the operator",
  );
  await refuses(
    ofMembers.replace(
      "access: ACCESS_MEMBER",
      'access: ACCESS_MEMBER resource: "things" action: ACTION_READ',
    ),
    "CountThings is for members who are signed in and has a scope",
  );
  await refuses(
    changed("action: ACTION_READ", "access: ACCESS_MEMBER").replace('resource: "things" access', "access"),
    "ListThings is for members who are signed in, and a token would reach it",
  );
});
