import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcome, testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { door } = auth;
const { team, change, remove } = testMembers(auth);

test("a member who has set nothing has the defaults and the name that the team has", async () => {
  const { service, signedIn } = await team();
  const caller = await signedIn("viewer");
  await change(service, caller.member_id ?? "", { name: "Vera" });
  const { status, body, headers } = await door.call("GetPreferences", { caller });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    ...{ name: "Vera", language: null, locale: null, theme: "system", density: "short" },
    ...{ single_keys: true, menu: "open", starred: [], version: 2 },
  });
  assert.deepEqual([headers.etag, headers["cache-control"]], ['"2"', "no-store"]);
});

test("a name that is the same moves no version on, and another one does", async () => {
  const { service, signedIn } = await team();
  const caller = await signedIn("member");
  const version = async () => (await door.call("GetPreferences", { caller })).body["version"];
  assert.equal(await version(), 1);
  await change(service, caller.member_id ?? "", { role: "viewer" });
  assert.equal(await version(), 1);
  await change(service, caller.member_id ?? "", { name: "Vera" });
  await change(service, caller.member_id ?? "", { name: "Vera" });
  assert.equal(await version(), 2);
  await change(service, caller.member_id ?? "", { name: null });
  assert.equal(await version(), 3);
});

test("a removed member has no preferences", async () => {
  const { service, signedIn } = await team();
  const caller = await signedIn("member");
  await remove(service, caller.member_id ?? "");
  assert.equal(outcome(await door.call("GetPreferences", { caller })), "404 not_found");
});
