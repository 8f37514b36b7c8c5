import { Decimal } from "decimal.js";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import type { TaxRules } from "./tax.ts";
import { quantityParts, dividedHalfUp, documentSums, type Line } from "./totals.ts";

const INVOICES = 100_000;

/** Exact, with room for every digit; halves away from zero, which is up. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** A line as it is written, in texts. */
interface Written {
  quantity: string;
  unit: string;
  discount: string;
  bps: string;
  category: string;
}

/** Lines whose halves, zeros and large amounts are more frequent than by chance. */
function randomLine(): Written {
  const whole = String(randomInt(10 ** randomInt(1, 7)));
  const fraction = [String(randomInt(10_000)).padStart(4, "0"), "5", "25", "0005", "5000", "3333"];
  const quantity = randomInt(2) === 0 ? `${whole}1` : `${whole}.${fraction[randomInt(6)] ?? ""}`;
  const unit = String(randomInt(10 ** randomInt(1, 8)));
  const gross = new Exact(quantity).times(unit).toDecimalPlaces(0);
  const part = [0, 0, randomInt(10_001), 10_000][randomInt(4)] ?? 0;
  const discount = gross.times(part).dividedToIntegerBy(10_000).toFixed();
  const bps = String([0, 1, 700, 1_900, 2_000, 825, 10_000, randomInt(10_001)][randomInt(8)]);
  return {
    quantity: Number(quantity) === 0 ? "0.5" : quantity,
    unit,
    discount: Number(quantity) === 0 ? "0" : discount,
    bps,
    category: bps === "0" ? (["zero", "exempt", "export"][randomInt(3)] ?? "zero") : "standard",
  };
}

const lineOf = ({ quantity, unit, discount, bps, category }: Written): Line => ({
  quantity: quantityParts(quantity) ?? assert.fail(`${quantity} is not a quantity`),
  unitAmount: BigInt(unit),
  discountAmount: BigInt(discount),
  taxRate: BigInt(bps) * 10n,
  taxCategory: category,
});

const MODES: readonly TaxRules[] = [false, true].flatMap((isInclusive) =>
  [false, true].map((isPerRate) => ({ isInclusive, isPerRate })),
);

const sum = (values: Decimal.Value[]) => values.reduce<Decimal>((a, b) => a.plus(b), new Exact(0));

/** Computes the same by the decimals of the library. */
function reference(lines: readonly Written[], { isInclusive, isPerRate }: TaxRules) {
  const priced = lines.map(({ quantity, unit, discount, bps, category }) => {
    const gross = new Exact(quantity).times(unit).toDecimalPlaces(0);
    return { gross, amount: gross.minus(discount), discount, bps, key: `${category} ${bps}` };
  });
  const taxOf = (amount: Decimal, bps: string) =>
    amount
      .times(bps)
      .dividedBy(isInclusive ? 10_000 + Number(bps) : 10_000)
      .toDecimalPlaces(0);
  const taxes = priced.map(({ amount, bps, key }, at) => {
    if (!isPerRate) return taxOf(amount, bps);
    const group = priced.map((line, place) => ({ ...line, place })).filter((line) => line.key === key);
    const whole = sum(group.map((line) => line.amount));
    const tax = taxOf(whole, bps);
    // Each share is rounded down, then the lines that lose most get the rest; compared without a division.
    const shared = group.map((line) => ({
      ...line,
      share: whole.isZero() ? new Exact(0) : tax.times(line.amount).dividedToIntegerBy(whole),
    }));
    const lost = (line: (typeof shared)[number]) => tax.times(line.amount).minus(whole.times(line.share));
    const left = tax.minus(sum(shared.map(({ share }) => share))).toNumber();
    const ranked = shared.toSorted((a, b) => lost(b).comparedTo(lost(a)) || a.place - b.place);
    const mine = ranked.findIndex(({ place }) => place === at);
    return (ranked[mine]?.share ?? new Exact(0)).plus(mine < left ? 1 : 0);
  });
  const subtotal = sum(priced.map(({ gross }) => gross));
  const discountTotal = sum(priced.map(({ discount }) => discount));
  const taxTotal = sum(taxes);
  const total = subtotal.minus(discountTotal).plus(isInclusive ? 0 : taxTotal);
  return {
    lines: priced.map(({ gross, amount }, at) =>
      [gross, amount, taxes[at] ?? new Exact(0)].map((value) => value.toFixed()),
    ),
    totals: [subtotal, discountTotal, taxTotal, total].map((value) => value.toFixed()),
  };
}

test(`${INVOICES} random invoices come to what exact decimals come to, in every mode of tax`, () => {
  for (let count = 0; count < INVOICES; count++) {
    const written = Array.from({ length: 1 + randomInt(5) }, randomLine);
    const rules = MODES[count % MODES.length] ?? { isInclusive: false, isPerRate: false };
    const { lines, totals } = documentSums(written.map(lineOf), rules);
    const { subtotal, discountTotal, taxTotal, total } = totals;
    const found = {
      lines: lines.map(({ gross, amount, taxAmount }) => [gross, amount, taxAmount].map(String)),
      totals: [subtotal, discountTotal, taxTotal, total].map(String),
    };
    assert.deepEqual(found, reference(written, rules), JSON.stringify({ written, rules }));
    assert.equal(
      lines.reduce((whole, { taxAmount }) => whole + taxAmount, 0n),
      taxTotal,
      "the lines sum to the tax",
    );
  }
});

const PLAIN = { isInclusive: false, isPerRate: false };
const line = (unit: string, bps: string, quantity = "1"): Line =>
  lineOf({ quantity, unit, discount: "0", bps, category: "standard" });
const taxesOf = (lines: Line[], rules: TaxRules) =>
  documentSums(lines, rules).lines.map(({ taxAmount }) => taxAmount);

test("a half is rounded up, what is less is not", () => {
  const gross = (quantity: string, unit: string) =>
    documentSums([line(unit, "0", quantity)], PLAIN).totals.subtotal;
  assert.deepEqual(
    [gross("1.005", "100"), gross("1.0049", "100"), gross("0.0001", "5000")],
    [101n, 100n, 1n],
  );
  assert.deepEqual([dividedHalfUp(1n, 2n), dividedHalfUp(49n, 100n), dividedHalfUp(0n, 3n)], [1n, 0n, 0n]);
});

test("tax is rounded line by line, or once on the sum of a rate", () => {
  const lines = [line("34811", "2500", "2"), line("34811", "2500", "2"), line("34811", "2500", "2")];
  assert.equal(documentSums(lines, PLAIN).totals.taxTotal, 52_218n);
  assert.equal(documentSums(lines, { ...PLAIN, isPerRate: true }).totals.taxTotal, 52_217n);
});

test("the tax of a rate is shared by largest remainder, the first of equal ones first", () => {
  const perRate = { ...PLAIN, isPerRate: true };
  assert.deepEqual(taxesOf([line("5", "1000"), line("5", "1000"), line("5", "1000")], perRate), [1n, 1n, 0n]);
  assert.deepEqual(taxesOf([line("1", "1000"), line("14", "1000")], perRate), [0n, 2n]);
  assert.deepEqual(taxesOf([line("5", "1000"), line("5", "2000"), line("0", "1000")], perRate), [1n, 1n, 0n]);
  assert.deepEqual(taxesOf([line("0", "1900"), line("0", "1900")], perRate), [0n, 0n]);
});

test("an inclusive price is the total, and its tax is contained", () => {
  const { totals, lines } = documentSums([line("1999", "1900")], { isInclusive: true, isPerRate: false });
  assert.deepEqual([totals.total, totals.taxTotal, lines[0]?.amount], [1_999n, 319n, 1_999n]);
});
