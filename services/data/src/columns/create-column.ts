import type { Handler } from "../../gen/rpc.ts";
import { requireKnownDefaults } from "../engine/links/references.ts";
import { asUniqueViolation } from "../engine/rows/row-refusals.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { addColumn } from "./add-column.ts";

/** Adds a column and what it means for the rows that are there, or nothing. */
export const createColumn: Handler<"CreateColumn"> = async ({ path, body }, call) => {
  await requireKnownDefaults(call, [{ column: body, at: "" }]);
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) =>
    call
      .write(async (tx) => {
        const column = await addColumn(tx, schema, body);
        const location = `${call.baseUrl}/api/v1/data/tables/${schema.id}/columns/${column.id}`;
        return { body: column.body, headers: { etag: `"${column.version}"`, location } };
      })
      .catch((error: unknown) => {
        throw asUniqueViolation(error);
      }),
  );
};
