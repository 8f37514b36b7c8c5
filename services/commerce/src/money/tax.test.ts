import assert from "node:assert/strict";
import { test } from "node:test";
import { bpsOfRate, percentOf, rateOfBps, taxRateOf } from "./tax.ts";

test("rates of tax are exact to a thousandth of a percent, up to 1000 percent", () => {
  const rates = { "0": 0n, "8.875": 8_875n, "9.975": 9_975n, "6.625": 6_625n, "19": 19_000n, "5.50": 5_500n };
  for (const [text, rate] of Object.entries({ ...rates, "0.001": 1n, "120": 120_000n, "1000": 1_000_000n }))
    assert.equal(taxRateOf(text), rate, text);
  for (const text of [
    "1e2",
    "07",
    "8.8755",
    "-1",
    "+1",
    "",
    " 1",
    "1.",
    ".5",
    "1000.001",
    "1001",
    "9999",
    "8,875",
    "x",
  ])
    assert.equal(taxRateOf(text), undefined, text);
});

test("a rate is written without closing zeros and read back", () => {
  for (let rate = 0n; rate <= 1_000_000n; rate += 7n) assert.equal(taxRateOf(percentOf(rate)), rate);
  assert.deepEqual([19_000n, 8_875n, 5_500n, 0n, 10_000n].map(percentOf), ["19", "8.875", "5.5", "0", "10"]);
});

test("hundredths of a percent become a rate, and a rate hundredths that are rounded half up", () => {
  for (let bps = 0; bps <= 10_000; bps++) assert.equal(bpsOfRate(rateOfBps(bps)), bps);
  assert.deepEqual([8_875n, 9_974n, 1_000_000n].map(bpsOfRate), [888, 997, 100_000]);
});
