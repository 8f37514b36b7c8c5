import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, withClient, type TestReply } from "@jst/testing";
import { testViews } from "../../testing/test-views.ts";

const { database, door, tasks } = await testViews();
type Operation = Record<"before" | "after", Record<string, unknown> | null> & { resource: string };
type Listed = { id: string; operations: Operation[] };

/** A table of tasks, a person whose writes are proposals, and what changesets show. */
async function desk() {
  const s = await tasks();
  const person = testCaller({
    team_id: s.caller.team_id,
    token_type: "human",
    member_id: randomUUID(),
    role: "admin",
  });
  const shown = async (id: string, resource: string): Promise<Operation[]> => {
    const reply = await door.call("GetChangeset", { caller: person, path: { changeset_id: id } });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return (reply.body.operations as Operation[]).filter((operation) => operation.resource === resource);
  };
  return {
    ...s,
    shown,
    /** Lists the operations that the list of change sets shows for one. */
    listed: async (id: string, resource: string): Promise<Operation[]> => {
      const { status, body } = await door.callAs("agent", "ListChangesets", { limit: 50 }, person);
      assert.equal(status, 200, JSON.stringify(body));
      const operations = (body.changesets as Listed[]).find((one) => one.id === id)?.operations ?? [];
      return operations.filter((operation) => operation.resource === resource);
    },
    /** The first preview of what the person proposes, after it is the same as its changeset shows. */
    propose: async (method: string, body: object): Promise<Operation[]> => {
      const reply = await door.call(method, { caller: person, path: s.path, body });
      assert.equal(reply.status, 202, JSON.stringify(reply.body));
      const [first] = reply.body.preview as Operation[];
      assert.deepEqual((await shown(reply.body.changeset_id, first?.resource ?? ""))[0]?.after, first?.after);
      return reply.body.preview as Operation[];
    },
  };
}

const settings = {
  filters: { and: [{ field: "size", op: "gt", value: 1 }] },
  sorts: [{ field: "created_at", direction: "asc" }],
  visible_columns: ["title", "size"],
};
const idOf = ({ headers }: TestReply) => headers["x-changeset-id"] ?? "";

const without = (members: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** The settings of an image, which has no member that a view does not have. */
function settingsOf(image: Operation["after"] | undefined) {
  assert.equal("settings" in (image ?? {}), false);
  return {
    filters: image?.["filters"],
    sorts: image?.["sorts"],
    visible_columns: image?.["visible_columns"],
  };
}

test("a proposed view is shown with its settings as members and its columns by name", async () => {
  const { propose } = await desk();
  const [view] = await propose("CreateView", { name: "Large", ...settings });
  assert.deepEqual(settingsOf(view?.after), settings);
});

test("an executed change of a view shows its columns by name, also one that the same change took away", async () => {
  const s = await desk();
  const made = await s.view({ name: "Large", ...settings });
  assert.deepEqual(settingsOf((await s.shown(idOf(made), "views"))[0]?.after), settings);
  const removed = await s.remove("size", { query: "force=true" });
  const [pruned] = await s.shown(idOf(removed), "views");
  assert.deepEqual(
    [settingsOf(pruned?.before), settingsOf(pruned?.after)],
    [settings, { ...settings, filters: null, visible_columns: ["title"] }],
  );
});

test("a proposed formula or relation is shown beside the options of its column", async () => {
  const { propose, path } = await desk();
  const [formula] = await propose("CreateColumn", { name: "f", type: "formula", formula: "{size} + 1" });
  assert.deepEqual(
    [formula?.after?.["formula"], formula?.after?.["options"], formula?.after?.["relation"]],
    ["{size} + 1", { result_type: "number" }, null],
  );
  const [relation] = await propose("CreateColumn", { name: "r", type: "relation", relation: path });
  const shown = {
    table_id: path.table_id,
    display_column: null,
    cardinality: "one",
    on_target_delete: "keep",
  };
  assert.deepEqual([relation?.after?.["options"], relation?.after?.["relation"]], [{}, shown]);
});

test("the columns of a proposed table do not name a table that is nowhere", async () => {
  const { propose } = await desk();
  const columns = [{ name: "a", type: "text" }];
  const preview = await propose("CreateTable", { display_name: "New", columns });
  const [column] = preview.filter(({ resource }) => resource === "columns");
  assert.deepEqual([column?.after?.["name"], column?.after?.["table_id"]], ["a", undefined]);
});

test("each changeset of a list has its own names, as when it is read alone, whatever things are called by now", async () => {
  const s = await desk();
  const made = await s.view({ name: "Large", ...settings });
  const removed = await s.remove("size", { query: "force=true" });
  const back = await s.undo(removed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  // No rpc renames a column; a release might, unrecorded.
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const text = "update data.columns set name = 'large' where table_id = $1 and name = 'size'";
    await client.query(text, [s.path.table_id]);
  });
  const gone = { ...settings, filters: null, visible_columns: ["title"] };
  for (const show of [s.shown, s.listed]) {
    const columns = await show(idOf(removed), "columns");
    assert.equal(columns.find(({ after }) => after === null)?.before?.["name"], "size");
    const [pruned] = await show(idOf(removed), "views");
    assert.deepEqual([settingsOf(pruned?.before), settingsOf(pruned?.after)], [settings, gone]);
    const [restored] = await show(idOf(back), "views");
    assert.deepEqual([settingsOf(restored?.before), settingsOf(restored?.after)], [gone, settings]);
    const [first] = await show(idOf(made), "views");
    assert.deepEqual(settingsOf(first?.after)["visible_columns"], ["title", "large"]);
  }
});

test("a column that goes in a later operation than a list shows is named, and only in its own changeset", async () => {
  const s = await desk();
  const made = await s.view({ name: "Large", ...settings });
  for (const size of [1, 2, 3, 4, 5, 6]) await s.row({ title: "a", size });
  const removed = await s.remove("size", { query: "force=true" });
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  const columns = await s.listed(idOf(removed), "columns");
  assert.equal(
    columns.find(({ after }) => after === null),
    undefined,
  );
  for (const show of [s.shown, s.listed]) {
    const [pruned] = await show(idOf(removed), "views");
    assert.deepEqual(settingsOf(pruned?.before), settings);
    const [first] = await show(idOf(made), "views");
    assert.deepEqual(settingsOf(first?.after)["visible_columns"], ["title"]);
  }
});

test("a view all of whose columns are gone hides every column in a changeset as it does when it is read", async () => {
  const s = await desk();
  const id = await s.saved({ name: "Sizes", visible_columns: ["size"] });
  const shownBy = async () => {
    const { visible_columns, hidden_columns } = (await s.read(id)).body as Record<string, unknown>;
    return { visible_columns, hidden_columns };
  };
  const of = (image: Operation["after"] | undefined) => ({
    visible_columns: image?.["visible_columns"],
    hidden_columns: image?.["hidden_columns"],
  });
  const open = await shownBy();
  const removed = await s.remove("size", { query: "force=true" });
  const closed = await shownBy();
  assert.deepEqual([open.hidden_columns, closed.visible_columns], [[], []]);
  const renamed = await s.change(id, { name: "None" });
  const [favorite] = await s.shown(idOf(renamed), "views");
  assert.deepEqual([of(favorite?.before), of(favorite?.after)], [closed, closed]);
  const back = await s.undo(removed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  for (const show of [s.shown, s.listed]) {
    const [pruned] = await show(idOf(removed), "views");
    assert.deepEqual([of(pruned?.before), of(pruned?.after)], [open, closed]);
  }
});

/** A table with columns that are read from the row itself, and what each rpc answers of one row of it. */
async function deskOfRows() {
  const s = await desk();
  for (const type of ["created_at", "updated_at", "created_by", "updated_by", "autonumber"])
    assert.equal((await s.create({ name: `the_${type}`, type })).status, 201);
  const made = await s.row({ title: "a" });
  const at = { caller: s.caller, path: { ...s.path, row_id: String(made.body.id) } };
  const act = async (method: string, body?: object): Promise<TestReply> => {
    const reply = await door.call(method, { ...at, ...(body === undefined ? {} : { body }) });
    assert.ok(reply.status < 300, JSON.stringify(reply.body));
    return reply;
  };
  return { ...s, made, act };
}

test("a row of a changeset is the row as it is read, with every empty cell, deleted or not", async () => {
  const { act, made, shown, listed } = await deskOfRows();
  const read = [(await act("GetRow")).body];
  const changed = await act("UpdateRow", { data: { title: null, size: 2, stage: "open" } });
  read.push((await act("GetRow")).body);
  const deleted = await act("DeleteRow");
  const restored = await act("UpdateRow", { action: "restore" });
  read.push((await act("GetRow")).body);
  for (const show of [shown, listed]) {
    const images = async (reply: TestReply) => {
      const [operation] = await show(idOf(reply), "rows");
      return [operation?.before, operation?.after];
    };
    assert.deepEqual(await images(made), [null, read[0]]);
    assert.deepEqual(await images(changed), [read[0], read[1]]);
    const [before, gone] = await images(deleted);
    assert.deepEqual(before, read[1]);
    assert.deepEqual(Object.keys(gone ?? {}).sort(), [...Object.keys(before ?? {}), "deleted_at"].sort());
    assert.deepEqual(await images(restored), [gone, read[2]]);
  }
});

test("a proposed row has every cell that it will have, and none that only storing it gives", async () => {
  const { propose, caller } = await deskOfRows();
  const [row] = await propose("CreateRow", { data: { title: "b" } });
  const { data, ...members } = row?.after ?? {};
  assert.deepEqual(Object.keys(members).sort(), ["created_by", "table_id"]);
  const {
    the_created_by: by,
    the_updated_by,
    the_autonumber: number,
    ...cells
  } = data as Record<string, unknown>;
  assert.deepEqual([by, the_updated_by, number], [row?.after?.["created_by"], by, 2]);
  assert.notDeepEqual(by, { type: caller.token_type, id: caller.token_id });
  const empty = {
    size: null,
    due: null,
    meta: null,
    stage: "open",
    the_created_at: null,
    the_updated_at: null,
  };
  assert.deepEqual(cells, { title: "b", ...empty });
});

test("tables, columns and views of a changeset are as they are read, a column with its table", async () => {
  const s = await desk();
  const view = await s.view({ name: "Large", ...settings });
  const column = await s.create({ name: "more", type: "text" });
  const table = await door.call("CreateTable", {
    caller: s.caller,
    body: { display_name: "New", columns: [] },
  });
  const read = await door.call("GetTable", { caller: s.caller, path: { table_id: String(table.body.id) } });
  const replies: [TestReply, string, TestReply][] = [
    [view, "views", await s.read(String(view.body.id))],
    [column, "columns", { ...column, body: { ...column.body, ...s.path } }],
    [table, "tables", { ...read, body: without(read.body as object, ["columns", "row_count_estimate"]) }],
  ];
  for (const [reply, resource, { body }] of replies) {
    const [made] = await s.shown(idOf(reply), resource);
    assert.deepEqual(made?.after, body, resource);
  }
});
