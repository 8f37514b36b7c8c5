import type { LeasedSession, Row, TeamTx } from "@jst/db";
import type { EntryKey } from "./entry.ts";
import { holdIndex, storeEntries } from "./store-entries.ts";
import type { SearchSources } from "./source.ts";

/** Entries of one step. */
const STEP = 500;

/** A walk that has not come to its end. */
export interface Walk extends Row {
  team_id: string;
  kind: string;
  parent_id: string;
}

/** The walk that was asked for first. */
export async function nextWalk(
  session: LeasedSession,
  schema: string,
  passed: readonly string[],
): Promise<Walk | undefined> {
  const [walk] = await session.query<Walk>({
    name: "search.next_walk",
    text: `select w.team_id, w.kind, w.parent_id from ${schema}.search_walks w
      where w.parent_id::text <> all($1::text[]) order by w.asked_at limit 1`,
    values: [passed],
  });
  return walk;
}

/** Has everything in these places walked through, from the start. */
export async function askWalks(
  tx: TeamTx,
  schema: string,
  walks: readonly Omit<EntryKey, "id">[],
): Promise<void> {
  if (walks.length === 0) return;
  await tx.query({
    name: `${schema}.search.ask_walks`,
    text: `insert into ${schema}.search_walks (team_id, kind, parent_id)
      select $1, k.kind, k.parent_id from unnest($2::text[], $3::uuid[]) k (kind, parent_id)
      on conflict (team_id, kind, parent_id) do update set asked_at = clock_timestamp(), after_id = null, walked = 0`,
    values: [tx.context.teamId, walks.map(({ kind }) => kind), walks.map(({ parentId }) => parentId)],
  });
}

/** Goes one step of a walk: brings the next entries up to date, and takes out what is there no more. */
export async function walkOn(tx: TeamTx, { schema, sources }: SearchSources, walk: Walk): Promise<void> {
  const { teamId } = tx.context;
  const { kind, parent_id: parentId } = walk;
  const source = sources.find((one) => one.kind === kind);
  await holdIndex(tx, schema);
  const [place] = await tx.query<{ after_id: string | null }>({
    name: `${schema}.search.walk_place`,
    text: `select w.after_id from ${schema}.search_walks w where w.team_id = $1 and w.kind = $2 and w.parent_id = $3 for update`,
    values: [teamId, kind, parentId],
  });
  if (place === undefined) return;
  const query: TeamTx["query"] = (statement) => tx.query(statement);
  const after = place.after_id;
  const ids = source === undefined ? [] : await source.page(query, teamId, parentId, after, STEP);
  const last = ids.length === STEP ? (ids.at(-1) ?? null) : null;
  const known = await entriesBetween(tx, schema, walk, after, last);
  const all = [...new Set([...ids, ...known])];
  const keys = all.map((id) => ({ kind, parentId, id }));
  const entries = source === undefined || all.length === 0 ? [] : await source.load(query, teamId, keys);
  await storeEntries(tx, schema, keys, entries);
  await (last === null ? endWalk(tx, schema, walk) : keepPlace(tx, schema, walk, last, all.length));
}

async function entriesBetween(
  tx: TeamTx,
  schema: string,
  { kind, parent_id }: Walk,
  after: string | null,
  last: string | null,
): Promise<string[]> {
  const found = await tx.query<{ id: string }>({
    name: `${schema}.search.between`,
    text: `select e.id from ${schema}.search_entries e where e.team_id = $1 and e.kind = $2 and e.parent_id = $3
      and ($4::uuid is null or e.id > $4) and ($5::uuid is null or e.id <= $5)`,
    values: [tx.context.teamId, kind, parent_id, after, last],
  });
  return found.map(({ id }) => id);
}

async function endWalk(tx: TeamTx, schema: string, { kind, parent_id }: Walk): Promise<void> {
  await tx.query({
    name: `${schema}.search.end_walk`,
    text: `delete from ${schema}.search_walks w where w.team_id = $1 and w.kind = $2 and w.parent_id = $3`,
    values: [tx.context.teamId, kind, parent_id],
  });
}

async function keepPlace(
  tx: TeamTx,
  schema: string,
  { kind, parent_id }: Walk,
  last: string,
  walked: number,
): Promise<void> {
  await tx.query({
    name: `${schema}.search.keep_place`,
    text: `update ${schema}.search_walks w set after_id = $4, walked = w.walked + $5
      where w.team_id = $1 and w.kind = $2 and w.parent_id = $3`,
    values: [tx.context.teamId, kind, parent_id, last, walked],
  });
}
