import { isConstraint } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireKnownDefaults } from "../engine/links/references.ts";
import { placeRelations } from "../engine/links/stored-relations.ts";
import { newColumns } from "../engine/schema/new-columns.ts";
import {
  findCalled,
  findTable,
  findTableId,
  insertTable,
  lockTables,
  type TableDraft,
  TABLES_MAX,
  type TableRow,
} from "../engine/schema/stored-tables.ts";
import { freeTableName, tableNameFrom } from "../engine/schema/table-name.ts";

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
      await lockTables(tx);
      if (body.name === undefined) draft.name = freeTableName(draft, await findCalled(tx));
      const placed = draft.columns.map((column, index) => ({ draft: column, at: `columns.${index}.` }));
      await placeRelations(tx, placed);
      const id = await insertTable(tx, draft, TABLES_MAX);
      if (id === undefined)
        throw new AppError(
          "limit_reached",
          `The team already has ${TABLES_MAX} tables, which is the maximum. Delete one that you no longer need.`,
        );
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
