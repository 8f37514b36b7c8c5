import type { ContextResult } from "../../gen/rpc.ts";
import type { SourcePassage } from "./knowledge-sources.ts";

/** How much a place further down counts less (reciprocal rank fusion). */
const RANK_CONSTANT = 60;

/** Passages in the order in which one way of searching has them. */
export type Ranking = readonly SourcePassage[];

/** A passage with what its places among all are worth. */
export interface Fused {
  passage: SourcePassage;
  score: number;
}

/** One order of several: a passage counts by its place in each (context.ranking). Ties go by id. */
export function fuse(rankings: readonly Ranking[]): Fused[] {
  const fused = new Map<string, Fused>();
  for (const ranking of rankings) {
    for (const [place, passage] of ranking.entries()) {
      const known = fused.get(passage.id) ?? { passage, score: 0 };
      known.score += 1 / (RANK_CONSTANT + place + 1);
      fused.set(passage.id, known);
    }
  }
  return [...fused.values()].sort(
    (one, other) => other.score - one.score || (one.passage.id < other.passage.id ? -1 : 1),
  );
}

/** Snippets shorter than this say nothing: what does not fit is left out. */
const SNIPPET_CHARS_MIN = 40;

/** The results whose snippets together have at most so many characters; the last may be cut (context.answer). */
export function withinBudget(
  fused: readonly Fused[],
  maxChars: number,
): { results: ContextResult[]; truncated: boolean } {
  const results: ContextResult[] = [];
  let left = maxChars;
  for (const one of fused) {
    const { snippet } = one.passage;
    if (snippet.length > left && left < SNIPPET_CHARS_MIN) return { results, truncated: true };
    const shown = snippet.length > left ? cut(snippet, left) : snippet;
    results.push(resultOf(one, shown));
    left -= shown.length;
    if (shown.length < snippet.length) return { results, truncated: true };
  }
  return { results, truncated: false };
}

function cut(text: string, chars: number): string {
  return text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");
}

function resultOf({ passage, score }: Fused, snippet: string): ContextResult {
  const { source, id, title, path, parent_id: parent } = passage;
  const matched: ContextResult["matched"] = [];
  if (passage.score > 0) matched.push("text");
  if (passage.is_near) matched.push("semantic");
  const place = { tables: "table_id", bases: "base_id", contacts: undefined }[source];
  const ref = place === undefined || parent === null ? { path } : { [place]: parent, path };
  return { source, id, title, snippet, score, matched, ref };
}
