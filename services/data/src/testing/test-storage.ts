import { LeasedSession } from "@jst/db";
import { isWithoutSuperuser, withClient, type TestDatabase } from "@jst/testing";
import { createLogger } from "@jst/telemetry";
import { Promoter } from "../engine/storage/promotions.ts";

/** A logger that says only what should not happen. */
export const quietLogger = createLogger("data", "error");

/** Runs the work on the session that moves tables, as the keeper has it. */
export async function withWorker<T>(
  database: TestDatabase,
  work: (session: LeasedSession) => Promise<T>,
  timeoutMs = 60_000,
): Promise<T> {
  const session = await LeasedSession.open({
    connectionString: database.urlOf("data_worker"),
    applicationName: "data_worker",
    lease: "data.storage",
    timeoutMs,
  });
  try {
    if (!(await session.take())) throw new Error("Another session moves tables.");
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Moves the tables that hold this many rows, as one look finds them. */
export const promoteFrom = (database: TestDatabase, rowsMin: number) =>
  withWorker(database, (session) => new Promoter(rowsMin, quietLogger).serve(session));

/** Counts the rows of a table by the physical tables that have them. */
export function rowsByRelation(database: TestDatabase, tableId: string): Promise<Record<string, number>> {
  return withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ relation: string; count: number }>(
      "select tableoid::regclass::text as relation, count(*)::int as count from data.rows where table_id = $1 group by 1",
      [tableId],
    );
    return Object.fromEntries(rows.map(({ relation, count }) => [relation, count]));
  });
}

/** Name of a table's own physical table in statements. */
export const shownRelation = (tableId: string) => `data.rows_${tableId.replaceAll("-", "")}`;

/** Name of a table's own physical table. */
export const ownRelation = (tableId: string) =>
  `data.${isWithoutSuperuser() ? "kept" : "rows"}_${tableId.replaceAll("-", "")}`;
