import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { encoded } from "../../testing/encoded.ts";
import { Measuring } from "./measured.ts";
import { mimeTypeOf } from "./mime-type.ts";

async function typeOf(bytes: Buffer, name = "a.csv", piece = 65_536): Promise<string> {
  const measuring = new Measuring(10_000_000);
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  );
  for await (const chunk of measuring.through(pieces)) assert.ok(chunk.length <= piece);
  return mimeTypeOf(measuring.measure, name);
}

const texts: [charset: string, text: string][] = [
  ["windows-1252", "name;betrag\r\nMüller;1,5\r\n"],
  ["windows-1252", "Größe"],
  ["windows-1252", "prénom;montant\r\nHélène;12,50 €\r\nGaëlle;“3”\r\n"],
  ["windows-1252", "¿Dónde está el año?\n"],
  ["windows-1252", "São João;preço\n"],
  ["windows-1252", "Ærø;Åse Bjørn\n"],
  ["windows-1250", "Łódź;żółć;Gdańsk\n"],
  ["windows-1250", "Příliš žluťoučký kůň\n"],
  ["windows-1250", "Győr;tűzoltó\n"],
  ["windows-1254", "Iğdır;Şişli;çarşı\n"],
  ["windows-1251", "Имя;Сумма\nИванов;1,5\n"],
  ["koi8-r", "Имя;Сумма\nИванов;1,5\n"],
  ["ibm866", "Имя;Сумма\nИванов;1,5\n"],
  ["windows-1253", "Όνομα;Ποσό\nΓιώργος;1,5\n"],
  ["windows-1255", "שם;סכום\nדוד;1\n"],
  ["windows-1256", "الاسم;المبلغ\nمحمد;1\n"],
  ["shift_jis", "名前,金額\r\n山田さくら,100\r\n"],
  ["euc-jp", "名前,金額\n山田さくら,100\n"],
  ["euc-kr", "이름,금액\n김철수,100\n"],
  ["gb18030", "姓名,金额\n王小明,100\n"],
  ["big5", "姓名,金額\n王小明,100\n"],
];

test("texts in the charsets that programs write are text, each with its charset", async () => {
  for (const [charset, text] of texts) {
    const bytes = encoded(text, charset);
    const shown = `text/csv; charset=${charset}`;
    for (const piece of [1, 3, 65_536]) assert.equal(await typeOf(bytes, "a.csv", piece), shown, text);
    const late = Buffer.concat([Buffer.from("ascii,1\n".repeat(20_000)), bytes]);
    assert.equal(await typeOf(late), shown, `${text} after 160,000 bytes`);
  }
});

test("UTF-16 is text with and without its mark, in both orders and with every script", async () => {
  const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
  for (const text of ["name;betrag\r\nMüller;1,5\r\n", "姓名,金额\n王小明,100\n", "Имя;1\n"]) {
    for (const mark of ["", "\ufeff"]) {
      const le = Buffer.from(mark + text, "utf16le");
      assert.equal(await typeOf(le), "text/csv; charset=utf-16le", text);
      assert.equal(await typeOf(utf16be(mark + text), "a.csv", 1), "text/csv; charset=utf-16be", text);
      assert.equal(await typeOf(le.subarray(0, -1)), "application/octet-stream");
    }
    assert.equal(await typeOf(Buffer.from(text)), "text/csv");
  }
  const html = Buffer.from("\ufeff<script>alert(1)</script>", "utf16le");
  assert.equal(await typeOf(html, "a.txt"), "text/html; charset=utf-16le");
});

test("bytes that are not text are not taken for one", async () => {
  const png = Buffer.from("\x89PNG\r\n\x1a\nIHDR", "latin1");
  const control = Buffer.concat([Buffer.from("Größe", "latin1"), Buffer.from([0])]);
  for (const bytes of [png, control, Buffer.from([0xff, 0xfe, 0]), Buffer.alloc(100)])
    assert.doesNotMatch(await typeOf(bytes, "a.txt"), /^text/);
  for (let round = 0; round < 200; round += 1)
    assert.doesNotMatch(await typeOf(randomBytes(400), "a.dat", 100), /^text/);
});

test("calendars, contacts, mails and tables are what they are, and documents of compound files and iWork too", async () => {
  const compound = (stream: string) =>
    Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(504),
      Buffer.from(stream, "utf16le"),
    ]);
  for (const [name, content, type] of [
    ["a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "text/calendar"],
    ["a.txt", "\ufeffBEGIN:VCALENDAR\nVERSION:2.0\n", "text/calendar"],
    ["a.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\n", "text/vcard"],
    ["a.vcf", encoded("BEGIN:VCARD\nN:Müller\n", "windows-1252"), "text/vcard; charset=windows-1252"],
    ["a.eml", "Received: from x\r\nSubject: y\r\n\r\nText", "message/rfc822"],
    ["a.eml", "no head", "text/plain"],
    ["a.txt", "Subject: y\r\n\r\nText", "text/plain"],
    ["a.tsv", "a\tb\n", "text/tab-separated-values"],
    ["x", compound("WordDocument"), "application/msword"],
    ["x", compound("Workbook"), "application/vnd.ms-excel"],
    ["x.doc", compound("__properties_version1.0"), "application/vnd.ms-outlook"],
    ["a.msg", compound(""), "application/vnd.ms-outlook"],
    ["a.doc", compound(""), "application/msword"],
    ["a.bin", compound(""), "application/x-cfb"],
  ] as const)
    assert.equal(await typeOf(Buffer.from(content), name), type, `${name} ${String(content)}`);
});
