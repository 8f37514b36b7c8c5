import { NOWHERE, type Entry } from "./entry.ts";
import { findEntries, type FoundEntry, type Place } from "./find-entries.ts";
import { oneLine, sight } from "./snippet.ts";
import type { Query, SearchSources } from "./source.ts";
import { placedWords } from "./words.ts";

/** Longest title, in characters. */
const TITLE_CHARS_MAX = 200;
/** What a question's words are worth where they stand side by side as it has them, and where they are a title. */
const CLOSENESS_SHARE = 0.25;
const TITLE_SHARE = 0.15;
/** Entries that are read for each passage wanted, as some may be there no more or compare worse. */
const READ_PER_PASSAGE = 2;

/** A question to one service. */
export interface Question {
  teamId: string;
  text: string;
  limit: number;
  places: readonly Place[];
}

/** Something that has words of the question, as it is now. */
export interface Passage {
  entry: Entry;
  title: string;
  snippet: string;
  /** Over 0: the share of the question's words, the rarer ones for more, and how they stand there. */
  score: number;
}

/**
 * The passages with words of the question, best first, and no more than `limit`. What the index finds is read as it is
 * now: what has been deleted since, or says something else, is not answered (context.live).
 */
export async function findPassages(
  query: Query,
  { schema, sources }: SearchSources,
  { teamId, text, limit, places }: Question,
): Promise<Passage[]> {
  const asked = [...new Set(placedWords(text).map(({ word }) => word))];
  const found = await findEntries(query, { schema, teamId, words: asked, places });
  const looked = found.slice(0, limit * READ_PER_PASSAGE);
  const entries = await readEntries(query, sources, teamId, looked);
  const passages = looked.flatMap(({ kind, id, score }) => {
    const entry = entries.get(`${kind} ${id}`);
    return entry === undefined ? [] : [passageOf(entry, score, asked)];
  });
  return passages.sort(byScore).slice(0, limit);
}

function passageOf(entry: Entry, score: number, asked: readonly string[]): Passage {
  const { snippet, closeness } = sight(entry.text === "" ? entry.title : entry.text, asked);
  const titled = new Set(placedWords(entry.title).map(({ word }) => word));
  const inTitle = asked.filter((word) => titled.has(word)).length / Math.max(1, titled.size);
  const title = oneLine(entry.title, TITLE_CHARS_MAX);
  const whole = score * (1 + CLOSENESS_SHARE * closeness + TITLE_SHARE * inTitle);
  return { entry, title, snippet, score: whole };
}

function byScore(one: Passage, other: Passage): number {
  return other.score - one.score || (one.entry.id < other.entry.id ? -1 : 1);
}

async function readEntries(
  query: Query,
  sources: SearchSources["sources"],
  teamId: string,
  found: readonly FoundEntry[],
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const { kind, load } of sources) {
    const ofKind = found.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    for (const entry of await load(query, teamId, ofKind)) entries.set(`${kind} ${entry.id}`, entry);
  }
  return entries;
}

/** A passage as a service answers it to agent. */
export function shownPassage({ entry, title, snippet, score }: Passage) {
  const { kind, id, parentId, path } = entry;
  return { kind, id, parent_id: parentId === NOWHERE ? null : parentId, path, title, snippet, score };
}
