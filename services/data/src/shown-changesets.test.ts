import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, type TestReply } from "@jst/testing";
import { testViews } from "./testing/test-views.ts";

const { door, tasks } = await testViews();
type Operation = Record<"before" | "after", Record<string, unknown> | null> & { resource: string };

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
