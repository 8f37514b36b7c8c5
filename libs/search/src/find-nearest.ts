import type { Row, StartSettings, Statement } from "@jst/db";
import { Params } from "@jst/query";
import type { EntryKey } from "./entry.ts";
import { keysOf, placeWords, type Place } from "./find-entries.ts";
import type { Query } from "./source.ts";
import { classOf, sizeOf, vectorText } from "./vectors.ts";

/** A question as a vector. */
export interface Meaning {
  /** Whose it is: it is compared with vectors of the same one alone. */
  embedder: string;
  /** Numbers of 32 bits, low byte first, in base64. */
  vector: string;
}

/** An entry, and the cosine of the angle between its vector and the question's. */
export interface NearEntry extends EntryKey {
  nearness: number;
}

/** Where no more entries can answer, all their vectors are compared: that takes milliseconds and leaves out none. */
export const EXACT_MAX = 10_000;

/**
 * How an index of vectors is read: past those of other teams, until there are enough. For the connections of a service
 * that searches.
 */
export const nearestSettings: StartSettings = {
  "hnsw.iterative_scan": "relaxed_order",
  "hnsw.ef_search": "100",
};

/** The vectors of a team that a question is compared with. */
interface Vectors {
  schema: string;
  teamId: string;
  /** The question's, as PostgreSQL reads it. */
  vector: string;
  /** The size at which vectors are kept. */
  kept: number;
}

interface NearRow extends Row {
  kind: string;
  parent_id: string;
  id: string;
  distance: number;
}

/** A question to the vectors of a service. */
interface Asked {
  schema: string;
  teamId: string;
  meaning: Meaning;
}

/**
 * The entries whose vectors point most nearly where the question's does, the nearest first. Undefined where the team
 * has no vectors that it can be compared with.
 */
export async function findNearest(
  query: Query,
  { places, limit, ...asked }: Asked & { places: readonly Place[]; limit: number },
): Promise<NearEntry[] | undefined> {
  const { schema, teamId, meaning } = asked;
  const [state] = await query<{ size: number | null; entries: number }>({
    name: `${schema}.search.nearest_state`,
    text: `select e.size, (select coalesce(sum(w.entries), 0)::integer from ${schema}.search_words w
        where w.team_id = $1 and w.word = any($3::text[])) as entries
      from ${schema}.search_embeddings e where e.team_id = $1 and e.embedder = $2`,
    values: [teamId, meaning.embedder, places.flatMap(placeWords)],
  });
  if (state?.size !== sizeOf(meaning.vector)) return undefined;
  const vectors = vectorsOf(asked);
  if (vectors === undefined) return undefined;
  if (places.length === 0) return [];
  const find = async (isExact: boolean) =>
    nearEntries(await query<NearRow>(nearestOf(vectors, places, limit, isExact), "custom"));
  if (state.entries <= EXACT_MAX) return find(true);
  const found = await find(false);
  // The index gives up where too few of those that it passes are the team's and fulfil the condition.
  return found.length < limit ? find(true) : found;
}

/** How near these entries are, as far as they have a vector. */
export async function measureEntries(
  query: Query,
  { keys, ...asked }: Asked & { keys: readonly EntryKey[] },
): Promise<NearEntry[]> {
  const vectors = vectorsOf(asked);
  if (vectors === undefined || keys.length === 0) return [];
  const params = new Params();
  const { schema, teamId, kept } = vectors;
  const text = `select e.kind, e.parent_id, e.id, ${distanceOf(params, vectors, "e.vector")} as distance
    from ${keysOf(params, keys)} join ${schema}.search_vectors e using (kind, parent_id, id)
    where e.team_id = ${params.add(teamId, "uuid")} and e.size = ${kept}`;
  return nearEntries(await query<NearRow>({ text, values: params.values }));
}

function vectorsOf({ schema, teamId, meaning: { vector } }: Asked): Vectors | undefined {
  const kept = classOf(sizeOf(vector));
  return kept === undefined ? undefined : { schema, teamId, vector: vectorText(vector, kept), kept };
}

/** A vector of noughts has no direction, and is near to nothing. */
function nearEntries(rows: readonly NearRow[]): NearEntry[] {
  return rows
    .map(({ kind, parent_id: parentId, id, distance }) => ({ kind, parentId, id, nearness: 1 - distance }))
    .filter(({ nearness }) => Number.isFinite(nearness));
}

/** Without the cast that the indexes have, no index of vectors can answer: those of the team alone are read. */
function nearestOf(vectors: Vectors, places: readonly Place[], limit: number, isExact: boolean): Statement {
  const { schema, teamId, kept } = vectors;
  const params = new Params();
  const stored = isExact ? "e.vector" : `e.vector::platform.halfvec(${kept})`;
  const distance = distanceOf(params, vectors, stored);
  const team = params.add(teamId, "uuid");
  const where = places.map(({ kind, parentIds, condition }) => {
    const parts = [`e.kind = ${params.add(kind, "text")}`];
    if (parentIds !== undefined) parts.push(`e.parent_id = any(${params.add(parentIds, "uuid[]")})`);
    if (condition !== undefined) parts.push(condition(params));
    return `(${parts.join(" and ")})`;
  });
  const text = `with near as materialized (
      select e.kind, e.parent_id, e.id, ${distance} as distance from ${schema}.search_vectors e
      where e.team_id = ${team} and e.size = ${kept} and (${where.join(" or ")})
      order by ${distance} limit ${limit}
    )
    select n.kind, n.parent_id, n.id, n.distance from near n order by n.distance, n.id`;
  return { text, values: params.values };
}

function distanceOf(params: Params, { vector, kept }: Vectors, stored: string): string {
  return `${stored} operator(platform.<=>) ${params.add(vector, "text")}::platform.halfvec(${kept})`;
}
