import { AppError } from "@jst/errors";
import { heldBytes } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "./index.ts";

test("so many a minute are let in under each name, and again when the minute is over", () => {
  const pace = new Pace(3);
  const isIn = (name: string, now: number): boolean => {
    try {
      pace.take(name, now);
      return true;
    } catch (thrown) {
      assert.ok(thrown instanceof AppError);
      assert.equal(thrown.headers["retry-after"], String(Math.ceil((60_000 - now) / 1000)));
      return false;
    }
  };
  assert.deepEqual(
    [0, 1, 2, 3].map((now) => isIn("a", now)),
    [true, true, true, false],
  );
  assert.equal(isIn("b", 3), true);
  assert.equal(isIn("a", 59_999), false);
  assert.equal(isIn("a", 60_000), true);
});

test("a name of any length takes as little room: who has no token chooses it", () => {
  const pace = new Pace(3);
  const names = 1_000;
  const before = heldBytes();
  for (let n = 0; n < names; n += 1) pace.take(Buffer.alloc(32_768, `${n} `).toString("latin1"));
  assert.ok(heldBytes() - before < names * 4_096);
  pace.take("a");
});
