import assert from "node:assert/strict";
import { before, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();
let team: string;
before(async () => {
  team = await newTeam();
});

test("a member is added once per address, whatever its case, and takes the last role", async () => {
  const first = await door.operate("AddMember", { team, email: "Ada@Example.org", role: "owner" });
  assert.equal(first.status, 201);
  assert.equal(first.body.email, "ada@example.org");
  const again = await door.operate("AddMember", { team, email: "ada@example.org", role: "viewer" });
  assert.deepEqual(again.body, { ...first.body, role: "viewer" });
  assert.equal((await sql("select from auth.members where email = 'ada@example.org'")).length, 1);
});

test("one address is a member of several teams, each on its own", async () => {
  const other = await newTeam();
  const [one, two] = [
    await door.operate("AddMember", { team, email: "bob@example.org", role: "owner" }),
    await door.operate("AddMember", { team: other, email: "bob@example.org", role: "viewer" }),
  ];
  assert.notEqual(one.body.id, two.body.id);
});

const refused: [name: string, body: Record<string, unknown>, status: number][] = [
  ["an unknown team", { team: "nobody", email: "a@example.org", role: "owner" }, 404],
  ["an unknown role", { email: "a@example.org", role: "god" }, 422],
  ["no address", { email: "not an address", role: "owner" }, 422],
  ["an address of 255 characters", { email: `${"a".repeat(64)}@${"b".repeat(186)}.org`, role: "owner" }, 422],
];
for (const [name, body, status] of refused) {
  test(`${name} is ${status}`, async () => {
    assert.equal((await door.operate("AddMember", { team, ...body })).status, status);
  });
}
