import type { TeamTx } from "@jst/db";
import { type CellPlace, growRows, written } from "../columns/rewritten-cells.ts";
import { TEXT_CHARS_MAX } from "../columns/text-types.ts";
import { preparedIn, storageOfTable } from "../storage/places.ts";
import type { RelationOptions } from "./relation.ts";

/** SQL for what a target row `t` shows in the column $5: a list as its members, null when it is empty or there is no $5. */
const shown = `case jsonb_typeof(t.data -> $5) when 'array'
    then nullif(array_to_string(array(select jsonb_array_elements_text(t.data -> $5)), ', '), '')
    else t.data ->> $5 end`;

/**
 * Writes into every cell of a relation what its rows show in their display column, the ids of rows that are gone or show
 * nothing; several are joined by a comma. Refused, too_large, when one does not fit into its row.
 */
export async function writeShownTexts(
  tx: TeamTx,
  place: CellPlace,
  { table_id: targetId, cardinality, display_column: display }: RelationOptions,
): Promise<void> {
  const ids =
    cardinality === "one" ? "array[r.data ->> $3]" : "array(select jsonb_array_elements_text(r.data -> $3))";
  const target = await storageOfTable(tx, targetId);
  await growRows(tx, place, {
    ...preparedIn(target, `write_shown_texts_${cardinality}`),
    update: `update ${place.storage.rows} r set ${written},
        data = (r.data - $3::text) || jsonb_strip_nulls(jsonb_build_object($3::text, left((
          select string_agg(coalesce(${shown}, i.id), ', ' order by i.n)
          from unnest(${ids}) with ordinality i (id, n)
          left join ${target.rows} t on t.team_id = r.team_id and t.table_id = $4 and t.id = i.id::uuid and t.deleted_at is null
        ), ${TEXT_CHARS_MAX})))
      where r.team_id = $1 and r.table_id = $2 and r.data ? $3`,
    values: [tx.context.teamId, place.tableId, place.name, targetId, display],
  });
}
