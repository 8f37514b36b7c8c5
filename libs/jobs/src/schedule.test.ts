import assert from "node:assert/strict";
import { test } from "node:test";
import { askedWaitMs, retryAfterMs } from "./schedule.ts";

const exact = { attemptsMax: 5, delays: [1, 2, 4, 8], minuteMs: 60_000, jitter: 0 };
const spread = { ...exact, jitter: 0.1 };
const minute = 60_000;

test("four retries, 1, 2, 4 and 8 minutes after the failure before, and no fifth", () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempt) => retryAfterMs(exact, attempt));
  assert.deepEqual(waits, [minute, 2 * minute, 4 * minute, 8 * minute, undefined, undefined]);
});

test("jitter makes a wait longer by a tenth at most, and never shorter", () => {
  const waits = Array.from({ length: 1_000 }, () => retryAfterMs(spread, 1) ?? 0);
  assert.ok(waits.every((ms) => ms >= minute && ms <= 1.1 * minute));
  assert.ok(new Set(waits).size > 100, "they are spread");
});

test("a longer retry-after is respected, for an hour at most; a shorter one is not", () => {
  assert.equal(retryAfterMs(exact, 1, 90_000), 90_000);
  assert.equal(retryAfterMs(exact, 4, 90_000), 8 * minute);
  assert.equal(retryAfterMs(exact, 1, 1e12), 60 * minute);
  assert.equal(retryAfterMs(exact, 5, 90_000), undefined, "it adds no attempt");
});

for (const [header, ms] of [
  ["120", 120_000],
  ["0", 0],
  ["Sat, 21 Nov 2026 10:02:00 GMT", 120_000],
  ["Sat, 21 Nov 2026 09:00:00 GMT", 0],
  ["-5", 0],
  ["1e9", 0],
  ["99999999999999999999", 0],
  ["soon", 0],
  ["", 0],
  [undefined, 0],
] as const) {
  test(`Retry-After ${JSON.stringify(header)} asks for ${ms} ms`, () => {
    assert.equal(askedWaitMs(header, Date.parse("2026-11-21T10:00:00Z")), ms);
  });
}
