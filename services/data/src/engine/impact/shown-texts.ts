import type { TeamTx } from "@jst/db";
import { Params } from "@jst/query";
import { reached, rewritten } from "../cells/rewrite-limit.ts";
import { growRows, written } from "../cells/rewritten-cells.ts";
import type { CellPlace } from "../cells/cell-place.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";
import { TEXT_CHARS_MAX } from "../types/text-types.ts";
import { leaveDeleted } from "../cells/set-aside.ts";
import { columnTypes } from "../types/types.ts";
import { storageOfTable } from "../storage/places.ts";
import { formulaTexts } from "./formula-texts.ts";
import { idsIn, type RelationOptions } from "../types/relation.ts";

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

/** SQL for what a row shows in a column that holds a cell: of a list its members. */
function cellText(name: string): string {
  const members = `select jsonb_array_elements_text(r.data -> ${name})`;
  return `case jsonb_typeof(r.data -> ${name})
        when 'array' then nullif(array_to_string(array(${members}), ', '), '') else r.data ->> ${name} end`;
}

/** The same of a column that the service fills: of a person the id. */
function filledText(sql: string): string {
  return `case jsonb_typeof(${sql}) when 'object' then ${sql} ->> 'id' else ${sql} #>> '{}' end`;
}

/** SQL for what the row whose id, a text, is named so shows in the column; null for none. */
async function shownText(
  tx: TeamTx,
  { place, relation, display, timezone }: ShownPlace,
  named: string,
  params: Params,
): Promise<string> {
  if (display === undefined) return "null";
  const { filledBy } = columnTypes[display.type];
  if (filledBy === "formula") {
    const { ids, texts } = await formulaTexts(tx, place, relation, display.name, timezone);
    return `(select jsonb_object(${params.add(ids, "text[]")}, ${params.add(texts, "text[]")})) ->> ${named}::uuid::text`;
  }
  const target = await storageOfTable(tx, relation.table_id);
  const isFilled = typeof filledBy === "object";
  const text = isFilled ? filledText(filledBy.sql) : cellText(params.add(display.name, "text"));
  return `(select ${text} from ${target.rows} r where r.team_id = $1 and r.id = ${named}::uuid
            and r.table_id = ${params.add(relation.table_id, "uuid")} and r.deleted_at is null)`;
}

/**
 * Writes the shown names of its rows, joined by a comma, into every cell of a relation that is not set aside. A row
 * that is gone or has no name gives its id. Refuses with too_large if a text does not fit into its row. Each target is
 * looked up by id without a join. PostgreSQL has no statistics of a table that was just filled, and would compare every
 * cell with every row.
 */
export async function writeShownTexts(tx: TeamTx, shown: ShownPlace): Promise<void> {
  const { column, relation } = shown;
  const rewriting = { which: rewritten.withCell, writesAll: true };
  const place = await leaveDeleted(tx, shown.place, rewriting, { column });
  const params = new Params();
  params.values.push(tx.context.teamId, place.tableId, place.name);
  const text = await shownText(tx, { ...shown, place }, "i.id", params);
  await growRows(tx, place, {
    update: `update ${place.storage.rows} r set ${written},
        data = (r.data - $3::text) || jsonb_strip_nulls(jsonb_build_object($3::text, left((
          select string_agg(coalesce(${text}, i.id), ', ' order by i.n)
          from unnest(${idsIn("r.data -> $3", relation.cardinality)}) with ordinality i (id, n)
        ), ${TEXT_CHARS_MAX})))
      where r.team_id = $1 and r.table_id = $2 and ${reached[place.reach]} and r.data ? $3`,
    values: params.values,
  });
}
