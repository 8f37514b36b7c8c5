import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testExtension } from "../testing/test-extension.ts";

const auth = await testAuth();
const { rule } = testExtension(auth);

test("a rule is removed once, and another team's of the name stays (extension.operator)", async () => {
  const [team, other] = [await auth.newTeam(), await auth.newTeam()];
  const [made, kept] = [await rule(team, "Orders"), await rule(other, "Orders")];
  const remove = () => auth.door.operate("RemoveRule", { team, name: "Orders" });
  const reply = await remove();
  assert.deepEqual([reply.status, reply.body], [200, made]);
  assert.equal((await remove()).status, 404);
  const left = await auth.sql("select id from auth.extension_rules");
  assert.deepEqual(left, [{ id: kept.id }]);
});
