import assert from "node:assert/strict";
import { test } from "node:test";
import { shownSize } from "./values.ts";

test("a size is shown in the largest unit of which it has one, with one decimal", () => {
  const sizes = [0, 1, 9, 999, 1_000, 1_250_000, 999_960, 2_000_000_000, 5_000_000_000_000];
  assert.deepEqual(sizes.map(shownSize), [
    ...["0 bytes", "1 byte", "9 bytes", "999 bytes", "1 kB", "1.3 MB", "1 MB", "2 GB", "5,000 GB"],
  ]);
});
