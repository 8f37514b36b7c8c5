import assert from "node:assert/strict";
import { test } from "node:test";
import { guessPart } from "../guess/index.ts";
import { withFile } from "../testing/opened.ts";
import { encodedText } from "../testing/tables.ts";
import { rowsXml, workbookOf, type TestCell } from "../testing/workbooks.ts";
import type { Encoding } from "./encoding.ts";
import { openSource, type SourceOptions } from "./index.ts";

/** A file as programs write it, and a line for each part: its rows, then the types of its columns. */
type RealFile = readonly [what: string, bytes: Buffer, facts: string, options?: SourceOptions];

const text = (content: string, encoding: Encoding = "utf-8", mark = false): Buffer =>
  encodedText(content, encoding, mark);

const GERMAN = "Name;Betrag;Datum\r\nMüller & Söhne;1.299,50;31.12.2026\r\nÖl AG;12,00;01.02.2026\r\n";
const AMERICAN = 'Name,Amount,Date\r\nSmith & Co,"1,299.50",12/31/2026\r\nOil Inc,12.00,2/1/2026\r\n';
const FRENCH = "Nom;Montant;Date\r\nHélène;1\u00a0299,50;31/12/2026\r\nÉlan;12,00;13/02/2026\r\n";
const both = ["text", "number", "date"].join(" ");

const ENCODED: readonly RealFile[] = [
  ["Excel, German, windows-1252", text(GERMAN, "windows-1252"), `2: ${both}`],
  ["Excel, German, UTF-8 with a mark", text(GERMAN, "utf-8", true), `2: ${both}`],
  ["Excel, German, Unicode text", text(GERMAN.replaceAll(";", "\t"), "utf-16le", true), `2: ${both}`],
  ["Excel, German, from a Mac", text(GERMAN, "macintosh"), `2: ${both}`, { encoding: "macintosh" }],
  ["Excel, American, windows-1252", text(AMERICAN, "windows-1252"), `2: ${both}`],
  ["Excel, American, UTF-8 with a mark", text(AMERICAN, "utf-8", true), `2: ${both}`],
  ["Excel, American, Unicode text", text(AMERICAN, "utf-16le", true), `2: ${both}`],
  ["Excel, French, windows-1252", text(FRENCH, "windows-1252"), `2: ${both}`],
  ["Excel, French, UTF-8", text(FRENCH), `2: ${both}`],
  ["a database, UTF-16 without a mark", text(AMERICAN, "utf-16be"), `2: ${both}`],
  [
    "Russian, windows-1251",
    text("Имя;Число\r\nЖук;1,5\r\n", "windows-1251"),
    "1: text number",
    { encoding: "windows-1251" },
  ],
];

const PLAIN: readonly RealFile[] = [
  ["sep= of Excel", text("sep=;\r\na;b\r\n1;Axel\r\n"), "1: integer text"],
  ["Airtable", text('\ufeffName,Done,Tags\nA,checked,"x,y"\nB,,z\n'), "2: text boolean text"],
  [
    "HubSpot",
    text("Record ID,Email,Phone\n101,a@x.org,+49 30 901820\n102,b@x.org,\n"),
    "2: integer email phone",
  ],
  [
    "Google Contacts",
    text("Name,E-mail 1 - Value,Labels\nAda,a@x.org ::: b@x.org,* myContacts\n"),
    "1: text text text",
  ],
  [
    "Stripe",
    text("id,Amount,Created (UTC)\nch_1,12.50,2026-11-30 09:30\nch_2,3.00,2026-12-01 10:00\n"),
    "2: text number datetime",
  ],
  [
    "a bank",
    text('"Buchungstag";"Betrag"\n"30.11.2026";"-1.299,50"\n"29.11.2026";"5,00"\n'),
    "2: date number",
  ],
  ["PostgreSQL COPY", text("id\tname\n1\tA\n2\tB\n"), "2: integer text"],
  ["bars", text("id|name\n1|A, B\n2|C; D\n"), "2: integer text"],
  ["quotes within", text('a,b\n"say ""hi""",1\n5" pipe,2\n'), "2: text integer"],
  ["lines within", text('a,b\n"one\ntwo",1\n'), "1: long_text integer"],
  ["blank rows between", text("a,b\n\n1,2\n,\n3,4\n\n"), "2: integer integer"],
  ["trailing delimiters", text("a,b,,\n1,2,,\n3,4,,\n"), "2: integer integer"],
  ["no header", text("1,Ada,2026-11-30\n2,Bo,2026-12-01\n"), "2: integer text date"],
  ["years as headers", text("name,2025,2026\nA,1,2\nB,3,4\n"), "2: text integer integer"],
  ["codes of places", text("city,code\nBerlin,10115\nDresden,01067\n"), "2: text text"],
  ["numbers of cards", text("n,card\n1,4111111111111111\n2,4222222222222222\n"), "2: integer text"],
  ["both orders fit", text("d\n03/04/2026\n05/06/2026\n"), "2: date?date_order"],
  ["both signs fit", text("n\n1.299\n2.500\n"), "2: number?decimal"],
  ["one column", text("email\na@x.org\nb@x.org\n"), "2: email"],
  ["a formula guarded", text("a\n'=1+1\n'+49 30 901820\n"), "2: text"],
  [
    "a wide sheet",
    text(`${Array.from({ length: 200 }, (_, at) => `c${at}`).join()}\n${Array(200).fill("1").join()}\n`),
    `1: ${Array(200).fill("integer").join(" ")}`,
  ],
  ["only a header", text("a,b,c\n"), "0: text text text"],
  ["CR of an old Mac", text("a;b\r1;x\r2;y\r"), "2: integer text"],
  ["JSON lines", text('{"id":1,"on":true}\n{"id":2,"on":false}\n'), "2: integer boolean"],
];

const at = (style: number, value: number): TestCell => ({ xml: `s="${style}"><v>${value}</v>` });
const book = (rows: readonly (readonly TestCell[])[], behind = ""): Buffer =>
  workbookOf({ sheets: [{ name: "S", data: rowsXml(rows), behind }], formats: [14, 22, 9, "#,##0.00 €"] });

const SHEETS: readonly RealFile[] = [
  [
    "a workbook",
    book([
      ["name", "day", "at", "share"],
      ["A", at(1, 46_000), at(2, 46_000.25), at(3, 0.5)],
    ]),
    "1: text date datetime percent",
  ],
  [
    "merged headers",
    book(
      [
        ["Name", "Kosten", "x"],
        ["A", 1, 2],
      ],
      '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>',
    ),
    "1: text integer integer",
  ],
  [
    "formulas",
    book([
      ["n", "twice"],
      [1, { xml: "><f>A2*2</f><v>2.5</v>" }],
    ]),
    "1: integer number",
  ],
  ["an error of a formula", book([["n"], [1], [{ xml: 't="e"><v>#N/A</v>' }]]), "2, 1 faulty: integer"],
  ["blank rows in a sheet", book([["n"], [null], [1], [null], [2]]), "2: integer"],
  [
    "a sheet without header",
    book([
      [1, "A", at(1, 46_000)],
      [2, "B", at(1, 46_001)],
    ]),
    "2: integer text date",
  ],
];

/** Rows and types of each part of a file. */
const factsOf = (bytes: Buffer, options: SourceOptions): Promise<string> =>
  withFile(bytes, async (path) => {
    const source = await openSource({ path }, options);
    const told: string[] = [];
    for (const part of source.parts) {
      const { rows, faulty, columns } = await guessPart(part, { timeZone: "Europe/Berlin", country: "DE" });
      const types = columns.map(
        ({ guess, question }) => guess.type + (question === null ? "" : `?${question}`),
      );
      told.push(`${rows}${faulty === 0 ? "" : `, ${faulty} faulty`}: ${types.join(" ")}`);
    }
    await source.close();
    return told.join("\n");
  });

for (const [what, bytes, facts, options = {}] of [...ENCODED, ...PLAIN, ...SHEETS])
  test(`a file of ${what} is read as its program meant it`, async () => {
    assert.equal(await factsOf(bytes, options), facts);
  });
