import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetVersions, versionOver } from "./write-versions.ts";

test("each try of a write goes over the same version of a row until the write has an answer (console.grid)", () => {
  const [key, other] = [{ "Idempotency-Key": "k1" }, { "Idempotency-Key": "k2" }];
  assert.equal(
    versionOver(key, "a", () => 3),
    3,
  );
  assert.equal(
    versionOver(key, "a", () => 4),
    3,
  );
  assert.equal(
    versionOver(key, "b", () => 4),
    4,
  );
  assert.equal(
    versionOver(other, "a", () => 4),
    4,
  );
  forgetVersions(key);
  assert.equal(
    versionOver(key, "a", () => 5),
    5,
  );
});
