import assert from "node:assert/strict";
import { test } from "node:test";
import { testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

const NFC = "Café Müller";
const NFD = NFC.normalize("NFD");

test("both spellings of a text are one value: stored, unique, upserted, found", async () => {
  const s = await sheet([{ name: "a", type: "text", unique: true }]);
  const made = await s.row({ a: NFD });
  assert.deepEqual([made.status, made.body.data.a], [201, NFC]);
  assert.equal((await s.row({ a: NFC })).status, 409);
  for (const a of [NFC, NFD]) {
    const body = { upsert_on: "a", rows: [{ data: { a } }] };
    const batch = await door.call("BatchRows", { caller: s.caller, path: s.path, body });
    assert.deepEqual([batch.status, batch.body.rows[0].id], [200, made.body.id]);
    for (const op of ["eq", "ieq", "contains", "starts_with", "ends_with"]) {
      const filter = JSON.stringify({ field: "a", op, value: a });
      // As JSON may be written: each letter as an escape.
      const escaped = filter.replaceAll(
        /[^\0-\x7f]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      for (const asked of [{ filter }, { filter: escaped }, { q: a }]) {
        const query = new URLSearchParams(asked as Record<string, string>).toString();
        const list = await door.call("ListRows", { caller: s.caller, path: s.path, query });
        assert.deepEqual([list.status, list.body.rows?.length], [200, 1], query);
      }
    }
  }
});

test("a choice may be written in either spelling, and a json cell stays as it was sent", async () => {
  const options = { options: [{ value: NFD, label: NFD }] };
  const s = await sheet([
    { name: "pick", type: "select", options },
    { name: "picks", type: "multi_select", options },
    { name: "raw", type: "json" },
  ]);
  const raw = { [NFD]: [NFD] };
  for (const each of [NFC, NFD]) {
    const { status, body } = await s.row({ pick: each, picks: [each], raw });
    assert.deepEqual([status, body.data], [201, { pick: NFC, picks: [NFC], raw }]);
  }
});

test("every spelling of an e-mail address is one value of a unique column, and one in filters", async () => {
  const s = await sheet([{ name: "mail", type: "email", unique: true }]);
  const spellings = ["Info@müller.de", "info@mu\u0308ller.de", "INFO@xn--mller-kva.de"];
  const made = await s.row({ mail: " Info@müller.de " });
  assert.deepEqual([made.status, made.body.data.mail], [201, "Info@müller.de"]);
  await s.row({ mail: "other@example.org" });
  for (const mail of spellings) {
    assert.equal((await s.row({ mail })).status, 409, mail);
    const body = { upsert_on: "mail", rows: [{ data: { mail } }] };
    const batch = await door.call("BatchRows", { caller: s.caller, path: s.path, body });
    assert.deepEqual([batch.status, batch.body.rows?.[0]?.id], [200, made.body.id], mail);
    const twice = { rows: [{ data: { mail: "x@b.co" } }, { data: { mail: "X@B.CO" } }] };
    assert.equal((await door.call("BatchRows", { caller: s.caller, path: s.path, body: twice })).status, 422);
    for (const [op, value, count] of [
      ["eq", mail, 1],
      ["neq", mail, 1],
      ["in", [mail], 1],
      ["nin", [mail, "other@example.org"], 0],
      ["in", Array.from({ length: 40 }, (_, n) => (n === 0 ? mail : `n${n}@b.co`)), 1],
    ] as const) {
      const query = new URLSearchParams({ filter: JSON.stringify({ field: "mail", op, value }) }).toString();
      const list = await door.call("ListRows", { caller: s.caller, path: s.path, query });
      assert.deepEqual([list.status, list.body.rows?.length], [200, count], `${op} ${mail}`);
    }
  }
});

test("a unique column claims its values by its type when it becomes one of addresses, and when it is one no longer", async () => {
  const s = await sheet([{ name: "a", type: "text", unique: true }]);
  await s.row({ a: "Ada@b.co" });
  const columns = await door.call("ListColumns", { caller: s.caller, path: s.path });
  const path = { ...s.path, column_id: columns.body.columns[0].id as string };
  const become = (type: string) => door.call("UpdateColumn", { caller: s.caller, path, body: { type } });
  assert.equal((await become("email")).status, 200);
  assert.equal((await s.row({ a: "ada@b.co" })).status, 409);
  const changed = await become("text");
  assert.deepEqual([changed.status, (await s.undo(changed)).status], [200, 200]);
  assert.equal((await s.row({ a: "ADA@b.co" })).status, 409);
  assert.equal((await become("text")).status, 200);
  assert.equal((await s.row({ a: "ada@b.co" })).status, 201);
  assert.equal((await s.row({ a: "Ada@b.co" })).status, 409);
  assert.equal((await become("email")).status, 409);
});
