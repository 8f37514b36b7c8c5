import { testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testExtension } from "../testing/test-extension.ts";

const auth = await testAuth();
const { secret } = testExtension(auth);
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await auth.newTeam();
  team_id = await auth.teamIdOf(slug);
});

const list = (query = "") => auth.door.call("ListVaultEntries", { caller: testCaller({ team_id }), query });
const names = ({ body }: { body: { entries: { name: string }[] } }) => body.entries.map(({ name }) => name);

test("secrets are listed by name with their hints alone, and none of another team (extension.vault)", async () => {
  await secret(slug, "Shop", { kind: "password", hint: "of the shop" });
  const { id, updated_at } = await secret(slug, "Bank");
  await secret(await auth.newTeam(), "Foreign");
  const reply = await list();
  assert.deepEqual([reply.status, names(reply)], [200, ["Bank", "Shop"]]);
  assert.deepEqual(reply.body.entries[0], {
    id,
    name: "Bank",
    kind: "api_key",
    hint: null,
    updated_at,
    last_used_at: null,
  });
  assert.equal(reply.body.entries[1].hint, "of the shop");
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.ok(!JSON.stringify(reply.body).includes("correct horse"));
});

test("secrets are found by name, sorted and paged", async () => {
  await secret(slug, "Amber", { kind: "token" });
  await secret(slug, "Blue", { kind: "note" });
  assert.deepEqual(names(await list("sort=kind:asc")), ["Blue", "Amber"]);
  assert.deepEqual(names(await list("q=amb")), ["Amber"]);
  const first = await list("limit=1");
  assert.deepEqual(names(await list(`limit=1&cursor=${first.body.next_cursor}`)), ["Blue"]);
});

test("the role of requests cannot read a value, sealed or not, nor change a secret", async () => {
  await secret(slug, "Bank");
  const refused = { code: "42501" };
  await withClient(auth.database.urlOf("auth"), async (client) => {
    await client.query("select set_config('app.team_id', $1, false)", [team_id]);
    assert.equal((await client.query("select name from auth.vault_entries")).rowCount, 1);
    await assert.rejects(client.query("select sealed from auth.vault_entries"), refused);
    await assert.rejects(client.query("select t from auth.vault_entries t"), refused);
    await assert.rejects(client.query("select 1 from auth.vault_entries where sealed is not null"), refused);
    await assert.rejects(client.query("update auth.vault_entries set name = 'x'"), refused);
    await assert.rejects(client.query("delete from auth.vault_entries"), refused);
  });
});

for (const query of ["sort=hint:asc", "sort=value:asc", "sort=sealed:asc", "cursor=nonsense", "value=x"])
  test(`${query} is 400`, async () => assert.equal((await list(query)).status, 400));
