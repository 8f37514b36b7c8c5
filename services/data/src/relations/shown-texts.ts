import type { TeamTx } from "@jst/db";
import { reached, rewritten } from "../columns/rewrite-limit.ts";
import { type CellPlace, growRows, written } from "../columns/rewritten-cells.ts";
import type { StoredColumn } from "../columns/stored-columns.ts";
import { TEXT_CHARS_MAX } from "../columns/text-types.ts";
import { leaveDeleted } from "../columns/set-aside.ts";
import { columnTypes } from "../columns/types.ts";
import { storageOfTable } from "../storage/places.ts";
import { formulaTexts } from "./formula-texts.ts";
import { idsIn, type RelationOptions } from "./relation.ts";

/** What a row shows: SQL over alias `r`, and the value of $5 where it needs one. */
interface Shown {
  sql: string;
  values: unknown[];
}

/** Where a relation becomes text. */
export interface ShownPlace {
  place: CellPlace;
  /** The relation as it was. */
  column: StoredColumn;
  relation: RelationOptions;
  /** The column by which it shows rows, if there is one. */
  display: StoredColumn | undefined;
  /** The zone of the team, in which formulas are evaluated. */
  timezone: string;
}

/** Nothing without a column, its members of a list, and of a person the id. */
async function shownIn(tx: TeamTx, { place, relation, display, timezone }: ShownPlace): Promise<Shown> {
  if (display === undefined) return { sql: "null::text", values: [] };
  const { filledBy } = columnTypes[display.type];
  if (typeof filledBy === "object") {
    const { sql } = filledBy;
    return {
      sql: `case jsonb_typeof(${sql}) when 'object' then ${sql} ->> 'id' else ${sql} #>> '{}' end`,
      values: [],
    };
  }
  if (filledBy === "formula") {
    const texts = await formulaTexts(tx, place, relation, display.name, timezone);
    return { sql: "$5::jsonb ->> r.id::text", values: [JSON.stringify(texts)] };
  }
  const members = "select jsonb_array_elements_text(r.data -> $5)";
  return {
    sql: `case jsonb_typeof(r.data -> $5)
        when 'array' then nullif(array_to_string(array(${members}), ', '), '') else r.data ->> $5 end`,
    values: [display.name],
  };
}

/**
 * Writes into every cell of a relation that is not set aside what its rows show in their display column, the ids of rows that
 * are gone or show nothing; several are joined by a comma. Refused, too_large, when one does not fit into its row.
 */
export async function writeShownTexts(tx: TeamTx, shown: ShownPlace): Promise<void> {
  const { column, relation } = shown;
  const { table_id: targetId, cardinality } = relation;
  const rewriting = { which: rewritten.withCell, writesAll: true };
  const place = await leaveDeleted(tx, shown.place, rewriting, { column });
  const target = await storageOfTable(tx, targetId);
  const { sql, values } = await shownIn(tx, { ...shown, place });
  await growRows(tx, place, {
    update: `update ${place.storage.rows} r set ${written},
        data = (r.data - $3::text) || jsonb_strip_nulls(jsonb_build_object($3::text, left((
          select string_agg(coalesce(t.shown, i.id), ', ' order by i.n)
          from unnest(${idsIn("r.data -> $3", cardinality)}) with ordinality i (id, n)
          left join (
            select r.id, ${sql} as shown from ${target.rows} r
            where r.team_id = $1 and r.table_id = $4 and r.deleted_at is null
          ) t on t.id = i.id::uuid
        ), ${TEXT_CHARS_MAX})))
      where r.team_id = $1 and r.table_id = $2 and ${reached[place.reach]} and r.data ? $3`,
    values: [tx.context.teamId, place.tableId, place.name, targetId, ...values],
  });
}
