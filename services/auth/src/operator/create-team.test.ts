import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, sql } = await testAuth();

test("a team is created with its defaults", async () => {
  const reply = await door.operate("CreateTeam", { slug: "acme" });
  assert.equal(reply.status, 201);
  assert.equal(reply.body.slug, "acme");
  assert.match(reply.body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  const [row] = await sql("select display_name, timezone, isolated from auth.teams where team_id = $1", [
    reply.body.id,
  ]);
  assert.deepEqual(row, { display_name: "acme", timezone: "UTC", isolated: false });
});

test("a team takes a name, a zone and isolation", async () => {
  const body = { slug: "north", display_name: "North GmbH", timezone: "Europe/Berlin", isolated: true };
  const { id } = (await door.operate("CreateTeam", body)).body;
  const [row] = await sql("select display_name, timezone, isolated from auth.teams where team_id = $1", [id]);
  assert.deepEqual(row, { display_name: "North GmbH", timezone: "Europe/Berlin", isolated: true });
});

test("a slug in use is 409 slug_taken and changes nothing", async () => {
  await door.operate("CreateTeam", { slug: "taken" });
  const reply = await door.operate("CreateTeam", { slug: "taken", display_name: "Other" });
  assert.deepEqual([reply.status, reply.body.code], [409, "slug_taken"]);
  assert.deepEqual(await sql("select display_name from auth.teams where slug = 'taken'"), [
    { display_name: "taken" },
  ]);
});

const refused: [name: string, body: Record<string, unknown>, field: string][] = [
  ["no slug", {}, "slug"],
  ["an upper-case slug", { slug: "Acme" }, "slug"],
  ["a slug with a dash at its end", { slug: "acme-" }, "slug"],
  ["a slug of 64 characters", { slug: "a".repeat(64) }, "slug"],
  ["an unknown member", { slug: "x", owner: "me" }, "owner"],
  ["a zone that is none", { slug: "x", timezone: "Mars/Olympus" }, "timezone"],
  ["an abbreviation for a zone", { slug: "x", timezone: "AET" }, "timezone"],
  ["an offset for a zone", { slug: "x", timezone: "+02:00" }, "timezone"],
];
for (const [name, body, field] of refused) {
  test(`${name} is 422 and creates nothing`, async () => {
    const before = await sql("select count(*) from auth.teams");
    const reply = await door.operate("CreateTeam", body);
    assert.equal(reply.status, 422);
    assert.equal(reply.body.errors[0].field, field);
    assert.deepEqual(await sql("select count(*) from auth.teams"), before);
  });
}
