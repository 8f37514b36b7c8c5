import { AppError, validationFailed } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { TableSchema } from "../engine/schema/schema.ts";
import { schemaOfTable, withTable, type TableDeps } from "../engine/schema/with-table.ts";

/** Reads the schema of a table as it is now; what this process remembers of it may be out of date. */
export async function presentSchema(
  call: Call<TableDeps>,
  table: string,
  field: string,
): Promise<TableSchema> {
  call.deps.schemas.drop(call.caller.team_id, table);
  try {
    return await withTable(call, table, (schema) => schemaOfTable(call, schema.id));
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    const message = "The team does not have this table. Check the id.";
    throw validationFailed([{ field, code: "not_found", message }]);
  }
}
