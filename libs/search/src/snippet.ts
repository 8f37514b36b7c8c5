import { isNumber } from "./numbers.ts";
import { firstWords } from "./words.ts";

/** Longest snippet, in characters. */
export const SNIPPET_CHARS_MAX = 500;
/** Words of a text that are looked at: a snippet comes from its first part. */
const LOOKED_AT_MAX = 20_000;

/** Matches of a question in a text. */
export interface Sighting {
  /** The part of the text with most of the question, on one line. */
  snippet: string;
  /** 0 to 1: how much of the question stands in its order, one word beside the other. */
  closeness: number;
}

/** Cuts a text around what it has of a question; `isWanted` tells the place of a word in the question. */
export async function sight(text: string, asked: readonly string[], teamId: string): Promise<Sighting> {
  const places = new Map(asked.map((word, index) => [word, index]));
  const words = await firstWords(text, LOOKED_AT_MAX, teamId);
  const hits = words.flatMap((word, at) => {
    const place = placeOf(word.word, places);
    return place === undefined ? [] : [{ ...word, at, place }];
  });
  return { snippet: cut(text, hits, SNIPPET_CHARS_MAX), closeness: closenessOf(hits, asked.length) };
}

interface Hit {
  start: number;
  end: number;
  at: number;
  place: number;
}

function placeOf(word: string, places: ReadonlyMap<string, number>): number | undefined {
  const exact = places.get(word);
  if (exact !== undefined) return exact;
  for (const [asked, place] of places) {
    if ((asked.length > 2 && word.startsWith(asked)) || isNumber(asked, word)) return place;
    if (asked.length > 5 && word.startsWith(asked.slice(0, -2)) && word.length <= asked.length) return place;
  }
  return undefined;
}

function closenessOf(hits: readonly Hit[], asked: number): number {
  if (asked < 2) return hits.length > 0 ? 1 : 0;
  const pairs = new Set<number>();
  for (const [index, hit] of hits.entries()) {
    const next = hits[index + 1];
    if (next?.at === hit.at + 1 && next.place === hit.place + 1) pairs.add(hit.place);
  }
  return pairs.size / (asked - 1);
}

/** The stretch with most different words of the question, with what stands around it. */
function cut(text: string, hits: readonly Hit[], chars: number): string {
  if (text.length <= chars) return oneLine(text);
  let best = { start: 0, count: 0 };
  for (const [index, hit] of hits.entries()) {
    const seen = new Set<number>();
    for (let next = index; next < hits.length; next += 1) {
      const other = hits[next];
      if (other === undefined || other.end > hit.start + chars * 0.8) break;
      seen.add(other.place);
    }
    if (seen.size > best.count) best = { start: hit.start, count: seen.size };
  }
  const from = Math.max(0, Math.min(best.start - Math.floor(chars * 0.15), text.length - chars));
  const start = from === 0 ? 0 : wordEdge(text, from);
  return oneLine(text.slice(start, start + chars + 1), chars);
}

/** Where the next word begins; here where there is none near. */
function wordEdge(text: string, from: number): number {
  const blank = text.slice(from, from + 40).search(/\s/u);
  return blank === -1 ? from : from + blank + 1;
}

/** On one line, without half a character or half a word at its end. */
export function oneLine(text: string, chars = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const whole = line.length <= chars ? line : endedAtWord(line.slice(0, chars));
  return whole.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}

function endedAtWord(line: string): string {
  const blank = line.lastIndexOf(" ");
  return blank > line.length - 40 && blank > 0 ? line.slice(0, blank) : line;
}
