import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf, mint, mintFor, sql } = await testAuth();
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam();
  team_id = await teamIdOf(slug);
});

const list = (query = "") => door.call("ListTokens", { caller: testCaller({ team_id }), query });
const names = (body: { tokens: { name: string }[] }) => body.tokens.map((token) => token.name);
const minted = (name: string) => mint({ team: slug, type: "service", name });

test("tokens are listed newest first, the revoked ones too, and never a value", async () => {
  const first = await minted("first");
  await minted("second");
  await sql("update auth.tokens set revoked_at = now() where id = $1", [first.id]);
  const { status, body, headers } = await list();
  assert.equal(status, 200);
  assert.deepEqual(names(body), ["second", "first"]);
  assert.deepEqual([body.next_cursor, body.has_more, headers["cache-control"]], [null, false, "no-store"]);
  assert.notEqual(body.tokens[1].revoked_at, null);
  const text = JSON.stringify(body);
  for (const hidden of [first.value, "hash", "value", "refresh"]) assert.ok(!text.includes(hidden), hidden);
  const hashes = await sql("select encode(hash, 'hex') as hash from auth.tokens where team_id = $1", [
    team_id,
  ]);
  for (const { hash } of hashes) assert.ok(!text.includes(String(hash)));
});

test("a list is read page by page, in the order asked for", async () => {
  for (const name of ["c", "a", "b"]) await minted(name);
  const first = (await list("sort=name:asc&limit=2")).body;
  const second = (await list(`sort=name:asc&limit=2&cursor=${first.next_cursor}`)).body;
  assert.deepEqual([names(first), first.has_more, names(second)], [["a", "b"], true, ["c"]]);
  const other = await list(`sort=name:desc&limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([other.status, other.body.code], [400, "invalid_cursor"]);
});

test("a list is narrowed by type, member, name and time", async () => {
  await minted("robot");
  const human = await mintFor(slug, "admin");
  const [row] = await sql("select member_id from auth.tokens where id = $1", [human.id]);
  for (const query of ["type=human", `member_id=${String(row?.["member_id"])}`])
    assert.equal((await list(query)).body.tokens[0].id, human.id);
  assert.deepEqual(names((await list("q=ROBO")).body), ["robot"]);
  assert.deepEqual(names((await list("updated_since=2999-01-01T00:00:00Z")).body), []);
  assert.equal((await list("updated_since=2020-01-01T00:00:00Z")).body.tokens.length, 2);
});

for (const query of [
  "limit=0",
  "type=robot",
  "member_id=ada",
  `q=${"x".repeat(201)}`,
  "sort=hash:asc",
  "updated_since=now",
  "value=1",
]) {
  test(`${query} is 400`, async () => {
    assert.equal((await list(query)).status, 400);
  });
}

test("another team's tokens are not listed", async () => {
  await minted("ours");
  const other = await teamIdOf(await newTeam());
  const { body } = await door.call("ListTokens", { caller: testCaller({ team_id: other }) });
  assert.deepEqual(body.tokens, []);
});
