import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PostgresProxy, testCaller, withClient } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";

// Closed before the database is dropped.
let close = (): Promise<void> => Promise.resolve();
after(() => close());
let proxy: PostgresProxy | undefined;
const { door, table, database } = await testData({
  reach: async (url) => {
    proxy = await PostgresProxy.to(url);
    close = proxy.close.bind(proxy);
    return proxy.url;
  },
});

test("a read of a table whose columns change before each of its statements is answered", async () => {
  const caller = testCaller();
  const target = await table(caller, [{ name: "label", type: "text" }]);
  const columns = [
    { name: "n", type: "number" },
    { name: "f", type: "formula", formula: "{n} * 2" },
    { name: "s", type: "state", options: { states: ["a"], initial: "a" } },
    { name: "r", type: "relation", relation: { table_id: target, cardinality: "one" } },
  ];
  const made = await door.call("CreateTable", { caller, body: { display_name: "Moving", columns } });
  const path = { table_id: made.body.id as string };
  const linked = await door.call("CreateRow", {
    caller,
    path: { table_id: target },
    body: { data: { label: "x" } },
  });
  const data = { n: 1, r: linked.body.id as string };
  const row = await door.call("CreateRow", { caller, path, body: { data } });
  const view = await door.call("CreateView", { caller, path, body: { name: "All" } });
  assert.deepEqual([made.status, row.status, view.status], [201, 201, 201], JSON.stringify(view.body));
  const filter = encodeURIComponent(JSON.stringify({ field: "f", op: "gt", value: 1 }));
  const one = { caller, path: { ...path, row_id: row.body.id as string } };
  const ofView = { caller, path: { ...path, view_id: view.body.id as string } };
  await withClient(database.superuserUrl, async (client) => {
    assert.ok(proxy);
    let changes = 0;
    proxy.judge = async ({ type }) => {
      if (type === "S") {
        changes += 1;
        await client.query("update data.tables set schema_version = schema_version + 1");
      }
      return "pass" as const;
    };
    for (const [rpc, asked, query] of [
      ["GetRow", one, "computed=1&expand=r"],
      ["ListRows", { caller, path }, "sort=n:asc&q=x1&count=exact"],
      ["ListRows", { caller, path }, `computed=1&filter=${filter}`],
      ["ListRows", { caller, path }, "expand=r"],
      ["ListHistory", one, ""],
      ["GetView", ofView, "rows=true"],
      ["ListViews", { caller, path }, ""],
    ] as const) {
      const { status, body } = await door.call(rpc, { ...asked, query });
      assert.equal(status, 200, `${rpc}?${query}: ${JSON.stringify(body)}`);
    }
    assert.ok(changes > 20);
    proxy.judge = () => "pass";
  });
});
