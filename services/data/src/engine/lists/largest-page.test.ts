import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";

const { door, table } = await testData();
const caller = testCaller();

test("a page has at most 500 rows, whatever limit asks, of a view too; the rest is on the next", async () => {
  const at = { table_id: await table(caller, [{ name: "n", type: "number" }]) };
  const rows = Array.from({ length: 500 }, (_, n) => ({ data: { n } }));
  assert.equal((await door.call("BatchRows", { caller, path: at, body: { rows } })).status, 200);
  assert.equal((await door.call("CreateRow", { caller, path: at, body: { data: {} } })).status, 201);
  const view = await door.call("CreateView", { caller, path: at, body: { name: "All" } });
  const lists = {
    ListRows: { path: at, query: "" },
    GetView: { path: { ...at, view_id: String(view.body.id) }, query: "rows=true&" },
  };
  for (const [method, { path, query }] of Object.entries(lists)) {
    for (const limit of ["500", "501", "999999999999"]) {
      const page = (more: string) =>
        door.call(method, { caller, path, query: `${query}limit=${limit}${more}` });
      const { body } = await page("");
      assert.deepEqual([body.rows.length, body.has_more], [500, true], `${method} ${limit}`);
      const next = (await page(`&cursor=${body.next_cursor}`)).body;
      assert.deepEqual([next.rows.length, next.next_cursor], [1, null], `${method} ${limit}`);
    }
  }
});
