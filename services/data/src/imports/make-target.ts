import { asUniqueViolation } from "../engine/rows/row-refusals.ts";
import type { TeamTx } from "@jst/db";
import { columnsChanged, type AddedChoices, type MadeTarget } from "@jst/importing";
import { addColumn } from "../columns/add-column.ts";
import { requireOwn, withChanged } from "../engine/cells/changed-column.ts";
import { zoneOf } from "../engine/cells/rewritten-cells.ts";
import { type ColumnDraft, newColumns } from "../engine/schema/new-columns.ts";
import { type ColumnSchema, schemaOf, type SchemaRow, type TableSchema } from "../engine/schema/schema.ts";
import { storeTable } from "../engine/links/store-table.ts";
import { announceChange, lockColumns, saveColumn } from "../engine/schema/stored-columns.ts";
import { findSchema } from "../engine/schema/stored-tables.ts";
import { requireTableFits } from "../engine/schema/table-bytes.ts";
import { tableNameFrom } from "../engine/schema/table-name.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { missingIn } from "./choice-columns.ts";
import type { OpenPart } from "./part-columns.ts";
import { stampOf } from "./stamps.ts";

type StoreMade = (tx: TeamTx, made: MadeTarget) => Promise<void>;

/** Makes the table of a part, and runs `store` in the same transaction. */
export async function makeTable({ call, part, columns, plan }: OpenPart, store: StoreMade): Promise<void> {
  const display_name = part.target?.display_name ?? "";
  const name = tableNameFrom(display_name);
  const drafts = newColumns(columns.drafts.map(({ body }) => body));
  const names = writtenIn(drafts);
  await call.write(async (tx) => {
    const draft = { name, display_name, description: null, icon: null, is_system: false, columns: drafts };
    const id = await storeTable(tx, draft, false);
    await store(tx, await madeTarget(tx, id, names, plan.adds));
    return { body: "" };
  });
}

/** Adds the new columns and choices of a part to its table, and runs `store` in the same transaction. */
export async function makeColumns(
  { call, columns, stamp, plan: { adds } }: OpenPart,
  tableId: string,
  store: StoreMade,
): Promise<void> {
  await withTable(call, tableId, (schema) => {
    if (stampOf(schema, columns.names, adds) !== stamp) throw columnsChanged();
    return call
      .write(async (tx) => {
        // A formula comes after the columns that it names.
        const made = [...columns.drafts].sort((a, b) => rankOf(a.draft) - rankOf(b.draft));
        for (const { body } of made) await addColumn(tx, schema, body);
        for (const { column, values } of lackingChoices(schema, adds))
          await addChoices(tx, schema, column, values);
        const names = [...columns.names, ...writtenIn(columns.drafts.map(({ draft }) => draft))];
        await store(tx, await madeTarget(tx, tableId, names, adds));
        return { body: "" };
      })
      .catch((error: unknown) => {
        throw asUniqueViolation(error);
      });
  });
}

const rankOf = ({ type }: ColumnDraft): number => (type === "formula" ? 1 : 0);

/** Names of the columns whose cells the import writes. */
const writtenIn = (drafts: readonly ColumnDraft[]): string[] =>
  drafts.flatMap((draft) => (draft.type === "formula" ? [] : draft.name));

/** Columns of a table that lack choices which the import adds. */
export function lackingChoices(
  { columns }: TableSchema,
  adds: AddedChoices,
): { column: ColumnSchema; values: string[] }[] {
  return [...columns.values()].flatMap((column) => {
    const values = missingIn(column.options.options ?? [], adds[column.id] ?? []).map(({ value }) => value);
    return values.length === 0 ? [] : [{ column, values }];
  });
}

async function addChoices(
  tx: TeamTx,
  schema: TableSchema,
  { id }: ColumnSchema,
  values: readonly string[],
): Promise<void> {
  const columns = await lockColumns(tx, schema.id);
  const column = columns.find((each) => each.id === id);
  if (column === undefined) throw columnsChanged();
  const { options: own = [] } = column.options;
  const options = { ...column.options, options: [...own, ...missingIn(own, values)] };
  const changed = withChanged(columns, column, { options: { ...options } }, zoneOf(tx));
  const draft = changed.find((each) => each.id === id) ?? column;
  requireOwn(schema, column, draft);
  requireTableFits(changed, columns);
  await saveColumn(tx, id, draft);
  announceChange(tx, schema);
}

/** Reads the fingerprint of the columns once they are made. */
async function madeTarget(
  tx: TeamTx,
  tableId: string,
  names: readonly string[],
  adds: AddedChoices,
): Promise<MadeTarget> {
  const [row] = await tx.query<SchemaRow>(findSchema(tx.context.teamId, tableId));
  if (row === undefined) throw new Error("a table that was just made is there");
  return { table_id: tableId, stamp: stampOf(schemaOf(row), names, adds) };
}
