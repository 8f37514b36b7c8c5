import assert from "node:assert/strict";
import { test } from "node:test";
import { zipOf } from "@jst/testing/zips";
import { readBytes, tableOf } from "../testing/opened.ts";
import { listText } from "../cells.ts";
import { readList } from "./row-scanner.ts";

const lines = (...all: string[]): Buffer => Buffer.from(all.join("\r\n"));

test("lines of JSON have the columns of all objects, and numbers that a double would round are texts", async () => {
  const bytes = lines(
    '{"id":1,"address":{"city":"Köln","geo":{"lat":1}},"tags":["a","b, c"]}',
    "",
    '{"id":12345678901234567890,"price":12.50,"ok":true,"none":null}',
  );
  const { format, parts } = await readBytes(bytes);
  assert.equal(format, "json_lines");
  assert.deepEqual(parts[0]?.columns, ["id", "address.city", "address.geo", "tags", "price", "ok", "none"]);
  assert.deepEqual(
    parts[0].rows.map(({ line, cells }) => [line, ...cells]),
    [
      [1, 1, "Köln", '{"lat":1}', 'a,"b, c"', null, null, null],
      [3, "12345678901234567890", null, null, null, 12.5, true, null],
    ],
  );
});

test("a list is one line of CSV, and is read back", () => {
  for (const items of [[], ["a"], ["a", "b, c", 'd"e', "f\ng"], ["1", "2"]])
    assert.deepEqual(readList(listText(items)), items);
});

/** Named cells of a row (imports.cards) that are not empty. */
async function cardsOf(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const { parts, format } = await readBytes(bytes);
  assert.equal(format, "vcf");
  return (parts[0]?.rows ?? []).map(({ cells, faults, line }) => ({
    line,
    ...Object.fromEntries(
      cells.map((cell, at) => [parts[0]?.columns[at] ?? "", cell] as const).filter(([, cell]) => cell !== ""),
    ),
    ...(faults.length === 0 ? {} : { faults: faults.map(({ code }) => code) }),
  }));
}

test("a card of version 4 is read with its preferred address first", async () => {
  const card = lines(
    ...["BEGIN:VCARD", "VERSION:4.0", "FN:Ada Lovelace", "N:Lovelace;Ada;Augusta;Countess;"],
    ...[
      "item1.EMAIL;TYPE=work:old@example.com",
      "EMAIL;PREF=1:ada@example.com",
      "TEL;VALUE=uri:tel:+49-30-901820",
    ],
    ...["ORG:Analytical\\, Engines;Research", "ADR:;;Str. 1\\n2. OG;Berlin;;10115;Germany", "BDAY:19851210"],
    ...[
      "CATEGORIES:a,b\\,c",
      "NOTE:first\\nsec",
      " ond",
      "PHOTO:data:image/png;base64,AAAA",
      " AAAA",
      "END:VCARD",
    ],
  );
  assert.deepEqual(await cardsOf(card), [
    {
      ...{
        line: 1,
        full_name: "Ada Lovelace",
        last_name: "Lovelace",
        first_name: "Ada",
        middle_name: "Augusta",
      },
      ...{
        prefix: "Countess",
        email: "ada@example.com",
        other_emails: "old@example.com",
        phone: "+49-30-901820",
      },
      ...{ company: "Analytical, Engines", department: "Research", street: "Str. 1\n2. OG", city: "Berlin" },
      ...{ postal_code: "10115", country: "Germany", birthday: "1985-12-10", categories: 'a,"b,c"' },
      note: "first\nsecond",
    },
  ]);
});

test("cards of versions 2.1 and 3 are read, quoted-printable and types without a name too", async () => {
  const bytes = lines(
    ...["BEGIN:VCARD", "VERSION:2.1", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;"],
    ...[
      "FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=F6rg M=FCller",
      "TEL;HOME;VOICE:030 1",
      "TEL;PREF;CELL:0171 2",
    ],
    ...[
      "NOTE;ENCODING=QUOTED-PRINTABLE:one, =0D=0Atwo =",
      "and a half",
      "PHOTO;JPEG;ENCODING=BASE64:",
      " AAAA",
      "",
    ],
    ...[
      "END:VCARD",
      "",
      "begin:vcard",
      "VERSION:3.0",
      "FN:Bo; x",
      "N:;;;;",
      "EMAIL;TYPE=INTERNET,PREF:bo@x.org",
    ],
    ...["EMAIL;INTERNET:b@x.org", "END:VCARD"],
  );
  const [first, second] = await cardsOf(bytes);
  assert.deepEqual(first, {
    ...{ line: 1, full_name: "Jörg Müller", first_name: "Jörg", last_name: "Müller", phone: "0171 2" },
    ...{ other_phones: "030 1", note: "one, \ntwo and a half" },
  });
  assert.deepEqual(second, { line: 14, full_name: "Bo; x", email: "bo@x.org", other_emails: "b@x.org" });
});

test("a card that is not valid is a fault of its row, and the others are read", async () => {
  const bytes = Buffer.concat([
    lines("\ufeffBEGIN:VCARD", "VERSION:3.0", "nonsense", "END:VCARD", "BEGIN:VCARD", "VERSION:3.0", ""),
    Buffer.from("FN:M\xfcller\r\nEND:VCARD\r\n", "latin1"),
    lines("BEGIN:VCARD", "VERSION:3.0", "FN:Good", "END:VCARD", "BEGIN:VCARD", "FN:cut"),
  ]);
  const cards = await cardsOf(bytes);
  assert.deepEqual(
    cards.map(({ faults, full_name: name }) => faults ?? name),
    [["invalid_vcard"], ["not_in_encoding"], "Good", ["invalid_vcard"]],
  );
});

test("each file of rows in an archive is a part with its own encoding and delimiter", async () => {
  const bytes = zipOf([
    { name: "base/Orders.csv", content: "id,name\n1,Ä\n" },
    { name: "base/Old.txt", content: Buffer.from("id;name\n1;\xdc\n", "latin1") },
    { name: "base/photo.png", content: "x" },
    { name: "__MACOSX/base/._Orders.csv", content: "x" },
    { name: "base/empty.csv", content: "" },
  ]);
  const { format, delimiter, parts } = await readBytes(bytes);
  assert.deepEqual([format, delimiter], ["zip", ","]);
  assert.deepEqual(
    parts.map(({ name, columns, rows }) => [name, ...columns, ...(rows[0]?.cells ?? [])]),
    [
      ["base/Orders.csv", "id", "name", "1", "Ä"],
      ["base/Old.txt", "id", "name", "1", "Ü"],
    ],
  );
});

test("stated options count as they are, and the others are guessed", async () => {
  const bytes = Buffer.from("1|\x84\n2|x\n", "latin1");
  assert.deepEqual(await tableOf(bytes, { encoding: "cp866", delimiter: "|", header: false }), [
    ["Column 1", "Column 2"],
    ["1", "Д"],
    ["2", "x"],
  ]);
  const { guessed, encoding } = await readBytes(bytes, { delimiter: "|" });
  assert.deepEqual([guessed, encoding], [["encoding", "header"], "windows-1252"]);
});
