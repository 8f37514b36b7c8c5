import { NOWHERE, type Entry, type EntryKey } from "./entry.ts";
import { findCandidates, type Candidate } from "./find-candidates.ts";
import { fewestPlaces, type Place } from "./find-entries.ts";
import type { Meaning } from "./find-nearest.ts";
import { numbersIn } from "./numbers.ts";
import { oneLine, sight } from "./snippet.ts";
import type { Query, SearchSources } from "./source.ts";
import { placedWords } from "./words.ts";

/** Longest title, in characters. */
const TITLE_CHARS_MAX = 200;
/** Extra weight of a question's words that stand side by side in the text, or in its title. */
const CLOSENESS_SHARE = 0.25;
const TITLE_SHARE = 0.15;

/** A question to one service. */
export interface Question {
  teamId: string;
  text: string;
  limit: number;
  places: readonly Place[];
  /** Meaning of the question, if it is searched by meaning too. */
  meaning?: Meaning | undefined;
  /** Then its words lead nowhere. */
  isByMeaningAlone?: boolean | undefined;
}

/** Something that answers a question, as it is now. */
export interface Passage extends Pick<Candidate, "nearness" | "isNear"> {
  entry: Entry;
  title: string;
  snippet: string;
  /** The share of the question's words, the rarer ones for more, and how they stand there; 0 for none of them. */
  score: number;
}

/** Passages that a service found. */
export interface FoundPassages {
  /** Passages with most of the question's words first. */
  passages: Passage[];
  /** Whether the team has vectors that the question was compared with. */
  hasVectors: boolean;
}

/**
 * Finds at most `limit` passages with words of the question. If the question has a meaning and the team has vectors, it
 * returns all passages ranked by words, and the `limit` nearest. One order of all services is then possible. Entries
 * are read as they are now: a deleted or changed one is not returned (context.live).
 */
export async function findPassages(
  query: Query,
  { schema, sources }: SearchSources,
  { teamId, text, limit, places, meaning, isByMeaningAlone = false }: Question,
): Promise<FoundPassages> {
  const words = [...new Set(placedWords(text).map(({ word }) => word))];
  const numbers = numbersIn(text);
  const asked = [...words, ...numbers.filter((number) => !words.includes(number))];
  const kinds = sources.map(({ kind }) => kind);
  const { candidates, hasVectors } = await findCandidates(query, {
    ...{ schema, teamId, places: fewestPlaces(places, kinds), limit },
    ...(isByMeaningAlone ? { words: [], numbers: [] } : { words, numbers }),
    ...(meaning === undefined ? {} : { meaning }),
  });
  const entries = await readEntries(query, sources, teamId, candidates);
  const passages: Passage[] = [];
  for (const candidate of candidates) {
    const entry = entries.get(`${candidate.kind} ${candidate.id}`);
    if (entry !== undefined) passages.push(await passageOf(entry, candidate, asked, teamId));
  }
  passages.sort(byScore);
  return { passages: hasVectors ? passages : passages.slice(0, limit), hasVectors };
}

async function passageOf(
  entry: Entry,
  { score, isNear, nearness }: Candidate,
  asked: readonly string[],
  teamId: string,
): Promise<Passage> {
  const { snippet, closeness } = await sight(entry.text === "" ? entry.title : entry.text, asked, teamId);
  const title = oneLine(entry.title, TITLE_CHARS_MAX);
  const titled = new Set(placedWords(title).map(({ word }) => word));
  const inTitle = asked.filter((word) => titled.has(word)).length / Math.max(1, titled.size);
  const whole = score * (1 + CLOSENESS_SHARE * closeness + TITLE_SHARE * inTitle);
  return { entry, title, snippet, score: whole, nearness, isNear };
}

function byScore(one: Passage, other: Passage): number {
  return other.score - one.score || (one.entry.id < other.entry.id ? -1 : 1);
}

async function readEntries(
  query: Query,
  sources: SearchSources["sources"],
  teamId: string,
  found: readonly EntryKey[],
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const { kind, load } of sources) {
    const ofKind = found.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    for (const entry of await load(query, teamId, ofKind)) entries.set(`${kind} ${entry.id}`, entry);
  }
  return entries;
}

/** Converts passages to the reply for agent. */
export function shownPassages({ passages, hasVectors }: FoundPassages) {
  return { passages: passages.map(shownPassage), has_vectors: hasVectors };
}

function shownPassage({ entry, title, snippet, score, nearness, isNear }: Passage) {
  const { kind, id, parentId, path } = entry;
  const parent = parentId === NOWHERE ? null : parentId;
  return { kind, id, parent_id: parent, path, title, snippet, score, nearness, is_near: isNear };
}
