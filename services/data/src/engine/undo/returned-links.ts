import type { Image } from "@jst/changes";
import type { Row, TeamTx } from "@jst/db";
import type { Reply } from "@jst/rpc";
import type { TargetTables } from "../links/links.ts";
import { lockLinks, holdRows } from "../links/queries.ts";
import type { RowTarget } from "../rows/queries.ts";
import { restore } from "../rows/restore-row.ts";
import { StaleSchema } from "../schema/with-table.ts";
import { preparedIn, storageIn, storagesOf } from "../storage/places.ts";
import type { Storage } from "../storage/storage.ts";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";
import { editedSince } from "./edited-cells.ts";

/** A cell from which the last deletion of a row took its id, in a column that still names rows of the same table. */
interface ClearedCell extends Row {
  id: string;
  table_id: string;
  name: string;
  cardinality: "one" | "many";
  before: unknown;
  after: Image;
}

/** Cells of one column that get an id back. */
interface ReturnedLinks {
  storage: Storage;
  target: string;
  cells: readonly ClearedCell[];
}

/** Links of a relation to many rows at most (limits.columns). */
const TARGETS_MAX = 100;

/**
 * Restores a row, and returns its id to the cells that its deletion cleared, as an undo of the deletion does
 * (tables.restore). A cell that somebody has edited since stays as it is.
 */
export async function restoreWithLinks(tx: TeamTx, target: RowTarget, tables: TargetTables): Promise<Reply> {
  const cleared = await findCleared(tx, target);
  if (cleared.length === 0) return restore(tx, target, tables);
  const byTable = Map.groupBy(cleared, ({ table_id: tableId }) => tableId);
  const ownId = target.rowId.toLowerCase();
  // As the deletion holds them: nobody links to rows of the table meanwhile.
  if (!(await lockLinks(tx, target.schema, [...byTable.keys()]))) throw new StaleSchema();
  const storages = await storagesOf(tx, [...byTable.keys(), target.schema.id]);
  for (const [tableId, storage] of storages) {
    const ids = (byTable.get(tableId) ?? []).map(({ id }) => id);
    await holdRows(tx, { tableId, storage, ids: tableId === target.schema.id ? [...ids, ownId] : ids });
  }
  const reply = await restore(tx, target, tables);
  if (reply.isUnchanged === true) return reply;
  const unedited = await withoutEdited(tx, cleared);
  for (const cells of Map.groupBy(unedited, ({ table_id, name }) => `${table_id} ${name}`).values()) {
    const storage = storageIn(storages, cells[0]?.table_id ?? "");
    await returnLinks(tx, { storage, target: ownId, cells });
  }
  return reply;
}

/** Finds the cells that the last deletion of the row cleared, in the order in which rows are locked. */
function findCleared(tx: TeamTx, { schema, rowId }: RowTarget): Promise<ClearedCell[]> {
  if (schema.clearedBy.length === 0) return Promise.resolve([]);
  return tx.query<ClearedCell>({
    name: "find_cleared_cells",
    text: `with deletion as (
        select d.changeset_id, d.at from data.changes d
        where d.team_id = $1 and d.resource = 'rows' and d.resource_id = $3::uuid and d.op = 'delete'
        order by d.seq desc limit 1
      )
      select w.resource_id as id, c.table_id, c.name, c.options -> 'relation' ->> 'cardinality' as cardinality,
        w.before -> 'data' -> c.name as before, w.after
      from deletion d
        join data.changes w on w.team_id = $1 and w.changeset_id = d.changeset_id and w.resource = 'rows'
          and w.op = 'update'
        join data.columns c on c.team_id = $1 and c.table_id = (w.after ->> 'table_id')::uuid
          and c.type = 'relation' and c.options -> 'relation' ->> 'table_id' = $2::text and c.created_at <= d.at
      where w.before -> 'data' -> c.name @> to_jsonb($3::text)
        and not coalesce(w.after -> 'data' -> c.name @> to_jsonb($3::text), false)
      order by c.table_id, w.resource_id`,
    values: [tx.context.teamId, schema.id, rowId.toLowerCase()],
  });
}

/** Leaves out cells that were edited since. Deletions and restores of linked rows do not count as edits. */
async function withoutEdited(tx: TeamTx, cells: readonly ClearedCell[]): Promise<ClearedCell[]> {
  const rows = cells.map(({ id, name, after }) => ({
    resource: "rows",
    id,
    // The rows do not go: what emptied a cell since is asked for by itself.
    before: null,
    after,
    fields: [{ column: "data", member: name, before: undefined, after: undefined }],
  }));
  const edited = await editedSince(tx, rows, { areRestoresEdits: false });
  const isEdited = ({ id, name }: ClearedCell) =>
    edited.some((row) => row.id === id && row.fields.some(({ member }) => member === name));
  return cells.filter((cell) => !isEdited(cell));
}

/**
 * Returns an id to cells of active rows: in a list to the place that it had among those that are there. A row that
 * would be too large, and a list that is full, stay as they are.
 */
async function returnLinks(tx: TeamTx, { storage, target, cells }: ReturnedLinks): Promise<void> {
  const [first] = cells;
  if (first === undefined) return;
  const list = "platform.jsonb_field(r.data, $3)";
  const returned =
    first.cardinality === "one"
      ? "to_jsonb($4::text)"
      : `(select jsonb_agg(m.id order by m.place) from (
          select f.id, f.place from jsonb_array_elements_text(p.former) with ordinality f (id, place)
          where f.id = $4::text or ${list} ? f.id
          union all
          select n.id, ${TARGETS_MAX} + n.place from jsonb_array_elements_text(${list}) with ordinality n (id, place)
          where not p.former ? n.id
        ) m)`;
  const isFree =
    first.cardinality === "one"
      ? "not r.data ? $3"
      : `not coalesce(${list} ? $4::text, false) and coalesce(jsonb_array_length(${list}), 0) < ${TARGETS_MAX}`;
  const data = `(r.data || jsonb_build_object($3::text, ${returned}))`;
  const former = cells.map(({ id, before }) => ({ id, former: Array.isArray(before) ? before : [before] }));
  await tx.query({
    ...preparedIn(storage, `return_links_${first.cardinality}`),
    text: `update ${storage.rows} r
      set data = ${data}, version = r.version + 1, updated_at = now(), updated_by_type = $6, updated_by_id = $7
      from jsonb_to_recordset($5::jsonb) as p (id uuid, former jsonb)
      where r.team_id = $1 and r.table_id = $2 and r.id = p.id and r.deleted_at is null and ${isFree}
        and octet_length(${data}::text) <= ${ROW_BYTES_MAX}`,
    values: [
      tx.context.teamId,
      first.table_id,
      first.name,
      target,
      JSON.stringify(former),
      tx.context.actorType,
      tx.context.actorId,
    ],
  });
}
