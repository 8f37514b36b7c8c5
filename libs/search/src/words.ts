import { ownStretch } from "@jst/jobs/stretches";

/** Longest word that is kept, in characters; of a longer one its beginning is. */
const WORD_CHARS_MAX = 48;
/** Different words that are kept of one text, and their bytes: of a longer one those that come first. */
const WORDS_MAX = 10_000;
const WORDS_BYTES_MAX = 512 * 1_024;
/** Words of a long text that are read in one piece of work. */
const WORDS_PER_PIECE = 1_000;

/** Runs of letters and digits; a picture such as an emoji is a word of its own. */
const PARTS = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
/** Scripts that put no blanks between words: their characters are taken in pairs. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const UNSPACED_RUNS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー\p{M}]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;

/** A word of a text, and where it stands there. */
export interface PlacedWord {
  word: string;
  start: number;
  end: number;
}

/**
 * Returns the words of a text in their order, normalized: compatible forms are one, and case and marks are dropped.
 * Characters that are neither letters nor digits separate them (context.words).
 */
export const placedWords = (text: string): PlacedWord[] => [...eachWord(text)];

/** Answers the first words of a long text; long work of the team (ownStretch). */
export async function firstWords(text: string, max: number, teamId: string): Promise<PlacedWord[]> {
  const words: PlacedWord[] = [];
  for (const word of eachWord(text)) {
    if (words.length % WORDS_PER_PIECE === 0) await ownStretch(teamId);
    words.push(word);
    if (words.length === max) return words;
  }
  return words;
}

function* eachWord(text: string): Generator<PlacedWord> {
  for (const { 0: part, index } of text.matchAll(PARTS))
    for (const word of partsOf(part)) {
      const folded = fold(word.text);
      if (folded !== "")
        yield { word: folded, start: index + word.at, end: index + word.at + word.text.length };
    }
}

/** Reads the different words of a text, the first ones of too many; long work of the team (ownStretch). */
export async function wordsOf(text: string, teamId: string): Promise<Set<string>> {
  const words = new Set<string>();
  const parts = new Set<string>();
  let bytes = 0;
  let read = 0;
  for (const [part] of text.matchAll(PARTS)) {
    if (read++ % WORDS_PER_PIECE === 0) await ownStretch(teamId);
    // A long text says most of its words many times: each is looked at once.
    if (parts.has(part)) continue;
    parts.add(part);
    for (const one of partsOf(part)) {
      const word = fold(one.text);
      if (word === "" || words.has(word)) continue;
      bytes += Buffer.byteLength(word);
      if (words.size === WORDS_MAX || bytes > WORDS_BYTES_MAX) return words;
      words.add(word);
    }
  }
  return words;
}

function partsOf(part: string): { text: string; at: number }[] {
  return UNSPACED.test(part) ? unspaced(part) : [{ text: part, at: 0 }];
}

/** One word as it is compared. */
function fold(part: string): string {
  const folded = part
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replaceAll("ß", "ss");
  return folded.length <= WORD_CHARS_MAX ? folded : Array.from(folded).slice(0, WORD_CHARS_MAX).join("");
}

/** Characters that no blank parts, in pairs; what stands between them is as it is. */
function unspaced(part: string): { text: string; at: number }[] {
  return Array.from(part.matchAll(UNSPACED_RUNS)).flatMap(({ 0: run, index }) => {
    if (!UNSPACED.test(run)) return [{ text: run, at: index }];
    const characters = Array.from(run);
    if (characters.length < 2) return [{ text: run, at: index }];
    let at = index;
    return characters.slice(1).map((next, before) => {
      const first = characters[before] ?? "";
      const pair = { text: first + next, at };
      at += first.length;
      return pair;
    });
  });
}
