import assert from "node:assert/strict";
import { test } from "node:test";
import { fuse, withinBudget } from "./fuse.ts";
import type { SourcePassage } from "./knowledge-sources.ts";

const passage = (id: string, snippet = id, how: Partial<SourcePassage> = {}): SourcePassage => ({
  source: "tables",
  kind: "rows",
  id,
  parent_id: "t",
  path: `/${id}`,
  title: id,
  snippet,
  score: 1,
  is_near: false,
  ...how,
});
const both = passage("b", "b", { is_near: true });
const [a, c] = [passage("a"), passage("c", "c", { score: 0, is_near: true })];

test("what both ways of searching find comes first, and ties go by id (context.ranking)", () => {
  const fused = fuse([
    [a, both],
    [c, both],
  ]);
  assert.deepEqual(
    withinBudget(fused, 1_000).results.map(({ id, matched }) => [id, matched]),
    [
      ["b", ["text", "semantic"]],
      ["a", ["text"]],
      ["c", ["semantic"]],
    ],
  );
  assert.deepEqual(
    fused.map(({ score }) => score),
    [1 / 62 + 1 / 62, 1 / 61, 1 / 61],
  );
});

test("snippets together have no more characters than asked for, and the answer says when something is missing", () => {
  const fused = fuse([[passage("a", "x".repeat(150)), passage("b", "y".repeat(150)), passage("c", "z")]]);
  const whole = withinBudget(fused, 301);
  assert.deepEqual([whole.results.length, whole.truncated], [3, false]);
  const cut = withinBudget(fused, 200);
  assert.deepEqual(
    cut.results.map(({ snippet }) => snippet.length),
    [150, 50],
  );
  assert.equal(cut.truncated, true);
  const dropped = withinBudget(fused, 160);
  assert.deepEqual([dropped.results.length, dropped.truncated], [1, true]);
});

test("no half of a character is left where a snippet is cut", () => {
  const { results } = withinBudget(fuse([[passage("a", "🙂".repeat(300))]]), 201);
  assert.equal(results[0]?.snippet, "🙂".repeat(100));
});
