import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { TEST_SECRETS, testAuth } from "../testing/test-auth.ts";
import { testExtension } from "../testing/test-extension.ts";
import { ownerOfValue } from "./vault-owner.ts";

const auth = await testAuth();
const { secret } = testExtension(auth);
let team: string;
beforeEach(async () => {
  team = await auth.newTeam();
});

async function sealedOf(slug: string, name: string): Promise<Buffer> {
  const [row] = await auth.sql(
    `select v.sealed from auth.vault_entries v join auth.teams t on t.team_id = v.team_id
      where t.slug = $1 and v.name = $2`,
    [slug, name],
  );
  return row?.["sealed"] as Buffer;
}

test("a value is sealed for its team and name, and is in no answer and no entry of the audit log (extension.vault)", async () => {
  const value = "correct horse battery staple";
  const entry = await secret(team, "Bank", { value, hint: "of the bank" });
  assert.deepEqual(Object.keys(entry).sort(), ["hint", "id", "kind", "last_used_at", "name", "updated_at"]);
  const sealed = await sealedOf(team, "Bank");
  const teamId = await auth.teamIdOf(team);
  assert.equal(TEST_SECRETS.open(sealed, ownerOfValue(teamId, "Bank")), value);
  assert.throws(() => TEST_SECRETS.open(sealed, ownerOfValue(teamId, "Shop")));
  const kept = await auth.sql("select payload from auth.outbox where team_id = $1", [teamId]);
  assert.equal(kept.length, 1);
  for (const text of [JSON.stringify(entry), JSON.stringify(kept), sealed.toString("latin1")])
    assert.ok(!text.includes("horse"));
});

test("the same name again replaces the value, and an omitted hint is cleared", async () => {
  const first = await secret(team, "Bank", { hint: "old" });
  const again = await secret(team, "Bank", { value: "new value", kind: "note" });
  assert.deepEqual([again.id, again.kind, again.hint], [first.id, "note", null]);
  const teamId = await auth.teamIdOf(team);
  assert.equal(TEST_SECRETS.open(await sealedOf(team, "Bank"), ownerOfValue(teamId, "Bank")), "new value");
});

const refused: [name: string, body: object][] = [
  ["no value", { value: "" }],
  ["a value of 16,385 characters", { value: "zebra ".repeat(2_731) }],
  ["a value that is no text", { value: { zebra: 1 } }],
  ["an unknown kind", { kind: "zebra", value: "zebra" }],
  ["a hint of 101 characters", { hint: "h".repeat(101), value: "zebra" }],
  ["a hint that holds the value", { hint: "it is zebra", value: " zebra\n" }],
  ["a name that holds the value", { name: "zebra of the bank", value: "zebra" }],
  ["an unknown member", { sealed: "zebra", value: "zebra" }],
];
for (const [name, body] of refused) {
  test(`${name} is 422, keeps nothing, and the refusal says nothing of the value`, async () => {
    const whole = { team, name: "Bank", kind: "api_key", ...body };
    const reply = await auth.door.operate("SetVaultEntry", whole);
    assert.equal(reply.status, 422);
    assert.ok(!JSON.stringify(reply.body).includes("zebra"), JSON.stringify(reply.body));
    assert.equal(await sealedOf(team, "Bank"), undefined);
  });
}
