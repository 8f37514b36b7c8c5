import type { Row, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { placeRelations } from "./stored-relations.ts";
import { findCalled, insertTable, lockTables, type TableDraft, TABLES_MAX } from "../schema/stored-tables.ts";
import { type CalledTable, freeTableName } from "../schema/table-name.ts";

/**
 * Stores a table with its columns and answers its id. A name that was made of the display name gets a number if it is
 * taken. Throws limit_reached if the team has too many tables.
 */
export async function storeTable(tx: TeamTx, draft: TableDraft, isNamed: boolean): Promise<string> {
  await lockTables(tx);
  if (!isNamed)
    draft.name = freeTableName(draft, await tx.query<CalledTable & Row>(findCalled(tx.context.teamId)));
  const placed = draft.columns.map((column, index) => ({ draft: column, at: `columns.${index}.` }));
  await placeRelations(tx, placed);
  const id = await insertTable(tx, draft, TABLES_MAX);
  if (id !== undefined) return id;
  throw new AppError(
    "limit_reached",
    `The team already has ${TABLES_MAX} tables, which is the maximum. Delete one that you no longer need.`,
  );
}
