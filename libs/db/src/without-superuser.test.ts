import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { roles } from "@jst/fleet";
import { addressOf, makeAdministrator, withClient } from "@jst/testing";
import { bootstrap, createVector } from "./index.ts";

const passwords = Object.fromEntries(roles.map((role) => [role, "test"]));
const administrator = await makeAdministrator();
const name = `test_managed_${randomBytes(6).toString("hex")}`;
const other = `${name}_other`;
after(() =>
  withClient(addressOf("postgres"), async (client) => {
    for (const made of [name, other]) await client.query(`drop database if exists ${made} with (force)`);
  }),
);
const byAdministrator = (database: string) =>
  bootstrap({ connectionString: addressOf(database, administrator), passwords });
const bySuperuser = (database: string) => bootstrap({ connectionString: addressOf(database), passwords });

test("a login that may make roles and databases, and no more, makes the database, several at once and once more too", async () => {
  const sentences = await Promise.all(Array.from({ length: 3 }, () => byAdministrator(name)));
  sentences.push(await byAdministrator(name));
  for (const sentence of sentences) assert.match(sentence, /^A login without superuser rights/);
  const marked = await withClient(addressOf(name), (client) =>
    client.query("select from pg_proc where proleakproof and pronamespace = 'platform'::regnamespace"),
  );
  assert.equal(marked.rowCount, 0);
});

test("a database keeps its mode: only the login that created it upgrades it", async () => {
  assert.match(await bySuperuser(other), /^A superuser/);
  await assert.rejects(byAdministrator(other), /only a superuser's login can bring it up to date/);
  await assert.rejects(bySuperuser(name), /only the login test_administrator can bring it up to date/);
});

test("the extension vector is left to a superuser, whom the bootstrap tells so until it is there", async () => {
  const left =
    /before the migrations a superuser runs `create extension if not exists vector schema platform`/;
  assert.match(await byAdministrator(name), left);
  await createVector(addressOf(name));
  assert.doesNotMatch(await byAdministrator(name), left);
});

test("its functions and operators answer like the leakproof ones, for every kind of value", async () => {
  const text = `select d::text as document, jsonb_field(d, 'a') as field, jsonb_text(d, 'a') as text, jsonb_number(d, 'a') as number,
      jsonb_boolean(d, 'a') as boolean, jsonb_kind(d -> 'a') as kind, jsonb_lines(d) as lines, text_left(jsonb_text(d, 'a'), 3) as start,
      jsonb_members(jsonb_field(d, 'a')) as members, jsonb_joined(jsonb_field(d, 'a'), 4) as joined,
      choice_places(jsonb_field(d, 'a'), array['red', 'Letter'], 4) as places,
      jsonb_text(d, 'a') ~~~ '%E_t%' as contains, jsonb_field(d, 'a') operator(platform.?|) array['x', 'red'] as any_of,
      jsonb_field(d, 'a') operator(platform.?&) array['x', 'red'] as all_of, array[jsonb_text(d, 'a')] &&& array['x', 'Letter'] as overlap
    from jsonb_array_elements($1) d order by 1`;
  const values = ["Letter", "", 7, -1.5, 1e300, true, false, null, ["x", "red"], ["x"], [], { red: 1 }];
  const documents = JSON.stringify([...values.map((a) => ({ a })), {}]);
  const [plain, leakproof] = await Promise.all(
    [name, other].map((database) =>
      withClient(addressOf(database), async (client) => {
        await client.query("set search_path = platform");
        return (await client.query(text, [documents])).rows as unknown[];
      }),
    ),
  );
  assert.equal(plain?.length, values.length + 1);
  assert.deepEqual(plain, leakproof);
});
