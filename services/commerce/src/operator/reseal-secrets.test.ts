import assert from "node:assert/strict";
import { test } from "node:test";
import { SecretBox } from "@jst/config";
import { ownerOf } from "@jst/settings";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";

const { door, sql } = await testCommerce();
const former = new SecretBox({ current: "k0", keys: new Map([["k0", Buffer.alloc(32, 1)]]) });

test("a key of Stripe is sealed and shown to nobody; a reseal leaves what the current key has sealed, and names what no key opens", async () => {
  const { team_id } = inTeam();
  const asked = { team_id, key: "commerce.stripe.secret_key", value: "sk_test_123" };
  const set = await door.operate("SetSetting", asked);
  assert.deepEqual(set.body, { key: asked.key, value: null });
  const lost = "commerce.stripe.webhook_secret";
  await sql("insert into commerce.settings (team_id, key, sealed) values ($1, $2, $3)", [
    team_id,
    lost,
    former.seal("whsec_of_a_former_key", ownerOf(team_id, lost)),
  ]);
  const [row] = await sql<{ value: null; sealed: Buffer }>(
    "select value, sealed from commerce.settings where team_id = $1 and key = $2",
    [team_id, asked.key],
  );
  assert.deepEqual([row?.value, row?.sealed.includes("sk_test")], [null, false]);
  const { status, body } = await door.operate("ResealSecrets", {});
  assert.deepEqual(
    [status, body],
    [200, { resealed: 0, unreadable: [`${team_id}/${lost}`], key: "k1", next: null }],
  );
});

test("the provider stripe needs its keys, and they stay while it is set", async () => {
  const { team_id } = inTeam();
  const set = async (key: string, value: string) =>
    (await door.operate("SetSetting", { team_id, key: `commerce.${key}`, value })).status;
  assert.equal(await set("provider", "stripe"), 422);
  assert.equal(await set("stripe.secret_key", "sk_test_123"), 200);
  assert.equal(await set("provider", "stripe"), 422);
  assert.equal(await set("stripe.webhook_secret", "whsec_of_the_endpoint"), 200);
  assert.equal(await set("provider", "stripe"), 200);
  assert.equal(await set("stripe.secret_key", ""), 422);
  assert.equal(await set("provider", ""), 200);
  assert.equal(await set("stripe.secret_key", ""), 200);
});
