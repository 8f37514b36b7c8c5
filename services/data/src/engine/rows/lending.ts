import { changesetUuid } from "@jst/changes";
import type { Row, TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import { assetsTable, isAssets } from "../schema/assets-table.ts";
import { rowJson, wholeData } from "./row-json.ts";
import { findSchema } from "../schema/stored-tables.ts";
import { schemaOf, type SchemaRow, type TableSchema } from "../schema/schema.ts";

/** Cells of a row by their column. */
type Cells = Readonly<Record<string, unknown>>;

/** An asset that a transaction has handed out or taken back. */
interface LentAsset extends Row {
  id: string;
  body: string;
  /** null for an asset that the transaction made. */
  before: Cells | null;
  after: Cells;
}

const OUT = "checked_out";

/**
 * Stores asset.checked_out for each asset whose status this transaction has made checked_out, and asset.returned for
 * each that was (tables.lending): whichever way of writing rows it took, to be called after the last. Every other table
 * has no events and pays nothing.
 */
export async function publishLending(tx: TeamTx, schema: TableSchema): Promise<void> {
  if (!isAssets(schema)) return;
  for (const { id, body, before, after } of await findLent(tx, schema)) {
    const type = after["status"] === OUT ? "asset.checked_out" : "asset.returned";
    const previous = before === null ? {} : { previous: { data: formerCells(before, after) } };
    publish(tx, { type, id, object: body, ...previous });
  }
}

/** The same for an undo that has written rows of these tables. */
export async function publishUndoneLending(tx: TeamTx, tableIds: ReadonlySet<string>): Promise<void> {
  const [row] = await tx.query<SchemaRow>(findSchema(tx.context.teamId, assetsTable.name));
  if (row !== undefined && tableIds.has(row.id)) await publishLending(tx, schemaOf(row));
}

/** Returns the changed members with their former values, null for an empty cell. */
function formerCells(before: Cells, after: Cells): Cells {
  const names = Object.keys({ ...before, ...after });
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
}

/** The undo records of the transaction tell what it has done, whichever statements did it. */
function findLent(tx: TeamTx, schema: TableSchema): Promise<LentAsset[]> {
  return tx.query<LentAsset>({
    text: `with written as (
        select c.resource_id as id, min(c.seq) as seq, (array_agg(c.before -> 'data' order by c.seq))[1] as before,
          (array_agg(c.after -> 'data' order by c.seq desc))[1] as after
        from data.changes c
        where c.team_id = $1 and c.changeset_id = $2 and c.resource = 'rows' and c.after ->> 'table_id' = $3::text
        group by c.resource_id
      )
      select r.id, w.before, w.after, ${rowJson(wholeData(schema, "$4::jsonb"))} as body
      from written w
        join ${schema.storage.rows} r on r.team_id = $1 and r.table_id = $3::uuid and r.id = w.id
      where r.deleted_at is null and (w.before ->> 'status') is distinct from (w.after ->> 'status')
        and '${OUT}' in (coalesce(w.before ->> 'status', ''), coalesce(w.after ->> 'status', ''))
      order by w.seq`,
    values: [tx.context.teamId, changesetUuid(tx.changesetId), schema.id, schema.blank],
  });
}
