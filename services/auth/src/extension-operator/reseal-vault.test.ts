import { SecretBox } from "@jst/config";
import { ownerOf } from "@jst/settings";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { CLIENT_SECRET } from "../teams/sign-in-keys.ts";
import { testExtension } from "../testing/test-extension.ts";
import { ownerOfValue } from "./vault-owner.ts";

const keys = { k1: Buffer.alloc(32, 7), k2: Buffer.alloc(32, 9) };
const boxOf = (current: string, listed: Partial<typeof keys>) =>
  new SecretBox({ current, keys: new Map(Object.entries(listed)) });
const former = boxOf("k1", { k1: keys.k1 });
const alone = boxOf("k2", { k2: keys.k2 });
const auth = await testAuth({ secrets: boxOf("k2", keys) });
const { secret } = testExtension(auth);

/** Asks part by part, as jst does. */
async function resealAll() {
  const all = { resealed: 0, unreadable: [] as unknown[] };
  for (let after: unknown = ""; after !== null;) {
    const { status, body } = await auth.door.operate("ResealVault", after === "" ? {} : { after });
    assert.deepEqual([status, body.key], [200, "k2"]);
    all.resealed += Number(body.resealed);
    all.unreadable.push(...(body.unreadable as unknown[]));
    after = body.next;
  }
  return all;
}

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
  await auth.door.operate("SetConfig", { team, key: CLIENT_SECRET, value: "a" });
  const owner = ownerOf(teamId, CLIENT_SECRET);
  await auth.sql("update auth.settings set sealed = $3 where team_id = $1 and key = $2", [
    teamId,
    CLIENT_SECRET,
    former.seal("value", owner),
  ]);
  assert.deepEqual(await resealAll(), { resealed: 3, unreadable: [`${teamId}/Lost`] });
  const rows = await auth.sql("select name, sealed from auth.vault_entries where name <> 'Lost'");
  for (const { name, sealed } of rows)
    assert.equal(alone.open(sealed as Buffer, ownerOfValue(teamId, String(name))), "value");
  assert.equal(rows.length, 2);
  const [setting] = await auth.sql("select sealed from auth.settings where key = $1", [CLIENT_SECRET]);
  assert.equal(alone.open(setting?.["sealed"] as Buffer, owner), "value");
  assert.deepEqual(await resealAll(), { resealed: 0, unreadable: [`${teamId}/Lost`] });
});
