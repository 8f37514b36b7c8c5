import type { LeasedSession, Row, Statement, TeamTx } from "@jst/db";
import { EDITION, NOWHERE, type EntryKey } from "./entry.ts";
import type { SearchSources } from "./source.ts";

/** How far the changes have been read. */
export interface Position {
  xid: string;
  seq: string;
}

/** A change of some team, as the worker's role sees it. */
export interface SeenChange extends Row, Position {
  team_id: string;
  changeset_id: string;
}

/** Changes that are read at once. */
export const FEED_MAX = 1_000;

/**
 * Reads the position at which reading goes on; undefined before the first time, and after the database has restarted
 * its transaction count.
 */
export async function findPosition(session: LeasedSession, schema: string): Promise<Position | undefined> {
  const [position] = await session.query<Position & Row>({
    name: "search.position",
    text: `select p.xid::text, p.seq::text from ${schema}.search_position p
      where p.xid <= pg_snapshot_xmax(pg_current_snapshot())`,
    values: [],
  });
  return position;
}

/** SQL that has all there is walked through, from the start. */
const walkAll = ({ schema, everything }: SearchSources): string =>
  `insert into ${schema}.search_walks (team_id, kind, parent_id) ${everything}
    on conflict (team_id, kind, parent_id) do update set asked_at = clock_timestamp(), after_id = null, walked = 0`;

/** Has all there is walked through where an earlier edition has put it into the index. */
export async function renew(session: LeasedSession, sources: SearchSources): Promise<void> {
  const { schema } = sources;
  const [former] = await session.query({
    name: "search.edition",
    text: `select from ${schema}.search_position p where p.edition < ${EDITION}`,
    values: [],
  });
  if (former === undefined) return;
  await session.query({
    text: `with walked as (${walkAll(sources)}) update ${schema}.search_position set edition = ${EDITION}`,
    values: [],
  });
}

/** Begins reading at what is not visible yet, and has all there is walked through, in one step. */
export async function begin(session: LeasedSession, sources: SearchSources): Promise<void> {
  await session.query({
    text: `with walked as (${walkAll(sources)})
      insert into ${sources.schema}.search_position (xid, seq, edition)
      values (pg_snapshot_xmin(pg_current_snapshot()), 0, ${EDITION})
      on conflict (only_one) do update set xid = excluded.xid, seq = excluded.seq, edition = excluded.edition`,
    values: [],
  });
}

/** The changes after the position, in the order in which they became visible: none of a transaction that still runs. */
export function findChanges(
  session: LeasedSession,
  { schema, sources, causes }: SearchSources,
  { xid, seq }: Position,
): Promise<SeenChange[]> {
  const resources = [...sources.map(({ kind }) => kind), ...causes.map(({ resource }) => resource)];
  return session.query<SeenChange>({
    name: "search.changes",
    text: `select c.team_id, c.changeset_id, c.seq::text, c.xid::text from ${schema}.changes c
      where c.xid is not null and (c.xid, c.seq) > ($1::xid8, $2::bigint)
        and c.xid < pg_snapshot_xmin(pg_current_snapshot()) and c.resource = any($3::text[])
      order by c.xid, c.seq limit ${FEED_MAX}`,
    values: [xid, seq, resources],
  });
}

/** Everything up to the position is in the index, or will be walked through. */
export async function keepPosition(
  session: LeasedSession,
  schema: string,
  { xid, seq }: Position,
): Promise<void> {
  await session.query({
    name: "search.keep_position",
    text: `update ${schema}.search_position set xid = $1::xid8, seq = $2::bigint`,
    values: [xid, seq],
  });
}

/** Reads the objects of a team that changes are about, from the team's images. */
export async function readChanges(
  tx: TeamTx,
  { schema, sources, causes }: SearchSources,
  changes: readonly SeenChange[],
): Promise<{ keys: EntryKey[]; walks: Omit<EntryKey, "id">[] }> {
  const found = await tx.query<{ resource: string; resource_id: string; image: Record<string, unknown> }>(
    imagesOf(schema, tx.context.teamId, changes),
  );
  const keys = new Map<string, EntryKey>();
  const walks = new Map<string, Omit<EntryKey, "id">>();
  for (const { resource, resource_id: id, image } of found) {
    const source = sources.find(({ kind }) => kind === resource);
    const parentId = source?.parentMember === undefined ? NOWHERE : image[source.parentMember];
    if (source !== undefined && isId(parentId))
      keys.set(`${resource} ${id}`, { kind: resource, parentId, id });
    for (const cause of causes.filter((one) => one.resource === resource)) {
      const parentId = cause.parentMember === undefined ? id : image[cause.parentMember];
      if (isId(parentId)) walks.set(`${cause.kind} ${parentId}`, { kind: cause.kind, parentId });
    }
  }
  return { keys: [...keys.values()], walks: [...walks.values()] };
}

function imagesOf(schema: string, teamId: string, changes: readonly SeenChange[]): Statement {
  return {
    name: `${schema}.search.images`,
    text: `select c.resource, c.resource_id,
        json_build_object('table_id', coalesce(c.after, c.before) -> 'table_id', 'base_id', coalesce(c.after, c.before) -> 'base_id') as image
      from unnest($2::uuid[], $3::bigint[]) k (changeset_id, seq)
      join ${schema}.changes c on c.team_id = $1 and c.changeset_id = k.changeset_id and c.seq = k.seq`,
    values: [teamId, changes.map((one) => one.changeset_id), changes.map(({ seq }) => seq)],
  };
}

/** An image without its parent tells nothing that could be found. */
function isId(value: unknown): value is string {
  return typeof value === "string";
}
