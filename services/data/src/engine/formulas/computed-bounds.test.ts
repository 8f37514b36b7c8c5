import assert from "node:assert/strict";
import { test } from "node:test";
import { berlinCaller, testData } from "../../testing/test-data.ts";

const { door, table } = await testData();

test("as many formula columns as a table holds, each as dear as it may be, still answer 200; what is cut is #NUM!", async () => {
  const caller = berlinCaller();
  const dear = `LEN(REGEX_REPLACE(${"SUBSTITUTE(".repeat(8)}{t}${', "a", "ab")'.repeat(8)}, "(a|b)*c|(b|a)*d", ""))`;
  const columns = Array.from({ length: 199 }, (_, i) => ({ name: `f${i}`, type: "formula", formula: dear }));
  const path = { table_id: await table(caller, [{ name: "t", type: "text" }, ...columns]) };
  const over = await door.call("CreateColumn", {
    caller,
    path,
    body: { name: "f199", type: "formula", formula: "1" },
  });
  assert.deepEqual([over.status, over.body.code], [422, "limit_reached"]);
  for (let i = 0; i < 5; i += 1)
    await door.call("CreateRow", { caller, path, body: { data: { t: "ab".repeat(1_000) } } });
  const reply = await door.call("ListRows", { caller, path, query: "computed=1" });
  assert.equal(reply.status, 200);
  for (const { computed, computed_errors: errors = {} } of reply.body.rows) {
    assert.equal(Object.keys(computed).length, 199);
    const cut = Object.entries(computed).filter(([, value]) => value === null);
    assert.deepEqual(cut.map(([name]) => name).sort(), Object.keys(errors).sort());
    assert.ok(Object.values(errors).every((code) => code === "#NUM!"));
  }
});

test("days begin and end in the team's zone, as it is at the time of the request", async () => {
  const berlin = berlinCaller();
  const path = {
    table_id: await table(berlin, [
      { name: "at", type: "datetime" },
      { name: "day", type: "formula", formula: 'DATE_FORMAT({at}, "YYYY-MM-DD HH:mm")' },
    ]),
  };
  await door.call("CreateRow", { caller: berlin, path, body: { data: { at: "2026-03-28T23:30:00Z" } } });
  for (const [timezone, expected] of [
    ["Europe/Berlin", "2026-03-29 00:30"],
    ["America/New_York", "2026-03-28 19:30"],
    ["UTC", "2026-03-28 23:30"],
  ]) {
    const caller = { ...berlin, team: { ...berlin.team, timezone: timezone ?? "" } };
    const filter = encodeURIComponent(JSON.stringify({ field: "day", op: "eq", value: expected }));
    const { body } = await door.call("ListRows", { caller, path, query: `computed=1&filter=${filter}` });
    assert.deepEqual(
      body.rows.map((row: { computed: unknown }) => row.computed),
      [{ day: expected }],
    );
  }
});
