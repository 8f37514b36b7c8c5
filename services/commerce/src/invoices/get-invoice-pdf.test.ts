import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, line } from "../testing/test-documents.ts";
import { invoicePdf } from "../pdf/invoice-pdf.ts";

const { door, set } = await testCommerce();
const { made, get, finalize, pay, giveUp, declareVoid } = invoicesOf(door);
const pdf = (caller: ReturnType<typeof inTeam>, id: string) =>
  door.call("GetInvoicePdf", { caller, path: { final_invoice_id: id } });

/** Returns the texts of each page, as another program reads them. */
async function textsOf(bytes: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  await task.destroy();
  return pages;
}

test("a finalized invoice is a PDF with its figures, in the scripts of who sells and pays", async () => {
  const caller = inTeam();
  const names = ["Ångström & Søn ApS", "Ελληνική Εταιρεία", "Русская компания", "Łódź Çelik Đặng"];
  await set(caller, "commerce.seller", JSON.stringify({ legal_name: names.join(" / "), tax_id: "DE 1" }));
  const lines = [
    line(1_999, {
      description: "Work, by the hour",
      quantity: 3.5,
      discount_amount: 97,
      tax_rate_bps: 1_900,
    }),
    line(1_234_567, { description: "Машина" }),
  ];
  const invoice = await made(caller, {
    currency: "KWD",
    line_items: lines,
    memo: "Danke",
    footer: "Au revoir",
  });
  const reply = await pdf(caller, invoice.id);
  assert.equal(reply.status, 200);
  assert.equal(reply.contentType, "application/pdf");
  assert.match(reply.headers["content-disposition"] ?? "", /INV-000001\.pdf/);
  assert.equal(reply.headers["x-content-type-options"], "nosniff");
  const [text = ""] = await textsOf(reply.body as Buffer);
  const said = [
    "Invoice INV-000001",
    "Danke",
    "Au revoir",
    invoice.issued_on,
    "DE 1",
    "Машина",
    "Work, by the hour",
  ];
  const sums = ["1,234.567", "1,241.467", "less 0.097", "1.311", "1,242.778 KWD"];
  for (const word of [...names, ...said, ...sums])
    assert.ok(text.includes(String(word)), `${word} in ${text}`);
});

test("the same invoice has the same bytes; a change of its state shows, and a change of the contact does not", async () => {
  const caller = inTeam();
  const invoice = await made(caller, {});
  const input = { invoice, timezone: "UTC", instructions: null };
  assert.deepEqual(await invoicePdf(input), await invoicePdf(input));
  await pay(caller, invoice.id);
  const paid = await pdf(caller, invoice.id);
  assert.match((await textsOf(paid.body as Buffer)).join(" "), /To be paid\s+0\.00 EUR/);
});

test("a hundred lines of five hundred signs go over pages, and each of them is there", async () => {
  const caller = inTeam();
  const description = (at: number) => `Line ${at} ${"wörd ".repeat(97)}`.slice(0, 500);
  const line_items = Array.from({ length: 100 }, (_, at) => line(100 + at, { description: description(at) }));
  const invoice = await made(caller, { line_items });
  const pages = await textsOf((await pdf(caller, invoice.id)).body as Buffer);
  assert.ok(pages.length > 5, String(pages.length));
  const text = pages.join(" ");
  for (let at = 0; at < 100; at += 1) assert.ok(text.includes(`Line ${at} `), String(at));
  assert.ok(text.includes("149.50 EUR"));
});

test("a draft has none, an invoice of another team is absent, and a prefix with a slash is a file's name", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false });
  const refused = await pdf(caller, draft.id);
  assert.deepEqual([refused.status, refused.body.code], [409, "invalid_state_transition"]);
  for (const id of [draft.id, randomUUID(), "x"]) assert.equal((await pdf(inTeam(), id)).status, 404);
  await set(caller, "commerce.invoice_prefix", "2026/");
  await finalize(caller, draft.id);
  const reply = await pdf(caller, draft.id);
  assert.match(reply.headers["content-disposition"] ?? "", /2026-000001\.pdf/);
  assert.equal((await get(caller, draft.id)).body.number, "2026/000001");
});

test("how to pay is on it while money is owed, and the day of a payment is that of the team's zone", async () => {
  const caller = inTeam();
  await set(caller, "commerce.payment_instructions", "IBAN DE00 1234");
  const [open, lost, dead, paid] = [
    await made(caller, {}),
    await made(caller, {}),
    await made(caller, {}),
    await made(caller, {}),
  ];
  await giveUp(caller, lost.id);
  await declareVoid(caller, dead.id);
  await pay(caller, paid.id, { method: "cash", paid_at: "2026-01-31T23:30:00Z" });
  const shown = async (id: string, zone = "UTC") =>
    (await textsOf((await pdf(inTeam(caller, zone), id)).body as Buffer)).join(" ");
  for (const { id } of [open, lost]) assert.match(await shown(id), /How to pay\s+IBAN DE00 1234/);
  for (const { id } of [dead, paid]) assert.doesNotMatch(await shown(id), /IBAN/);
  assert.match(await shown(paid.id), /2026-01-31/);
  assert.match(await shown(paid.id, "Pacific/Kiritimati"), /2026-02-01/);
});

test("the amounts of the lines add up, net and tax stand by rate, and pages have heads and numbers", async () => {
  const caller = inTeam();
  const line_items = [
    ...Array.from({ length: 60 }, (_, at) => line(1_000, { description: `Part ${at}`, tax_rate: "19" })),
    line(6_997, { discount_amount: 500, tax_rate: "7" }),
    line(300, { tax_category: "reverse_charge", exemption_reason: "Section 13b" }),
  ];
  const invoice = await made(caller, { line_items, tax_rounding: "per_rate" });
  const pages = await textsOf((await pdf(caller, invoice.id)).body as Buffer);
  pages.forEach((text, at) => assert.ok(text.includes(`${at + 1} of ${pages.length}`), text));
  const rows = pages.filter((text) => text.includes("Part "));
  assert.ok(rows.length > 1);
  for (const text of rows) assert.match(text, /Description\s+Quantity\s+Price\s+Tax\s+Amount/);
  const text = pages.join(" ");
  assert.match(text, /Subtotal\s+667\.97\s+Tax\s+118\.55\s+Total\s+786\.52 EUR/);
  assert.match(text, /19%\s+600\.00\s+114\.00/);
  assert.match(text, /7%\s+64\.97\s+4\.55/);
  assert.match(text, /Reverse charge\s/);
  assert.ok(text.includes("Section 13b"));
});

test("a price that contains tax is the total, and the tax is shown as contained", async () => {
  const caller = inTeam();
  const invoice = await made(caller, {
    line_items: [line(1_999, { tax_rate: "19" })],
    tax_behavior: "inclusive",
  });
  const [text = ""] = await textsOf((await pdf(caller, invoice.id)).body as Buffer);
  assert.match(text, /Includes tax\s+3\.19\s+Total\s+19\.99 EUR/);
  assert.match(text, /19%\s+16\.80\s+3\.19/);
});

const SCRIPTS = {
  Latin: "Ærøskøbing Łódź",
  Greek: "Ελληνική",
  Cyrillic: "Русская",
  Arabic: "مرحبا بالعالم",
  Hebrew: "שלום עולם",
  Devanagari: "नमस्ते दुनिया",
  Bengali: "বাংলা ভাষা",
  Tamil: "தமிழ் மொழி",
  Thai: "สวัสดีชาวโลก",
  Georgian: "ქართული ენა",
  Armenian: "Հայերեն լեզու",
  Japanese: "日本語のテキスト、設計",
  Korean: "김 민준 디자인",
  "simplified Chinese": "发票 中国",
  "traditional Chinese": "發票 臺灣",
  emoji: "Thanks 😀",
} as const;

test("a PDF prints every script that it promises, with the blanks between words", async () => {
  const caller = inTeam();
  for (const [script, description] of Object.entries(SCRIPTS)) {
    const { id } = await made(caller, { line_items: [line(1, { description })], memo: description });
    const reply = await pdf(caller, id);
    assert.equal(reply.status, 200, `${script}: ${JSON.stringify(reply.body)}`);
    const text = (await textsOf(reply.body as Buffer)).join(" ");
    for (const word of description.split(" ")) assert.ok(hasLetters(text, word), `${word} in ${text}`);
  }
});

/** Whether a text has the letters of a word; a reader may take marks in another order. */
const hasLetters = (text: string, word: string): boolean =>
  Array.from(word.normalize("NFD")).every((letter) => text.normalize("NFD").includes(letter));

test("Han letters are those of the payer's country", async () => {
  const invoice = await made(inTeam(), { memo: "骨" });
  const bytesFor = async (country: string) => {
    const bill_to = { ...invoice.bill_to, address: { country } };
    const bytes = await invoicePdf({ invoice: { ...invoice, bill_to }, timezone: "UTC", instructions: null });
    return Buffer.isBuffer(bytes) ? bytes.toString("latin1") : "";
  };
  for (const [country, name] of [
    ["JP", "NotoSansJP"],
    ["TW", "NotoSansTC"],
    ["HK", "NotoSansTC"],
    ["CN", "NotoSansSC"],
    ["DE", "NotoSansSC"],
  ] as const)
    assert.ok((await bytesFor(country)).includes(name), country);
});

test("letters without a glyph are refused with their member and code points; marks that show nothing are not", async () => {
  const caller = inTeam();
  const bad = await made(caller, {
    memo: "\u{12000}\u{12001}",
    line_items: [line(1, { description: "fine" }), line(1, { description: "\u{13000} and more" })],
  });
  const reply = await pdf(caller, bad.id);
  assert.equal(reply.status, 422);
  const { errors } = reply.body as { errors: { field: string; message: string }[] };
  assert.deepEqual(
    errors.map(({ field }) => field),
    ["memo", "line_items.1.description"],
  );
  assert.match(errors[0]?.message ?? "", /U\+12000, U\+12001/);
  const marks = await made(caller, { memo: "\u200f".repeat(2_000) });
  assert.equal((await pdf(caller, marks.id)).status, 200);
});
