import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testExtension } from "../testing/test-extension.ts";

const auth = await testAuth();
const { rule } = testExtension(auth);
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await auth.newTeam();
  team_id = await auth.teamIdOf(slug);
});

const list = (query = "") => auth.door.call("ListExtensionRules", { caller: testCaller({ team_id }), query });
const names = ({ body }: { body: { rules: { name: string }[] } }) => body.rules.map(({ name }) => name);

test("rules are listed by position, those that are off too, and none of another team (extension.rules)", async () => {
  const last = await rule(slug, "Last", { position: 9, path: "/orders", enabled: false });
  await rule(slug, "First", { position: 1, host: "*.Example.ORG." });
  await rule(await auth.newTeam(), "Foreign");
  const reply = await list();
  assert.deepEqual([reply.status, names(reply)], [200, ["First", "Last"]]);
  assert.deepEqual(reply.body.rules[1], {
    id: last.id,
    name: "Last",
    enabled: false,
    match: { host: "example.org", path: "/orders" },
    tool: "list_tables",
    position: 9,
  });
  assert.deepEqual(reply.body.rules[0].match, { host: "*.example.org", path: null });
  assert.deepEqual([reply.body.next_cursor, reply.body.has_more], [null, false]);
});

test("rules are found by name, sorted and paged", async () => {
  for (const name of ["Cyan", "Amber", "Blue"]) await rule(slug, name);
  assert.deepEqual(names(await list()), ["Cyan", "Amber", "Blue"]);
  assert.deepEqual(names(await list("sort=name:asc")), ["Amber", "Blue", "Cyan"]);
  assert.deepEqual(names(await list("q=BLU")), ["Blue"]);
  const first = await list("limit=2");
  assert.deepEqual([names(first), first.body.has_more], [["Cyan", "Amber"], true]);
  assert.deepEqual(names(await list(`limit=2&cursor=${first.body.next_cursor}`)), ["Blue"]);
});

for (const query of ["sort=host:asc", "cursor=nonsense", "limit=0", "enabled=maybe"])
  test(`${query} is 400`, async () => assert.equal((await list(query)).status, 400));
