import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testSheets } from "../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

const options = { states: ["open", "busy", "done"], initial: "open" };
const columns = [
  { name: "stage", type: "state", options },
  { name: "mood", type: "state", options: { states: ["good", "bad"], initial: "good" } },
  { name: "title", type: "text" },
];

interface Entry {
  id: string;
  field: string;
  from: string | null;
  to: string | null;
}

async function ticket(data: Record<string, unknown> = {}) {
  const s = await sheet(columns);
  const made = await s.row(data);
  const at = { caller: s.caller, path: { ...s.path, row_id: made.body.id as string } };
  return {
    ...s,
    made,
    rowId: at.path.row_id,
    patch: (body: object) => door.call("UpdateRow", { ...at, body }),
    drop: () => door.call("DeleteRow", at),
    history: (query = "", more: object = {}) => door.call("ListHistory", { ...at, query, ...more }),
  };
}

const moves = (reply: { body: { history: Entry[] } }) =>
  reply.body.history.map(({ field, from, to }) => `${field} ${from} ${to}`);

test("each transition leaves an entry, newest first; the state a row begins with comes from null", async () => {
  const t = await ticket({ mood: "bad" });
  const moved = await t.patch({ data: { stage: "busy", title: "x" } });
  await t.patch({ data: { title: "y" } });
  await t.patch({ data: { stage: "busy" } });
  await t.patch({ data: { stage: null } });
  const reply = await t.history();
  assert.equal(reply.status, 200);
  assert.deepEqual(moves(reply).slice(0, 2), ["stage busy null", "stage open busy"]);
  assert.deepEqual(moves(reply).slice(2).sort(), ["mood null bad", "stage null open"]);
  const { id, changed_at, ...entry } = reply.body.history[1];
  assert.match(changed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(id);
  assert.deepEqual(entry, {
    row_id: t.rowId,
    table_id: t.path.table_id,
    field: "stage",
    from: "open",
    to: "busy",
    changed_by: { type: "service", id: t.caller.token_id },
    changeset_id: moved.headers["x-changeset-id"],
  });
});

test("field narrows to one state column and refuses every other name", async () => {
  const t = await ticket();
  await t.patch({ data: { mood: "bad" } });
  assert.deepEqual(moves(await t.history("field=mood")), ["mood good bad", "mood null good"]);
  for (const field of ["title", "none", "id", "__proto__"]) {
    const reply = await t.history(`field=${field}`);
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_parameter"], field);
  }
});

test("pages meet, and a cursor belongs to its row and field", async () => {
  const t = await ticket();
  for (const stage of ["busy", "done", "open"]) await t.patch({ data: { stage } });
  const all = moves(await t.history("field=stage"));
  assert.deepEqual(all, ["stage done open", "stage busy done", "stage open busy", "stage null open"]);
  const first = await t.history("field=stage&limit=3");
  assert.deepEqual([moves(first), first.body.has_more], [all.slice(0, 3), true]);
  const cursor = first.body.next_cursor;
  const next = await t.history(`field=stage&limit=3&cursor=${cursor}`);
  assert.deepEqual([moves(next), next.body.next_cursor], [all.slice(3), null]);
  assert.equal((await t.history(`cursor=${cursor}`)).body.code, "invalid_cursor");
  const other = (await t.row({})).body.id;
  const path = { ...t.path, row_id: other };
  assert.equal((await t.history(`field=stage&cursor=${cursor}`, { path })).body.code, "invalid_cursor");
});

test("a deleted row keeps its history, and a restore adds nothing", async () => {
  const t = await ticket();
  await t.drop();
  assert.equal(moves(await t.history()).length, 2);
  await t.patch({ action: "restore" });
  assert.equal(moves(await t.history()).length, 2);
});

test("an absent row, one of another table and one of another team are the same 404", async () => {
  const t = await ticket();
  const other = await ticket();
  const bodies = [];
  for (const row_id of [randomUUID(), "nope", other.rowId]) {
    const reply = await t.history("", { path: { ...t.path, row_id } });
    assert.equal(reply.status, 404, row_id);
    bodies.push({ ...reply.body, request_id: "", trace_id: "" });
  }
  bodies.push({ ...(await t.history("", { caller: testCaller() })).body, request_id: "", trace_id: "" });
  for (const body of bodies) assert.deepEqual(body, bodies[0]);
  assert.equal((await t.history("field=title", { path: { ...t.path, row_id: "nope" } })).status, 400);
});

test("a state column that is added tells of the state it gave every row; once deleted, neither is shown", async () => {
  const t = await ticket();
  assert.equal((await t.create({ name: "late", type: "state", options })).status, 201);
  assert.deepEqual(moves(await t.history("field=late")), ["late null open"]);
  assert.equal((await t.remove("late")).status, 200);
  assert.equal((await t.history("field=late")).status, 400);
  assert.deepEqual(moves(await t.history()).sort(), ["mood null good", "stage null open"]);
});

test("concurrent moves leave a chain without a gap", async () => {
  const t = await ticket();
  const states = ["busy", "done", "open", "busy", "done", "open"];
  await Promise.all(states.map((stage) => t.patch({ data: { stage } })));
  const entries = (await t.history("field=stage")).body.history as Entry[];
  for (const [index, entry] of entries.entries()) {
    assert.equal(entry.from, entries[index + 1]?.to ?? null);
    assert.notEqual(entry.from, entry.to);
  }
});
