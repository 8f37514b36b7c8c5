import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testData } from "../testing/test-data.ts";

const { door, peers, stored } = await testData();
const seed = (team_id: string) => door.operate("SeedDemo", { team_id });

type Made = Record<"files" | "articles" | "artifacts" | "bases" | "tables", string[]>;

async function seededTeam(): Promise<{ caller: Caller; made: Made }> {
  const caller = testCaller();
  const { status, body } = await seed(caller.team_id);
  assert.equal(status, 200, JSON.stringify(body));
  return { caller, made: body as Made };
}

async function listed(caller: Caller, method: string, plural: string, more: object = {}) {
  const { status, body } = await door.call(method, { caller, query: "limit=500", ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return body[plural] as Record<string, unknown>[];
}

test("seeded by five at once and again, a team has the examples once, and reads the same ids", async () => {
  const caller = testCaller();
  const runs = await Promise.all(Array.from({ length: 5 }, () => seed(caller.team_id)));
  const again = await seed(caller.team_id.toUpperCase());
  for (const run of runs) assert.deepEqual([run.status, run.body], [200, again.body]);
  const made = again.body as Made;
  for (const [plural, ids] of Object.entries(made)) {
    const method = `List${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
    const own = (await listed(caller, method, plural)).filter(({ system }) => system !== true);
    assert.deepEqual(own.map(({ id }) => id).sort(), [...ids].sort(), plural);
  }
  const { changes } = await stored(testCaller().team_id);
  assert.deepEqual([changes, await listed(testCaller(), "ListFiles", "files")], [[], []]);
});

test("there are artifacts of every kind, articles of every status, blocks of every type, and files that can be read", async () => {
  const { caller, made } = await seededTeam();
  const each = (items: Record<string, unknown>[], member: string) =>
    [...new Set(items.map((item) => item[member]))].sort();
  const articles = await listed(caller, "ListArticles", "articles");
  assert.deepEqual(each(articles, "status"), ["archived", "draft", "published"]);
  assert.ok(articles.some(({ cover_file_id: cover }) => cover === made.files[0]));
  const kinds = each(await listed(caller, "ListArtifacts", "artifacts"), "kind");
  assert.deepEqual(kinds, [
    "code",
    "csv",
    "diagram",
    "document",
    "html",
    "image",
    "json",
    "markdown",
    "other",
  ]);
  const [base_id = ""] = made.bases;
  const types = each(await listed(caller, "ListBlocks", "blocks", { path: { base_id } }), "type");
  assert.deepEqual(types, [
    "code",
    "file_ref",
    "heading",
    "link",
    "list_item",
    "paragraph",
    "quote",
    "table",
  ]);
  for (const file of await listed(caller, "ListFiles", "files")) {
    const { status, headers } = await door.fetch(`/api/v1/files/${file["id"] as string}`, { caller });
    assert.equal(status, file["visibility"] === "public" ? 200 : 302, String(file["name"]));
    if (status === 200) assert.equal(headers.get("content-type"), "image/png");
  }
});

test("tables have rows of this year that name files, each cell such as a write would store", async () => {
  const today = () => new Date().toISOString().slice(0, 10);
  const begun = today();
  const { caller, made } = await seededTeam();
  // Midnight may have been meanwhile.
  const ofToday = [begun, today()];
  const [repairs = ""] = made.tables;
  const days: string[] = [];
  for (const table_id of made.tables)
    for (const { id, data } of await listed(caller, "ListRows", "rows", { path: { table_id } })) {
      const path = { table_id, row_id: String(id) };
      const patched = await door.call("UpdateRow", { caller, path, body: { data: stored(data) } });
      assert.deepEqual(
        [patched.status, patched.headers["x-changeset-id"]],
        [200, undefined],
        JSON.stringify(data),
      );
      if (table_id === repairs) days.push((data as { received: string }).received);
    }
  const last = days.sort().at(-1) ?? "";
  assert.ok(ofToday.includes(last), last);
  const query =
    "expand=receipts&limit=500&filter=" + encodeURIComponent('{"field":"receipts","op":"nempty"}');
  const named = await listed(caller, "ListRows", "rows", { path: { table_id: repairs }, query });
  assert.ok(named.length > 0);
  for (const { data } of named)
    for (const { name } of (data as { receipts: { name: string }[] }).receipts)
      assert.match(name, /^receipt-/);

  function stored(data: unknown): unknown {
    return Object.fromEntries(Object.entries(data as object).filter(([, value]) => value !== null));
  }
});

test("only modules that are on are filled, and the rest when they are on; what was deleted does not come back", async () => {
  const { caller, made } = await seededTeam();
  const [file_id = ""] = made.files;
  assert.equal((await door.call("DeleteFile", { caller, path: { file_id } })).status, 200);
  assert.deepEqual((await seed(caller.team_id)).body, made);
  assert.equal((await listed(caller, "ListFiles", "files")).length, made.files.length - 1);

  const other = testCaller();
  peers.off.add(other.team_id);
  assert.deepEqual((await seed(other.team_id)).body, {});
  peers.off.delete(other.team_id);
  assert.equal(((await seed(other.team_id)).body as Made).files.length, made.files.length);
});

test("only the operator seeds, and only a team", async () => {
  await assert.rejects(door.call("SeedDemo", { body: { team_id: randomUUID() } }), { code: 16 });
  await assert.rejects(door.callAs("crm", "SeedDemo", { team_id: randomUUID() }), { code: 16 });
  for (const body of [{}, { team_id: "x" }, { team_id: null }, { team_id: randomUUID(), more: 1 }])
    assert.equal((await door.operate("SeedDemo", body)).status, 422, JSON.stringify(body));
});
