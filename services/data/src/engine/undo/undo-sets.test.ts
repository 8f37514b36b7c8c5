import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, testCaller, type TestReply } from "@jst/testing";
import { storedState } from "../../testing/stored-state.ts";
import { refusal, sheetOf, testSheets } from "../../testing/test-sheets.ts";
import { testSets } from "../../testing/test-sets.ts";

const { database, door, sheet, table } = await testSheets();
const { set } = testSets(database);

const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "size", type: "number" },
  { name: "kind", type: "select", options: { options: [{ value: "a" }] } },
];

type Sheet = Awaited<ReturnType<typeof sheet>>;

const stateOf = ({ caller }: Pick<Sheet, "caller">) => storedState(database, caller.team_id);

const adminOf = (caller: Caller) => ({ ...human(caller.team_id, "admin"), team: caller.team });

const undo = ({ caller }: Pick<Sheet, "caller">, id: string, body: object = {}): Promise<TestReply> =>
  door.call("UndoChangeset", { caller: adminOf(caller), path: { changeset_id: id }, body });

const get = ({ caller }: Pick<Sheet, "caller">, id: string): Promise<TestReply> =>
  door.call("GetChangeset", { caller: adminOf(caller), path: { changeset_id: id } });

const batch = ({ caller, path }: Pick<Sheet, "caller" | "path">, rows: readonly object[]) =>
  door.call("BatchRows", { caller, path, body: { rows } });

/** Lists changesets as agent asks for them. */
async function listed({ caller }: Pick<Sheet, "caller">, wanted: object = {}): Promise<Changeset[]> {
  const reply = await door.callAs("agent", "ListChangesets", { limit: 50, ...wanted }, adminOf(caller));
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return (reply.body as { changesets: Changeset[] }).changesets;
}

interface Changeset {
  id: string;
  kind?: string;
  set_id?: string;
  status: string;
  operation_count: number;
  member_count?: number;
  operations: unknown[];
  progress?: object;
  reversible: boolean;
}

/** A table with rows, and pages that create, update and delete some of them, add a column and a choice. */
async function imported(s: Sheet): Promise<string> {
  const [first = ""] = await idsOf(s);
  return set(s.caller, [
    () => batch(s, [{ id: first, data: { size: 2 } }, { data: { sku: "new", size: 1 } }]),
    () => s.update("kind", { options: { options: [{ value: "a" }, { value: "b" }] } }),
    () =>
      batch(s, [{ id: first, data: { kind: "b", sku: "renamed" } }, { data: { sku: "late", kind: "b" } }]),
  ]);
}

async function idsOf({ caller, path }: Pick<Sheet, "caller" | "path">): Promise<string[]> {
  const { body } = await door.call("ListRows", { caller, path, query: "sort=created_at:asc" });
  return (body as { rows: { id: string }[] }).rows.map(({ id }) => id);
}

test("the undo of a set takes its members back at once, and leaves rows, columns and choices as they were", async () => {
  const s = await sheet(columns, [{ sku: "old", size: 1, kind: "a" }]);
  const before = await stateOf(s);
  const id = await imported(s);
  const undone = await undo(s, id);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.equal(undone.body.undo_of, id);
  assert.deepEqual(await stateOf(s), before);
  assert.equal((await get(s, id)).body.status, "undone");
  assert.deepEqual(refusal(await undo(s, id)), [409, "not_undoable"]);
  assert.deepEqual(refusal(await undo(s, undone.body.id)), [409, "not_undoable"]);
});

test("a list shows a set in place of its members, which are listed by their set", async () => {
  const s = await sheet(columns, [{ sku: "old" }]);
  const id = await imported(s);
  const [shown, ...others] = (await listed(s)).filter(({ kind }) => kind !== undefined);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [shown?.id, shown?.kind, shown?.member_count, shown?.operation_count, shown?.progress, shown?.reversible],
    [id, "set", 3, 6, { done: 3, total: 3 }, true],
  );
  const whole = (await get(s, id)).body as Changeset;
  assert.equal(whole.operations.length, 6);
  const members = await listed(s, { set: id });
  assert.deepEqual(
    members.map((one) => [one.set_id, one.operation_count, one.reversible]),
    [
      [id, 2, false],
      [id, 2, false],
      [id, 2, false],
    ],
  );
  const ids = new Set((await listed(s)).map((one) => one.id));
  assert.ok(members.every((one) => !ids.has(one.id)));
  const refused = await undo(s, members[0]?.id ?? "");
  assert.deepEqual(refusal(refused), [409, "not_undoable"]);
  assert.match(refused.body.detail, new RegExp(id));
});

test("a record's changesets are listed as the set that changed the record", async () => {
  const s = await sheet(columns, [{ sku: "old" }]);
  const [first] = await idsOf(s);
  const id = await imported(s);
  const found = await listed(s, { resource: "rows", resource_id: first });
  assert.deepEqual([found.length, found[0]?.id], [2, id]);
});

test("a row that was edited since is a conflict of the whole set, and nothing is undone without force", async () => {
  const s = await sheet(columns, [{ sku: "old", size: 1 }]);
  const [first = ""] = await idsOf(s);
  const id = await imported(s);
  assert.equal((await s.patch(first, { size: 9 })).status, 200);
  const before = await stateOf(s);
  const refused = await undo(s, id);
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"]);
  assert.equal(refused.body.conflict_count, 1);
  const [conflict, ...others] = refused.body.conflicts as Record<string, unknown>[];
  assert.deepEqual(others, []);
  const { changed_at: at, changed_by: by, ...named } = conflict ?? {};
  assert.deepEqual(named, {
    resource: "rows",
    id: first,
    fields: ["data.size"],
    title: "renamed",
    table_id: s.path.table_id,
  });
  assert.ok(Math.abs(Date.now() - Date.parse(String(at))) < 60_000);
  assert.equal((by as { type: string }).type, s.caller.token_type);
  assert.deepEqual(await stateOf(s), before);
  assert.equal((await get(s, id)).body.status, "executed");
  assert.equal((await undo(s, id, { force: true })).status, 200);
});

test("an edit by others between two members stays in the fields that the set did not write", async () => {
  const s = await sheet(columns, [{ sku: "old", size: 1 }]);
  const [first = ""] = await idsOf(s);
  const id = await set(s.caller, [
    () => batch(s, [{ id: first, data: { sku: "one" } }]),
    async () => {
      assert.equal((await s.patch(first, { size: 7 })).status, 200);
      return batch(s, [{ id: first, data: { kind: "a" } }]);
    },
  ]);
  assert.equal((await undo(s, id)).status, 200);
  assert.deepEqual(
    [await s.cells("sku"), await s.cells("size"), await s.cells("kind")],
    [["old"], [7], [null]],
  );
});

/** A set that makes a table with rows. */
async function importedTable() {
  const caller = testCaller();
  await table(caller, [{ name: "n", type: "text" }]);
  const before = await stateOf({ caller });
  let made = sheetOf(door, caller, randomUUID());
  const id = await set(caller, [
    async () => {
      const body = { display_name: "New things", columns };
      const reply = await door.call("CreateTable", { caller, body });
      made = sheetOf(door, caller, reply.body.id);
      return reply;
    },
    () => batch(made, [{ data: { sku: "a", size: 1 } }, { data: { sku: "b" } }]),
    () => batch(made, [{ data: { sku: "c" } }]),
  ]);
  return { id, before, made };
}

test("a table that a set has made is gone with its rows after the undo", async () => {
  const { id, before, made } = await importedTable();
  const undone = await undo(made, id);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await stateOf(made), before);
});

test("a row of others in a table that a set has made is a conflict, and the table stays", async () => {
  const { id, made } = await importedTable();
  assert.equal((await made.row({ sku: "mine" })).status, 201);
  const before = await stateOf(made);
  const refused = await undo(made, id);
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"]);
  assert.deepEqual(
    refused.body.conflicts.map(({ resource, id: one }: { resource: string; id: string }) => [resource, one]),
    [["tables", made.path.table_id]],
  );
  assert.deepEqual(await stateOf(made), before);
});

test("a set that is still being written is not undone", async () => {
  const s = await sheet(columns);
  const id = await set(s.caller, [() => batch(s, [{ data: { sku: "a" } }])], { isOpen: true });
  assert.equal((await get(s, id)).body.reversible, false);
  assert.deepEqual(refusal(await undo(s, id)), [409, "not_undoable"]);
});

test("another team sees neither a set nor its members, and cannot undo it", async () => {
  const [s, foreign] = [await sheet(columns, [{ sku: "old" }]), await sheet(columns)];
  const id = await imported(s);
  const absent = await get(foreign, `data_${randomUUID()}`);
  assert.deepEqual({ ...(await get(foreign, id)).body, request_id: "" }, { ...absent.body, request_id: "" });
  assert.equal((await undo(foreign, id)).status, 404);
  assert.deepEqual(await listed(foreign, { set: id }), []);
});

test("the undo of an own set by a member who needs approval is a proposal, and its approval undoes the set", async () => {
  const s = await sheet(columns, [{ sku: "old", size: 1 }]);
  const before = await stateOf(s);
  const member = {
    ...human(s.caller.team_id, "member"),
    team: { ...s.caller.team, modules: { tables: true } },
  };
  const [first = ""] = await idsOf(s);
  const trusted = { ...member, team: { ...member.team, trust_rest: "execute" as const } };
  const id = await set(trusted, [() => batch({ ...s, caller: trusted }, [{ id: first, data: { size: 5 } }])]);
  const asked = await door.call("UndoChangeset", { caller: member, path: { changeset_id: id }, body: {} });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  assert.notDeepEqual(await stateOf(s), before);
  const approved = await door.call("ApproveChangeset", {
    caller: adminOf(s.caller),
    path: { changeset_id: asked.body.changeset_id },
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual(await stateOf(s), before);
});
