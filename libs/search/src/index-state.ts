import { instant, type Row } from "@jst/db";
import { EVERY, NOWHERE } from "./entry.ts";
import type { Query, SearchSources } from "./source.ts";

/** Walks that are shown. */
const WALKS_MAX = 200;

/** Progress of a walk through everything. */
export interface ShownWalk {
  kind: string;
  parent_id: string | null;
  asked_at: string;
  /** Entries that it has come past. */
  walked: number;
}

/** How much of a team can be found by its meaning. */
export interface ShownVectors {
  made: number;
  waiting: number;
  /** When its address failed last, unless it has answered since. */
  failed_at: string | null;
}

/** How much of a team is in the index of a service, and which walks are not at their end (context.progress). */
export async function indexState(
  query: Query,
  { schema }: SearchSources,
  teamId: string,
): Promise<{ entries: number; walks: ShownWalk[]; vectors?: ShownVectors }> {
  const [count] = await query<{ entries: number }>({
    name: `${schema}.search.entries`,
    text: `select w.entries from ${schema}.search_words w where w.team_id = $1 and w.word = $2`,
    values: [teamId, EVERY],
  });
  const walks = await query<ShownWalk & Row>({
    name: `${schema}.search.walks`,
    text: `select w.kind, nullif(w.parent_id, $2::uuid) as parent_id, w.walked::int as walked,
        ${instant("w.asked_at")} as asked_at
      from ${schema}.search_walks w where w.team_id = $1
      order by w.asked_at, w.kind, w.parent_id limit ${WALKS_MAX}`,
    values: [teamId, NOWHERE],
  });
  const vectors = await vectorsOfTeam(query, schema, teamId);
  return { entries: count?.entries ?? 0, walks, ...(vectors === undefined ? {} : { vectors }) };
}

async function vectorsOfTeam(
  query: Query,
  schema: string,
  teamId: string,
): Promise<ShownVectors | undefined> {
  const [vectors] = await query<ShownVectors & Row>({
    name: `${schema}.search.vectors`,
    text: `select (select count(*)::int from ${schema}.search_vectors v where v.team_id = $1) as made,
        (select count(*)::int from ${schema}.search_unembedded u where u.team_id = $1) as waiting,
        ${instant("e.failed_at")} as failed_at
      from ${schema}.search_embeddings e where e.team_id = $1`,
    values: [teamId],
  });
  return vectors;
}
