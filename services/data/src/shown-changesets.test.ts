import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, withClient, type TestReply } from "@jst/testing";
import { testViews } from "./testing/test-views.ts";

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
    /** What a list of all changesets shows of one. */
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
