import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testOutbox } from "../testing/test-outbox.ts";

const { door, sql } = await testOutbox();
const listed = async (team_id: string) => (await door.operate("ListUnnormalized", { team_id })).body;

test("rows that stay in another spelling are listed for their team alone, by relation and key", async () => {
  const [team, other] = [randomUUID(), randomUUID()];
  assert.deepEqual(await listed(team), { rows: [] });
  await sql(`insert into crm.unnormalized (team_id, relation, key, columns, found_at) values
    ('${team}', 'notes', '{b}', '{title,slug}', '2026-11-28T10:00:00Z'),
    ('${team}', 'contacts', '{a,1}', '{email}', '2026-11-28T09:00:00Z'),
    ('${other}', 'notes', '{c}', '{title}', '2026-11-28T08:00:00Z')`);
  assert.deepEqual(await listed(team), {
    rows: [
      { relation: "contacts", id: "a/1", columns: ["email"], found_at: "2026-11-28T09:00:00.000Z" },
      { relation: "notes", id: "b", columns: ["title", "slug"], found_at: "2026-11-28T10:00:00.000Z" },
    ],
  });
});

test("a body without the id of a team is refused", async () => {
  for (const body of [{}, { team_id: "demo" }])
    assert.equal((await door.operate("ListUnnormalized", body)).status, 422);
});

test("another service may not ask", async () => {
  await assert.rejects(door.callAs("data", "ListUnnormalized", { team_id: randomUUID() }), /UNAUTHENTICATED/);
});
