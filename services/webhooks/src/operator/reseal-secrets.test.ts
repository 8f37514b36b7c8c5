import { SecretBox } from "@jst/config";
import assert from "node:assert/strict";
import { test } from "node:test";
import { secretOwner } from "../secrets/endpoint-secret.ts";
import { testDeliveries } from "../testing/test-deliveries.ts";
import { TEST_SECRET_KEY, testWebhooks } from "../testing/test-webhooks.ts";

const k2 = Buffer.alloc(32, 9);
const both = new Map([
  ["k1", TEST_SECRET_KEY],
  ["k2", k2],
]);
const webhooks = await testWebhooks({ secrets: new SecretBox({ current: "k2", keys: both }) });
const { door, sql } = webhooks;
const endpointWith = testDeliveries(webhooks);
const former = new SecretBox({ current: "k1", keys: new Map([["k1", TEST_SECRET_KEY]]) });
const alone = new SecretBox({ current: "k2", keys: new Map([["k2", k2]]) });

const stored = async (id: string) => {
  const [row] = await sql<{
    secret: Buffer;
    previous_secret: Buffer | null;
    former_secrets: { secret: string }[];
    version: number;
    changes: number;
  }>(
    `select e.secret, e.previous_secret, e.former_secrets, e.version,
       (select count(*)::int from webhooks.changes c where c.resource_id = e.id) as changes
     from webhooks.endpoints e where e.id = $1`,
    [id],
  );
  return row ?? assert.fail();
};

/** As it was before the keys were exchanged, with a former secret that signs for the time. */
async function sealBefore(id: string, teamId: string, until = "now() + interval '1 hour'"): Promise<void> {
  const owner = secretOwner(teamId, id);
  const [now, then] = ["whsec_now", "whsec_then"].map((text) => former.seal(text, owner).toString("hex"));
  const first = former.seal("whsec_first", owner).toString("base64");
  // Nobody acts here, whom an undo record could name.
  await sql(`set session_replication_role = replica; update webhooks.endpoints
    set secret = '\\x${now}', previous_secret = '\\x${then}', previous_secret_until = ${until},
      former_secrets = jsonb_build_array(jsonb_build_object('secret', '${first}', 'until', ${until})) where id = '${id}'`);
}

test("after a reseal the new key alone opens every secret, and nothing of it shows in versions or images", async () => {
  const one = await endpointWith();
  const untouched = await endpointWith();
  const before = await stored(untouched.id);
  await sealBefore(one.id, one.caller.team_id);
  const { version, changes } = await stored(one.id);
  const reply = await door.operate("ResealSecrets", {});
  assert.deepEqual(reply.body, { resealed: 1, unreadable: [], key: "k2", next: null });
  const after = await stored(one.id);
  const owner = secretOwner(one.caller.team_id, one.id);
  assert.equal(alone.open(after.secret, owner), "whsec_now");
  assert.equal(alone.open(after.previous_secret ?? Buffer.alloc(0), owner), "whsec_then");
  assert.equal(
    alone.open(Buffer.from(after.former_secrets[0]?.secret ?? "", "base64"), owner),
    "whsec_first",
  );
  assert.deepEqual([after.version, after.changes], [version, changes]);
  assert.deepEqual(await stored(untouched.id), before, "what the current key sealed stays as it is");
  assert.equal((await door.operate("ResealSecrets", {})).body.resealed, 0);
});

test("a former secret that signs no more is dropped", async () => {
  const one = await endpointWith();
  await sealBefore(one.id, one.caller.team_id, "now() - interval '1 hour'");
  await door.operate("ResealSecrets", {});
  const { previous_secret, former_secrets } = await stored(one.id);
  assert.deepEqual([previous_secret, former_secrets], [null, []]);
});

test("a secret under a key that is gone is named and left as it is", async () => {
  const one = await endpointWith();
  const lost = new SecretBox({ current: "k0", keys: new Map([["k0", Buffer.alloc(32, 1)]]) });
  const sealed = lost.seal("whsec_lost", secretOwner(one.caller.team_id, one.id));
  await sql("update webhooks.endpoints set secret = $2 where id = $1", [one.id, sealed]);
  assert.deepEqual((await door.operate("ResealSecrets", {})).body.unreadable, [one.id]);
  assert.deepEqual((await stored(one.id)).secret, sealed);
});
