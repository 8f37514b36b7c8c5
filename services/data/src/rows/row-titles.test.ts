import { testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";

const { door, table, database } = await testData();

/** A table with two texts, a member whose writes wait, and an admin. */
async function proposing() {
  const owner = testCaller();
  const table_id = await table(owner, [
    { name: "note", type: "number" },
    { name: "title", type: "text" },
    { name: "more", type: "text" },
  ]);
  const { body: shown } = await door.call("GetTable", { caller: owner, path: { table_id } });
  const person = (role: "member" | "admin", scopes = owner.scopes) =>
    testCaller({
      ...{ team_id: owner.team_id, token_type: "human", member_id: randomUUID(), role, scopes },
      team: { ...owner.team, modules: { tables: true } },
    });
  const caller = person("member");
  const propose = async (method: string, body: object, path: object = {}) => {
    const reply = await door.call(method, { caller, path: { table_id, ...path }, body });
    assert.equal(reply.status, 202, JSON.stringify(reply.body));
    return { changeset_id: String(reply.body.changeset_id) };
  };
  const summaryFor = async (who: typeof caller, path: { changeset_id: string }) =>
    (await door.call("GetChangeset", { caller: who, path })).body.summary as string;
  return { owner, person, propose, summaryFor, table_id, name: String(shown.display_name) };
}

test("a proposed row is named by its first text and its table, for who may read it, in a list too", async () => {
  const { person, propose, summaryFor, name } = await proposing();
  const path = await propose("CreateRow", { data: { note: 1, title: " Ada  Byron\n", more: "x" } });
  assert.equal(await summaryFor(person("admin"), path), `Create row Ada Byron of ${name}`);
  const { body } = await door.callAs("agent", "ListChangesets", { limit: 10 }, person("admin"));
  assert.equal(body.changesets[0].summary, `Create row Ada Byron of ${name}`);
  const narrow = person("admin", [
    { resource: "audit", actions: ["read"] },
    { resource: "contacts", actions: ["read"] },
  ]);
  assert.equal(await summaryFor(narrow, path), "Create row");
});

test("a change and a deletion have the name too, and a row without a text its table alone", async () => {
  const { owner, person, propose, summaryFor, name, table_id } = await proposing();
  const made = await door.call("CreateRow", {
    caller: owner,
    path: { table_id },
    body: { data: { more: "Bo" } },
  });
  const row = { row_id: String(made.body.id) };
  const admin = person("admin");
  const shown = [
    await propose("UpdateRow", { data: { title: "Cy" } }, row),
    await propose("DeleteRow", {}, row),
    await propose("CreateRow", { data: { note: 2 } }),
    await propose("BatchRows", {
      atomic: true,
      rows: [{ data: { title: "a" } }, { data: { title: "b" } }],
    }),
    { changeset_id: String(made.headers["x-changeset-id"]) },
  ];
  assert.deepEqual(await Promise.all(shown.map((path) => summaryFor(admin, path))), [
    `Update row Bo of ${name}`,
    `Delete row Bo of ${name}`,
    `Create row of ${name}`,
    `Create 2 rows of ${name}`,
    `Create row Bo of ${name}`,
  ]);
});

test("the notices of a row name its table and no cell, when it waits and when it is decided", async () => {
  const { owner, person, propose, name } = await proposing();
  const path = await propose("CreateRow", { data: { title: "Secret" } });
  assert.equal((await door.call("ApproveChangeset", { caller: person("admin"), path })).status, 200);
  const text = "select payload from data.outbox where team_id = $1 and type = 'notice.wanted' order by seq";
  const titles = await withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ payload: { data: { title: string } } }>(text, [owner.team_id]);
    return rows.map(({ payload }) => payload.data.title);
  });
  assert.deepEqual(titles, [
    `Needs your approval: Create row of ${name}, by an API token over REST`,
    `Approved: Create row of ${name}`,
  ]);
});
