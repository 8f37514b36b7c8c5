import { asUniqueViolation } from "../engine/rows/row-refusals.ts";
import type { TeamTx } from "@jst/db";
import { columnsChanged, type MadeTarget } from "@jst/importing";
import { addColumn } from "../columns/add-column.ts";
import { newColumns } from "../engine/schema/new-columns.ts";
import { schemaOf, type SchemaRow } from "../engine/schema/schema.ts";
import { storeTable } from "../engine/links/store-table.ts";
import { findSchema } from "../engine/schema/stored-tables.ts";
import { tableNameFrom } from "../engine/schema/table-name.ts";
import { withTable } from "../engine/schema/with-table.ts";
import type { OpenPart } from "./part-columns.ts";
import { stampOf } from "./stamps.ts";

type StoreMade = (tx: TeamTx, made: MadeTarget) => Promise<void>;

/** Makes the table of a part, and runs `store` in the same transaction. */
export async function makeTable({ call, part, columns }: OpenPart, store: StoreMade): Promise<void> {
  const display_name = part.target?.display_name ?? "";
  const name = tableNameFrom(display_name);
  const drafts = newColumns(columns.drafts.map(({ body }) => body));
  await call.write(async (tx) => {
    const draft = { name, display_name, description: null, icon: null, is_system: false, columns: drafts };
    const id = await storeTable(tx, draft, false);
    await store(
      tx,
      await madeTarget(
        tx,
        id,
        drafts.map((column) => column.name),
      ),
    );
    return { body: "" };
  });
}

/** Adds the new columns of a part to its table, and runs `store` in the same transaction. */
export async function makeColumns(
  { call, columns, stamp }: OpenPart,
  tableId: string,
  store: StoreMade,
): Promise<void> {
  await withTable(call, tableId, (schema) => {
    if (stampOf(schema, columns.names) !== stamp) throw columnsChanged();
    return call
      .write(async (tx) => {
        for (const { body } of columns.drafts) await addColumn(tx, schema, body);
        const names = [...columns.names, ...columns.drafts.map(({ draft }) => draft.name)];
        await store(tx, await madeTarget(tx, tableId, names));
        return { body: "" };
      })
      .catch((error: unknown) => {
        throw asUniqueViolation(error);
      });
  });
}

/** Reads the fingerprint of the columns once they are made. */
async function madeTarget(tx: TeamTx, tableId: string, names: readonly string[]): Promise<MadeTarget> {
  const [row] = await tx.query<SchemaRow>(findSchema(tx.context.teamId, tableId));
  if (row === undefined) throw new Error("a table that was just made is there");
  return { table_id: tableId, stamp: stampOf(schemaOf(row), names) };
}
