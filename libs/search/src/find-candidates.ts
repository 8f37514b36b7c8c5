import type { EntryKey } from "./entry.ts";
import { findEntries, scoreEntries, weighWords, type Place } from "./find-entries.ts";
import { findNearest, measureEntries, type Meaning } from "./find-nearest.ts";
import type { Query } from "./source.ts";

/** Entries that are read for each passage wanted, as some may be there no more or compare worse. */
const READ_PER_PASSAGE = 2;

/** Query to one service. */
export interface CandidateQuery {
  schema: string;
  teamId: string;
  /** Different words of the question; none where it is asked by its meaning alone. */
  words: readonly string[];
  /** Numbers that stand in it in one way of writing or another. */
  numbers: readonly string[];
  meaning?: Meaning;
  places: readonly Place[];
  limit: number;
}

/** An entry that may answer the question. */
export interface Candidate extends EntryKey {
  /** Share of the question's weight that its words have; 0 for none. */
  score: number;
  /** Cosine of the angle between its vector and the question's; undefined where there is none to compare. */
  nearness: number | undefined;
  /** Whether it is one of the nearest. */
  isNear: boolean;
}

/** Candidates for the answer to a question. */
export interface Candidates {
  candidates: Candidate[];
  /** Whether the team has vectors that the question was compared with. */
  hasVectors: boolean;
}

/**
 * Finds the entries with most of the question's words and those nearest to its meaning. Each is ranked both ways. An
 * entry that only one way found has its place in the other order too, and counts at least as much as one at the end of
 * both.
 */
export async function findCandidates(query: Query, wanted: CandidateQuery): Promise<Candidates> {
  const { meaning, limit, ...asked } = wanted;
  const [[words, found], near] = await Promise.all([
    byWords(query, wanted),
    meaning === undefined ? undefined : findNearest(query, { ...asked, meaning, limit }),
  ]);
  const best = found.slice(0, limit * READ_PER_PASSAGE);
  if (meaning === undefined || near === undefined) {
    return {
      candidates: best.map((one) => ({ ...one, nearness: undefined, isNear: false })),
      hasVectors: false,
    };
  }
  const [scored, measured] = await Promise.all([
    scoreEntries(query, { ...asked, words, keys: without(near, best) }),
    measureEntries(query, { ...asked, meaning, keys: without(best, near) }),
  ]);
  const scores = new Map([...scored, ...best].map((one) => [nameOf(one), one.score]));
  const compared = new Map([...measured, ...near].map((one) => [nameOf(one), one.nearness]));
  const candidates = [...near, ...without(best, near)].map(({ kind, parentId, id }, at): Candidate => ({
    ...{ kind, parentId, id, isNear: at < near.length },
    score: scores.get(nameOf({ kind, id })) ?? 0,
    nearness: compared.get(nameOf({ kind, id })),
  }));
  return { candidates, hasVectors: true };
}

async function byWords(query: Query, { schema, teamId, words, numbers, places }: CandidateQuery) {
  const weighed = await weighWords(query, { schema, teamId, words, numbers });
  return [weighed, await findEntries(query, { schema, teamId, words: weighed, places })] as const;
}

function without<Key extends EntryKey>(keys: readonly Key[], others: readonly EntryKey[]): Key[] {
  const names = new Set(others.map(nameOf));
  return keys.filter((key) => !names.has(nameOf(key)));
}

function nameOf({ kind, id }: Pick<EntryKey, "kind" | "id">): string {
  return `${kind} ${id}`;
}
