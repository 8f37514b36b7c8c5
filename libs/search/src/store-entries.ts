import { systemContext, type TeamTx, type TeamContext } from "@jst/db";
import { askReworded, askVectors } from "./ask-vectors.ts";
import {
  EVERY,
  markOf,
  placeWord,
  type Entry,
  type EntryKey,
  type StoredEntry,
  storedEntry,
} from "./entry.ts";

/** Longest time of one step. */
export const STEP_MS = 60_000;

/** Makes the context of one step of the index. */
export const stepContext = (teamId: string): TeamContext => systemContext(teamId, { timeoutMs: STEP_MS });

/** An entry of the index as it stood. */
interface Former {
  kind: string;
  parent_id: string;
  id: string;
  words: string[];
}

/**
 * Makes the index say of these what is so now: `entries` can be found, the other keys cannot. How many entries have a
 * word stays exact, as writers of a team's index take turns (context.index).
 */
export async function storeEntries(
  tx: TeamTx,
  schema: string,
  keys: readonly EntryKey[],
  entries: readonly Entry[],
): Promise<void> {
  const { teamId } = tx.context;
  const mark = markOf(teamId);
  const former = new Map((await findFormer(tx, schema, keys)).map((one) => [nameOf(one), one.words]));
  const now = new Map<string, StoredEntry>();
  for (const entry of entries) now.set(nameOf(keyRow(entry)), marked(await storedEntry(entry, teamId), mark));
  const changed = [...now.values()].filter((one) => !areSame(former.get(nameOf(keyRow(one))), one.words));
  const gone = keys.filter((key) => former.has(nameOf(keyRow(key))) && !now.has(nameOf(keyRow(key))));
  const counts = new Map<string, number>();
  const count = (words: readonly string[], by: number) => {
    for (const word of [...words, EVERY]) counts.set(word, (counts.get(word) ?? 0) + by);
  };
  for (const one of changed) count(one.words, 1);
  for (const key of [...changed, ...gone]) {
    const words = former.get(nameOf(keyRow(key)));
    if (words !== undefined) count(words, -1);
  }
  if (changed.length > 0) {
    await upsert(tx, schema, changed);
    await askVectors(tx, schema, changed);
  }
  const isChanged = new Set(changed.map((one) => nameOf(keyRow(one))));
  const reworded = entries.filter((entry) => !isChanged.has(nameOf(keyRow(entry))));
  if (reworded.length > 0) await askReworded(tx, schema, reworded);
  if (gone.length > 0) await remove(tx, schema, gone);
  await countWords(tx, schema, counts, mark);
}

/** Lets the writers of a team's index take turns. */
export async function holdIndex(tx: TeamTx, schema: string): Promise<void> {
  await tx.query({
    name: "search.hold",
    text: "select pg_advisory_xact_lock(hashtextextended($1 || ' search ' || $2, 0))",
    values: [schema, tx.context.teamId],
  });
}

function marked({ kind, parentId, id, words, length }: StoredEntry, mark: string): StoredEntry {
  const places = [placeWord(kind), placeWord(kind, parentId)];
  return { kind, parentId, id, words: [...words, ...places].map((word) => mark + word), length };
}

function keyRow({ kind, parentId, id }: EntryKey): Omit<Former, "words"> {
  return { kind, parent_id: parentId, id };
}

function nameOf({ kind, parent_id, id }: Omit<Former, "words">): string {
  return `${kind} ${parent_id} ${id}`;
}

function areSame(former: readonly string[] | undefined, words: readonly string[]): boolean {
  if (former?.length !== words.length) return false;
  const known = new Set(former);
  return words.every((word) => known.has(word));
}

const columns = (keys: readonly EntryKey[]) => [
  keys.map(({ kind }) => kind),
  keys.map(({ parentId }) => parentId),
  keys.map(({ id }) => id),
];

const KEYS = "unnest($2::text[], $3::uuid[], $4::uuid[])";

function findFormer(
  tx: TeamTx,
  schema: string,
  keys: readonly EntryKey[],
): Promise<(Former & Record<string, unknown>)[]> {
  return tx.query({
    name: `${schema}.search.former`,
    text: `select e.kind, e.parent_id, e.id, tsvector_to_array(e.words) as words
      from ${KEYS} k (kind, parent_id, id)
      join ${schema}.search_entries e
        on e.team_id = $1 and e.kind = k.kind and e.parent_id = k.parent_id and e.id = k.id`,
    values: [tx.context.teamId, ...columns(keys)],
  });
}

async function upsert(tx: TeamTx, schema: string, entries: readonly StoredEntry[]): Promise<void> {
  // No word has a quote or a backslash in it.
  const vectors = entries.map(({ words }) => words.map((word) => `'${word}'`).join(" "));
  await tx.query({
    name: `${schema}.search.upsert`,
    text: `insert into ${schema}.search_entries (team_id, kind, parent_id, id, words, length)
      select $1, k.kind, k.parent_id, k.id, k.words::tsvector, k.length
      from unnest($2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::integer[]) k (kind, parent_id, id, words, length)
      on conflict (team_id, kind, parent_id, id) do update set words = excluded.words, length = excluded.length`,
    values: [tx.context.teamId, ...columns(entries), vectors, entries.map(({ length }) => length)],
  });
}

async function remove(tx: TeamTx, schema: string, keys: readonly EntryKey[]): Promise<void> {
  await tx.query({
    name: `${schema}.search.remove`,
    text: `delete from ${schema}.search_entries e using ${KEYS} k (kind, parent_id, id)
      where e.team_id = $1 and e.kind = k.kind and e.parent_id = k.parent_id and e.id = k.id`,
    values: [tx.context.teamId, ...columns(keys)],
  });
}

async function countWords(
  tx: TeamTx,
  schema: string,
  counts: ReadonlyMap<string, number>,
  mark: string,
): Promise<void> {
  const words = [...counts]
    .filter(([word, by]) => by !== 0 && !word.startsWith(`${mark} `))
    .map(([word, by]) => ({ word: word.slice(word === EVERY ? 0 : mark.length), by }))
    .sort((one, other) => (one.word < other.word ? -1 : 1));
  if (words.length === 0) return;
  await tx.query({
    name: `${schema}.search.count`,
    text: `insert into ${schema}.search_words as w (team_id, word, entries)
      select $1, k.word, k.by from unnest($2::text[], $3::integer[]) k (word, by)
      on conflict (team_id, word) do update set entries = w.entries + excluded.entries`,
    values: [tx.context.teamId, words.map(({ word }) => word), words.map(({ by }) => by)],
  });
  const rarer = words.filter(({ by }) => by < 0).map(({ word }) => word);
  if (rarer.length === 0) return;
  await tx.query({
    name: `${schema}.search.forget`,
    text: `delete from ${schema}.search_words w where w.team_id = $1 and w.word = any($2::text[]) and w.entries <= 0`,
    values: [tx.context.teamId, rarer],
  });
}
