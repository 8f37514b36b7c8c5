import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf } = await testAuth();
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam();
  team_id = await teamIdOf(slug);
});

const add = async (name: string, role: string, team = slug) =>
  (await door.operate("AddMember", { team, email: `${name}@example.org`, role })).body as { id: string };
const list = (query = "") => door.call("ListMembers", { caller: testCaller({ team_id }), query });
const emails = ({ body }: { body: { members: { email: string }[] } }) =>
  body.members.map(({ email }) => email.split("@")[0]);

test("the members of the team are listed, newest first, and nobody of another team", async () => {
  const ada = await add("ada", "owner");
  await add("bo", "viewer");
  await add("eve", "owner", await newTeam());
  const reply = await list();
  assert.deepEqual([reply.status, emails(reply)], [200, ["bo", "ada"]]);
  const { created_at: at, ...rest } = reply.body.members[1] as { created_at: string };
  assert.deepEqual(rest, {
    id: ada.id,
    name: null,
    email: "ada@example.org",
    role: "owner",
    status: "invited",
  });
  assert.match(at, /^\d{4}-.*\.\d{3}Z$/);
  assert.deepEqual([reply.body.next_cursor, reply.body.has_more], [null, false]);
});

test("members are narrowed by role and text, sorted and paged", async () => {
  for (const [name, role] of [
    ["cy", "viewer"],
    ["ada", "owner"],
    ["bo", "viewer"],
  ] as const)
    await add(name, role);
  assert.deepEqual(emails(await list("role=viewer&sort=email:asc")), ["bo", "cy"]);
  assert.deepEqual(emails(await list("q=ADA")), ["ada"]);
  const first = await list("sort=email:asc&limit=2");
  const second = await list(`sort=email:asc&limit=2&cursor=${String(first.body.next_cursor)}`);
  assert.deepEqual([emails(first), emails(second)], [["ada", "bo"], ["cy"]]);
  assert.equal((await list("sort=name:desc,created_at:asc")).status, 200);
});

for (const query of ["role=king", `q=${"x".repeat(201)}`, "sort=role:asc", "limit=0", "suspended=true"])
  test(`${query} is refused`, async () => {
    assert.equal((await list(query)).status, 400);
  });
