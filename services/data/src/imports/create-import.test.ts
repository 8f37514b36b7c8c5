import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";
import { refusal } from "../testing/test-sheets.ts";

const { door, ofTeam, stored } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;

test("a text is analysed within the request: its facts, its columns, and the questions that it leaves (imports.analysis)", async () => {
  const team = ofTeam();
  const text = "name;amount;day\nAda;1.234;01/02/2026\nBo;2.500;03/04/2026\nCy;;\n";
  const reply = await team.create({ source: { text }, name: "Orders" });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { status, source, parts, counts } = shown(reply);
  assert.equal(status, "analysed");
  assert.deepEqual(
    [source["format"], source["delimiter"], source["header"], source["bytes"]],
    ["semicolon", ";", true, text.length],
  );
  assert.equal(counts["total"], 3);
  assert.deepEqual(
    parts[0]?.columns.map(({ header, question }) => [header, question]),
    [
      ["name", null],
      ["amount", "decimal"],
      ["day", "date_order"],
    ],
  );
  assert.equal((await stored(team.caller.team_id)).tables, 0);
});

test("a check waits for the answers to the questions (imports.questions)", async () => {
  const team = ofTeam();
  const text = 'name,amount,day\nAda,"1.234",01/02/2026\n';
  const target = { kind: "new_table", display_name: "Orders" };
  const { id } = shown(await team.create({ source: { text }, target }));
  assert.deepEqual(refusal(await team.check(id)), [
    422,
    "validation_failed",
    "parts.0.columns.1.decimal required",
    "parts.0.columns.2.date_order required",
  ]);
  const columns = [
    { index: 1, decimal: "," },
    { index: 2, date_order: "dmy" },
  ];
  const patched = await team.patch(id, { parts: [{ index: 0, columns }] });
  assert.equal(patched.status, 200, JSON.stringify(patched.body));
  assert.equal(shown(await team.check(id)).status, "ready");
  const [row] = await team.rows(id);
  assert.deepEqual([row?.verdict, row?.data], ["create", { name: "Ada", amount: 1234, day: "2026-02-01" }]);
});

test("a file is pinned: deleting it changes nothing (imports.pinned)", async () => {
  const team = ofTeam();
  const id = await team.upload("name\nAda\n", "people.csv");
  const made = shown(await team.create({ source: { file_id: id } }));
  assert.deepEqual(
    [made.status, made.source["kind"], made.source["name"]],
    ["analysed", "file", "people.csv"],
  );
  assert.equal((await door.call("DeleteFile", { caller: team.caller, path: { file_id: id } })).status, 200);
  const again = shown(await team.patch(made.id, { source: { header: false } }));
  assert.deepEqual([again.status, again.parts[0]?.rows], ["analysed", 2]);
});

test("a source that cannot be read fails the import with the reason", async () => {
  const team = ofTeam();
  const id = await team.upload("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "people.csv");
  const made = shown(await team.create({ source: { file_id: id } }));
  assert.deepEqual([made.status, made.error?.errors?.[0]?.field], ["failed", "source"]);
});

test("an absent and a foreign file are the same to the letter", async () => {
  const [team, other] = [ofTeam(), ofTeam()];
  const file = await other.upload("a\n1\n", "people.csv");
  const refused = async (file_id: string) => refusal(await team.create({ source: { file_id } }));
  assert.deepEqual(await refused(file), await refused(randomUUID()));
});

test("a source is a file or a text", async () => {
  assert.deepEqual(refusal(await ofTeam().create({ source: {} })), [
    422,
    "validation_failed",
    "source invalid_value",
  ]);
});

test("a file of the old format of Excel fails with the way to save it (imports.analysis)", async () => {
  const team = ofTeam();
  const compound = Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.from("Workbook", "utf16le"),
  ]);
  for (const bytes of [compound, Buffer.alloc(2_000, 7)]) {
    const { id } = (await team.create({ source: { file_id: await team.upload(bytes, "old.xls") } })).body as {
      id: string;
    };
    const { status, error } = await team.settled(id);
    const [fault] = (error?.errors ?? []) as { field: string; message?: string }[];
    assert.deepEqual([status, fault?.field], ["failed", "source"]);
    assert.match(fault?.message ?? "", /\.xls\b.*not read.*\.xlsx/);
  }
});
