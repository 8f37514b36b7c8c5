import type { Row } from "@jst/db";
import type { AskedWord } from "./known-words.ts";
import { COUNTRY_DIGITS_MAX, isNumber } from "./numbers.ts";
import type { Query } from "./source.ts";

/** Words that are looked at for one number. */
const LOOKED_AT_MAX = 50;
/** Weight of a number with its country code if the question has none. */
const ABROAD_WEIGHT = 0.9;

interface NumberRow extends Row {
  asked: string;
  word: string;
  entries: number;
}

/** Which numbers are asked for, and the words beside them: what these find by themselves is left to them. */
export interface AskedNumbers {
  schema: string;
  teamId: string;
  words: readonly string[];
  numbers: readonly string[];
}

/** The numbers that the team's index has, in whatever way they were asked for (context.words). */
export async function knownNumbers(
  query: Query,
  { schema, teamId, words, numbers }: AskedNumbers,
): Promise<AskedWord[]> {
  if (numbers.length === 0) return [];
  const found = await query<NumberRow>({
    name: `${schema}.search.numbers`,
    text: `select q.number as asked, w.word, w.entries from unnest($2::text[], $3::text[]) q (number, ending),
      lateral (select w.word, w.entries from ${schema}.search_words w
        where w.team_id = $1 and w.word operator(platform.~~~) q.ending
          and length(w.word) <= length(q.number) + ${COUNTRY_DIGITS_MAX} limit ${LOOKED_AT_MAX}) w`,
    values: [teamId, numbers, numbers.map((number) => `%${number}`)],
  });
  return numbers.flatMap((number) => {
    const forms = found
      .filter(({ asked, word }) => asked === number && isNumber(number, word) && !words.includes(word))
      .map(({ word, entries }) => ({ word, entries, weight: word === number ? 1 : ABROAD_WEIGHT }));
    return forms.length === 0 ? [] : [{ word: number, forms }];
  });
}
