import type { Row, Statement } from "@jst/db";
import { Params } from "@jst/query";
import { markOf, placeWord, type EntryKey } from "./entry.ts";
import { type AskedNumbers, knownNumbers } from "./known-numbers.ts";
import { knownWords, type AskedWord } from "./known-words.ts";
import type { Query } from "./source.ts";

/** Entries that are compared at most for one part of a question: of a word that more have, all are alike. */
const COMPARED_MAX = 1_000;
/** Entries that are answered, of which some may be there no more. */
const FOUND_MAX = 80;
/** Words of a question that decide; of more, the rarest. */
const DECIDING_MAX = 12;
/** Statements for one question. */
const TURNS_MAX = 3;

/** Where to look. */
export interface Place {
  /** All that the service has when absent. */
  kind?: string;
  /** Parents to look into; all when absent. */
  parentIds?: readonly string[];
  /** SQL for what an entry of alias `e` has to fulfil besides. */
  condition?: (params: Params) => string;
}

/** An entry that has words of a question. */
export interface FoundEntry extends EntryKey {
  /** Share of the question's weight that its words have: over 0, at most 1. */
  score: number;
}

/** A word with its forms and what it is worth: the rarer, the more. */
interface Weighed extends AskedWord {
  worth: number;
  /** Entries that have one of the forms, at most. */
  entries: number;
}

/** The words of a question that decide, and what all of them are worth. */
export interface WeighedWords {
  deciding: readonly Weighed[];
  all: number;
}

/** Weighs the words of a question for a team: the rarer, the more. */
export async function weighWords(query: Query, asked: AskedNumbers): Promise<WeighedWords> {
  const { schema, teamId, words } = asked;
  if (words.length === 0) return { deciding: [], all: 0 };
  const [known, numbers] = await Promise.all([
    knownWords(query, schema, teamId, words),
    knownNumbers(query, asked),
  ]);
  const weighed = [...known.asked, ...numbers].map((word) => weigh(word, known.total));
  const deciding = weighed
    .filter(({ forms }) => forms.length > 0)
    .sort((one, other) => one.entries - other.entries)
    .slice(0, DECIDING_MAX);
  return { deciding, all: weighed.reduce((sum, { worth }) => sum + worth, 0) };
}

/** Words of a query to a team. */
interface WordQuery {
  schema: string;
  teamId: string;
  words: WeighedWords;
}

/**
 * The entries with words of the question, those with more and rarer ones first (context.ranking). Any word may match.
 * Rare words lead; what common ones have in common is asked for while there are not enough.
 */
export async function findEntries(
  query: Query,
  { schema, teamId, words: { deciding, all }, places }: WordQuery & { places: readonly Place[] },
): Promise<FoundEntry[]> {
  if (places.length === 0) return [];
  const found = new Map<string, FoundEntry>();
  for (const turn of turnsOf(deciding)) {
    // How common its words are decides which index leads.
    const rows = await query<FoundRow>(statementOf({ schema, teamId, deciding, places, turn }), "custom");
    for (const row of rows) found.set(`${row.kind} ${row.id}`, foundEntry(row, all));
    if (found.size >= FOUND_MAX / 2) break;
  }
  return [...found.values()].sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

/** Scores those of these entries that have words of the question. */
export async function scoreEntries(
  query: Query,
  { schema, teamId, words: { deciding, all }, keys }: WordQuery & { keys: readonly EntryKey[] },
): Promise<FoundEntry[]> {
  if (deciding.length === 0 || keys.length === 0) return [];
  const params = new Params();
  const team = params.add(teamId, "uuid");
  const text = `select * from (
      select e.kind, e.parent_id, e.id, ${scoreOf(params, teamId, deciding)} as score
      from ${keysOf(params, keys)} join ${schema}.search_entries e using (kind, parent_id, id) where e.team_id = ${team}
    ) e where e.score > 0`;
  const rows = await query<FoundRow>({ text, values: params.values });
  return rows.map((row) => foundEntry(row, all));
}

function foundEntry({ kind, parent_id: parentId, id, score }: FoundRow, all: number): FoundEntry {
  return { kind, parentId, id, score: score / all };
}

interface FoundRow extends Row {
  kind: string;
  parent_id: string;
  id: string;
  score: number;
}

function weigh(asked: AskedWord, total: number): Weighed {
  const entries = asked.forms.reduce((sum, form) => sum + form.entries, 0);
  const own = asked.forms.find(({ weight }) => weight === 1)?.entries ?? entries;
  return {
    ...asked,
    entries,
    worth: Math.log(1 + (total - Math.min(own, total) + 0.5) / (own + 0.5)) + 0.01,
  };
}

/**
 * Which words an entry needs, in the order in which to ask: any of the rare ones; then, as far as no more than can be
 * compared, the others one after the other.
 */
function turnsOf(deciding: readonly Weighed[]): string[][][] {
  const forms = ({ forms }: Weighed) => forms.map(({ word }) => word);
  const rare: Weighed[] = [];
  let sum = 0;
  for (const word of deciding) {
    sum += word.entries;
    if (sum > COMPARED_MAX && rare.length > 0) break;
    if (sum > COMPARED_MAX) break;
    rare.push(word);
  }
  const common = deciding.slice(rare.length);
  const turns: string[][][] = [];
  if (rare.length > 0) turns.push([rare.flatMap(forms)]);
  if (common.length > 1) turns.push(common.map(forms));
  for (const word of common) turns.push([forms(word)]);
  return turns.slice(0, TURNS_MAX);
}

interface EntryQuery {
  schema: string;
  teamId: string;
  deciding: readonly Weighed[];
  places: readonly Place[];
  /** All of these, of each any. */
  turn: readonly (readonly string[])[];
}

function statementOf({ schema, teamId, deciding, places, turn }: EntryQuery): Statement {
  const mark = markOf(teamId);
  const params = new Params();
  const team = params.add(teamId, "uuid");
  const any = (words: readonly string[]) => `(${words.map((word) => `'${mark}${word}'`).join(" | ")})`;
  const wanted = turn.map(any).join(" & ");
  const parts = places.map((place) => {
    const words = placeWords(place);
    const where = words.length === 0 ? wanted : `${wanted} & ${any(words)}`;
    const condition = place.condition === undefined ? "" : `and ${place.condition(params)}`;
    return `(select e.kind, e.parent_id, e.id, e.words, e.length from ${schema}.search_entries e
      where e.team_id = ${team} and e.words operator(platform.@@) ${params.add(where, "tsquery")} ${condition}
      limit ${COMPARED_MAX})`;
  });
  const text = `select e.kind, e.parent_id, e.id, ${scoreOf(params, teamId, deciding)} as score
    from (${parts.join(" union all ")}) e order by score desc, e.id limit ${FOUND_MAX}`;
  return { text, values: params.values };
}

/** One place for all that a service has where these are no less. */
export function fewestPlaces(places: readonly Place[], kinds: readonly string[]): readonly Place[] {
  const whole = places.filter(
    ({ parentIds, condition }) => parentIds === undefined && condition === undefined,
  );
  return kinds.every((kind) => whole.some((place) => place.kind === kind)) ? [{}] : places;
}

/** SQL for what the words of an entry of alias `e` are worth together. */
function scoreOf(params: Params, teamId: string, deciding: readonly Weighed[]): string {
  const mark = markOf(teamId);
  const scores = deciding.map(({ forms, worth }) => {
    const cases = forms.map(({ word, weight }) => {
      const has = `e.words operator(platform.@@) ${params.add(`'${mark}${word}'`, "tsquery")}`;
      return `when ${has} then ${params.add(worth * weight, "float8")}`;
    });
    return `case ${cases.join(" ")} else 0 end`;
  });
  return `(${scores.join(" + ")}) / (1 + 0.02 * ln(e.length + 1))`;
}

/** SQL for the entries that are meant, as rows of alias `k`. */
export function keysOf(params: Params, keys: readonly EntryKey[]): string {
  const kinds = params.add(
    keys.map(({ kind }) => kind),
    "text[]",
  );
  const parents = params.add(
    keys.map(({ parentId }) => parentId),
    "uuid[]",
  );
  const ids = params.add(
    keys.map(({ id }) => id),
    "uuid[]",
  );
  return `unnest(${kinds}, ${parents}, ${ids}) k (kind, parent_id, id)`;
}

/** The words that all entries of a place have, one of them each. */
function placeWords({ kind, parentIds }: Place): string[] {
  if (kind === undefined) return [];
  return parentIds === undefined ? [placeWord(kind)] : parentIds.map((id) => placeWord(kind, id));
}
