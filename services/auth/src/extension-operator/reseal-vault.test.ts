import { SecretBox } from "@jst/config";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testExtension } from "../testing/test-extension.ts";
import { ownerOfValue } from "./vault-owner.ts";

const keys = { k1: Buffer.alloc(32, 7), k2: Buffer.alloc(32, 9) };
const boxOf = (current: string, listed: Partial<typeof keys>) =>
  new SecretBox({ current, keys: new Map(Object.entries(listed)) });
const former = boxOf("k1", { k1: keys.k1 });
const alone = boxOf("k2", { k2: keys.k2 });
const auth = await testAuth({ secrets: boxOf("k2", keys) });
const { secret } = testExtension(auth);

test("after a reseal the new key alone opens every value; one that no key opens is named (extension.vault)", async () => {
  const team = await auth.newTeam();
  const teamId = await auth.teamIdOf(team);
  const put = (name: string, sealed: Buffer) =>
    auth.sql("update auth.vault_entries set sealed = $3 where team_id = $1 and name = $2", [
      teamId,
      name,
      sealed,
    ]);
  for (const name of ["a/b", "Bank", "Lost"]) await secret(team, name);
  for (const name of ["a/b", "Bank"]) await put(name, former.seal("value", ownerOfValue(teamId, name)));
  const unknown = new SecretBox({ current: "k0", keys: new Map([["k0", Buffer.alloc(32, 1)]]) });
  await put("Lost", unknown.seal("value", ownerOfValue(teamId, "Lost")));
  const reply = await auth.door.operate("ResealVault", {});
  assert.deepEqual(reply.body, { resealed: 2, unreadable: [`${teamId}/Lost`], key: "k2", next: null });
  const rows = await auth.sql("select name, sealed from auth.vault_entries where name <> 'Lost'");
  for (const { name, sealed } of rows)
    assert.equal(alone.open(sealed as Buffer, ownerOfValue(teamId, String(name))), "value");
  assert.equal(rows.length, 2);
});
