import { Decimal } from "decimal.js";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { quantityParts } from "./quantity.ts";
import { dividedHalfUp, lineSums, totalsOf, type Line } from "./totals.ts";

const INVOICES = 100_000;

/** Exact, with room for every digit; halves away from zero, which is up. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** A line as it is written, in texts. */
interface Written {
  quantity: string;
  unit: string;
  discount: string;
  bps: string;
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
  };
}

const lineOf = ({ quantity, unit, discount, bps }: Written): Line => ({
  quantity: quantityParts(quantity) ?? assert.fail(`${quantity} is no quantity`),
  unitAmount: BigInt(unit),
  discountAmount: BigInt(discount),
  taxRate: BigInt(bps) * 10n,
});

/** The same by the decimals of the library. */
function reference(lines: readonly Written[]) {
  const sums = lines.map(({ quantity, unit, discount, bps }) => {
    const gross = new Exact(quantity).times(unit).toDecimalPlaces(0);
    const amount = gross.minus(discount);
    return { gross, amount, discount, tax: amount.times(bps).dividedBy(10_000).toDecimalPlaces(0) };
  });
  const sum = (values: Decimal.Value[]) => values.reduce<Decimal>((a, b) => a.plus(b), new Exact(0));
  const subtotal = sum(sums.map(({ gross }) => gross));
  const discountTotal = sum(sums.map(({ discount }) => discount));
  const taxTotal = sum(sums.map(({ tax }) => tax));
  const total = subtotal.minus(discountTotal).plus(taxTotal);
  return {
    lines: sums.map(({ gross, amount, tax }) => [gross, amount, tax].map((value) => value.toFixed())),
    totals: [subtotal, discountTotal, taxTotal, total].map((value) => value.toFixed()),
  };
}

test(`${INVOICES} random invoices come to what exact decimals come to`, () => {
  for (let count = 0; count < INVOICES; count++) {
    const written = Array.from({ length: 1 + randomInt(5) }, randomLine);
    const lines = written.map(lineOf);
    const sums = lines
      .map(lineSums)
      .map(({ gross, amount, taxAmount }) => [gross, amount, taxAmount].map(String));
    const { subtotal, discountTotal, taxTotal, total } = totalsOf(lines);
    const found = { lines: sums, totals: [subtotal, discountTotal, taxTotal, total].map(String) };
    assert.deepEqual(found, reference(written), JSON.stringify(written));
  }
});

test("a half is rounded up, what is less is not", () => {
  const gross = (quantity: string, unit: string) =>
    lineSums(lineOf({ quantity, unit, discount: "0", bps: "0" })).gross;
  assert.deepEqual(
    [gross("1.005", "100"), gross("1.0049", "100"), gross("0.0001", "5000")],
    [101n, 100n, 1n],
  );
  assert.deepEqual([dividedHalfUp(1n, 2n), dividedHalfUp(49n, 100n), dividedHalfUp(0n, 3n)], [1n, 0n, 0n]);
});

test("tax is rounded line by line, not on their sum", () => {
  const line = lineOf({ quantity: "1", unit: "5", discount: "0", bps: "1000" });
  assert.deepEqual(totalsOf([line, line]), { subtotal: 10n, discountTotal: 0n, taxTotal: 2n, total: 12n });
});
