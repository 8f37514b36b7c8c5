import { instant, type TeamTx } from "@jst/db";
import { fieldsOf, type ResourceList } from "@jst/query";
import { bases } from "./base.ts";
import type { ListBlocksQuery, BlockCreate } from "../../gen/rpc.ts";

/** SQL of one block, over `t`. */
const blockJson = `(select row_to_json(r) from (select
  t.id, t.base_id, t.position, t.type, t.text, t.level, t.language, t.file_id, t.url, t.metadata,
  ${instant("t.created_at")} as created_at,
  json_build_object('type', t.created_by_type, 'id', t.created_by_id) as created_by
) r)`;

/** Reply of an append: the blocks as JSON, joined by commas. */
export interface Appended extends Record<string, unknown> {
  version: number;
  first: number;
  /** The base as it is now. */
  base: string;
  blocks: string;
}

/**
 * Appends the blocks to a base; undefined if the team has no such base. Another append waits for this transaction, so
 * positions have no gaps even if it rolls back.
 */
export async function insertBlocks(
  tx: TeamTx,
  baseId: string,
  blocks: readonly BlockCreate[],
): Promise<Appended | undefined> {
  const { teamId, actorType, actorId } = tx.context;
  const [appended] = await tx.query<Appended>({
    name: "append_blocks",
    text: `with held as materialized (
  select b.team_id, b.id from data.bases b where b.team_id = $1 and b.id = $2 for no key update
), grown as (
  update data.bases t
  set block_count = t.block_count + jsonb_array_length($3::jsonb), version = t.version + 1,
    updated_at = clock_timestamp()
  from held where t.team_id = held.team_id and t.id = held.id
  returning t.version, t.block_count - jsonb_array_length($3::jsonb) as before, ${bases.store.texts.json}::text as base
), given as (
  select v.*, o.place
  from jsonb_array_elements($3::jsonb) with ordinality o (value, place)
    cross join lateral jsonb_to_record(o.value) v
      (type text, text text, level smallint, language text, file_id uuid, url text, metadata jsonb)
), made as (
  insert into data.blocks as t
    (team_id, base_id, position, type, text, level, language, file_id, url, metadata, created_by_type, created_by_id)
  select $1, $2, grown.before + g.place, g.type, g.text,
    case when g.type in ('heading', 'list_item') then coalesce(g.level, 1) end, g.language, g.file_id, g.url, g.metadata,
    $4, $5
  from grown cross join given g order by g.place
  returning t.position, ${blockJson} as item
)
select grown.version, grown.before + 1 as first, grown.base, string_agg(made.item::text, ',' order by made.position) as blocks
from grown cross join made group by grown.version, grown.before, grown.base`,
    values: [teamId, baseId, JSON.stringify(blocks), actorType, actorId],
  });
  return appended;
}

/** The blocks of a base in their order. */
export function blocksOf(teamId: string, baseId: string): ResourceList<ListBlocksQuery> {
  return {
    plural: "blocks",
    route: `data.v1.Bases/ListBlocks ${baseId}`,
    from: "data.blocks t",
    item: blockJson,
    fields: fieldsOf(
      { name: "position", kind: "number", sql: "t.position", notNull: true },
      { name: "id", kind: "uuid", sql: "t.id", notNull: true },
    ),
    order: "position:asc",
    where: (params) => [
      `t.team_id = ${params.add(teamId, "uuid")}`,
      `t.base_id = ${params.add(baseId, "uuid")}`,
    ],
    filters: { after: (position, params) => `t.position > ${params.add(position, "bigint")}` },
  };
}
