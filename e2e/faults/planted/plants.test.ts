import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { plants } from "./plants.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

test("the README names every planted fault and the test that catches it, and no other", () => {
  const document = read("e2e/faults/README.md");
  const table = document.slice(document.indexOf("| Fault "));
  const [, , ...rows] = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, fault, by]) => `${fault} | ${by}`,
  );
  assert.deepEqual(
    rows,
    plants.map(({ fault, caughtBy }) => `${fault} | ${caughtBy.test}`),
  );
});

// The drill plants them; a change of the lines themselves is seen at once.
describe("the line that a fault changes, and the file of the test that catches it, are where the plant says", () => {
  for (const { fault, changes, caughtBy } of plants) {
    test(fault, () => {
      for (const { file, from } of changes)
        assert.equal(read(file).split(from).length, 2, `${file} has once: ${from}`);
      assert.ok(existsSync(path.join(root, caughtBy.file)), caughtBy.file);
    });
  }
});
