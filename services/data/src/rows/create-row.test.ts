import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { TEST_BASE_URL, testCaller } from "@jst/testing";
import { columns, testRows } from "../testing/test-rows.ts";

const { caller, changeColumns, create, door, get, patch, remove, stored, table, tableId } = await testRows();

test("a row is stored with its undo record, answered with every column, and read back to the letter", async () => {
  const before = await stored(caller.team_id);
  const reply = await create({ title: 'a"b\\c\u2028\u{1f600}', size: -0.1, meta: { list: [1, null, "x"] } });
  assert.equal(reply.status, 201);
  const { id, created_at: createdAt, ...row } = reply.body;
  assert.deepEqual(row, {
    table_id: tableId,
    data: {
      title: 'a"b\\c\u2028\u{1f600}',
      size: -0.1,
      open: null,
      due: null,
      tag: null,
      meta: { list: [1, null, "x"] },
    },
    updated_at: createdAt,
    version: 1,
    created_by: { type: "service", id: caller.token_id },
  });
  assert.equal(reply.headers.location, `${TEST_BASE_URL}/api/v1/data/tables/${tableId}/rows/${id}`);
  assert.equal(reply.headers.etag, '"1"');
  assert.match(reply.headers["x-changeset-id"] ?? "", /^data_[0-9a-f-]{36}$/);
  assert.equal(JSON.stringify((await get(id)).body), JSON.stringify(reply.body));
  const { rows, changes } = await stored(caller.team_id);
  assert.deepEqual([rows, changes.slice(before.changes.length)], [before.rows + 1, ["create rows"]]);
});

test("under an Idempotency-Key a row is stored once, and the same reply comes again", async () => {
  const before = await stored(caller.team_id);
  const named = () =>
    door.call("CreateRow", {
      caller,
      path: { table_id: tableId },
      body: { data: { title: "once" } },
      headers: { "idempotency-key": "once" },
    });
  const [first, second] = [await named(), await named()];
  assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body]);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal((await stored(caller.team_id)).rows, before.rows + 1);
});

test("what does not fit is refused, and nothing is stored", async () => {
  const before = await stored(caller.team_id);
  const cases: [body: unknown, status: number, code: string][] = [
    [{ data: {} }, 422, "validation_failed"],
    [{ data: { title: 1, size: "x" } }, 422, "validation_failed"],
    [{ data: { title: "x", colour: 1 } }, 422, "unknown_column"],
    [{ data: { title: "x", id: randomUUID() } }, 422, "unknown_column"],
    [{ data: { title: "x" }, id: randomUUID() }, 422, "validation_failed"],
    [{ data: { title: "x" }, action: "restore" }, 422, "validation_failed"],
    [{ data: [] }, 422, "validation_failed"],
    [{ data: null }, 422, "validation_failed"],
    [{ data: "x" }, 422, "validation_failed"],
    [{}, 422, "validation_failed"],
    ['{"data":{"title":"x","__proto__":{"a":1}}}', 422, "validation_failed"],
    ['{"data":{"title":"x","meta":{"__proto__":{}}}}', 422, "validation_failed"],
    ['{"data":{"title":"x","size":1e400}}', 422, "validation_failed"],
    ['{"data":{"title":"x","size":9007199254740993}}', 422, "validation_failed"],
    ['{"data":{"title":"x","size":NaN}}', 400, "malformed_json"],
    ['{"data":{"title":"\\u0000"}}', 400, "malformed_json"],
    ['{"data":{"title":"x","meta":"\\ud800"}}', 400, "malformed_json"],
    [`{"data":{"title":"x","meta":${"[".repeat(15)}${"]".repeat(15)}}}`, 400, "malformed_json"],
    ['{"data":{"title":"x"}}{}', 400, "malformed_json"],
    ['{"data":{"title":"x",}}', 400, "malformed_json"],
    [Buffer.from([0xff, 0xfe, 0x7b, 0]), 400, "malformed_json"],
    [{ data: { title: "x", meta: "y".repeat(600_000) } }, 422, "validation_failed"],
  ];
  for (const [body, status, code] of cases) {
    const reply = await door.call("CreateRow", { caller, path: { table_id: tableId }, body });
    assert.deepEqual(
      [reply.status, reply.body.code],
      [status, code],
      (typeof body === "string" ? body : JSON.stringify(body)).slice(0, 80),
    );
  }
  assert.deepEqual(await stored(caller.team_id), before);
});

test("a unique value belongs to one live row, also under a race, and the refusal names its holder", async () => {
  const holder = (await create({ title: "a", tag: "T1" })).body;
  const other = (await create({ title: "b", tag: "t1" })).body;
  const taken = [await create({ title: "c", tag: "T1" }), await patch(other.id, { data: { tag: "T1" } })];
  for (const reply of taken) {
    assert.deepEqual(
      [reply.status, reply.body.code, reply.body.column, reply.body.existing_id],
      [409, "unique_violation", "tag", holder.id],
    );
  }
  await remove(holder.id);
  assert.equal((await patch(other.id, { data: { tag: "T1" } })).status, 200);
  const back = await patch(holder.id, { action: "restore" });
  assert.deepEqual([back.status, back.body.existing_id], [409, other.id]);
  assert.equal((await patch(other.id, { data: { tag: null } })).status, 200);
  assert.equal((await patch(holder.id, { action: "restore" })).status, 200);
  const racers = await Promise.all(
    Array.from({ length: 5 }, () => create({ title: "r", tag: "x".repeat(9_000) })),
  );
  assert.deepEqual(racers.map((reply) => reply.status).sort(), [201, 409, 409, 409, 409]);
});

test("the same unique value is free for another team and another table", async () => {
  const tag = randomUUID();
  assert.equal((await create({ title: "a", tag })).status, 201);
  const stranger = testCaller();
  const own = await table(stranger, columns);
  const reply = await door.call("CreateRow", {
    caller: stranger,
    path: { table_id: own },
    body: { data: { title: "a", tag } },
  });
  assert.equal(reply.status, 201);
});

test("columns that change after they were remembered bind the next write and show in the next read", async () => {
  const { id } = (await create({ title: "a" })).body;
  await changeColumns(
    `insert into data.columns (team_id, table_id, name, display_name, type, position)
     select team_id, id, 'late', 'Late', 'number', 99 from data.tables where id = $1`,
  );
  assert.equal((await get(id)).body.data.late, null);
  assert.equal((await create({ title: "b", late: 5 })).body.data.late, 5);
  assert.equal((await patch(id, { data: { late: "x" } })).status, 422);
  await changeColumns();
  assert.equal((await patch(id, { data: { late: 6 } })).body.data.late, 6);
});
