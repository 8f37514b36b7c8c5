import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testExtension } from "../testing/test-extension.ts";

const auth = await testAuth();
const { secret } = testExtension(auth);

test("a secret is removed with its value, once, and another team's of the name stays (extension.operator)", async () => {
  const [team, other] = [await auth.newTeam(), await auth.newTeam()];
  const [made, kept] = [await secret(team, "Bank"), await secret(other, "Bank")];
  const remove = () => auth.door.operate("RemoveVaultEntry", { team, name: "Bank" });
  const reply = await remove();
  assert.deepEqual([reply.status, reply.body], [200, made]);
  assert.equal((await remove()).status, 404);
  const left = await auth.sql("select id from auth.vault_entries");
  assert.deepEqual(left, [{ id: kept.id }]);
});
