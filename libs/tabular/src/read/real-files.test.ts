import { encodedText } from "../testing/tables.ts";
import { testRealFiles, type RealFile } from "../testing/real-files.ts";
import type { Encoding } from "./encoding.ts";

/** Texts of rows as programs write them. */
const text = (content: string, encoding: Encoding = "utf-8", mark = false): Buffer =>
  encodedText(content, encoding, mark);

const GERMAN = "Name;Betrag;Datum\r\nMüller & Söhne;1.299,50;31.12.2026\r\nÖl AG;12,00;01.02.2026\r\n";
const AMERICAN = 'Name,Amount,Date\r\nSmith & Co,"1,299.50",12/31/2026\r\nOil Inc,12.00,2/1/2026\r\n';
const FRENCH = "Nom;Montant;Date\r\nHélène;1\u00a0299,50;31/12/2026\r\nÉlan;12,00;13/02/2026\r\n";
const DATED = "header | 2: text number date";
const NAMED = "Name|Betrag|Datum";

testRealFiles([
  {
    what: "Excel, German, windows-1252",
    bytes: text(GERMAN, "windows-1252"),
    gives: `windows-1252 ; ${DATED}`,
    headers: NAMED,
    cells: ["Müller & Söhne|1.299,50|31.12.2026"],
  },
  {
    what: "Excel, German, UTF-8 with a mark",
    bytes: text(GERMAN, "utf-8", true),
    gives: `utf-8 ; ${DATED}`,
    headers: NAMED,
  },
  {
    what: "Excel, German, Unicode text",
    bytes: text(GERMAN.replaceAll(";", "\t"), "utf-16le", true),
    gives: `utf-16le tab ${DATED}`,
    headers: NAMED,
  },
  {
    what: "Excel, German, from a Mac",
    bytes: text(GERMAN, "macintosh"),
    gives: `macintosh ; ${DATED}`,
    options: { encoding: "macintosh" },
    cells: ["Müller & Söhne|1.299,50|31.12.2026"],
  },
  {
    what: "Excel, American, windows-1252",
    bytes: text(AMERICAN, "windows-1252"),
    gives: `utf-8 , ${DATED}`,
  },
  {
    what: "Excel, American, UTF-8 with a mark",
    bytes: text(AMERICAN, "utf-8", true),
    gives: `utf-8 , ${DATED}`,
  },
  {
    what: "Excel, American, Unicode text",
    bytes: text(AMERICAN, "utf-16le", true),
    gives: `utf-16le , ${DATED}`,
  },
  {
    what: "Excel, French, windows-1252",
    bytes: text(FRENCH, "windows-1252"),
    gives: `windows-1252 ; ${DATED}`,
    cells: ["Hélène|1\u00a0299,50|31/12/2026"],
  },
  { what: "Excel, French, UTF-8", bytes: text(FRENCH), gives: `utf-8 ; ${DATED}` },
  {
    what: "Excel, French, with a narrow blank in numbers",
    bytes: text(FRENCH.replace("\u00a0", "\u202f")),
    gives: `utf-8 ; ${DATED}`,
  },
  {
    what: "a database, UTF-16 without a mark",
    bytes: text(AMERICAN, "utf-16be"),
    gives: `utf-16be , ${DATED}`,
  },
  {
    what: "Russian, windows-1251",
    bytes: text("Имя;Число\r\nЖук;1,5\r\n", "windows-1251"),
    gives: "windows-1251 ; header | 1: text number",
    options: { encoding: "windows-1251" },
    headers: "Имя|Число",
  },
  {
    what: "Polish, windows-1250",
    bytes: text("Imię;Kwota\r\nŁukasz;1,5\r\n", "windows-1250"),
    gives: "windows-1250 ; header | 1: text number",
    options: { encoding: "windows-1250" },
    headers: "Imię|Kwota",
  },
  {
    what: "UTF-8 with one byte of windows-1252 behind its mark",
    bytes: Buffer.concat([text("Name\nÖl\nM", "utf-8", true), Buffer.from([0xfc]), text("ller\n")]),
    gives: "utf-8 , header | 2, 1 not_in_encoding: text",
  },
]);

testRealFiles([
  {
    what: "sep= of Excel",
    bytes: text("sep=;\r\na;b\r\n1;Axel\r\n"),
    gives: "utf-8 ; header | 1: integer text",
    headers: "a|b",
  },
  {
    what: "SEP= with a tab, UTF-16",
    bytes: text("SEP=\t\r\na\tb\r\n1\tx, y\r\n", "utf-16le", true),
    gives: "utf-16le tab header | 1: integer text",
    headers: "a|b",
  },
  {
    what: "Airtable",
    bytes: text('\ufeffName,Done,Tags\nA,checked,"x,y"\nB,,z\n'),
    gives: "utf-8 , header | 2: text boolean text",
  },
  {
    what: "HubSpot",
    bytes: text("Record ID,Email,Phone\n101,a@x.org,+49 30 901820\n102,b@x.org,\n"),
    gives: "utf-8 , header | 2: integer email phone",
  },
  {
    what: "Google Contacts",
    bytes: text("Name,E-mail 1 - Value,Labels\nAda,a@x.org ::: b@x.org,* myContacts\n"),
    gives: "utf-8 , header | 1: text text text",
  },
  {
    what: "Stripe",
    bytes: text("id,Amount,Created (UTC)\nch_1,12.50,2026-11-30 09:30\nch_2,3.00,2026-12-01 10:00\n"),
    gives: "utf-8 , header | 2: text number datetime",
  },
  {
    what: "a bank",
    bytes: text('"Buchungstag";"Betrag"\n"30.11.2026";"-1.299,50"\n"29.11.2026";"5,00"\n'),
    gives: "utf-8 ; header | 2: date number",
  },
  {
    what: "PostgreSQL COPY",
    bytes: text("id\tname\n1\tA\n2\tB\n"),
    gives: "utf-8 tab header | 2: integer text",
  },
  { what: "bars", bytes: text("id|name\n1|A, B\n2|C; D\n"), gives: "utf-8 | header | 2: integer text" },
  {
    what: "JSON lines",
    bytes: text('{"id":1,"on":true}\n{"id":2,"on":false}\n'),
    gives: "utf-8 header | 2: integer boolean",
  },
  { what: "CR of an old Mac", bytes: text("a;b\r1;x\r2;y\r"), gives: "utf-8 ; header | 2: integer text" },
  {
    what: "line ends of three kinds",
    bytes: text("a,b\r\n1,x\n2,y\r3,z"),
    gives: "utf-8 , header | 3: integer text",
    cells: ["1|x", "2|y", "3|z"],
  },
]);

testRealFiles([
  {
    what: "quotes within",
    bytes: text('a,b\n"say ""hi""",1\n5" pipe,2\n'),
    gives: "utf-8 , header | 2: text integer",
    cells: ['say "hi"|1', '5" pipe|2'],
  },
  {
    what: "text behind a quote",
    bytes: text('a,b\n"x" y,1\nz,2\n'),
    gives: "utf-8 , header | 2, 1 invalid_csv: text integer",
  },
  {
    what: "a quote that is never closed",
    bytes: text('a,b\n"x,1\ny,2\n'),
    gives: "utf-8 , header | 2, 1 invalid_csv: text integer",
  },
  {
    what: "lines within",
    bytes: text('a,b\n"one\ntwo",1\n'),
    gives: "utf-8 , header | 1: long_text integer",
    cells: ["one\ntwo|1"],
  },
  {
    what: "blank rows between",
    bytes: text("a,b\n\n1,2\n,\n3,4\n\n"),
    gives: "utf-8 , header | 2: integer integer",
  },
  {
    what: "blank rows above",
    bytes: text("\n\n,,\na,b,c\n1,2,3\n"),
    gives: "utf-8 , header | 1: integer integer integer",
    headers: "a|b|c",
  },
  {
    what: "trailing delimiters",
    bytes: text("a,b,,\n1,2,,\n3,4,,\n"),
    gives: "utf-8 , header | 2: integer integer",
    headers: "a|b",
  },
  {
    what: "trailing columns without a header that have values",
    bytes: text("a,b,,\n1,2,,\n3,4,5,\n"),
    gives: "utf-8 , header | 2: integer integer integer",
    headers: "a|b|Column 3",
  },
  {
    what: "more cells than headers",
    bytes: text("a,b\n1,2\n3,4,5\n6,7\n"),
    gives: "utf-8 , header | 3, 1 too_many_cells: integer integer",
  },
  {
    what: "headers that are equal",
    bytes: text("Mail,Mail,__proto__\na@x.org,b@x.org,1\n"),
    gives: "utf-8 , header | 1: email email integer",
    headers: "Mail|Mail|__proto__",
  },
  {
    what: "headers with blanks and lines",
    bytes: text('" a ","b\nc",d\n1,2,3\n'),
    gives: "utf-8 , header | 1: integer integer integer",
    headers: "a|b\nc|d",
  },
  {
    what: "two files put together, each with a mark",
    bytes: text("\ufeffid,name\n1,A\n\ufeffid,name\n2,B\n"),
    gives: "utf-8 , header | 3: text text",
  },
  {
    what: "no header",
    bytes: text("1,Ada,2026-11-30\n2,Bo,2026-12-01\n"),
    gives: "utf-8 , no header | 2: integer text date",
  },
  {
    what: "years as headers",
    bytes: text("name,2025,2026\nA,1,2\nB,3,4\n"),
    gives: "utf-8 , header | 2: text integer integer",
  },
  {
    what: "only a header",
    bytes: text("a,b,c\n"),
    gives: "utf-8 , header | 0: text text text",
    headers: "a|b|c",
  },
  { what: "one column", bytes: text("email\na@x.org\nb@x.org\n"), gives: "utf-8 , header | 2: email" },
  {
    what: "a wide sheet",
    bytes: text(
      `${Array.from({ length: 200 }, (_, at) => `c${at}`).join()}\n${Array(200).fill("1").join()}\n`,
    ),
    gives: `utf-8 , header | 1: ${Array(200).fill("integer").join(" ")}`,
  },
  {
    what: "a formula guarded",
    bytes: text("a\n'=1+1\n'+49 30 901820\n"),
    gives: "utf-8 , header | 2: text",
    cells: ["=1+1"],
  },
]);

const column = (what: string, values: readonly string[], gives: string): RealFile => ({
  what,
  bytes: text(`v\n${values.map((value) => (value.includes(",") ? `"${value}"` : value)).join("\n")}\n`),
  gives: `utf-8 , header | ${values.length}: ${gives}`,
});

testRealFiles([
  column("codes of places", ["10115", "01067"], "text"),
  column("numbers of cards", ["4111111111111111", "4222222222222222"], "text"),
  column("percentages, German", ["12,5 %", "100 %"], "percent"),
  column("percentages, English", ["12.5%", "3%"], "percent"),
  column("amounts, German", ["1.299,50 €", "12,00 €"], "currency"),
  column("amounts, American", ["$1,299.50", "-$12.00"], "currency"),
  // The contract reads neither brackets nor a sign behind (values.numbers).
  column("amounts with brackets for negative ones", ["$1,299.50", "($12.00)"], "text"),
  column("amounts, Swiss", ["CHF 1'299.50", "CHF 12.00"], "currency"),
  column("negative numbers with the sign behind", ["12,50-", "3,00"], "text"),
  column("numbers with apostrophes", ["1'299.50", "12.00"], "number"),
  column("durations", ["1:30", "26:15"], "duration"),
  column("durations with seconds", ["0:01:30", "12:15:00"], "duration"),
  column("dates of both orders", ["03/04/2026", "05/06/2026"], "date?date_order"),
  column("dates whose days decide for the day first", ["03/04/2026", "25/06/2026"], "date"),
  column("dates whose days decide for the month first", ["03/04/2026", "06/25/2026"], "date"),
  column("dates that contradict each other", ["25/06/2026", "06/25/2026", "03/04/2026"], "date?date_order"),
  column("dates with words", ["30 Nov 2026", "1 December 2026"], "date"),
  column("dates with German words", ["30. November 2026", "1. Dez. 2026"], "text"),
  column("dates of two digits for the year", ["30.11.26", "01.12.26"], "date"),
  column("instants", ["2026-11-30T09:30:00Z", "2026-11-30T09:30:00+01:00"], "datetime"),
  column("numbers of both signs", ["1.299", "2.500"], "number?decimal"),
  column("yes and no, German", ["ja", "nein"], "boolean"),
  column("yes and no, French", ["oui", "non"], "boolean"),
  column(
    "few words many times",
    Array.from({ length: 12 }, (_, at) => ["new", "old"][at % 2] ?? ""),
    "select",
  ),
  column("words among numbers", ["1", "n/a", "3"], "text"),
  column("one fault among many numbers", [...Array<string>(19).fill("7"), "x"], "integer"),
]);
