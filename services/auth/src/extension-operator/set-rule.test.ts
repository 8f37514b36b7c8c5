import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testExtension } from "../testing/test-extension.ts";

const auth = await testAuth();
const { rule } = testExtension(auth);
let team: string;
beforeEach(async () => {
  team = await auth.newTeam();
});

test("the same name again replaces a rule, which keeps its id and place (extension.operator)", async () => {
  const first = await rule(team, "Orders", { path: "/orders", enabled: false });
  await rule(team, "Later");
  const again = await rule(team, "Orders", { host: "shop.example", tool: "query_rows" });
  assert.deepEqual(again, {
    ...first,
    enabled: true,
    match: { host: "shop.example", path: null },
    tool: "query_rows",
  });
  assert.equal((await rule(team, "Orders", { position: 7 })).position, 7);
});

test("another team's rule of the name is another rule, and each change is in the audit log", async () => {
  const other = await auth.newTeam();
  const [one, two] = [await rule(team, "Orders"), await rule(other, "Orders")];
  assert.notEqual(one.id, two.id);
  const entries = await auth.sql("select payload from auth.outbox where team_id = $1", [
    await auth.teamIdOf(team),
  ]);
  const [payload] = entries.map((entry) => entry["payload"] as Record<string, unknown>);
  assert.deepEqual(
    [payload?.["action"], payload?.["resource"], payload?.["resource_id"]],
    ["set", "extension_rules", one.id],
  );
});

const hosts: [asked: string, kept: string][] = [
  ["Shop.Example.org.", "shop.example.org"],
  ["*.Shop.example.org", "*.shop.example.org"],
  ["münchen.example", "xn--mnchen-3ya.example"],
  ["localhost", "localhost"],
];
for (const [asked, kept] of hosts)
  test(`the host ${asked} is kept as browsers tell it (extension.rules)`, async () =>
    assert.equal((await rule(team, "Orders", { host: asked })).match.host, kept));

const refused: [name: string, body: object][] = [
  ["a host that is none", { host: "https://example.org" }],
  ["a host of blanks", { host: "  " }],
  ["a host with a port, which no rule tells apart", { host: "example.org:8443" }],
  ["a host with a path", { host: "example.org/orders" }],
  ["a star alone", { host: "*" }],
  ["two stars", { host: "*.*.example.org" }],
  ["a path without its slash", { path: "orders" }],
  ["a path of two lines", { path: "/a\n/b" }],
  ["a tool of no such form", { tool: "List Tables" }],
  ["a position below zero", { position: -1 }],
  ["a position that is no number", { position: null }],
  ["no name", { name: "" }],
  ["an unknown member", { value: "x" }],
];
for (const [name, body] of refused) {
  test(`${name} is 422 and makes no rule`, async () => {
    const whole = { team, name: "Orders", host: "example.org", tool: "list_tables", ...body };
    assert.equal((await auth.door.operate("SetRule", whole)).status, 422);
    const teamId = await auth.teamIdOf(team);
    assert.deepEqual(await auth.sql("select 1 from auth.extension_rules where team_id = $1", [teamId]), []);
  });
}

test("an unknown team is 404", async () => {
  const body = { team: "nobody", name: "x", host: "example.org", tool: "list_tables" };
  assert.equal((await auth.door.operate("SetRule", body)).status, 404);
});
