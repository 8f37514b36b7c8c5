import assert from "node:assert/strict";
import { test } from "node:test";
import type { PdfInput } from "./pdf-input.ts";
import { PdfCache } from "./pdf-cache.ts";

/** A cache whose PDFs have ten bytes, and which of them were made. */
function cacheOf(limits: { bytes: number; teamBytes: number }) {
  const made: string[] = [];
  const input = {} as PdfInput;
  const run = (team: string) => {
    made.push(team);
    return Promise.resolve(new Uint8Array(10));
  };
  const cache = new PdfCache({ run }, limits);
  return { made, get: (team: string, tag: string) => cache.get(team, tag, input) };
}

test("a PDF that is kept is not made again, and no other team gets it", async () => {
  const { made, get } = cacheOf({ bytes: 100, teamBytes: 100 });
  for (const team of ["a", "a", "b", "b"]) await get(team, "1");
  assert.deepEqual(made, ["a", "b"]);
});

test("a team has its share alone, and the PDF that was used least lately goes first", async () => {
  const { made, get } = cacheOf({ bytes: 40, teamBytes: 20 });
  await get("b", "1");
  for (const tag of ["1", "2", "1", "3", "1"]) await get("a", tag);
  assert.deepEqual(made, ["b", "a", "a", "a"], "1 stays, 2 has gone");
  await get("b", "1");
  await get("a", "2");
  assert.deepEqual(made, ["b", "a", "a", "a", "a"]);
});

test("all teams together have a bound", async () => {
  const { made, get } = cacheOf({ bytes: 20, teamBytes: 20 });
  for (const team of ["a", "b", "c", "a"]) await get(team, "1");
  assert.deepEqual(made, ["a", "b", "c", "a"]);
});
