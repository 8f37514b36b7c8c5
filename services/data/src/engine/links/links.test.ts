import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { ownRelation, promoteFrom, rowsByRelation } from "../../testing/test-storage.ts";
import { refusal, testSheets } from "../../testing/test-sheets.ts";
import { leaveDeadlocks } from "../../testing/unresolved-deadlocks.ts";

const { database, door, table } = await testSheets();
await leaveDeadlocks(database);
const absent = "01890000-0000-7000-8000-00000000dead";

/** People and the tasks that name them: `owner` one, `team` many. */
async function desk(settings: object = {}) {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]): Promise<string> =>
    (await door.call("CreateTable", { caller, body: { display_name, columns } })).body.id;
  const people = await create("People", [{ name: "name", type: "text" }]);
  const to = (more: object) => ({ type: "relation", relation: { table_id: people, ...settings, ...more } });
  const tasks = await create("Tasks", [
    { name: "title", type: "text" },
    { name: "owner", ...to({}) },
    { name: "team", ...to({ cardinality: "many" }) },
  ]);
  const row = (table_id: string, data: unknown) =>
    door.call("CreateRow", { caller, path: { table_id }, body: { data } });
  const at = (table_id: string, row_id: string) => ({ caller, path: { table_id, row_id } });
  return {
    caller,
    people,
    tasks,
    person: async (name: string): Promise<string> => (await row(people, { name })).body.id,
    task: (data: unknown) => row(tasks, data),
    patch: (id: string, data: unknown, where = tasks) =>
      door.call("UpdateRow", { ...at(where, id), body: { data } }),
    remove: (id: string, where = people) => door.call("DeleteRow", at(where, id)),
    get: (id: string, where = tasks) => door.call("GetRow", at(where, id)),
    list: async (filter: object): Promise<string[]> => {
      const query = `sort=title:asc&filter=${encodeURIComponent(JSON.stringify(filter))}`;
      const reply = await door.call("ListRows", { caller, path: { table_id: tasks }, query });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      return reply.body.rows.map((each: { data: { title: string } }) => each.data.title);
    },
  };
}

test("a cell holds the ids of rows that are there, in lower case and in the order they were sent", async () => {
  const d = await desk();
  const [ada, bo] = [await d.person("Ada"), await d.person("Bo")];
  const made = await d.task({ owner: ada.toUpperCase(), team: [bo, ada] });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.deepEqual([made.body.data.owner, made.body.data.team], [ada, [bo, ada]]);
  const patched = await d.patch(made.body.id, { owner: null, team: [] });
  assert.deepEqual([patched.body.data.owner, patched.body.data.team], [null, null]);
});

test("an absent, deleted, foreign or misspelled target is one and the same refusal, and nothing is stored", async () => {
  const [d, other] = [await desk(), await desk()];
  const ada = await d.person("Ada");
  const gone = await d.person("Gone");
  await d.remove(gone);
  const foreign = await other.person("Eve");
  const ownTask = (await d.task({ title: "of another table" })).body.id;
  const replies = [];
  for (const id of [absent, gone, foreign, ownTask, "x", "", `${ada}'--`]) {
    const reply = await d.task({ owner: id, team: [ada] });
    assert.deepEqual(refusal(reply), [422, "validation_failed", "data.owner not_found"], id);
    replies.push(JSON.stringify({ ...reply.body, request_id: "", trace_id: "" }));
  }
  assert.equal(new Set(replies).size, 1);
  assert.deepEqual(refusal(await d.task({ owner: gone, team: [ada, foreign, absent] })), [
    422,
    "validation_failed",
    "data.owner not_found",
    "data.team.1 not_found",
    "data.team.2 not_found",
  ]);
  assert.deepEqual(refusal(await d.patch(ownTask, { team: [ada, gone] })), [
    422,
    "validation_failed",
    "data.team.1 not_found",
  ]);
  assert.deepEqual(await d.list({ field: "owner", op: "nempty" }), []);
});

test("a list for a scalar, an object for an id, repeated and too many ids are refused with their place", async () => {
  const d = await desk();
  const ada = await d.person("Ada");
  const cases: [unknown, string][] = [
    [{ owner: [ada] }, "data.owner type_mismatch"],
    [{ owner: { id: ada } }, "data.owner type_mismatch"],
    [{ owner: true }, "data.owner type_mismatch"],
    [{ team: ada }, "data.team type_mismatch"],
    [{ team: [ada, null] }, "data.team.1 type_mismatch"],
    [{ team: [[ada]] }, "data.team.0 type_mismatch"],
    [{ team: [ada, ada.toUpperCase()] }, "data.team.1 duplicate"],
    [{ team: Array.from({ length: 101 }, () => absent) }, "data.team too_many"],
    [{ team: Array.from({ length: 10_000 }, (_, index) => index) }, "data.team too_many"],
    [{ team: ["__proto__"] }, "data.team.0 not_found"],
  ];
  for (const [data, fault] of cases)
    assert.deepEqual(
      refusal(await d.task(data)),
      [422, "validation_failed", fault],
      JSON.stringify(data).slice(0, 80),
    );
});

test("a list filters by one relation as by a value, and by many as by a set", async () => {
  const d = await desk();
  const [ada, bo] = [await d.person("Ada"), await d.person("Bo")];
  await d.task({ title: "a", owner: ada, team: [ada] });
  await d.task({ title: "b", owner: bo, team: [ada, bo] });
  await d.task({ title: "c" });
  const cases: [field: string, op: string, value: unknown, titles: string][] = [
    ["owner", "eq", ada, "a"],
    ["owner", "neq", ada.toUpperCase(), "bc"],
    ["owner", "in", [ada, bo], "ab"],
    ["owner", "nin", [ada], "bc"],
    ["owner", "empty", undefined, "c"],
    ["owner", "nempty", undefined, "ab"],
    ["team", "has_any", [bo.toUpperCase(), absent], "b"],
    ["team", "has_all", [ada, bo], "b"],
    ["team", "has_none", [bo], "ac"],
    ["team", "exactly", [ada], "a"],
    ["team", "empty", undefined, "c"],
    ["team", "nempty", undefined, "ab"],
  ];
  for (const [field, op, value, titles] of cases)
    assert.equal((await d.list({ field, op, value })).join(""), titles, `${field} ${op}`);
  for (const [query, code] of [
    [`filter=${encodeURIComponent('{"field":"owner","op":"eq","value":"Ada"}')}`, "invalid_filter"],
    [`filter=${encodeURIComponent('{"field":"team","op":"eq","value":[]}')}`, "invalid_filter"],
  ]) {
    const reply = await door.call("ListRows", {
      caller: d.caller,
      path: { table_id: d.tasks },
      query: query ?? "",
    });
    assert.deepEqual([reply.status, reply.body.code], [400, code]);
  }
  const byOwner = await door.call("ListRows", {
    caller: d.caller,
    path: { table_id: d.tasks },
    query: "sort=owner:asc",
  });
  assert.deepEqual(
    byOwner.body.rows.map((each: { data: { title: string } }) => each.data.title),
    ["a", "b", "c"],
  );
});

test("keep leaves the id of a deleted row in the cells, clear takes it out in the same changeset", async () => {
  const d = await desk();
  const clearing = await desk({ on_target_delete: "clear" });
  for (const [desk, isCleared] of [
    [d, false],
    [clearing, true],
  ] as const) {
    const [ada, bo] = [await desk.person("Ada"), await desk.person("Bo")];
    const task = (await desk.task({ owner: ada, team: [bo, ada] })).body;
    const alone = (await desk.task({ team: [ada] })).body;
    const removed = await desk.remove(ada);
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    const [after, afterAlone] = [(await desk.get(task.id)).body, (await desk.get(alone.id)).body];
    assert.deepEqual(
      [after.data.owner, after.data.team, after.version, afterAlone.data.team],
      isCleared ? [null, [bo], 3, null] : [ada, [bo, ada], 1, [ada]],
    );
    assert.equal((await desk.remove(ada)).status, 200);
    assert.equal((await desk.get(task.id)).body.version, after.version);
  }
});

test("links made while their target is deleted are refused or cleared, never left, and nobody deadlocks", async () => {
  const d = await desk({ on_target_delete: "clear" });
  for (let round = 0; round < 12; round += 1) {
    const [ada, bo] = [await d.person("Ada"), await d.person("Bo")];
    const tasks = await Promise.all(
      Array.from(
        { length: 6 },
        async () => (await d.task({ owner: ada, team: [bo, ada] })).body.id as string,
      ),
    );
    const replies = await Promise.all([
      ...tasks.map((id) => d.patch(id, { owner: bo, team: [ada, bo] })),
      d.remove(ada),
      d.task({ owner: ada }),
      d.remove(bo),
    ]);
    for (const reply of replies)
      assert.ok([200, 201, 422].includes(reply.status), JSON.stringify(reply.body));
    assert.deepEqual(await d.list({ field: "owner", op: "in", value: [ada, bo] }), []);
    assert.deepEqual(await d.list({ field: "team", op: "has_any", value: [ada, bo] }), []);
  }
});

test("rows that link to each other at once are all linked: nobody deadlocks, no link is lost", async () => {
  const caller = testCaller();
  const table_id = await table(caller, [{ name: "name", type: "text" }]);
  const column = { name: "peers", type: "relation", relation: { table_id, cardinality: "many" } };
  assert.equal((await door.call("CreateColumn", { caller, path: { table_id }, body: column })).status, 201);
  const ids: string[] = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const made = await door.call("CreateRow", { caller, path: { table_id }, body: { data: {} } });
      return made.body.id as string;
    }),
  );
  const replies = await Promise.all(
    ids.map((row_id) =>
      door.call("UpdateRow", {
        caller,
        path: { table_id, row_id },
        body: { data: { peers: ids.filter((id) => id !== row_id).reverse() } },
      }),
    ),
  );
  assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [200]);
  const rows = (await door.call("ListRows", { caller, path: { table_id } })).body.rows;
  assert.deepEqual(
    [...new Set(rows.map((row: { data: { peers: string[] } }) => row.data.peers.length))],
    [7],
  );
});

test("a unique relation of one names each row once", async () => {
  const d = await desk();
  const column = { name: "badge", type: "relation", unique: true, relation: { table_id: d.people } };
  assert.equal(
    (await door.call("CreateColumn", { caller: d.caller, path: { table_id: d.tasks }, body: column })).status,
    201,
  );
  const ada = await d.person("Ada");
  assert.equal((await d.task({ badge: ada })).status, 201);
  const taken = await d.task({ badge: ada });
  assert.deepEqual([taken.status, taken.body.code, taken.body.column], [409, "unique_violation", "badge"]);
});

test("links, expanded rows and clearing go on when the rows of either table have moved", async () => {
  const d = await desk({ on_target_delete: "clear" });
  const [ada, bo] = [await d.person("Ada"), await d.person("Bo")];
  const task = (await d.task({ title: "t", owner: ada, team: [ada, bo] })).body.id;
  await promoteFrom(database, 1);
  for (const id of [d.people, d.tasks])
    assert.deepEqual(Object.keys(await rowsByRelation(database, id)), [ownRelation(id)]);
  assert.equal((await d.patch(task, { owner: bo })).status, 200);
  assert.equal((await d.task({ title: "u", team: [bo] })).status, 201);
  assert.deepEqual(refusal(await d.task({ owner: absent })), [
    422,
    "validation_failed",
    "data.owner not_found",
  ]);
  const at = { caller: d.caller, path: { table_id: d.tasks } };
  const [shown] = (await door.call("ListRows", { ...at, query: "sort=title:asc&expand=owner" })).body.rows;
  assert.equal(shown.data.owner.data.name, "Bo");
  assert.equal((await d.remove(bo)).status, 200);
  const after = await door.call("ListRows", { ...at, query: "sort=title:asc" });
  assert.deepEqual(
    after.body.rows.map((row: { data: unknown }) => row.data),
    [
      { title: "t", owner: null, team: [ada] },
      { title: "u", owner: null, team: null },
    ],
  );
});
