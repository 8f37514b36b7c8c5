import type { Row, Statement } from "@jst/db";
import { EVERY } from "./entry.ts";
import { distance } from "@jst/values/distance";
import type { Query } from "./source.ts";

/** Different words of a question that are looked up; of more, those that come first. */
const ASKED_MAX = 48;
/** Words that are looked at to find those like one. */
const ALIKE_MAX = 150;
/** Words that stand for one that is asked for. */
const FORMS_MAX = 6;

/** A word of the index in place of one that is asked for. */
export interface Form {
  word: string;
  /** In how many entries of the team it stands. */
  entries: number;
  /** 1 for the word itself, less for one that is only like it. */
  weight: number;
}

/** A word of the question, and what stands for it. */
export interface AskedWord {
  word: string;
  forms: Form[];
}

/** Facts about a question's words. */
export interface KnownWords {
  /** Entries of the team. */
  total: number;
  asked: AskedWord[];
}

interface WordRow extends Row {
  asked: string;
  word: string;
  entries: number;
}

/**
 * Finds the words of the team's index for the words of a question: each itself, words that it begins and those of the
 * same stem. For an unknown word, it finds those that differ by a typing error (context.words).
 */
export async function knownWords(
  query: Query,
  schema: string,
  teamId: string,
  words: readonly string[],
): Promise<KnownWords> {
  const asked = words.slice(0, ASKED_MAX);
  const found = await query<WordRow>(lookUp(schema, teamId, asked));
  const total = found.find(({ word }) => word === EVERY)?.entries ?? 0;
  const known = asked.map((word): AskedWord => ({
    word,
    forms: formsOf(
      word,
      found.filter((one) => one.asked === word),
    ),
  }));
  const strange = known.filter(({ word, forms }) => forms.length === 0 && mayBeMistyped(word));
  if (strange.length === 0 || total === 0) return { total, asked: known };
  const alike = await query<WordRow>(
    lookAlike(
      schema,
      teamId,
      strange.map(({ word }) => word),
    ),
  );
  for (const one of strange)
    one.forms.push(
      ...correctionsOf(
        one.word,
        alike.filter(({ asked }) => asked === one.word),
      ),
    );
  return { total, asked: known };
}

/** The word with its beginnings: as far as words of the same stem agree. */
function stemOf(word: string): string {
  const characters = Array.from(word);
  if (characters.length < 3) return word;
  return characters.slice(0, Math.max(Math.min(characters.length, 4), characters.length - 3)).join("");
}

function lookUp(schema: string, teamId: string, words: readonly string[]): Statement {
  return {
    name: `${schema}.search.words`,
    text: `select q.word as asked, w.word, w.entries
      from unnest($2::text[], $3::text[]) q (word, stem),
      lateral (
        select w.word, w.entries from ${schema}.search_words w where w.team_id = $1 and w.word = q.word
        union all
        (select w.word, w.entries from ${schema}.search_words w
          where w.team_id = $1 and w.word >= q.stem and w.word < q.stem || U&'\\+10FFFF' and length(q.word) > 2
            and length(w.word) <= length(q.word) + 3 and w.word <> q.word
          limit ${ALIKE_MAX})
        union all
        (select w.word, w.entries from ${schema}.search_words w
          where w.team_id = $1 and w.word > q.word and w.word < q.word || U&'\\+10FFFF' and length(q.word) > 2
            and length(w.word) > length(q.word) + 3
          limit ${FORMS_MAX})
      ) w
      union all
      select '', w.word, w.entries from ${schema}.search_words w where w.team_id = $1 and w.word = ''`,
    values: [teamId, words, words.map(stemOf)],
  };
}

function formsOf(asked: string, found: readonly WordRow[]): Form[] {
  return found
    .map(({ word, entries }) => ({ word, entries, weight: likeness(asked, word) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || other.entries - one.entries)
    .slice(0, FORMS_MAX);
}

/** How far a word with the same beginning stands for the one that is asked for; 0 for not at all. */
function likeness(asked: string, word: string): number {
  if (asked === word) return 1;
  const [short, long] = [Math.min(asked.length, word.length), Math.max(asked.length, word.length)];
  if (word.startsWith(asked)) return 0.75 * (short / long);
  if (/\p{N}/u.test(asked + word)) return 0;
  let shared = 0;
  while (shared < short && asked[shared] === word[shared]) shared += 1;
  return shared >= 4 && long - shared <= 3 ? 0.6 * (shared / long) : 0;
}

/** Short words and numbers are as they are meant. */
function mayBeMistyped(word: string): boolean {
  return word.length >= 4 && !/\p{N}/u.test(word);
}

/** A word with one typing error has its beginning or its end right. */
function lookAlike(schema: string, teamId: string, words: readonly string[]): Statement {
  const kept = (word: string) => Math.max(2, Math.floor((word.length - 1) / 2));
  return {
    name: `${schema}.search.alike`,
    text: `select q.word as asked, w.word, w.entries
      from unnest($2::text[], $3::text[], $4::text[]) q (word, beginning, ending),
      lateral (
        (select w.word, w.entries from ${schema}.search_words w
          where w.team_id = $1 and w.word operator(platform.~~~) q.beginning
            and length(w.word) between length(q.word) - 2 and length(q.word) + 2
          limit 1000)
        union
        (select w.word, w.entries from ${schema}.search_words w
          where w.team_id = $1 and w.word operator(platform.~~~) q.ending
            and length(w.word) between length(q.word) - 2 and length(q.word) + 2
          limit 1000)
      ) w`,
    values: [
      teamId,
      words,
      words.map((word) => `${word.slice(0, kept(word))}%`),
      words.map((word) => `%${word.slice(-kept(word))}`),
    ],
  };
}

function correctionsOf(asked: string, found: readonly WordRow[]): Form[] {
  const slips = asked.length < 8 ? 1 : 2;
  return found
    .map(({ word, entries }) => ({ word, entries, slips: distance(asked, word, slips) }))
    .filter((one) => one.slips <= slips)
    .sort((one, other) => one.slips - other.slips || other.entries - one.entries)
    .slice(0, FORMS_MAX)
    .map(({ word, entries, slips }) => ({ word, entries, weight: 0.6 / slips }));
}
