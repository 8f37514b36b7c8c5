import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

test("links are checked in every row of a batch", async () => {
  const people = await sheet([{ name: "name", type: "text" }], [{ name: "Ada" }]);
  const at = { caller: people.caller };
  const made = await door.call("CreateTable", {
    ...at,
    body: { display_name: "Tasks", columns: [{ name: "owner", type: "relation", relation: { table_id: people.path.table_id } }] },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const owner = (await door.call("ListRows", { ...at, path: people.path })).body.rows[0].id;
  const batch = (atomic: boolean) =>
    door.call("BatchRows", {
      ...at,
      path: { table_id: made.body.id },
      body: { rows: [{ data: { owner } }, { data: { owner: randomUUID() } }], atomic },
    });
  assert.deepEqual(refusal(await batch(true)), [422, "validation_failed", "rows.1.data.owner not_found"]);
  const reply = await batch(false);
  assert.equal(reply.body.rows[0].data.owner, owner);
  assert.equal(reply.body.rows[1].error.errors[0].field, "rows.1.data.owner");
}); // prettier-ignore
