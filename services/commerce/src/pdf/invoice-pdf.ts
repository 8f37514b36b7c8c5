import { buffer } from "node:stream/consumers";
import type { FieldError } from "@jst/errors";
import PDFDocument from "pdfkit";
import type { Invoice } from "../../gen/rpc.ts";
import { dateIn, payerLines, sellerLines, sumsOf, taxesOf } from "../documents/shown-document.ts";
import { shownAmount, shownMoney } from "../money/currency.ts";
import { unprintable } from "./font-runs.ts";
import { fontsFor } from "./fonts.ts";
import { textsOf, type PdfInput } from "./pdf-input.ts";
import { MARGIN, Sheet, SMALL, TEXT, type Row } from "./sheet.ts";
import { Typesetter } from "./typesetter.ts";

const TITLE = { size: 18, isBold: true } as const;
const HEADING = { size: 11, isBold: true } as const;

/**
 * Makes a PDF of a finalized invoice (commerce.pdf): the same invoice, while it says how to pay, is the same bytes.
 * Returns the faults of texts with letters that no font has, where there are some.
 */
export async function invoicePdf(input: PdfInput): Promise<Buffer | FieldError[]> {
  const { invoice } = input;
  const texts = textsOf(input);
  const country: unknown = invoice.bill_to.address?.["country"];
  const fonts = fontsFor(typeof country === "string" ? country : null, Object.values(texts));
  const faults = unprintable(texts, fonts);
  if (faults.length > 0) return faults;
  const title = `Invoice ${invoice.number ?? ""}`;
  const made = new Date(invoice.status_transitions.finalized_at ?? 0);
  const document = new PDFDocument({
    size: "A4",
    margin: 0,
    font: "",
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, CreationDate: made, ModDate: made },
  });
  const bytes = buffer(document);
  const type = new Typesetter(document, fonts);
  fill(new Sheet(document, type), title, input);
  numberPages(document, type);
  document.end();
  return bytes;
}

function fill(sheet: Sheet, title: string, { invoice, timezone, instructions }: PdfInput): void {
  sheet.text(title, TITLE);
  sheet.skip(10);
  for (const facts of factsOf(invoice, timezone)) sheet.facts(facts);
  if (invoice.memo !== null) sheet.text(invoice.memo, TEXT);
  sheet.skip(10);
  sheet.table(
    [
      { head: "Description", isWide: true },
      { head: "Quantity", isRight: true },
      { head: "Price", isRight: true },
      { head: "Tax", isRight: true },
      { head: "Amount", isRight: true },
    ],
    invoice.line_items.map((line) => lineRow(line, invoice.currency)),
  );
  sheet.skip(4);
  sheet.sums(Object.entries(sumsOf(invoice)));
  taxTable(sheet, invoice);
  if (instructions !== null) {
    sheet.skip(14);
    sheet.text("How to pay", HEADING);
    sheet.text(instructions, TEXT);
  }
  if (invoice.footer !== null) {
    sheet.skip(14);
    sheet.text(invoice.footer, SMALL);
  }
}

function lineRow(line: Invoice["line_items"][number], currency: string): Row {
  const { description, quantity, unit_amount, tax_rate, amount, discount_amount: discount } = line;
  const cells = [shownAmount(unit_amount, currency), `${tax_rate}%`, shownAmount(amount, currency)];
  return {
    cells: [description, String(quantity), ...cells],
    notes: discount > 0 ? [`less ${shownAmount(discount, currency)}`] : [],
  };
}

/** Sets net and tax by rate. */
function taxTable(sheet: Sheet, invoice: Invoice): void {
  const taxes = taxesOf(invoice);
  if (taxes.length === 0) return;
  sheet.skip(14);
  sheet.table(
    [
      { head: "Tax", isWide: true },
      { head: "Net", isRight: true },
      { head: "Tax amount", isRight: true },
    ],
    taxes.map(({ name, net, tax, reason }) => ({
      cells: [name, net, tax],
      notes: reason === null ? [] : [reason],
    })),
  );
}

/** Returns the facts by their names, those that stand beside each other together. */
function factsOf(invoice: Invoice, timezone: string): (readonly [name: string, fact: string])[][] {
  const { bill_from: seller, bill_to, issued_on, due_date, payment, status, amount_due, currency } = invoice;
  const rows: [string, string | null | undefined][][] = [
    [
      ["From", seller === null ? null : sellerLines(seller)],
      ["To", payerLines(bill_to)],
    ],
    [
      ["Issued", issued_on],
      ["Due", due_date],
      ["Paid", payment && dateIn(payment.paid_at, timezone)],
      ["To be paid", status === "void" ? "Nothing: this invoice is void" : shownMoney(amount_due, currency)],
    ],
  ];
  return rows.map((facts) =>
    facts.filter((fact): fact is [string, string] => typeof fact[1] === "string" && fact[1] !== ""),
  );
}

/** Writes "1 of 3" at the foot of each page. */
function numberPages(document: InstanceType<typeof PDFDocument>, type: Typesetter): void {
  const { start, count } = document.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    document.switchToPage(start + at);
    const width = document.page.width - 2 * MARGIN;
    const [line] = type.lines(`${at + 1} of ${count}`, SMALL, width);
    const y = document.page.height - MARGIN + 14;
    if (line !== undefined) type.draw(line, SMALL, { x: MARGIN, y, width, isRight: true });
  }
}
