import assert from "node:assert/strict";
import { test } from "node:test";
import { CircuitBreaker } from "./circuit-breaker.ts";

function breaker() {
  let clock = 0;
  const made = new CircuitBreaker({ failuresMax: 3, openMs: 1_000, now: () => clock });
  return { made, passMs: (ms: number) => (clock += ms) };
}

test("a breaker opens after its failures in a row, and not after as many with a success between", () => {
  const { made } = breaker();
  made.failed();
  made.failed();
  made.succeeded();
  made.failed();
  made.failed();
  assert.ok(made.admits());
  made.failed();
  assert.ok(!made.admits());
});

test("an open breaker lets one trial through per period, and a good one closes it", () => {
  const { made, passMs } = breaker();
  for (let times = 0; times < 3; times += 1) made.failed();
  passMs(999);
  assert.ok(!made.admits());
  passMs(1);
  assert.ok(made.admits());
  assert.ok(!made.admits());
  made.failed();
  passMs(1_000);
  assert.ok(made.admits());
  made.succeeded();
  assert.ok(made.admits() && made.admits());
});
