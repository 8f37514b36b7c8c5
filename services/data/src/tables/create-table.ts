import { isConstraint } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireKnownDefaults } from "../engine/links/references.ts";
import { newColumns } from "../engine/schema/new-columns.ts";
import { storeTable } from "../engine/links/store-table.ts";
import { findTable, findTableId, type TableDraft, type TableRow } from "../engine/schema/stored-tables.ts";
import { tableNameFrom } from "../engine/schema/table-name.ts";

/** Stores a table with its columns, or nothing. */
export const createTable: Handler<"CreateTable"> = async ({ body }, call) => {
  const draft: TableDraft = {
    name: body.name ?? tableNameFrom(body.display_name),
    display_name: body.display_name,
    description: body.description ?? null,
    icon: body.icon ?? null,
    is_system: false,
    columns: newColumns(body.columns ?? []),
  };
  const columns = (body.columns ?? []).map((column, index) => ({ column, at: `columns.${index}.` }));
  await requireKnownDefaults(call, columns);
  await call.deps.teams.ensure(call);
  return call
    .write(async (tx) => {
      const id = await storeTable(tx, draft, body.name !== undefined);
      const [table] = await tx.query<TableRow>(findTable(tx.context.teamId, id));
      if (table === undefined) throw new Error("the table just stored cannot be read");
      return {
        body: table.body,
        headers: { etag: `"${table.version}"`, location: `${call.baseUrl}/api/v1/data/tables/${id}` },
      };
    })
    .catch(async (error: unknown) => {
      if (!isConstraint(error, "tables_name_taken")) throw error;
      const [holder] = await call.read<{ id: string }>(findTableId(call.caller.team_id, draft.name));
      throw new AppError(
        "name_taken",
        `The team already has a table named ${draft.name}. Choose another name.`,
        {
          extension: holder === undefined ? {} : { existing_id: holder.id },
          cause: error,
        },
      );
    });
};
