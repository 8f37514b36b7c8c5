import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human } from "@jst/testing";
import { linkedSheets } from "../testing/linked-sheets.ts";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const data = await testSheets();
const { door, sheet, stored } = data;

interface Deleted {
  id: string;
  deleted_at: string;
  restorable_until: string;
}

/** A table with a row for each sku, and deletions of several of them. */
async function stock(...skus: string[]) {
  const s = await sheet([{ name: "sku", type: "text", unique: true }]);
  const ids: string[] = [];
  for (const sku of skus) ids.push((await s.row({ sku })).body.id);
  const at = { caller: s.caller, path: s.path };
  return {
    ...s,
    ids,
    remove: (ids: unknown, caller = s.caller) => door.call("DeleteRows", { ...at, caller, body: { ids } }),
    removeOne: (row_id: string) => door.call("DeleteRow", { ...at, path: { ...s.path, row_id } }),
  };
}

test("rows are deleted in one changeset, answered in order as DELETE does, and one undo restores all", async () => {
  const s = await stock("a", "b", "c", "d");
  const [a = "", b = "", c = ""] = s.ids;
  const single = (await s.removeOne(b)).body as Deleted;
  const before = (await stored(s.caller.team_id)).changes.length;
  const reply = await s.remove([c.toUpperCase(), b, a]);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const rows = reply.body.rows as Deleted[];
  assert.deepEqual(
    rows.map(({ id }) => id),
    [c, b, a],
  );
  assert.deepEqual(rows[1], single);
  for (const row of rows) assert.deepEqual((await s.removeOne(row.id)).body, row);
  assert.deepEqual(await s.cells("sku"), ["d"]);
  assert.equal((await stored(s.caller.team_id)).changes.length, before + 2);
  // Their unique values are free, and needed again by the undo.
  const again = await s.remove([a, b, c]);
  assert.deepEqual(
    [again.body, again.headers["x-changeset-id"]],
    [{ rows: [rows[2], single, rows[0]] }, undefined],
  );
  const undone = await s.undo(reply);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await s.cells("sku"), ["a", "c", "d"]);
});

test("an id that the table does not have, or that comes twice, refuses the request, and nothing is deleted", async () => {
  const s = await stock("a", "b");
  const [a = "", b = ""] = s.ids;
  const foreign = await stock("x");
  const before = await stored(s.caller.team_id);
  assert.deepEqual(refusal(await s.remove([a, randomUUID(), foreign.ids[0], b])), [
    422,
    "validation_failed",
    "ids.1 not_found",
    "ids.2 not_found",
  ]);
  assert.deepEqual(refusal(await s.remove([a, b, a.toUpperCase()])), [
    422,
    "validation_failed",
    "ids.2 duplicate",
  ]);
  const many = Array.from({ length: 501 }, () => randomUUID());
  for (const ids of [[], many, ["17"], a, undefined, [null]]) assert.equal((await s.remove(ids)).status, 422);
  assert.equal((await s.remove(s.ids, foreign.caller)).status, 404);
  assert.deepEqual(await stored(s.caller.team_id), before);
});

test("500 rows are deleted at once", async () => {
  const s = await stock();
  const rows = Array.from({ length: 500 }, (_, n) => ({ data: { sku: `s${n}` } }));
  const made = await door.call("BatchRows", { caller: s.caller, path: s.path, body: { rows } });
  const ids = (made.body.rows as Deleted[]).map(({ id }) => id).toReversed();
  const reply = await s.remove(ids);
  assert.deepEqual(
    (reply.body.rows as Deleted[]).map(({ id }) => id),
    ids,
  );
  assert.deepEqual(await s.cells("sku"), []);
});

test("links to all of the rows are cleared with them and come back with an undo", async () => {
  const { s, person, remove } = await linkedSheets(data, "many", "clear");
  const [ada, ben, eve] = [await person("Ada"), await person("Ben"), await person("Eve")];
  await remove(eve);
  assert.equal((await s.row({ n: "task", who: [ada, ben] })).status, 201);
  const tables = await door.call("ListTables", { caller: s.caller });
  const people = (tables.body.tables as { id: string; display_name: string }[]).find(
    (table) => table.display_name === "People",
  );
  const path = { table_id: people?.id ?? "" };
  const reply = await door.call("DeleteRows", { caller: s.caller, path, body: { ids: [ben, eve, ada] } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual(await s.cells("who"), [null]);
  assert.equal((await s.undo(reply)).status, 200);
  assert.deepEqual(await s.cells("who"), [[ada, ben]]);
});

test("a proposed deletion of rows is approved as a whole", async () => {
  const s = await stock("a", "b");
  const team = { ...s.caller.team, modules: { tables: true } };
  const person = (role: "member" | "owner") => ({ ...human(s.caller.team_id, role), team });
  const proposed = await s.remove(s.ids, person("member"));
  assert.deepEqual([proposed.status, proposed.body.preview.length], [202, 2], JSON.stringify(proposed.body));
  assert.deepEqual(await s.cells("sku"), ["a", "b"]);
  const path = { changeset_id: proposed.body.changeset_id };
  assert.equal((await door.call("ApproveChangeset", { caller: person("owner"), path })).status, 200);
  assert.deepEqual(await s.cells("sku"), []);
});
