import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { Invoice } from "../../gen/rpc.ts";
import { shownAmount, shownMoney } from "../documents/amounts.ts";
import { dateIn, payerLines, reckoningOf, sellerLines, sumsOf } from "../documents/shown-document.ts";

const REGULAR = "DejaVuSans";
const BOLD = "DejaVuSans-Bold";

/**
 * Free fonts of Latin, Greek, Cyrillic and more; a document contains the glyphs that it uses. Each document parses the
 * bytes for itself: a parsed font remembers which character first led to a glyph, so one document would change
 * another.
 */
const FONTS = [REGULAR, BOLD].map(
  (name) =>
    [name, readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))] as const,
);

const MARGIN = 50;
const AMOUNT_WIDTH = 120;
const GAP = 8;
const SIZES = { title: 18, text: 10, small: 8 } as const;

/** An invoice, and the facts of its team that its PDF shows. */
export interface PdfInput {
  invoice: Invoice;
  /** Zone of the team. */
  timezone: string;
  /** How it wants to be paid, where money is owed. */
  instructions: string | null;
}

/** A finalized invoice as a PDF (commerce.pdf): the same invoice, while it says how to pay, is the same bytes. */
export function invoicePdf({ invoice, timezone, instructions }: PdfInput): Promise<Buffer> {
  const title = `Invoice ${invoice.number ?? ""}`;
  const made = new Date(invoice.status_transitions.finalized_at ?? 0);
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    font: "",
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: made, ModDate: made },
  });
  const bytes = buffer(document);
  for (const [name, font] of FONTS) document.registerFont(name, font);
  document.font(REGULAR);
  document.font(BOLD).fontSize(SIZES.title).text(title).font(REGULAR).fontSize(SIZES.text);
  for (const [name, fact] of factsOf(invoice, timezone)) factRow(document, name, fact);
  if (invoice.memo !== null) document.moveDown().text(invoice.memo);
  document.moveDown();
  for (const line of invoice.line_items) {
    row(document, line.description, shownAmount(line.amount, invoice.currency));
    document.fontSize(SIZES.small).text(reckoningOf(line, invoice.currency), { width: widthOf(document) });
    document.fontSize(SIZES.text).moveDown(0.5);
  }
  document.font(BOLD);
  for (const [name, sum] of Object.entries(sumsOf(invoice))) row(document, name, sum);
  document.font(REGULAR);
  if (instructions !== null) factRow(document, "How to pay", instructions);
  if (invoice.footer !== null) document.moveDown().fontSize(SIZES.small).text(invoice.footer);
  document.end();
  return bytes;
}

/** What there is to know, by its name. */
function factsOf(invoice: Invoice, timezone: string): [name: string, fact: string][] {
  const { bill_from: seller, bill_to, issued_on, due_date, payment, status, amount_due, currency } = invoice;
  const facts: [string, string | null | undefined][] = [
    ["From", seller === null ? null : sellerLines(seller)],
    ["To", payerLines(bill_to)],
    ["Issued", issued_on],
    ["Due", due_date],
    ["Paid", payment && dateIn(payment.paid_at, timezone)],
    ["To be paid", status === "void" ? "Nothing: this invoice is void" : shownMoney(amount_due, currency)],
  ];
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === "string" && fact[1] !== "");
}

type Document = InstanceType<typeof PDFDocument>;

function factRow(document: Document, name: string, text: string): void {
  document.moveDown(0.5).font(BOLD).fontSize(SIZES.small).text(name);
  document.font(REGULAR).fontSize(SIZES.text).text(text);
}

const widthOf = ({ page }: Document): number => page.width - 2 * MARGIN - AMOUNT_WIDTH - GAP;

/** A text and an amount beside it, both on one page; below it comes what is next. */
function row(document: Document, text: string, amount: string): void {
  const width = widthOf(document);
  const height = Math.min(document.heightOfString(text, { width }), document.page.height / 2);
  if (document.y + height > document.page.height - MARGIN) document.addPage();
  const top = document.y;
  document.text(amount, MARGIN + width + GAP, top, { width: AMOUNT_WIDTH, align: "right" });
  document.text(text, MARGIN, top, { width });
}
