import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, made } = testRules(auth);
const show = (slug: string) => auth.door.operate("ShowRules", { team: slug });

test("the rules of the team are shown as they are written, in the order in which they are tried", async () => {
  const { caller, slug } = await team();
  assert.deepEqual((await show(slug)).body, { rules: [] });
  await made(caller, { name: "Second", outcome: "queue", position: 8 });
  await made(caller, { name: "First", enabled: false, position: 3 });
  await made((await team()).caller, { name: "Foreign" });
  const deciding = { needed: 1, allow_self: false, timeout_hours: 336 };
  assert.deepEqual((await show(slug)).body, {
    rules: [
      { name: "First", position: 3, enabled: false, when: {}, outcome: "run" },
      {
        ...{ name: "Second", position: 8, enabled: true, when: {}, outcome: "queue", ...deciding },
        approvers: { roles: ["owner", "admin"], members: [] },
      },
    ],
  });
  assert.equal((await show("nobody")).status, 404);
});
