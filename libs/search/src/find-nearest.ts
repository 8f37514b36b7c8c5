import type { Row, StartSettings, Statement } from "@jst/db";
import { Params } from "@jst/query";
import { EVERY, type EntryKey } from "./entry.ts";
import { keysOf, type Place } from "./find-entries.ts";
import type { Query } from "./source.ts";
import { classOf, sizeOf, vectorText } from "./vectors.ts";

/** A question as a vector. */
export interface Meaning {
  /** Embedder of the vector: it is compared with vectors of the same one alone. */
  embedder: string;
  /** Numbers of 32 bits, low byte first, in base64. */
  vector: string;
}

/** An entry, and the cosine of the angle between its vector and the question's. */
export interface NearEntry extends EntryKey {
  nearness: number;
}

/** Up to this many entries, all their vectors are compared: that takes milliseconds and misses none. */
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

/** Which entries are wanted. */
interface NearestWanted {
  places: readonly Place[];
  limit: number;
  /** Most vectors that are all compared. */
  exactMax?: number;
}

interface NearRow extends Row {
  kind: string;
  parent_id: string;
  id: string;
  distance: number;
}

/** Query to the vectors of a service. */
interface VectorQuery {
  schema: string;
  teamId: string;
  meaning: Meaning;
}

/**
 * The entries whose vectors point most nearly where the question's does, the nearest first. Undefined where the team
 * has no vectors that it can be compared with, though it has entries.
 */
export async function findNearest(
  query: Query,
  { places, limit, exactMax = EXACT_MAX, ...asked }: VectorQuery & NearestWanted,
): Promise<NearEntry[] | undefined> {
  const state = await stateOf(query, { ...asked, places });
  if (state === undefined) return undefined;
  if (state.size === null) return state.is_waiting ? undefined : [];
  if (state.size !== sizeOf(asked.meaning.vector)) return undefined;
  const vectors = vectorsOf(asked);
  if (vectors === undefined) return undefined;
  if (places.length === 0) return [];
  const find = async (isExact: boolean) =>
    nearEntries(await query<NearRow>(nearestOf(vectors, places, limit, isExact), "custom"));
  if (state.vectors <= exactMax) return find(true);
  const found = await find(false);
  // The index gives up where too few of those that it passes are the team's and fulfil the condition.
  return found.length < limit ? find(true) : found;
}

interface State extends Row {
  /** Numbers of each vector; null while there is none. */
  size: number | null;
  /** Whether entries wait for theirs. */
  is_waiting: boolean;
  /** Vectors that may answer, as far as it matters how many they are. */
  vectors: number;
}

/** Vectors of some places are counted, no further than it matters, where the team has more than can be compared. */
async function stateOf(
  query: Query,
  { schema, teamId, meaning, places }: VectorQuery & { places: readonly Place[] },
): Promise<State | undefined> {
  const params = new Params();
  const team = params.add(teamId, "uuid");
  const counted = places.flatMap(({ kind, parentIds }): Place[] =>
    kind === undefined ? [] : [{ kind, ...(parentIds && { parentIds }) }],
  );
  const counts = counted.map(
    (place) => `(select count(*) from (select from ${schema}.search_vectors v
      where v.team_id = ${team} and ${placed(params, "v", place)} limit ${EXACT_MAX + 1}) c)`,
  );
  const text = `select e.size, exists (select from ${schema}.search_unembedded u where u.team_id = ${team}) as is_waiting,
      (case when w.entries > ${EXACT_MAX} then ${counts.join(" + ") || "w.entries"} else coalesce(w.entries, 0) end)::integer as vectors
    from ${schema}.search_embeddings e left join ${schema}.search_words w on w.team_id = ${team} and w.word = ${params.add(EVERY, "text")}
    where e.team_id = ${team} and e.embedder = ${params.add(meaning.embedder, "text")}`;
  const [state] = await query<State>({ text, values: params.values });
  return state;
}

/** SQL for what stands in a place. */
function placed(params: Params, alias: string, { kind, parentIds, condition }: Place): string {
  if (kind === undefined) return "true";
  const parts = [`${alias}.kind = ${params.add(kind, "text")}`];
  if (parentIds !== undefined) parts.push(`${alias}.parent_id = any(${params.add(parentIds, "uuid[]")})`);
  if (condition !== undefined) parts.push(condition(params));
  return `(${parts.join(" and ")})`;
}

/** How near these entries are, as far as they have a vector. */
export async function measureEntries(
  query: Query,
  { keys, ...asked }: VectorQuery & { keys: readonly EntryKey[] },
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

function vectorsOf({ schema, teamId, meaning: { vector } }: VectorQuery): Vectors | undefined {
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
  const where = places.map((place) => placed(params, "e", place));
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
